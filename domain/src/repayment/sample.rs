//! What was taken in some days: all of it where it is not too much, else floats chosen evenly over the days.

use super::outcomes::Sum;
use crate::evaluation::Product;
use crate::id::{FloatId, ResultId, RulebookId, UpdateId, UserId};
use crate::instant::Instant;
use crate::ledger::Taken;
use crate::money::Cents;
use crate::stable_hash::stable_hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Attempts are read for so many floats at most: each asks collection-history once.
pub const MOST_FLOATS: usize = 2_000;

/// A float that was taken, and who decided on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFloat {
    pub id: FloatId,
    pub amount: Cents,
    /// Nothing where the entry names none.
    pub deciding: Option<RulebookId>,
    pub snapshot: Option<UpdateId>,
}

/// What was taken beside the floats, and what else is no float to look at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    pub loans: Sum,
    /// Entries that name neither a float nor a loan.
    pub nameless: u64,
    /// Entries of a float looked at that a newer one names as well.
    pub repeated: u64,
    /// Entries that cannot be read.
    pub broken: u64,
}

/// Those that are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// Each once.
    pub floats: Vec<TakenFloat>,
    /// How many floats the days have.
    pub of: u64,
    pub beside: Beside,
}

/// What was taken while it comes in, in any order; no more of it is kept than is looked at.
///
/// Those with the smallest hash of their id are chosen. That has nothing to do with their day, their user or
/// their decision, and chooses the same ones again: whatever is seen of a float later finds it chosen or not.
#[derive(Debug, Clone)]
pub struct Sample {
    most: usize,
    chosen: BTreeMap<(u64, FloatId), One>,
    /// Entries that name a float.
    floats: u64,
    beside: Beside,
}

/// The newest entry of a float, without what the rulebooks said, which is most of it.
#[derive(Debug, Clone)]
struct One {
    /// What tells the newest.
    order: (Instant, ResultId, UserId),
    amount: Cents,
    deciding: Option<RulebookId>,
    snapshot: Option<UpdateId>,
    /// How many older entries name the same float.
    older: u64,
}

impl Sample {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            chosen: BTreeMap::new(),
            floats: 0,
            beside: Beside::default(),
        }
    }

    pub fn add(&mut self, mut taken: Taken) {
        let Some(float) = taken.float_id.take() else {
            match taken.loan_id {
                Some(_) => self.beside.loans.add(Sum::one(taken.amount)),
                None => self.beside.nameless += 1,
            }
            return;
        };
        self.floats += 1;
        let key = (stable_hash(float.as_str().bytes()), float);
        let last = self.chosen.last_key_value();
        let is_full = self.chosen.len() >= self.most;
        if is_full && last.is_none_or(|(last, _)| key > *last) {
            return;
        }
        let one = One::of(taken);
        match self.chosen.remove(&key) {
            Some(other) => self.chosen.insert(key, one.and(other)),
            None => self.chosen.insert(key, one),
        };
        if self.chosen.len() > self.most {
            self.chosen.pop_last();
        }
    }

    pub fn add_broken(&mut self, count: u64) {
        self.beside.broken += count;
    }

    pub fn finish(self) -> Looked {
        let repeated = self.chosen.values().map(|one| one.older).sum();
        let chosen = self.chosen.into_iter();
        let floats = chosen.map(|((_, id), one)| TakenFloat {
            id,
            amount: one.amount,
            deciding: one.deciding,
            snapshot: one.snapshot,
        });
        Looked {
            floats: floats.collect(),
            // Of those not looked at it is not known which name the same float. That is rare.
            of: self.floats - repeated,
            beside: Beside {
                repeated,
                ..self.beside
            },
        }
    }
}

impl One {
    fn of(taken: Taken) -> Self {
        let deciding = taken.on.decided(Product::Float);
        let deciding = deciding.and_then(|decided| decided.deciding.clone());
        Self {
            order: (taken.on.created, taken.on.result_id, taken.on.user_id),
            amount: taken.amount,
            deciding,
            snapshot: taken.on.snapshot,
            older: 0,
        }
    }

