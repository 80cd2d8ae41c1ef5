//! A user's evaluations: the list, one of them taken apart, two side by side, and keeping one.

#[cfg(feature = "ssr")]
mod comparison;
#[cfg(feature = "ssr")]
mod drill_down;
#[cfg(feature = "ssr")]
mod list;
#[cfg(feature = "ssr")]
mod pin;

use crate::error::AppError;
use domain::decision::attribution::{Certainty, Misfit};
use domain::decision::check::Check;
use domain::decision::comparison::Group;
use domain::decision::waterfall::WaterfallStep;
use domain::effective::EffectiveProfile;
use domain::evaluation::{Evaluation, Metric, Product};
use domain::evaluation_list::{EvaluationFilter, Listed, Outcome, TakenOn};
use domain::id::{AccountId, BankItemId, ResultId, StaffId, UserId};
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem};
use domain::money::Cents;
use domain::pinned_evaluation::Pin;
use domain::value::Attributes;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Part of a user's evaluations, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationsPage {
    pub user_id: UserId,
    pub now: Instant,
    pub filter: EvaluationFilter,
    pub lines: Vec<Listed>,
    /// The first evaluation that is not looked at yet.
    pub next: Option<ResultId>,
    /// How many evaluations were looked at for these lines, and how far back they went.
    pub looked_at: u64,
    pub back_to: Option<Instant>,
    pub broken: Vec<BrokenItem>,
}

/// One evaluation, or that there is none of that id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationPage {
    pub user_id: UserId,
    pub result_id: ResultId,
    pub now: Instant,
    pub may_pin: bool,
    pub detail: Option<EvaluationDetail>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

/// One evaluation taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationDetail {
    pub created_date: Instant,
    pub item_id: BankItemId,
    pub account_id: AccountId,
    pub origin: Origin,
    pub expires: Option<Instant>,
    pub taken: Option<TakenOn>,
    pub pin: Option<Pin>,
    pub products: Vec<ProductDetail>,
    pub cfi: Option<CfiDetail>,
    pub previous: Option<Previous>,
    /// Only for those who may read rulebooks.
    pub configuration: Option<Configuration>,
    pub profile: EffectiveProfile,
    pub unknown: Attributes,
}

/// Where what is shown comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The evaluation itself, which is still stored.
    Stored,
    /// A copy that was pinned, or kept with what was taken.
    Copy,
    /// Such a copy without what each rulebook said, which comes from the ledger.
    CompletedCopy,
    /// The decision ledger, which keeps what everybody said, and not what the rules saw.
    Ledger,
}

/// The decision on one product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductDetail {
    pub product: Product,
    /// Without its results, which are the steps.
    pub decision: Evaluation,
    pub outcome: Outcome,
    pub sentence: String,
    pub steps: Vec<WaterfallStep>,
    /// Under each configuration that it may have been made under; one where all give the same.
    pub checks: Vec<CheckUnder>,
    /// What the user could take then, where something was approved.
    pub offered: Option<Vec<Cents>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckUnder {
    /// Nothing where it is the same under each.
    pub update: Option<UpdateName>,
    pub check: Check,
}

/// A change of the rulebooks by its time and who made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateName {
    pub at: Instant,
    pub by: StaffId,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    pub certainty: Certainty,
    /// A change that may have been in force cannot be read.
    pub is_unreadable: bool,
    pub candidates: Vec<UpdateName>,
    pub misfits: Vec<Misfit>,
}

/// The CFI metrics, each with what it was at the evaluation before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CfiDetail {
    pub metrics: Vec<(Metric, Option<String>)>,
    pub unknown: Attributes,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previous {
    pub result_id: ResultId,
    pub created_date: Instant,
    pub has_cfi: bool,
}

/// Two evaluations side by side; a side is nothing where there is no such evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonPage {
    pub user_id: UserId,
    pub now: Instant,
    pub left: Side,
    pub right: Side,
    pub groups: Vec<Group>,
    pub broken: Vec<BrokenItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub result_id: ResultId,
    pub created_date: Option<Instant>,
}

crate::effect::reads!(ListEvaluations);
/// `query` is the address's: filters, and the place to start from.
#[server(prefix = "/rpc", endpoint = "list_evaluations", output = crate::wire::Answer)]
pub async fn list_evaluations(user_id: String, query: String) -> Result<EvaluationsPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    list::read(&permit, crate::request::user(&user_id)?, &query).await
}

crate::effect::reads!(ReadEvaluation);
#[server(prefix = "/rpc", endpoint = "read_evaluation", output = crate::wire::Answer)]
pub async fn read_evaluation(
    user_id: String,
    result_id: String,
) -> Result<EvaluationPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let result_id = crate::request::result(&result_id)?;
    drill_down::read(&permit, crate::request::user(&user_id)?, result_id).await
}

crate::effect::reads!(CompareEvaluations);
#[server(prefix = "/rpc", endpoint = "compare_evaluations", output = crate::wire::Answer)]
pub async fn compare_evaluations(
    user_id: String,
    left: String,
    right: String,
    only_differences: bool,
) -> Result<ComparisonPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let pair = (
        crate::request::result(&left)?,
        crate::request::result(&right)?,
    );
    let user_id = crate::request::user(&user_id)?;
    comparison::read(&permit, user_id, pair, only_differences).await
}

crate::effect::writes!(PinEvaluation);
/// Keeps a full copy of an evaluation, with the reason for it.
#[server(prefix = "/rpc", endpoint = "pin_evaluation", output = crate::wire::Answer)]
pub async fn pin_evaluation(
    user_id: String,
    result_id: String,
    reason: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::PinEvaluations>().await?;
    pin::keep(&permit, &user_id, &result_id, &reason).await
}
