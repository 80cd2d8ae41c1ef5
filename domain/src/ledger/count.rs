//! How many decisions of a kind each hour had.

use super::LedgerEntry;
use crate::decision::Decision;
use crate::evaluation::{EvaluationStatus, Product};
use crate::id::{RulebookId, UpdateId};
use crate::instant::Instant;
use crate::money::Cents;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What decisions are counted by, hour by hour.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counted {
    pub product: Product,
    pub decision: Decision,
    /// Nothing where the part is missing.
    pub status: Option<EvaluationStatus>,
    pub deciding: Option<RulebookId>,
    pub snapshot: Option<UpdateId>,
}

/// How many decisions of a kind an hour had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HourlyCount {
    /// The full hour in which they were made.
    pub hour: Instant,
    pub of: Counted,
    pub decisions: u64,
    /// What they approved, together.
    pub amount: Cents,
}

/// How many decisions of a kind a day had, whatever snapshot they were made under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyCount {
    pub product: Product,
    pub decision: Decision,
    pub status: Option<EvaluationStatus>,
    pub deciding: Option<RulebookId>,
    pub decisions: u64,
    /// What they approved, together.
    pub amount: Cents,
}

/// Decisions being counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally(HashMap<(Instant, Counted), (u64, Cents)>);

impl Tally {
    /// Counts the decision of an entry on each product.
    pub fn add(&mut self, entry: &LedgerEntry) {
        for (of, amount) in entry.counted() {
            let kind = (entry.created.hour(), of);
            let (decisions, sum) = self.0.entry(kind).or_default();
            *decisions += 1;
            *sum = Cents(sum.0.saturating_add(amount.0));
        }
    }

    pub fn counts(self) -> impl Iterator<Item = HourlyCount> {
        self.0
            .into_iter()
            .map(|((hour, of), (decisions, amount))| HourlyCount {
                hour,
                of,
                decisions,
                amount,
            })
    }
}

impl LedgerEntry {
    /// What its decision on each product is counted as, with the amount that it approved.
    pub fn counted(&self) -> impl Iterator<Item = (Counted, Cents)> {
        Product::ALL.into_iter().map(|product| {
            let part = self.decided(product);
            let decision = self.decision(product);
            let of = Counted {
                product,
                decision,
                status: part.map(|part| part.status.clone()),
                deciding: part.and_then(|part| part.deciding.clone()),
                snapshot: self.snapshot.clone(),
            };
            let amount = part.filter(|_| decision == Decision::Approved);
            (of, amount.map_or(Cents::ZERO, |part| part.amount))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};

    #[test]
    fn decisions_of_a_kind_and_an_hour_are_counted_together_and_amounts_only_where_approved() {
        let at = |text| Instant::parse(text).unwrap();
        let mut tally = Tally::default();
        for (time, approved, cents) in [
            ("2024-02-10T14:00:00Z", true, 3_000),
            ("2024-02-10T14:59:59Z", true, 5_000),
            ("2024-02-10T15:00:00Z", true, 1_000),
            ("2024-02-10T14:30:00Z", false, 9_000),
        ] {
            let results = vec![result("core", 100, 0)];
            let made = decision(approved, cents, Some("core"), results);
            tally.add(&LedgerEntry::of(&evaluation(at(time), Some(made))));
        }
        let mut counts: Vec<_> = tally
            .counts()
            .map(|count| {
                let hour = count.hour.stored();
                let of = (count.of.product.as_str(), count.of.decision.word());
                (hour, of, count.decisions, count.amount.0)
            })
            .collect();
        counts.sort();
        assert_eq!(
            counts,
            [
                (
                    "2024-02-10T14:00:00Z".to_owned(),
                    ("float", "approved"),
                    2,
                    8_000
                ),
                ("2024-02-10T14:00:00Z".to_owned(), ("float", "denied"), 1, 0),
                (
                    "2024-02-10T14:00:00Z".to_owned(),
                    ("loan", "not-evaluated"),
                    3,
                    0
                ),
                (
                    "2024-02-10T15:00:00Z".to_owned(),
                    ("float", "approved"),
                    1,
                    1_000
                ),
                (
                    "2024-02-10T15:00:00Z".to_owned(),
                    ("loan", "not-evaluated"),
                    1,
                    0
                ),
            ]
        );
    }
}
