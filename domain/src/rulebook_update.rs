//! One change of the rulebooks: who, when, and the complete configuration after it.

mod credit;

pub use credit::{Authorship, Credit, Part, Provenance};

use crate::configuration::Configuration;
use crate::id::{RulebookId, StaffId, UpdateId};
use crate::instant::Instant;
use crate::rulebook::Rulebook;
use crate::rulebook::plain::{SHARE, SUPERSEDING};
use crate::rulebook_diff::{ConfigurationDiff, Summary, compare};
use crate::value::Attributes;
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookUpdate {
    pub update_user: StaffId,
    pub update_time: Instant,
    pub rulebooks: Vec<Rulebook>,
    /// Those that cannot be read; the others are no worse for them.
    #[serde(default)]
    pub unreadable: Vec<Unreadable>,
}

/// A rulebook of a snapshot that does not fit its type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    pub id: RulebookId,
    pub why: String,
}

impl RulebookUpdate {
    /// Its name: when, and by whom.
    pub fn id(&self) -> UpdateId {
        UpdateId::of(self.update_time, &self.update_user)
    }

    /// Whether it holds a rulebook of that id which cannot be read.
    pub fn cannot_read(&self, id: &RulebookId) -> bool {
        self.unreadable.iter().any(|one| one.id == *id)
    }

    pub fn configuration(&self) -> Configuration {
        self.rulebooks.clone().into()
    }

    /// Without what only the rules need, which is nearly all of it: a snapshot has up to 400 KB, and who
    /// looks back over months keeps thousands.
    #[must_use]
    pub fn without_rules(self) -> Self {
        let bare = |book: Rulebook| Rulebook {
            rules: Vec::new(),
            rulebook_name: String::new(),
            unknown: Attributes::new(),
            ..book
        };
        Self {
            rulebooks: self.rulebooks.into_iter().map(bare).collect(),
            ..self
        }
    }
}

/// What a snapshot has on record, for comparing it with what is live.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded {
    pub configuration: Configuration,
    /// Those that cannot be read in it.
    pub unreadable: Vec<RulebookId>,
}

impl From<&RulebookUpdate> for Recorded {
    fn from(update: &RulebookUpdate) -> Self {
        Self {
            configuration: update.configuration(),
            unreadable: update.unreadable.iter().map(|it| it.id.clone()).collect(),
        }
    }
}

impl Recorded {
    /// Those that could not be read then, and are not there any more.
    pub fn gone(&self, is_there: impl Fn(&RulebookId) -> bool) -> Vec<RulebookId> {
        let named = self.unreadable.iter().filter(|id| !id.as_str().is_empty());
        named.filter(|id| !is_there(id)).cloned().collect()
    }

    /// Of some that cannot be read, those that it has in no form.
    pub fn lacks(&self, broken: Vec<RulebookId>) -> Vec<RulebookId> {
        // An entry without an id may be any of them.
        if self.unreadable.iter().any(|id| id.as_str().is_empty()) {
            return Vec::new();
        }
        let has =
            |id: &RulebookId| self.configuration.get(id).is_some() || self.unreadable.contains(id);
        broken.into_iter().filter(|id| !has(id)).collect()
    }
}

/// What an update changed against the one before it, small enough to list thousands of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateSummary {
    pub id: UpdateId,
    pub by: StaffId,
    pub at: Instant,
    /// In one line.
    pub line: String,
    /// The rulebooks that it touched.
    pub rulebooks: Vec<RulebookId>,
    /// Why, where Float Desk asked.
    pub reason: Option<String>,
    /// The update before it; none before the first.
    pub previous: Option<UpdateId>,
    /// How it came about, where Float Desk published it.
    pub provenance: Option<Provenance>,
}

/// How the line of an update begins that cannot be read.
const UNREADABLE: &str = "cannot be read: ";

/// Two snapshots as they can be compared: what cannot be read in one of them is in neither, since it
/// was not removed.
pub fn comparable(
    before: Option<&RulebookUpdate>,
    after: &RulebookUpdate,
) -> (Configuration, Configuration) {
    let is_broken = |id: &RulebookId| {
        let mut updates = before.into_iter().chain([after]);
        updates.any(|update| update.cannot_read(id))
    };
    let readable = |update: &RulebookUpdate| {
        let rulebooks = update.rulebooks.iter();
        let readable = rulebooks.filter(|rulebook| !is_broken(&rulebook.rulebook_id));
        readable.cloned().collect::<Configuration>()
    };
    (before.map(readable).unwrap_or_default(), readable(after))
}

