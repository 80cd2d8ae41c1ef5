//! When and how what a user can take becomes different.

use crate::forecast::Forecast;
use crate::instant::Instant;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

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

impl Forecast {
    /// The first moment after now at which the profile offers something else.
    pub fn next_change(&self) -> Option<NextChange> {
        self.changes()
            .find(|change| change.is_about_floats() || change.is_about_loans())
    }

    /// The first moment after now at which the profile offers other floats, whatever happens to loans
    /// before.
    pub fn next_float_change(&self) -> Option<NextChange> {
        self.changes().find(NextChange::is_about_floats)
    }

    /// Every moment after now at which the profile offers other floats than now.
    pub(crate) fn float_changes(&self) -> Vec<NextChange> {
        self.changes().filter(NextChange::is_about_floats).collect()
    }

    /// Each moment at which something begins or ends, measured by what is so now.
    fn changes(&self) -> impl Iterator<Item = NextChange> {
        let today = self.now();
        self.turns().into_iter().map(move |at| {
            let then = self.at(at);
            NextChange {
                at,
                gained: missing_from(&then.offered_floats(), &today.offered_floats()),
                lost: missing_from(&today.offered_floats(), &then.offered_floats()),
                loans_gained: missing_from(&then.offered_loans(), &today.offered_loans()),
                loans_lost: missing_from(&today.offered_loans(), &then.offered_loans()),
                limit: then.limit(),
                ends: self.ending_by(at).map(|one| one.reason.clone()),
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
