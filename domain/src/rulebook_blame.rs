//! Who set each value of a rulebook to what it is now, and when: read out of the snapshots.

use crate::id::StaffName;
use crate::instant::Instant;
use crate::rulebook::leaves::{Leaves, Place};
use crate::rulebook::{Rule, Rulebook};
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
}

/// The origin of each value of `live`, from its versions, newest first. `is_complete` says whether
/// these go back to the first snapshot there is.
pub fn blame(live: &Rulebook, versions: &[Version], is_complete: bool) -> Vec<(Place, Origin)> {
    let mut open: BTreeMap<Place, (Value, Origin)> = Leaves::of(live)
        .values
        .into_iter()
        .map(|(place, value)| (place, (value, Origin::Unrecorded)))
        .collect();
    let mut found: BTreeMap<Place, Origin> = BTreeMap::new();
    let mut later: &[Rule] = &live.rules;
    for version in versions {
        let values = match &version.rulebook {
            Some(rulebook) => Leaves::of_later(rulebook, later).values,
            None => BTreeMap::new(),
        };
        open.retain(|place, (value, origin)| {
            if values.get(place) == Some(value) {
                *origin = Origin::Set {
                    by: version.by.clone(),
                    at: version.at,
                };
                return true;
            }
            found.insert(place.clone(), origin.clone());
            false
        });
        // Keys were given by comparing with what comes later, so that one rule keeps one key only
        // while its name is unique; among several of a name the newest version decides.
        if let Some(rulebook) = &version.rulebook
            && rulebook.rules.len() == later.len()
        {
            later = &rulebook.rules;
        }
        if open.is_empty() {
            break;
        }
    }
    let oldest = versions.last().map(|version| version.at);
    for (place, (_, origin)) in open {
        let origin = match (origin, oldest) {
            (Origin::Set { at, .. }, Some(oldest)) if !is_complete && at == oldest => {
                Origin::NotAfter(oldest)
            }
            (origin, _) => origin,
        };
        found.insert(place, origin);
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::tests::rulebook;

    fn version(day: i64, by: &str, priority: Option<i64>) -> Version {
        Version {
            by: StaffName::new(by),
            at: Instant::EPOCH.plus_days(day),
            rulebook: priority.map(|priority| rulebook("a", priority)),
        }
    }

    fn of(origins: &[(Place, Origin)], name: &str) -> Origin {
        let place = Place::Field(name.to_owned());
        let found = origins.iter().find(|(found, _)| *found == place);
        found.unwrap().1.clone()
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
        let origins = blame(&rulebook("a", 90), &versions, true);
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
        let origins = blame(&rulebook("a", 90), &versions, true);
        assert_eq!(of(&origins, "priority"), set("carl", 3));
    }

    #[test]
    fn what_no_snapshot_has_is_not_on_record_and_what_is_older_says_so() {
        let versions = [version(2, "bert", Some(80)), version(1, "anna", Some(80))];
        let origins = blame(&rulebook("a", 90), &versions, false);
        assert_eq!(of(&origins, "priority"), Origin::Unrecorded);
        assert_eq!(
            of(&origins, "rulebook_name"),
            Origin::NotAfter(Instant::EPOCH.plus_days(1))
        );
    }
}
