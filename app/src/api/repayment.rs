//! How floats were repaid, by who decided on them, and how well the ACH model had foreseen it.

#[cfg(feature = "ssr")]
mod gather;

use crate::error::AppError;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::repayment::report::Report;
use domain::repayment::view::RepaymentView;
use domain::rulebook_update::UpdateSummary;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepaymentPage {
    pub now: Instant,
    pub view: RepaymentView,
    pub report: Report,
    /// Why no outcome is known, where the collection history could not be read.
    pub unread: Option<AppError>,
    /// What is known of the snapshots in the report.
    pub updates: Vec<UpdateSummary>,
    /// Of the rulebooks in the report, those that still exist.
    pub rulebooks: Vec<RulebookId>,
    /// Whether the ledger has no entry of any day.
    pub is_empty: bool,
    /// How much of the ledger is still to come, in words.
    pub notice: Option<String>,
}

crate::effect::reads!(ReadRepayment);
/// `query` is the page's address behind the question mark.
#[server(prefix = "/rpc", endpoint = "read_repayment", output = crate::wire::Answer)]
pub async fn read_repayment(query: String) -> Result<RepaymentPage, AppError> {
    crate::request::permit::<domain::role::ReadDecisions>().await?;
    let view = RepaymentView::parse(&crate::paths::fields(&query));
    let view = view.map_err(|error| AppError::Invalid(error.to_string()))?;
    gather::read(view).await
}
