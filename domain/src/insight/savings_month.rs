//! What a user had saved in one month.

use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::instant::Instant;
use crate::value::Number;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavingsMonth {
    pub user_id: UserId,
    pub month: Month,
    /// Whether in dollars or in cents is not documented, so as stored.
    pub balance: Option<Number>,
    pub ttl: Option<Instant>,
}

impl Expires for SavingsMonth {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}

/// A calendar month, kept as its first day.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Month(NaiveDate);

impl Month {
    /// Reads `2024-02`.
    pub fn parse(text: &str) -> Option<Self> {
        NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d")
            .ok()
            .map(Self)
    }

    /// How many months lie between the year 0 and this one.
    pub fn number(self) -> i64 {
        i64::from(self.0.year()) * 12 + i64::from(self.0.month0())
    }

    /// The form in which keys are written: `2024-02`.
    pub fn stored(self) -> String {
        self.0.format("%Y-%m").to_string()
    }
}

/// `Feb 2024`.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%b %Y"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_reads_well_and_goes_back_as_it_came() {
        let month = Month::parse("2024-02").unwrap();
        assert_eq!(month.to_string(), "Feb 2024");
        assert_eq!(month.stored(), "2024-02");
        let before = Month::parse("2023-12").unwrap();
        assert_eq!(month.number() - before.number(), 2);
    }

    #[test]
    fn what_is_no_month_is_not_guessed() {
        for text in ["2024", "2024-13", "2024-02-01", "February", ""] {
            assert_eq!(Month::parse(text), None, "{text}");
        }
    }
}
