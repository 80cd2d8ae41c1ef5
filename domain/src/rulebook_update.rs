//! One change of the rulebooks: who, when, and the complete configuration after it.

use crate::configuration::Configuration;
use crate::id::{RulebookId, StaffName, UpdateId};
use crate::instant::Instant;
use crate::rulebook::Rulebook;
use crate::rulebook::plain::{SHARE, SUPERSEDING};
use crate::rulebook_diff::{ConfigurationDiff, Summary};
use crate::value::Attributes;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookUpdate {
    pub update_user: StaffName,
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

/// What an update changed against the one before it, small enough to list thousands of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateSummary {
    pub id: UpdateId,
    pub by: StaffName,
    pub at: Instant,
    /// In one line.
    pub line: String,
    /// The rulebooks that it touched.
    pub rulebooks: Vec<RulebookId>,
    /// Why, where Float Desk asked.
    pub reason: Option<String>,
    /// The update before it; none before the first.
    pub previous: Option<UpdateId>,
}

impl UpdateSummary {
    pub fn new(
        id: UpdateId,
        (by, at): (StaffName, Instant),
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
mod tests {
    use super::*;
    use crate::rulebook::tests::rulebook;

    #[test]
    fn a_snapshot_names_what_keeps_it_from_being_restored() {
        let old = Rulebook {
            apply_to: None,
            superseding: None,
            ..rulebook("core_v2", 100)
        };
        let update = RulebookUpdate {
            update_user: StaffName::new("ann"),
            update_time: Instant::EPOCH,
            rulebooks: vec![rulebook("a", 1), old],
            unreadable: vec![Unreadable {
                id: RulebookId::new("b"),
                why: "priority is missing".to_owned(),
            }],
        };
        let said: Vec<_> = update
            .gaps()
            .into_iter()
            .map(|(id, what)| format!("{id} {what}"))
            .collect();
        assert_eq!(
            said,
            [
                "core_v2 lacks apply_to and superseding",
                "b cannot be read: priority is missing"
            ]
        );
    }
}
