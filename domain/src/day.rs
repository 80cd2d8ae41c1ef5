//! Calendar days, for fields that hold a date and no time.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A calendar day as the stored text gives it, without a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(NaiveDate);

impl Day {
    pub fn new(date: NaiveDate) -> Self {
        Self(date)
    }

    /// Reads `2024-02-10`, and the day of an RFC 3339 moment.
    pub fn parse(text: &str) -> Option<Self> {
        NaiveDate::parse_from_str(text, "%Y-%m-%d")
            .ok()
            .map(Self)
            .or_else(|| crate::instant::Instant::parse(text).map(crate::instant::Instant::day))
    }

    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        let shifted =
            chrono::TimeDelta::try_days(days).and_then(|delta| self.0.checked_add_signed(delta));
        Self(shifted.unwrap_or(if days < 0 {
            NaiveDate::MIN
        } else {
            NaiveDate::MAX
        }))
    }

    /// The form in which keys and attributes are written: `2024-02-10`.
    pub fn stored(self) -> String {
        self.0.format("%Y-%m-%d").to_string()
    }

    /// The month's key: `2024-02`.
    pub fn month(self) -> String {
        self.0.format("%Y-%m").to_string()
    }
}

/// `10 Feb 2024`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%-d %b %Y"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_or_a_moment_both_read_as_a_day() {
        let day = Day::parse("2024-02-10").unwrap();
        assert_eq!(Day::parse("2024-02-10T14:30:00Z"), Some(day));
        assert_eq!(day.to_string(), "10 Feb 2024");
        assert_eq!(Day::parse("10.2.2024"), None);
    }
}
