//! Who set each value of a rulebook to what it is now, and when: read out of the snapshots.

use crate::id::StaffName;
use crate::instant::Instant;
use crate::rulebook::leaves::{Leaves, Place};
use crate::rulebook::{Rule, Rulebook};
use serde::{Deserialize, Serialize};

/// A rulebook as an update left it; nothing where it was not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub by: StaffName,
    pub at: Instant,
    pub rulebook: Option<Rulebook>,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The update that set it.
    Set { by: StaffName, at: Instant },
    /// It was already so at the oldest snapshot that was looked at.
    NotAfter(Instant),
    /// No snapshot has this value: it was written outside the record.
    Unrecorded,
    /// No snapshot was looked at yet that could say.
    Unknown,
}

/// The origin of everything in a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    pub values: Vec<(Place, Origin)>,
    /// Of the order in which its rules stand.
    pub order: Origin,
}

/// The versions of a rulebook, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versions {
    pub versions: Vec<Version>,
    /// Whether they go back to the first snapshot there is.
    pub is_complete: bool,
}

impl Versions {
    /// Since when something holds, without a break until now; `holds` is asked about the version of
    /// that place.
    fn since(&self, holds: impl Fn(usize) -> bool) -> Origin {
        let held = (0..self.versions.len()).take_while(|place| holds(*place));
        let Some(first) = held.last().map(|place| &self.versions[place]) else {
            let nothing_seen = self.versions.is_empty() && !self.is_complete;
            return if nothing_seen {
                Origin::Unknown
            } else {
                Origin::Unrecorded
            };
        };
        let is_oldest = Some(first) == self.versions.last();
        if is_oldest && !self.is_complete {
            return Origin::NotAfter(first.at);
        }
        Origin::Set {
            by: first.by.clone(),
            at: first.at,
        }
    }

    /// Each version's values, under the keys that its rules have in `live`.
    fn leaves(&self, live: &Rulebook) -> Vec<Option<Leaves>> {
        let mut later: &[Rule] = &live.rules;
        let mut all = Vec::with_capacity(self.versions.len());
        for version in &self.versions {
            let Some(rulebook) = &version.rulebook else {
                all.push(None);
                continue;
            };
            all.push(Some(Leaves::of_later(rulebook, later)));
            // One rule keeps one key only while its name is unique; among several of a name the newest
            // version decides.
            if rulebook.rules.len() == later.len() {
                later = &rulebook.rules;
            }
        }
        all
    }
}

/// The origin of each value of `live`, and of the order of its rules.
pub fn blame(live: &Rulebook, versions: &Versions) -> Blame {
    let now = Leaves::of(live);
    let then = versions.leaves(live);
    let values = now.values.iter().map(|(place, value)| {
        let had = |version: &Option<Leaves>| {
            let leaves = version.as_ref();
            leaves.and_then(|leaves| leaves.values.get(place)) == Some(value)
        };
        (place.clone(), versions.since(|index| had(&then[index])))
    });
    let order = versions.since(|index| {
        then[index]
            .as_ref()
            .is_some_and(|then| same_order(&now, then))
    });
    Blame {
        values: values.collect(),
        order,
    }
}

/// Whether the rules that both have follow each other in the same order: one that was added or removed
/// between them leaves that as it is.
fn same_order(one: &Leaves, other: &Leaves) -> bool {
    let shared = |of: &Leaves, with: &Leaves| -> Vec<_> {
        let order = of.order.iter();
        order
            .filter(|key| with.order.contains(key))
            .cloned()
            .collect()
    };
    shared(one, other) == shared(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::tests::{rule, rulebook};

    fn version(day: i64, by: &str, priority: Option<i64>) -> Version {
        Version {
            by: StaffName::new(by),
            at: Instant::EPOCH.plus_days(day),
            rulebook: priority.map(|priority| rulebook("a", priority)),
        }
    }

    fn of(blame: &Blame, name: &str) -> Origin {
        let place = Place::Field(name.to_owned());
        let found = blame.values.iter().find(|(found, _)| *found == place);
        found.unwrap().1.clone()
    }

    fn blamed(versions: &[Version], is_complete: bool) -> Blame {
        let versions = Versions {
            versions: versions.to_vec(),
            is_complete,
        };
        blame(&rulebook("a", 90), &versions)
    }

    fn set(by: &str, day: i64) -> Origin {
        Origin::Set {
            by: StaffName::new(by),
            at: Instant::EPOCH.plus_days(day),
        }
    }

    #[test]
    fn a_value_belongs_to_whoever_set_it_last_and_not_to_whoever_saved_after() {
        let versions = [
            version(4, "dora", Some(90)),
            version(3, "carl", Some(90)),
            version(2, "bert", Some(80)),
            version(1, "anna", Some(90)),
        ];
        let origins = blamed(&versions, true);
        assert_eq!(of(&origins, "priority"), set("carl", 3));
        assert_eq!(of(&origins, "rulebook_name"), set("anna", 1));
    }

    #[test]
    fn a_rulebook_that_came_back_belongs_to_whoever_brought_it_back() {
        let versions = [
            version(3, "carl", Some(90)),
            version(2, "bert", None),
            version(1, "anna", Some(90)),
        ];
        let origins = blamed(&versions, true);
        assert_eq!(of(&origins, "priority"), set("carl", 3));
    }

    #[test]
    fn what_no_snapshot_has_is_not_on_record_and_what_is_older_says_so() {
        let versions = [version(2, "bert", Some(80)), version(1, "anna", Some(80))];
        let origins = blamed(&versions, false);
        assert_eq!(of(&origins, "priority"), Origin::Unrecorded);
        assert_eq!(
            of(&origins, "rulebook_name"),
            Origin::NotAfter(Instant::EPOCH.plus_days(1))
        );
    }

    #[test]
    fn where_no_snapshot_was_looked_at_yet_nothing_is_said_to_be_off_the_record() {
        let origins = blamed(&[], false);
        assert_eq!(of(&origins, "priority"), Origin::Unknown);
        assert_eq!(origins.order, Origin::Unknown);
        let origins = blamed(&[], true);
        assert_eq!(of(&origins, "priority"), Origin::Unrecorded);
        assert_eq!(origins.order, Origin::Unrecorded);
    }

    #[test]
    fn whoever_moved_a_rule_set_the_order_and_whoever_added_one_did_not() {
        let ordered = |day: i64, by: &str, names: &[&str]| {
            let mut version = version(day, by, Some(90));
            if let Some(rulebook) = &mut version.rulebook {
                rulebook.rules = named(names);
            }
            version
        };
        let versions = Versions {
            versions: vec![
                ordered(4, "dora", &["b", "x", "a"]),
                ordered(3, "carl", &["b", "a"]),
                ordered(2, "bert", &["a", "b"]),
                ordered(1, "anna", &["b", "a"]),
            ],
            is_complete: true,
        };
        let live = Rulebook {
            rules: named(&["b", "x", "a"]),
            ..rulebook("a", 90)
        };
        assert_eq!(blame(&live, &versions).order, set("carl", 3));
    }

    fn named(names: &[&str]) -> Vec<Rule> {
        names.iter().map(|name| rule(name)).collect()
    }
}
