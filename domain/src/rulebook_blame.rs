//! Who set each value of a rulebook to what it is now, and when: read out of the snapshots.

use crate::id::UpdateId;
use crate::instant::Instant;
use crate::rulebook::leaves::{Leaves, Place, RuleKey, matched_to, numbered};
use crate::rulebook::{Rule, Rulebook};
use crate::rulebook_update::Credit;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A rulebook as an update left it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub credit: Credit,
    pub left: Left,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// Like this.
    As(Box<Rulebook>),
    /// Not there.
    Gone,
    /// Nobody knows: it cannot be read in that snapshot, or the snapshot itself cannot.
    Unreadable,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The update that set it.
    Set(UpdateId),
    /// It was already so at the oldest snapshot that was looked at, or at the first behind one that
    /// cannot be read.
    NotAfter(Instant),
    /// No snapshot has this value: it was written outside the record.
    Unrecorded,
    /// No snapshot was looked at yet that could say.
    Unknown,
}

impl Origin {
    fn update(&self) -> Option<&UpdateId> {
        match self {
            Self::Set(update) => Some(update),
            _ => None,
        }
    }
}

/// The origin of everything in a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    pub values: Vec<(Place, Origin)>,
    /// Of the order in which its rules stand.
    pub order: Origin,
    /// Who is behind the updates that set something, newest first.
    pub credits: Vec<Credit>,
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
        let Some(first) = held.last() else {
            let nothing_seen = self.versions.is_empty() && !self.is_complete;
            return if nothing_seen {
                Origin::Unknown
            } else {
                Origin::Unrecorded
            };
        };
        let credit = &self.versions[first].credit;
        let is_certain = match self.versions.get(first + 1) {
            Some(before) => before.left != Left::Unreadable,
            None => self.is_complete,
        };
        if !is_certain {
            return Origin::NotAfter(credit.at);
        }
        Origin::Set(credit.update.clone())
    }

    /// Each version's values, under the keys that its rules have in `live`.
    fn leaves(&self, live: &Rulebook) -> Vec<Option<Leaves>> {
        // From each version to the one before: rules of one name that changed places stay themselves.
        let (mut later, mut keys): (&[Rule], _) = (&live.rules, numbered(&live.rules));
        let mut all = Vec::with_capacity(self.versions.len());
        for version in &self.versions {
            let Left::As(rulebook) = &version.left else {
                all.push(None);
                continue;
            };
            keys = matched_to(&rulebook.rules, later, &keys);
            later = &rulebook.rules;
            all.push(Some(Leaves::keyed(rulebook, keys.clone())));
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
    let values: Vec<_> = values.collect();
    let origins = values.iter().map(|(_, origin)| origin).chain([&order]);
    let named: HashSet<&UpdateId> = origins.filter_map(Origin::update).collect();
    let credits = versions.versions.iter().map(|version| &version.credit);
    Blame {
        credits: credits
            .filter(|credit| named.contains(&credit.update))
            .cloned()
            .collect(),
        values,
        order,
    }
}

/// Whether the rules that both have follow each other in the same order: one that was added or removed
/// between them leaves that as it is.
fn same_order(one: &Leaves, other: &Leaves) -> bool {
    let keys = |of: &Leaves| of.order.iter().cloned().collect::<HashSet<RuleKey>>();
    let (of_one, of_other) = (keys(one), keys(other));
    let shared = one.order.iter().filter(|key| of_other.contains(key));
    shared.eq(other.order.iter().filter(|key| of_one.contains(key)))
}

#[cfg(test)]
mod tests;
