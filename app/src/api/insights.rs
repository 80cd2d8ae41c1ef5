//! What the insight service knows about a user.

#[cfg(feature = "ssr")]
mod gather;

use crate::error::AppError;
use domain::id::UserId;
use domain::insight::balance_alert::BalanceAlert;
use domain::insight::balance_settings::{BalanceSettings, Threshold};
use domain::insight::card_funds_notification::CardFundsNotification;
use domain::insight::cash_advance_score::CashAdvanceScore;
use domain::insight::data_capture::DataCapture;
use domain::insight::income_detection::IncomeDetection;
use domain::insight::income_source::IncomeSources;
use domain::insight::income_verification::{IncomeVerification, MaskedIncome};
use domain::insight::last_page::LastPage;
use domain::insight::mine::Mine;
use domain::insight::mining_label::MiningLabel;
use domain::insight::mining_run::Findings;
use domain::insight::payday::Payday;
use domain::insight::recurring::Recurring;
use domain::insight::ritual::Ritual;
use domain::insight::savings_month::SavingsMonth;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem, Record};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Each part is nothing where its table did not answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InsightsPage {
    pub user_id: UserId,
    pub now: Instant,
    pub pave: Option<PaveInsights>,
    /// Newest first.
    pub detections: Option<Vec<Record<IncomeDetection>>>,
    /// By kind, newest first.
    pub captured: Option<Vec<Record<DataCapture>>>,
    pub settings: Option<StoredSettings>,
    /// What could not be read, in words.
    pub missing: Vec<String>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

/// What lies in the insight service's own table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaveInsights {
    /// Newest first.
    pub mines: Vec<Record<Mine>>,
    /// There are older ones than those.
    pub mines_go_on: bool,
    pub label: Option<Record<MiningLabel>>,
    pub last_pages: Vec<Record<LastPage>>,
    pub recurring: Findings<Recurring>,
    pub rituals: Findings<Ritual>,
    pub income: Option<Record<IncomeSources>>,
    /// Oldest first.
    pub scores: Vec<Record<CashAdvanceScore>>,
    /// Oldest first.
    pub savings: Vec<Record<SavingsMonth>>,
    pub alert: Option<Record<BalanceAlert>>,
    /// Newest first.
    pub card_funds: Vec<Record<CardFundsNotification>>,
    /// What is stored, without saying it: that is [`reveal_income`]'s.
    pub verification: Option<MaskedIncome>,
    /// The newest written first; those that are past count for nothing.
    pub paydays: Vec<Record<Payday>>,
    pub paydays_go_on: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSettings {
    pub record: Option<Record<BalanceSettings>>,
    pub threshold: Option<Threshold>,
}

crate::effect::reads!(ReadInsights);
#[server(prefix = "/rpc", endpoint = "read_insights", output = crate::wire::Answer)]
pub async fn read_insights(user_id: String) -> Result<InsightsPage, AppError> {
    use crate::request;
    let permit = request::permit::<domain::role::LookUpUsers>().await?;
    let user = request::user(&user_id)?;
    gather::read(&permit, user).await
}

crate::effect::reads!(RevealIncome);
/// A user's verified income in full. That somebody saw it is put on record first.
#[server(prefix = "/rpc", endpoint = "reveal_income", output = crate::wire::Answer)]
pub async fn reveal_income(
    user_id: String,
) -> Result<Option<Record<IncomeVerification>>, AppError> {
    use crate::request;
    let permit = request::permit::<domain::role::RevealIncome>().await?;
    let user = request::user(&user_id)?;
    gather::reveal(&permit, user).await
}
