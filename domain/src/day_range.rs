//! Days from one to another.

use crate::address::AddressError;
use crate::day::Day;
use serde::{Deserialize, Serialize};

/// Days from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRange {
    pub from: Day,
    pub to: Day,
}

impl DayRange {
    /// The days that somebody chose: without a last one up to today, without a first one as many as usual.
    pub fn chosen(from: Option<Day>, to: Option<Day>, usual: i64, today: Day) -> Self {
        let to = to.unwrap_or(today);
        let from = from.unwrap_or(to.plus_days(1 - usual));
        Self { from, to }
    }

    /// Itself, where it has at least one day and no more than this.
    pub fn at_most(self, most: i64) -> Result<Self, AddressError> {
        match self.days() {
            ..1 => Err(AddressError::Backwards(self.from, self.to)),
            days if days > most => Err(AddressError::TooMany { days, most }),
            _ => Ok(self),
        }
    }

    pub fn contains(self, day: Day) -> bool {
        self.from <= day && day <= self.to
    }

    pub fn days(self) -> i64 {
        self.to.number() - self.from.number() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn what_is_left_out_follows_from_the_rest() {
        let today = day("2024-03-31");
        let range = DayRange::chosen(None, None, 90, today);
        assert_eq!((range.from, range.days()), (day("2024-01-02"), 90));
        let range = DayRange::chosen(None, Some(day("2024-02-07")), 7, today);
        assert_eq!((range.from, range.days()), (day("2024-02-01"), 7));
        let range = DayRange::chosen(Some(day("2024-03-30")), None, 7, today);
        assert_eq!((range.to, range.days()), (today, 2));
    }

    #[test]
    fn a_range_has_a_day_and_not_too_many() {
        let range = |from, to| DayRange {
            from: day(from),
            to: day(to),
        };
        assert!(range("2024-02-01", "2024-02-01").at_most(1).is_ok());
        let said = |range: DayRange| range.at_most(29).unwrap_err().to_string();
        assert_eq!(
            said(range("2024-02-02", "2024-02-01")),
            "The first day, 2 Feb 2024, comes after the last, 1 Feb 2024."
        );
        assert_eq!(
            said(range("2024-02-01", "2024-03-01")),
            "30 days are too many at once; choose 29 at most."
        );
    }
}
