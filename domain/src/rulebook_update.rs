//! One change of the rulebooks: who, when, and the complete configuration after it.

use crate::configuration::Configuration;
use crate::id::{RulebookId, StaffName, UpdateId};
use crate::instant::Instant;
use crate::rulebook::Rulebook;
use crate::rulebook::plain::{SHARE, SUPERSEDING};
use crate::rulebook_diff::{ConfigurationDiff, Summary};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookUpdate {
    pub update_user: StaffName,
    pub update_time: Instant,
    pub rulebooks: Vec<Rulebook>,
}

impl RulebookUpdate {
    pub fn configuration(&self) -> Configuration {
        self.rulebooks.clone().into()
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

/// What a snapshot lacks, so that nothing can be restored from it: each rulebook with the fields that
/// are missing.
pub fn missing_fields(rulebooks: &[Rulebook]) -> Vec<(RulebookId, Vec<&'static str>)> {
    let missing = |rulebook: &Rulebook| {
        let mut missing = Vec::new();
        if rulebook.apply_to.is_none() {
            missing.push(SHARE);
        }
        if rulebook.superseding.is_none() {
            missing.push(SUPERSEDING);
        }
        missing
    };
    rulebooks
        .iter()
        .map(|rulebook| (rulebook.rulebook_id.clone(), missing(rulebook)))
        .filter(|(_, missing)| !missing.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::tests::rulebook;

    #[test]
    fn a_snapshot_without_a_share_names_what_is_missing() {
        let old = Rulebook {
            apply_to: None,
            superseding: None,
            ..rulebook("core_v2", 100)
        };
        let missing = missing_fields(&[rulebook("a", 1), old]);
        assert_eq!(
            missing,
            [(RulebookId::new("core_v2"), vec!["apply_to", "superseding"])]
        );
    }
}
