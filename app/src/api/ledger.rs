//! All decisions of all users, newest first.

#[cfg(feature = "ssr")]
mod gather;

use crate::error::AppError;
use domain::day_range::DayRange;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::ledger_list::{FilteredCount, LedgerView, ListedEntry};
use domain::saved_view::SavedView;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Part of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerPage {
    pub now: Instant,
    pub view: LedgerView,
    pub lines: Vec<ListedEntry>,
    /// The place behind the last line, as it stands in an address.
    pub next: Option<String>,
    /// How many entries were looked at for these lines, and how far back they went.
    pub looked_at: u64,
    pub back_to: Option<Instant>,
    pub counts: Counts,
    /// The rulebooks that decided in the days that were counted, to choose from.
    pub rulebooks: Vec<RulebookId>,
    pub views: Vec<SavedView>,
    /// Whether the ledger has no entry of any day.
    pub is_empty: bool,
    /// How much of the ledger is still to come, in words.
    pub notice: Option<String>,
}

/// How many decisions the filter admits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counts {
    Of(DayRange, Vec<FilteredCount>),
    /// The counts of the days do not know all that the filter asks for: what was looked at is counted.
    Looked(Vec<FilteredCount>, Reach),
    TooManyDays,
}

/// How much of the days was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    All,
    /// From the newest back to this moment.
    SoFar(Option<Instant>),
    /// From where a later page begins back to this moment.
    Page(Option<Instant>),
}

crate::effect::reads!(ReadLedger);
/// `query` is the page's address behind the question mark.
#[server(prefix = "/rpc", endpoint = "read_ledger", output = crate::wire::Answer)]
pub async fn read_ledger(query: String) -> Result<LedgerPage, AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    let view = LedgerView::parse(&crate::paths::fields(&query));
    let view = view.map_err(|error| AppError::Invalid(error.to_string()))?;
    let after = crate::paths::from_query(&query, "after");
    gather::read(permit.staff(), view, after).await
}
