//! What is live and isn't on record: rulebooks that were changed outside Float Desk.

use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::proposal::Proposal;
use crate::rulebook_diff::{ConfigurationDiff, compare};
use crate::rulebook_update::Recorded;
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// What is on record, without what can't be read now.
    pub recorded: Configuration,
    pub diff: ConfigurationDiff,
    /// On record, and now stored so that they can't be read.
    pub lost: Vec<RulebookId>,
    /// On record so that they couldn't be read, and gone now.
    pub gone: Vec<RulebookId>,
    /// On no record, and stored so that they can't be read.
    pub came: Vec<RulebookId>,
}

impl Drift {
    /// Nothing where what is live is what the record says. `broken` are those that can't be read now.
    pub fn between(
        record: &Recorded,
        live: &Configuration,
        broken: &[RulebookId],
        is_there: impl Fn(&RulebookId) -> bool,
    ) -> Option<Self> {
        // What can't be read is not gone: it's told as such, and not as a difference.
        let rulebooks = record.configuration.rulebooks().iter().cloned();
        let (lost, recorded): (Vec<_>, Vec<_>) =
            rulebooks.partition(|rulebook| broken.contains(&rulebook.rulebook_id));
        let recorded = Configuration::from(recorded);
        let drift = Self {
            diff: compare(&recorded, live).of_substance(),
            recorded,
            lost: lost.into_iter().map(|it| it.rulebook_id).collect(),
            gone: record.gone(is_there),
            came: record.lacks(broken.to_vec()),
        };
        (!drift.rulebooks().is_empty()).then_some(drift)
    }

    /// The rulebooks that were changed.
    pub fn rulebooks(&self) -> BTreeSet<&RulebookId> {
        let changed = self.diff.rulebooks.iter().map(|diff| &diff.id);
        let unreadable = self.lost.iter().chain(&self.gone).chain(&self.came);
        changed.chain(unreadable).collect()
    }
}

impl Proposal {
    /// Whether it is a restore that puts all of this back. Nothing else is published over a change that nobody
    /// recorded: it would be blamed on whoever publishes next.
    pub fn restores_over(&self, drift: &Drift) -> bool {
        let changed: BTreeSet<_> = self.changes.iter().map(|change| &change.id).collect();
        self.restores.is_some() && drift.rulebooks().is_subset(&changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UpdateId;
    use crate::proposal::{ProposedChange, tests::proposal};
    use crate::rulebook::tests::rulebook;

    fn recorded(unreadable: &[&str]) -> Recorded {
        Recorded {
            configuration: vec![rulebook("a", 1), rulebook("b", 1)].into(),
            unreadable: unreadable.iter().map(|id| RulebookId::new(*id)).collect(),
        }
    }

    fn drift(
        live: Vec<crate::rulebook::Rulebook>,
        broken: &[&str],
        ghosts: &[&str],
    ) -> Vec<String> {
        let broken: Vec<_> = broken.iter().map(|id| RulebookId::new(*id)).collect();
        let live = Configuration::from(live);
        let is_there = |id: &RulebookId| live.get(id).is_some() || broken.contains(id);
        let drift = Drift::between(&recorded(ghosts), &live, &broken, is_there);
        let ids = drift.iter().flat_map(Drift::rulebooks);
        ids.map(ToString::to_string).collect()
    }

    #[test]
    fn what_changed_came_or_went_without_a_record_is_drift() {
        let (a, b) = (rulebook("a", 1), rulebook("b", 1));
        assert_eq!(drift(vec![a.clone(), b.clone()], &[], &[]), [""; 0]);
        assert_eq!(drift(vec![a.clone(), rulebook("b", 2)], &[], &[]), ["b"]);
        assert_eq!(drift(vec![b.clone()], &[], &[]), ["a"]);
        assert_eq!(drift(vec![b.clone()], &["a"], &[]), ["a"]);
        assert_eq!(drift(vec![a.clone(), b.clone()], &["new"], &[]), ["new"]);
        assert_eq!(drift(vec![a, b], &[], &["ghost"]), ["ghost"]);
    }

    #[test]
    fn only_a_restore_of_all_that_changed_is_published_over_it() {
        let live = vec![rulebook("a", 7), rulebook("b", 7)].into();
        let drift = Drift::between(&recorded(&[]), &live, &[], |_| true).unwrap();
        let change = |id: &str| ProposedChange {
            id: RulebookId::new(id),
            base: Some(rulebook(id, 7)),
            after: Some(rulebook(id, 1)),
        };
        let restore = |ids: &[&str]| Proposal {
            restores: Some(UpdateId::new("1")),
            changes: ids.iter().map(|id| change(id)).collect(),
            ..proposal()
        };
        assert!(restore(&["a", "b"]).restores_over(&drift));
        assert!(!restore(&["a"]).restores_over(&drift));
        let edit = Proposal {
            restores: None,
            ..restore(&["a", "b"])
        };
        assert!(!edit.restores_over(&drift));
    }
}
