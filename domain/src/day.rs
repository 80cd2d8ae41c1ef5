//! Calendar days, for fields that hold a date and no time.

use crate::packed_time::write_day;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A calendar day as the stored text gives it, without a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(#[serde(with = "crate::packed_time::day")] NaiveDate);

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

    /// How many days lie between 1970 began and this day did.
    pub fn number(self) -> i64 {
        self.0
            .signed_duration_since(NaiveDate::default())
            .num_days()
    }

    /// The form in which keys and attributes are written: `2024-02-10`.
    pub fn stored(self) -> String {
        self.0.to_string()
    }

    /// Where there is no room for the year: `10 Feb`.
    pub fn short(self) -> String {
        self.0.format("%-d %b").to_string()
    }

    /// The month's key: `2024-02`.
    pub fn month(self) -> String {
        format!("{:04}-{:02}", self.0.year(), self.0.month())
    }
}

/// `10 Feb 2024`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_day(f, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_text_for_others_and_a_number_between_our_own_halves() {
        let day = Day::parse("2024-02-10").unwrap();
        let text = serde_json::to_string(&day).unwrap();
        assert_eq!(text, "\"2024-02-10\"");
        assert_eq!(serde_json::from_str::<Day>(&text).unwrap(), day);
        let packed = postcard::to_extend(&day, Vec::new()).unwrap();
        assert_eq!(postcard::from_bytes::<Day>(&packed), Ok(day));
    }

    #[test]
    fn a_day_or_a_moment_both_read_as_a_day() {
        let day = Day::parse("2024-02-10").unwrap();
        assert_eq!(Day::parse("2024-02-10T14:30:00Z"), Some(day));
        assert_eq!(day.to_string(), "10 Feb 2024");
        assert_eq!(Day::parse("10.2.2024"), None);
    }

    #[test]
    fn days_are_numbered_one_after_the_other() {
        let day = |text| Day::parse(text).unwrap();
        assert_eq!(day("1970-01-01").number(), 0);
        assert_eq!(day("2024-03-01").number() - day("2024-02-28").number(), 2);
        assert_eq!(day("2024-02-10").short(), "10 Feb");
    }
}
