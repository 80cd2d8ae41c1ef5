//! How many decisions of a kind each hour had.

use super::LedgerEntry;
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
    pub approved: bool,
    pub status: EvaluationStatus,
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
    pub approved: bool,
    pub status: EvaluationStatus,
    pub deciding: Option<RulebookId>,
    pub decisions: u64,
    /// What they approved, together.
    pub amount: Cents,
}

/// Decisions being counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally(HashMap<(Instant, Counted), (u64, Cents)>);

impl Tally {
    /// Counts each decision of an entry.
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
    /// What each of its decisions is counted as, with the amount that it approved.
    pub fn counted(&self) -> impl Iterator<Item = (Counted, Cents)> {
        Product::ALL.into_iter().filter_map(|product| {
            let decided = self.decided(product)?;
            let of = Counted {
                product,
                approved: decided.approved,
                status: decided.status.clone(),
                deciding: decided.deciding.clone(),
                snapshot: self.snapshot.clone(),
            };
            let approved = decided.approved.then_some(decided.amount);
            Some((of, approved.unwrap_or(Cents::ZERO)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation};

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
            let made = decision(approved, cents, Some("core"), Vec::new());
            tally.add(&LedgerEntry::of(&evaluation(at(time), Some(made))));
        }
        let mut counts: Vec<_> = tally
            .counts()
            .map(|count| {
                let hour = count.hour.stored();
                (hour, count.of.approved, count.decisions, count.amount.0)
            })
            .collect();
        counts.sort();
        assert_eq!(
            counts,
            [
                ("2024-02-10T14:00:00Z".to_owned(), false, 1, 0),
                ("2024-02-10T14:00:00Z".to_owned(), true, 2, 8_000),
                ("2024-02-10T15:00:00Z".to_owned(), true, 1, 1_000),
            ]
        );
    }
}
