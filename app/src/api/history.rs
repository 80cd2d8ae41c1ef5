//! The history of the rulebooks: every update, what it changed, and any two side by side.

#[cfg(feature = "ssr")]
mod work;

use crate::diff_view::DiffView;
use crate::error::AppError;
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::rulebook_update::{Credit, Unreadable, UpdateSummary};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Which updates are wanted; empty means all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryFilter {
    #[serde(default)]
    pub person: String,
    #[serde(default)]
    pub rulebook: String,
    /// Days, both included.
    #[serde(default)]
    pub from: String,
    #[serde(default)]
    pub to: String,
}

impl HistoryFilter {
    /// As it stands in an address; what is empty is left out.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        let fields = [
            ("person", &self.person),
            ("rulebook", &self.rulebook),
            ("from", &self.from),
            ("to", &self.to),
        ];
        let set = fields.into_iter().filter(|(_, value)| !value.is_empty());
        set.map(|(name, value)| (name, value.clone())).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryPage {
    pub now: Instant,
    pub filter: HistoryFilter,
    pub updates: Vec<UpdateSummary>,
    /// Where the next part starts.
    pub next: Option<UpdateId>,
    /// How far the list was looked through, where a filter left something out.
    pub looked_back_to: Option<Instant>,
    /// Whether updates that belong between these are not summed up yet.
    pub has_gap: bool,
}

/// One update against another, by default against the one before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdatePage {
    pub now: Instant,
    pub id: UpdateId,
    pub at: Instant,
    pub credit: Credit,
    /// What it is compared with; nothing before the first.
    pub against: Option<UpdateId>,
    pub is_chosen: bool,
    pub previous: Option<UpdateId>,
    pub newest: Option<UpdateId>,
    pub diff: DiffView,
    pub rulebooks: Vec<RulebookId>,
    /// Which of its rulebooks cannot be restored, and what each lacks.
    pub gaps: Vec<(RulebookId, String)>,
    /// Of either side: those that cannot be read, and so not be compared.
    pub unreadable: Vec<Unreadable>,
    pub may_propose: bool,
}

crate::effect::reads!(ReadHistory);
#[server(prefix = "/rpc", endpoint = "read_history", output = crate::wire::Answer)]
pub async fn read_history(
    filter: HistoryFilter,
    after: Option<String>,
) -> Result<HistoryPage, AppError> {
    crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::list(filter, after.map(UpdateId::new)).await
}

crate::effect::reads!(ReadUpdate);
#[server(prefix = "/rpc", endpoint = "read_update", output = crate::wire::Answer)]
pub async fn read_update(id: String, compare: Option<String>) -> Result<UpdatePage, AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    let compare = compare.filter(|it| !it.is_empty()).map(UpdateId::new);
    work::read(&permit, &UpdateId::new(id), compare).await
}
