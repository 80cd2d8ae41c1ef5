//! A/B trials: how those fared to whom a trial's rulebook applied, beside those to whom it did not.
//!
//! The hourly counts cannot tell: they name at most the rulebook that decided. So arms come from the ledger's entries, each of which keeps for
//! every rulebook its group, its share and whether it applied.

use super::interval::{Difference, Rate};
use crate::basis_points::BasisPoints;
use crate::decision::{Decision, NoResultsReading};
use crate::evaluation::Product;
use crate::id::RulebookId;
use crate::ledger::LedgerEntry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Arms as they are being gathered.
#[derive(Debug, Clone, Default)]
pub struct Gathered(BTreeMap<Key, Applied>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    group: String,
    rulebook: RulebookId,
    share: Option<BasisPoints>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Applied {
    to: Side,
    not_to: Side,
    unrecorded: u64,
}

/// What came of the checks on one side of an arm.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub rate: Rate,
    /// Checks that came to no decision: in no rate, but a trial whose calculations fail shows here.
    pub undecided: u64,
}

/// One arm: a group at one share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    pub group: String,
    pub rulebook: RulebookId,
    pub share: Option<BasisPoints>,
    /// Checks on those to whom the rulebook applied, whoever decided.
    pub applied: Side,
    /// Checks of the same configuration on the others.
    pub others: Side,
    /// Checks of which it was not recorded whether it applied: on neither side.
    pub unrecorded: u64,
}

impl Gathered {
    /// Only what was decided is in a rate; the rest is counted beside it.
    pub fn add(&mut self, entry: &LedgerEntry, product: Product, no_results: NoResultsReading) {
        let Some(decided) = entry.decided(product) else {
            return;
        };
        let decision = decided.decision().read(no_results);
        let one = decision.is_decided().then(|| Rate {
            approved: u64::from(decision == Decision::Approved),
            decided: 1,
        });
        for said in &decided.results {
            let Some(group) = &said.ab_group else {
                continue;
            };
            let key = Key {
                group: group.clone(),
                rulebook: said.rulebook_id.clone(),
                share: said.apply_to,
            };
            let arm = self.0.entry(key).or_default();
            match said.is_applicable {
                Some(true) => arm.to.add(one),
                Some(false) => arm.not_to.add(one),
                None => arm.unrecorded += 1,
            }
        }
    }

    /// By group, then share.
    pub fn arms(self) -> Vec<Arm> {
        let arms = self.0.into_iter();
        arms.map(|(key, applied)| Arm {
            group: key.group,
            rulebook: key.rulebook,
            share: key.share,
            applied: applied.to,
            others: applied.not_to,
            unrecorded: applied.unrecorded,
        })
        .collect()
    }
}

impl Side {
    /// Nothing of a check that came to no decision.
    fn add(&mut self, decided: Option<Rate>) {
        match decided {
            Some(rate) => self.rate.add(rate),
            None => self.undecided += 1,
        }
    }
}

impl Arm {
    pub fn difference(&self) -> Option<Difference> {
        self.applied.rate.against(self.others.rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};
    use crate::evaluation::EvaluationStatus;
    use crate::instant::Instant;

    fn entry(approved: bool, applies: Option<bool>, share: i64) -> LedgerEntry {
        let results = vec![result("core", 100, -1), result("trial", 90, -1)];
        let stored = evaluation(
            Instant::EPOCH,
            Some(decision(approved, 0, Some("core"), results)),
        );
        let mut entry = LedgerEntry::of(&stored);
        let trial = &mut entry.float.as_mut().unwrap().results[1];
        trial.ab_group = Some("b".to_owned());
        trial.is_applicable = applies;
        trial.apply_to = Some(BasisPoints(share));
        entry
    }

    #[test]
    fn an_arm_holds_those_to_whom_its_rulebook_applied_beside_the_others_and_what_came_to_no_decision()
     {
        let without_decision = |applies, status| {
            let mut entry = entry(false, Some(applies), 2_000);
            entry.float.as_mut().unwrap().status = status;
            entry
        };
        let mut gathered = Gathered::default();
        for entry in [
            entry(true, Some(true), 2_000),
            entry(false, Some(true), 2_000),
            entry(true, Some(false), 2_000),
            entry(true, None, 2_000),
            entry(true, Some(true), 5_000),
            without_decision(true, EvaluationStatus::CalcErr),
            without_decision(false, EvaluationStatus::NoEval),
        ] {
            gathered.add(&entry, Product::Float, NoResultsReading::default());
            gathered.add(&entry, Product::Loan, NoResultsReading::default());
        }
        let arms = gathered.arms();
        let shares: Vec<_> = arms.iter().map(|arm| arm.share).collect();
        assert_eq!(shares, [Some(BasisPoints(2_000)), Some(BasisPoints(5_000))]);
        let half = Rate {
            approved: 1,
            decided: 2,
        };
        assert_eq!((arms[0].applied.rate, arms[0].unrecorded), (half, 1));
        assert_eq!(arms[0].others.rate.decided, 1);
        let undecided = |arm: &Arm| (arm.applied.undecided, arm.others.undecided);
        assert_eq!((undecided(&arms[0]), undecided(&arms[1])), ((1, 1), (0, 0)));
        assert!(arms[0].difference().unwrap().may_be_chance());
        assert_eq!(arms[1].difference(), None);
    }
}
