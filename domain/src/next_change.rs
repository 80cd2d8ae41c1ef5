//! When and how what a user can take becomes different.

use crate::effective::ProfileSources;
use crate::instant::Instant;
use crate::money::Cents;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The next moment at which what the user can take becomes different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextChange {
    pub at: Instant,
    /// Float amounts that can be taken from then on and cannot now, and the other way round.
    pub gained: Vec<Cents>,
    pub lost: Vec<Cents>,
    pub loans_gained: Vec<Cents>,
    pub loans_lost: Vec<Cents>,
    /// The highest float from then on; nothing where none can be taken.
    pub limit: Option<Cents>,
    /// The reason of the override that ends then, if that is what happens.
    pub ends: Option<String>,
}

impl ProfileSources {
    /// The first moment after `now` at which the user can take something else than now.
    pub fn next_change(&self, now: Instant) -> Option<NextChange> {
        self.changes(now)
            .find(|change| change.is_about_floats() || change.is_about_loans())
    }

    /// The first moment after `now` at which other floats can be taken than now, whatever happens to loans
    /// before.
    pub fn next_float_change(&self, now: Instant) -> Option<NextChange> {
        self.changes(now).find(NextChange::is_about_floats)
    }

    /// Each moment at which something begins or ends, measured by what is so now.
    fn changes(&self, now: Instant) -> impl Iterator<Item = NextChange> {
        let today = self.effective_at(now);
        let bounds = self
            .temporary
            .iter()
            .flat_map(|t| [Some(t.created_on), Some(t.expires_on), t.ttl])
            .flatten()
            .chain(self.versions.iter().map(|version| version.created_on))
            .filter(|bound| *bound > now)
            .collect::<BTreeSet<_>>();

        bounds.into_iter().map(move |at| {
            let then = self.effective_at(at);
            NextChange {
                at,
                gained: missing_from(&then.offered_floats(), &today.offered_floats()),
                lost: missing_from(&today.offered_floats(), &then.offered_floats()),
                loans_gained: missing_from(&then.offered_loans(), &today.offered_loans()),
                loans_lost: missing_from(&today.offered_loans(), &then.offered_loans()),
                limit: then.limit(),
                ends: self
                    .temporary
                    .iter()
                    .find(|t| t.is_active_at(now) && !t.is_active_at(at))
                    .map(|t| t.reason.clone()),
            }
        })
    }
}

impl NextChange {
    fn is_about_floats(&self) -> bool {
        !self.gained.is_empty() || !self.lost.is_empty()
    }

    fn is_about_loans(&self) -> bool {
        !self.loans_gained.is_empty() || !self.loans_lost.is_empty()
    }
}

fn missing_from(here: &[Cents], there: &[Cents]) -> Vec<Cents> {
    here.iter()
        .filter(|amount| !there.contains(amount))
        .copied()
        .collect()
}