    /// Of two entries of one float the newer counts.
    fn and(self, other: Self) -> Self {
        let older = self.older + other.older + 1;
        let newer = if self.order > other.order {
            self
        } else {
            other
        };
        Self { older, ..newer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation};
    use crate::id::LoanId;
    use crate::ledger::LedgerEntry;

    fn taken(day: i64, float: Option<&str>, loan: Option<&str>) -> Taken {
        let at = Instant::EPOCH.plus_days(day);
        let made = decision(true, 2_000, Some("core"), Vec::new());
        Taken {
            on: LedgerEntry::of(&evaluation(at, Some(made))),
            amount: Cents(2_000 + day),
            float_id: float.map(FloatId::new),
            loan_id: loan.map(LoanId::new),
        }
    }

    fn looked(most: usize, all: impl IntoIterator<Item = Taken>) -> Looked {
        let mut sample = Sample::new(most);
        for one in all {
            sample.add(one);
            assert!(sample.chosen.len() <= most, "no more is kept");
        }
        sample.finish()
    }

    /// So many floats on each of ten days.
    fn ten_days(each: i64) -> Vec<Taken> {
        let numbers = 0..10 * each;
        numbers
            .map(|number| taken(number / each, Some(&format!("float-{number}")), None))
            .collect()
    }

    #[test]
    fn of_more_floats_than_are_looked_at_every_day_has_its_part() {
        let found = looked(1_000, ten_days(1_000));
        assert_eq!((found.floats.len(), found.of), (1_000, 10_000));
        for day in 0..10 {
            let of_day = found.floats.iter();
            let count = of_day.filter(|it| it.amount == Cents(2_000 + day)).count();
            // A hundred, give or take what chance does: more than four times the deviation is a fault.
            assert!((60..=140).contains(&count), "{count} of day {day}");
        }
    }

    #[test]
    fn the_same_floats_are_chosen_in_whatever_order_they_come() {
        let all = ten_days(50);
        let there = looked(40, all.clone());
        let back = looked(40, all.into_iter().rev());
        assert_eq!(there, back);
        // A longer time chooses from the same ones.
        let fewer = looked(40, ten_days(50).into_iter().take(250));
        let kept = there.floats.iter().filter(|it| fewer.floats.contains(it));
        assert!(kept.count() >= 10);
    }

    #[test]
    fn where_there_are_no_more_than_are_looked_at_all_of_them_are() {
        let found = looked(500, ten_days(50));
        assert_eq!((found.floats.len(), found.of), (500, 500));
        assert_eq!(looked(0, ten_days(1)).of, 10);
    }

    #[test]
    fn loans_are_counted_on_all_days_however_many_floats_there_are() {
        let loans = (0..10).map(|day| taken(day, None, Some("loan")));
        let found = looked(3, ten_days(5).into_iter().chain(loans));
        assert_eq!(found.beside.loans.count, 10);
    }

    #[test]
    fn a_float_counts_once_with_its_newest_entry_and_what_has_no_id_is_said_apart() {
        let mut all = [
            taken(1, Some("float-1"), None),
            taken(3, Some("float-1"), Some("loan-1")),
            taken(2, Some("float-1"), None),
            taken(3, None, None),
        ];
        for _ in 0..2 {
            let mut sample = Sample::new(9);
            sample.add_broken(2);
            all.iter().cloned().for_each(|one| sample.add(one));
            let found = sample.finish();
            assert_eq!((found.floats.len(), found.of), (1, 1));
            assert_eq!(found.floats[0].deciding, Some(RulebookId::new("core")));
            assert_eq!(found.floats[0].amount, Cents(2_003));
            let Beside {
                loans,
                nameless,
                repeated,
                broken,
            } = found.beside;
            assert_eq!((loans.count, nameless, repeated, broken), (0, 1, 2, 2));
            all.reverse();
        }
    }
}