impl UpdateSummary {
    /// Of an update that somebody else wrote, against the one before it, if there is one. That one may
    /// be unreadable as a whole.
    pub fn between(
        previous: Option<(UpdateId, Option<&RulebookUpdate>)>,
        (id, update): (UpdateId, &RulebookUpdate),
    ) -> Self {
        let before = previous.as_ref().and_then(|(_, update)| *update);
        let (old, new) = comparable(before, update);
        let diff = compare(&old, &new).of_substance();
        let author = (update.update_user.clone(), update.update_time);
        let mut summary = Self::new(id, author, &diff, previous.map(|(id, _)| id));
        let was_broken = |id: &RulebookId| before.is_some_and(|before| before.cannot_read(id));
        for one in &update.unreadable {
            if !was_broken(&one.id) {
                summary.tell(&one.id, "cannot be read");
            }
        }
        for one in before.into_iter().flat_map(|before| &before.unreadable) {
            let is_back = update.rulebooks.iter().any(|it| it.rulebook_id == one.id);
            if is_back {
                summary.tell(&one.id, "can be read again");
            } else if !update.cannot_read(&one.id) {
                summary.tell(&one.id, "removed");
            }
        }
        summary
    }

    /// Of an update that cannot be read: where it lies, and why.
    pub fn unreadable(id: UpdateId, why: impl fmt::Display, previous: Option<UpdateId>) -> Self {
        Self {
            by: StaffId::new("unknown"),
            // It is listed where its key puts it.
            at: id.at().unwrap_or(Instant::EPOCH),
            line: format!("{UNREADABLE}{why}"),
            rulebooks: Vec::new(),
            reason: None,
            previous,
            provenance: None,
            id,
        }
    }

    /// A placeholder for an update that has no summary yet: all that its ID tells.
    pub fn pending(id: UpdateId) -> Self {
        let by = id.as_str().split_once('#').map_or("unknown", |(_, by)| by);
        Self {
            by: StaffId::new(by),
            at: id.at().unwrap_or(Instant::EPOCH),
            line: "being summarized".to_owned(),
            rulebooks: Vec::new(),
            reason: None,
            previous: None,
            provenance: None,
            id,
        }
    }

    /// Whether nobody knows what it changed.
    pub fn is_unreadable(&self) -> bool {
        self.rulebooks.is_empty() && self.line.starts_with(UNREADABLE)
    }

    /// Adds what no diff can say of a rulebook.
    pub fn tell(&mut self, id: &RulebookId, what: &str) {
        let nothing = Summary(&ConfigurationDiff::default()).to_string();
        self.line = if self.line == nothing {
            format!("{id} {what}")
        } else {
            format!("{}; {id} {what}", self.line)
        };
        self.rulebooks.push(id.clone());
    }

    /// Says which rulebooks had been changed outside Float Desk and are restored by this.
    pub fn restore_over(&mut self, drift: &ConfigurationDiff) {
        let ids: Vec<_> = drift.rulebooks.iter().map(|it| it.id.clone()).collect();
        if ids.is_empty() {
            return;
        }
        let names: Vec<_> = ids.iter().map(RulebookId::as_str).collect();
        let names = names.join(", ");
        self.line = format!(
            "{}; replaces what was changed outside Float Desk in {names}",
            self.line
        );
        // Found by whoever looks for changes of that rulebook, also where it is as it was on record.
        let new = ids.into_iter().filter(|id| !self.rulebooks.contains(id));
        let new: Vec<_> = new.collect();
        self.rulebooks.extend(new);
    }

    pub fn new(
        id: UpdateId,
        (by, at): (StaffId, Instant),
        diff: &ConfigurationDiff,
        previous: Option<UpdateId>,
    ) -> Self {
        let line = match &previous {
            Some(_) => Summary(diff).to_string(),
            None => "the first snapshot".to_owned(),
        };
        Self {
            id,
            by,
            at,
            line,
            rulebooks: diff.rulebooks.iter().map(|one| one.id.clone()).collect(),
            reason: None,
            previous,
            provenance: None,
        }
    }
}

impl RulebookUpdate {
    /// What keeps rulebooks of this snapshot from being restored: each with what it lacks.
    pub fn gaps(&self) -> Vec<(RulebookId, String)> {
        let lacks = |rulebook: &Rulebook| {
            let fields = [
                (rulebook.apply_to.is_none(), SHARE),
                (rulebook.superseding.is_none(), SUPERSEDING),
            ];
            let fields: Vec<_> = fields
                .into_iter()
                .filter_map(|(is_missing, field)| is_missing.then_some(field))
                .collect();
            let lacks = format!("lacks {}", fields.join(" and "));
            (!fields.is_empty()).then(|| (rulebook.rulebook_id.clone(), lacks))
        };
        let unreadable = self.unreadable.iter();
        let unreadable =
            unreadable.map(|one| (one.id.clone(), format!("cannot be read: {}", one.why)));
        let rulebooks = self.rulebooks.iter().filter_map(lacks);
        rulebooks.chain(unreadable).collect()
    }
}

#[cfg(test)]
mod tests;
