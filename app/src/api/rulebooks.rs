//! The rulebooks: those in force now, those that were at some moment, and one with who set what.

#[cfg(feature = "ssr")]
mod record;
#[cfg(feature = "ssr")]
pub(crate) mod standing;
#[cfg(feature = "ssr")]
mod work;

#[cfg(feature = "ssr")]
pub(crate) use record::last_changed;
#[cfg(feature = "ssr")]
pub(crate) use work::room;

use crate::diff_view::DiffView;
use crate::error::AppError;
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::rulebook::Rulebook;
use domain::rulebook_blame::Blame;
use domain::rulebook_update::Unreadable;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A configuration as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebooksPage {
    pub now: Instant,
    /// The moment asked for, and the snapshot that was in force then; nothing for now.
    pub past: Option<Past>,
    /// In evaluation order.
    pub rows: Vec<RulebookRow>,
    pub broken: Vec<BrokenItem>,
    /// Of a past snapshot: those that cannot be read.
    pub unreadable: Vec<Unreadable>,
    pub drift: Option<Drift>,
    pub may_propose: bool,
    /// Bytes that the next snapshot may still grow by.
    pub room: u64,
    /// Whether every update that says who changed a rulebook last is summarized.
    pub is_summarized: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    pub at: Instant,
    pub update: UpdateId,
    pub since: Instant,
    /// Whose change it was, in words.
    pub by: String,
    /// Whether the snapshot says everything of each rulebook.
    pub is_complete: bool,
}

/// A rulebook without its rules' values: a list of ninety has to stay small.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookRow {
    pub rulebook: Rulebook,
    pub rules: Vec<String>,
    /// Others of the same type and priority, among which only the id decides.
    pub tied: Vec<RulebookId>,
    pub changed: Option<Changed>,
    /// Where no update that touched it was found: how far back was looked, if not to the first.
    pub unchanged_since: Option<Instant>,
}

/// The update that last touched a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Whose change it was, in words.
    pub by: String,
    pub at: Instant,
    pub update: UpdateId,
}

/// What is live is not what the newest snapshot says: somebody wrote without recording it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drift {
    /// None where there is no snapshot at all.
    pub newest: Option<UpdateId>,
    /// Why the newest snapshot cannot be read; then what is live is compared with the last that can.
    pub unread: Option<String>,
    pub diff: DiffView,
    /// On record, and now stored so that they cannot be read.
    pub lost: Vec<RulebookId>,
    /// On record so that they could not be read, and not there any more.
    pub gone: Vec<RulebookId>,
    /// On no record, and stored so that they cannot be read.
    pub came: Vec<RulebookId>,
    pub may_record: bool,
}

impl Drift {
    /// All of it in one line.
    pub fn line(&self) -> String {
        let diff = (!self.diff.sections.is_empty()).then(|| self.diff.line.clone());
        let lost = self.lost.iter().chain(&self.came);
        let lost = lost.map(|id| format!("{id} cannot be read"));
        let gone = self.gone.iter().map(|id| format!("{id} removed"));
        let unread = self.unread.iter();
        let unread = unread.map(|_| "the newest update cannot be read".to_owned());
        let parts: Vec<_> = diff
            .into_iter()
            .chain(lost)
            .chain(gone)
            .chain(unread)
            .collect();
        parts.join("; ")
    }
}

/// Everything about one rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookPage {
    pub now: Instant,
    /// The moment asked for, and the snapshot that was in force then; nothing for now.
    pub past: Option<Past>,
    pub rulebook: Rulebook,
    /// Its place among those of its type, counted from 1, and how many there are.
    pub place: (u32, u32),
    pub tied: Vec<RulebookId>,
    pub blame: Blame,
    /// Whether every update that the blame rests on is summarized.
    pub is_summarized: bool,
    pub drift: Option<Drift>,
    pub may_propose: bool,
}

crate::effect::reads!(ReadRulebooks);
/// Without `at`, what is live now.
#[server(prefix = "/rpc", endpoint = "read_rulebooks", output = crate::wire::Answer)]
pub async fn read_rulebooks(at: Option<String>) -> Result<RulebooksPage, AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::list(&permit, at).await
}

crate::effect::reads!(ReadRulebook);
/// Without `at`, as it is now.
#[server(prefix = "/rpc", endpoint = "read_rulebook", output = crate::wire::Answer)]
pub async fn read_rulebook(id: String, at: Option<String>) -> Result<RulebookPage, AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::read(&permit, &RulebookId::new(id), at).await
}

crate::effect::writes!(RecordDrift);
/// Puts the live rulebooks on record as they are, where others changed them without doing so.
#[server(prefix = "/rpc", endpoint = "record_drift", output = crate::wire::Answer)]
pub async fn record_drift(reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::PublishRulebooks>().await?;
    work::record_drift(&permit, &reason).await
}
