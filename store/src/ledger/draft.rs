//! A ledger as items: what recording entries would leave in the table, for made-up ledgers of a million,
//! which are imported past the server. Recording them would take the better part of an hour.

use super::record::prepare;
use super::{Retention, count, day};
use domain::day::Day;
use domain::instant::Instant;
use domain::ledger::{LedgerEntry, Tally};
use domain::value::Attributes;
use std::collections::BTreeMap;

/// A ledger being made up. What its entries share comes at the end.
pub struct Draft {
    keep: Retention,
    tally: Tally,
    days: BTreeMap<Day, Instant>,
}

impl Draft {
    pub fn new(keep: Retention) -> Self {
        Self {
            keep,
            tally: Tally::default(),
            days: BTreeMap::new(),
        }
    }

    /// The items of one evaluation, which must not come twice; none where it is too old to be kept.
    pub fn add(&mut self, entry: &LedgerEntry) -> Vec<Attributes> {
        let Some(ends) = self.keep.ends(entry.created) else {
            return Vec::new();
        };
        self.days.insert(entry.created.day(), ends);
        self.tally.add(entry);
        prepare(entry, ends).items
    }

    /// The days that there are, and the counts of their hours.
    pub fn finish(self) -> Vec<Attributes> {
        let keep = self.keep;
        let days = self.days.into_iter();
        let days = days.map(|(one, ends)| day::encode(one, ends));
        let counts = count::items(self.tally.counts(), keep, count::Origin::Recorded);
        days.chain(counts).collect()
    }
}
