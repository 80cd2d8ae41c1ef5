//! The newest of what was taken, as many as attempts can be read for.

use super::outcomes::Sum;
use crate::evaluation::Product;
use crate::id::{FloatId, ResultId, RulebookId, UpdateId, UserId};
use crate::instant::Instant;
use crate::ledger::Taken;
use crate::money::Cents;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Attempts are read for so many floats at most: each asks collection-history once.
pub const MOST_FLOATS: usize = 2_000;
/// With the loans among them, so many are kept while the newest are looked for.
const MOST_TAKEN: usize = 10 * MOST_FLOATS;

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
    /// Entries of a float that a newer one names as well.
    pub repeated: u64,
    /// Entries that cannot be read.
    pub broken: u64,
}

/// Those that are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// Newest first, each once.
    pub floats: Vec<TakenFloat>,
    pub beside: Beside,
    /// The oldest that was looked at, where older ones were left out.
    pub back_to: Option<Instant>,
}

/// What was taken while it comes in, in any order; no more of it than may be needed.
#[derive(Debug, Clone)]
pub struct Newest {
    most: usize,
    found: Vec<One>,
    broken: u64,
    is_cut: bool,
}

/// An entry without what the rulebooks said, which is most of it. Its order is that of time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct One {
    at: Instant,
    result: ResultId,
    user: UserId,
    what: What,
    amount: Cents,
    deciding: Option<RulebookId>,
    snapshot: Option<UpdateId>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Float(FloatId),
    Loan,
    Nameless,
}

impl Newest {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            found: Vec::new(),
            broken: 0,
            is_cut: false,
        }
    }

    pub fn add(&mut self, taken: Taken) {
        let deciding = taken.on.decided(Product::Float);
        let deciding = deciding.and_then(|decided| decided.deciding.clone());
        self.found.push(One {
            at: taken.on.created,
            result: taken.on.result_id,
            user: taken.on.user_id,
            what: match (taken.float_id, taken.loan_id) {
                (Some(float), _) => What::Float(float),
                (None, Some(_)) => What::Loan,
                (None, None) => What::Nameless,
            },
            amount: taken.amount,
            deciding,
            snapshot: taken.on.snapshot,
        });
        if self.found.len() > 2 * MOST_TAKEN {
            self.cut();
        }
    }

    pub fn add_broken(&mut self, count: u64) {
        self.broken += count;
    }

    /// Whether there are more floats than are looked at, so that nothing older is needed.
    pub fn is_full(&mut self) -> bool {
        self.cut();
        self.is_cut
    }

    /// Leaves out what is too old to be looked at.
    fn cut(&mut self) {
        self.found.sort_unstable_by(|a, b| b.cmp(a));
        let is_float = |(_, one): &(usize, &One)| matches!(one.what, What::Float(_));
        let floats = self.found.iter().enumerate().filter(is_float);
        let surplus = floats.map(|(index, _)| index).nth(self.most);
        let end = surplus.unwrap_or(usize::MAX).min(MOST_TAKEN);
        self.is_cut |= end < self.found.len();
        self.found.truncate(end);
    }

    pub fn finish(mut self) -> Looked {
        self.cut();
        let back_to = self.found.last().map(|one| one.at);
        let mut looked = Looked {
            floats: Vec::new(),
            beside: Beside {
                broken: self.broken,
                ..Beside::default()
            },
            back_to: back_to.filter(|_| self.is_cut),
        };
        let mut seen = HashSet::new();
        for one in self.found {
            match one.what {
                What::Loan => looked.beside.loans.add(Sum::one(one.amount)),
                What::Nameless => looked.beside.nameless += 1,
                What::Float(id) if !seen.insert(id.clone()) => looked.beside.repeated += 1,
                What::Float(id) => looked.floats.push(TakenFloat {
                    id,
                    amount: one.amount,
                    deciding: one.deciding,
                    snapshot: one.snapshot,
                }),
            }
        }
        looked
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
            amount: Cents(2_000),
            float_id: float.map(FloatId::new),
            loan_id: loan.map(LoanId::new),
        }
    }

    fn looked(most: usize, all: impl IntoIterator<Item = Taken>) -> Looked {
        let mut newest = Newest::new(most);
        for one in all {
            newest.add(one);
        }
        newest.finish()
    }

    #[test]
    fn of_more_floats_than_are_looked_at_the_newest_are_and_it_is_said_how_far_back() {
        let all = [3, 1, 5, 2, 4].map(|day| taken(day, Some(&format!("float-{day}")), None));
        let some = looked(3, all.clone());
        let ids: Vec<_> = some.floats.iter().map(|float| float.id.as_str()).collect();
        assert_eq!(ids, ["float-5", "float-4", "float-3"]);
        assert_eq!(some.back_to, Some(Instant::EPOCH.plus_days(3)));
        assert_eq!(looked(5, all).back_to, None);
    }

    #[test]
    fn loans_older_than_the_oldest_float_looked_at_are_left_out_as_well() {
        let all = [
            taken(9, None, Some("loan-9")),
            taken(8, Some("float-8"), None),
            taken(7, None, Some("loan-7")),
            taken(6, Some("float-6"), None),
            taken(5, None, Some("loan-5")),
        ];
        let some = looked(1, all.clone());
        assert_eq!((some.floats.len(), some.beside.loans.count), (1, 2));
        let whole = looked(2, all);
        assert_eq!((whole.beside.loans.count, whole.back_to), (3, None));
    }

    #[test]
    fn a_float_counts_once_and_what_has_no_id_is_said_apart() {
        let mut unread = Newest::new(9);
        unread.add_broken(2);
        for one in [
            taken(1, Some("float-1"), None),
            taken(2, Some("float-1"), Some("loan-1")),
            taken(3, None, None),
        ] {
            unread.add(one);
        }
        assert!(!unread.is_full());
        let found = unread.finish();
        assert_eq!(found.floats.len(), 1);
        assert_eq!(found.floats[0].deciding, Some(RulebookId::new("core")));
        let Beside {
            loans,
            nameless,
            repeated,
            broken,
        } = found.beside;
        assert_eq!((loans.count, nameless, repeated, broken), (0, 1, 1, 2));
    }
}
