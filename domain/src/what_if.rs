//! What-if: decisions of the ledger worked out again as if the rulebooks had been configured otherwise.
//!
//! Each decision is worked out under the configuration that it was made under, with the changes on top,
//! by the same function that the check of an evaluation uses. So without changes nothing changes. What
//! that cannot know, it counts beside what it found (docs/decisions/what-if.md).

pub mod assign;
pub mod change;
pub mod findings;
mod plan;
mod rework;
mod ruling;
mod unanswered;
pub mod unestimated;
pub mod view;
pub mod words;

#[cfg(test)]
mod tests;

use crate::decision::NoResultsReading;
use crate::id::UpdateId;
use crate::ledger::LedgerEntry;
use crate::rulebook_update::RulebookUpdate;
use change::Changes;
use findings::Findings;
use plan::Plans;
use rework::Bench;

/// Changes, made ready to be tried on any number of decisions.
#[derive(Debug, Clone)]
pub struct WhatIf {
    plans: Plans,
    no_results: NoResultsReading,
}

impl WhatIf {
    /// `updates` are the configurations that the decisions were made under, and those just before them;
    /// in any order.
    pub fn new(
        updates: &[(UpdateId, RulebookUpdate)],
        changes: &Changes,
        no_results: NoResultsReading,
    ) -> Self {
        Self {
            plans: Plans::new(updates, changes),
            no_results,
        }
    }

    /// Works entries out again, and adds what that gives. Nothing of an entry is copied but of the few
    /// that become examples.
    pub fn work(&self, entries: &[LedgerEntry], found: &mut Findings) {
        let mut bench = Bench::new(self.no_results);
        let mut last = None;
        for entry in entries {
            let plan = self.plans.of(entry.snapshot.as_ref(), &mut last);
            bench.work(&self.plans, plan, entry, found);
        }
    }
}
