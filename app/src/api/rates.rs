//! Approval rates over time, before and after a change, and arm by arm.

#[cfg(feature = "ssr")]
mod gather;

use crate::error::AppError;
use domain::instant::Instant;
use domain::looked::Looked;
use domain::rates::arms::Arm;
use domain::rates::around::Around;
use domain::rates::series::Series;
use domain::rates::view::RatesView;
use domain::rulebook_update::UpdateSummary;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatesPage {
    pub now: Instant,
    pub view: RatesView,
    pub series: Series,
    /// The changes of the rulebooks in these days, oldest first.
    pub changes: Vec<UpdateSummary>,
    /// Before and after the change that the address names; without sides where it lies outside the days.
    pub around: Option<(UpdateSummary, Option<Around>)>,
    pub arms: Option<Arms>,
    /// Whether the ledger has no entry of any day.
    pub is_empty: bool,
    /// Whether every one of these changes is summarized.
    pub is_summarized: bool,
    /// How much of the ledger is still to come, in words.
    pub notice: Option<String>,
}

/// The arms of A/B trials, as far back as entries were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arms {
    pub arms: Vec<Arm>,
    pub entries: u64,
    pub looked: Looked,
}

crate::effect::reads!(ReadRates);
/// `query` is the page's address behind the question mark.
#[server(prefix = "/rpc", endpoint = "read_rates", output = crate::wire::Answer)]
pub async fn read_rates(query: String) -> Result<RatesPage, AppError> {
    crate::request::permit::<domain::role::ReadDecisions>().await?;
    let view = RatesView::parse(&crate::paths::fields(&query));
    let view = view.map_err(|error| AppError::Invalid(error.to_string()))?;
    gather::read(view).await
}
