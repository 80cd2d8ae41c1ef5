//! How many floats came to what, and how much money that is.

use super::Repayment;
use crate::money::Cents;
use crate::rates::interval::Rate;
use serde::{Deserialize, Serialize};

/// Some floats, and what they come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    pub count: u64,
    pub amount: Cents,
}

impl Sum {
    pub fn one(amount: Cents) -> Self {
        Self { count: 1, amount }
    }

    pub fn add(&mut self, other: Self) {
        self.count += other.count;
        // Stored amounts may be anything.
        self.amount = Cents(self.amount.0.saturating_add(other.amount.0));
    }
}

/// How floats were repaid; each is in one of the six.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    pub taken: Sum,
    pub repaid: Sum,
    /// The last debit came back. It may be tried again.
    pub returned: Sum,
    pub defaulted: Sum,
    /// Nobody has tried to collect it yet.
    pub untried: Sum,
    /// A debit is on its way.
    pub sent: Sum,
    /// The last outcome is a word that no document lists.
    pub unknown: Sum,
}

impl Outcomes {
    /// One float. Nothing is said of its repayment where nobody could look.
    pub fn of(amount: Cents, repayment: Option<&Repayment>) -> Self {
        let one = Sum::one(amount);
        let mut found = Self {
            taken: one,
            ..Self::default()
        };
        match repayment {
            None => {}
            Some(Repayment::NoAttempt) => found.untried = one,
            Some(Repayment::Sent) => found.sent = one,
            Some(Repayment::Collected) => found.repaid = one,
            Some(Repayment::Returned) => found.returned = one,
            Some(Repayment::Defaulted) => found.defaulted = one,
            Some(Repayment::Unknown(_)) => found.unknown = one,
        }
        found
    }

    pub fn add(&mut self, other: &Self) {
        self.taken.add(other.taken);
        self.repaid.add(other.repaid);
        self.returned.add(other.returned);
        self.defaulted.add(other.defaulted);
        self.untried.add(other.untried);
        self.sent.add(other.sent);
        self.unknown.add(other.unknown);
    }

    /// Those of which it is not settled what comes of them.
    pub fn open(&self) -> Sum {
        let mut open = self.untried;
        open.add(self.sent);
        open.add(self.unknown);
        open
    }

    /// Repaid out of those with an outcome. One that came back counts as not repaid, which it is so far.
    pub fn rate(&self) -> Rate {
        Rate {
            approved: self.repaid.count,
            decided: self.repaid.count + self.returned.count + self.defaulted.count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_float_is_counted_once_and_open_ones_are_in_no_rate() {
        let mut all = Outcomes::default();
        for repayment in [
            Repayment::Collected,
            Repayment::Collected,
            Repayment::Returned,
            Repayment::Defaulted,
            Repayment::NoAttempt,
            Repayment::Sent,
            Repayment::Unknown("VOIDED".to_owned()),
        ] {
            all.add(&Outcomes::of(Cents(1_000), Some(&repayment)));
        }
        let parts = [all.repaid, all.returned, all.defaulted, all.open()];
        assert_eq!(parts.map(|part| part.count), [2, 1, 1, 3]);
        assert_eq!(all.taken.amount, Cents(7_000));
        assert_eq!(all.rate().to_string(), "50.0 %");
    }

    #[test]
    fn where_nobody_could_look_a_float_is_only_taken() {
        let one = Outcomes::of(Cents(1_000), None);
        assert_eq!((one.taken.count, one.open().count), (1, 0));
        assert_eq!(one.rate().share(), None);
    }
}
