//! Moments in time: read from any RFC 3339 text, written as UTC in whole seconds.

use crate::packed_time::write_day;
use chrono::{DateTime, SecondsFormat, TimeDelta, Timelike, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A moment. Comparing two compares moments, not the texts they were read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Instant(#[serde(with = "crate::packed_time::moment")] DateTime<Utc>);

impl Instant {
    pub const EPOCH: Self = Self(DateTime::UNIX_EPOCH);

    pub fn parse(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text)
            .ok()
            .map(|at| Self(at.to_utc()))
    }

    pub fn from_epoch_seconds(seconds: i64) -> Option<Self> {
        DateTime::from_timestamp(seconds, 0).map(Self)
    }

    pub fn epoch_seconds(self) -> i64 {
        self.0.timestamp()
    }

    /// The form in which keys and attributes are written: `2024-02-10T14:30:00Z`.
    pub fn stored(self) -> String {
        self.0.to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    /// The moment `seconds` later; the end of time where that would not fit.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Self {
        let shifted =
            TimeDelta::try_seconds(seconds).and_then(|delta| self.0.checked_add_signed(delta));
        Self(shifted.unwrap_or(if seconds < 0 {
            DateTime::<Utc>::MIN_UTC
        } else {
            DateTime::<Utc>::MAX_UTC
        }))
    }

    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        self.plus_seconds(days.saturating_mul(86_400))
    }

    /// The same moment without fractions of a second, as it would be stored.
    #[must_use]
    pub fn whole_seconds(self) -> Self {
        Self::from_epoch_seconds(self.epoch_seconds()).unwrap_or(self)
    }

    /// The full hour in which it lies.
    #[must_use]
    pub fn hour(self) -> Self {
        let seconds = self.epoch_seconds();
        Self::from_epoch_seconds(seconds - seconds.rem_euclid(3_600)).unwrap_or(self)
    }

    /// How many full hours of its day had passed: 0 to 23.
    pub fn hour_of_day(self) -> usize {
        self.0.hour() as usize
    }

    pub fn day(self) -> crate::day::Day {
        crate::day::Day::new(self.0.date_naive())
    }

    /// How far away this moment is from `now`, rounded down: `3 days ago`, `in 2 hours`.
    pub fn relative_to(self, now: Self) -> String {
        let seconds = self.0.signed_duration_since(now.0).num_seconds();
        let size = match seconds.unsigned_abs() {
            0..60 => return "just now".to_owned(),
            s @ 60..3_600 => count(s / 60, "minute"),
            s @ 3_600..86_400 => count(s / 3_600, "hour"),
            s @ 86_400..5_184_000 => count(s / 86_400, "day"),
            s @ 5_184_000..63_072_000 => count(s / 2_592_000, "month"),
            s => count(s / 31_536_000, "year"),
        };
        if seconds < 0 {
            format!("{size} ago")
        } else {
            format!("in {size}")
        }
    }
}

fn count(number: u64, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

impl From<std::time::SystemTime> for Instant {
    fn from(time: std::time::SystemTime) -> Self {
        Self(time.into())
    }
}

/// `10 Feb 2024, 14:30 UTC`.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_day(f, &self.0)?;
        write!(f, ", {:02}:{:02} UTC", self.0.hour(), self.0.minute())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    #[test]
    fn offsets_and_fractions_are_the_same_moment() {
        assert_eq!(at("2024-02-10T09:30:00-05:00"), at("2024-02-10T14:30:00Z"));
        assert_eq!(
            at("2024-02-10T14:30:00.750Z").stored(),
            "2024-02-10T14:30:00Z"
        );
    }

    #[test]
    fn reads_well_to_a_person() {
        assert_eq!(
            at("2024-02-10T14:30:00Z").to_string(),
            "10 Feb 2024, 14:30 UTC"
        );
    }

    #[test]
    fn is_text_for_others_and_a_number_between_our_own_halves() {
        let moment = at("2024-02-10T14:30:00.750Z");
        let text = serde_json::to_string(&moment).unwrap();
        assert_eq!(text, "\"2024-02-10T14:30:00.750Z\"");
        assert_eq!(serde_json::from_str::<Instant>(&text).unwrap(), moment);
        let packed = postcard::to_extend(&moment, Vec::new()).unwrap();
        assert_eq!(postcard::from_bytes::<Instant>(&packed), Ok(moment));
    }

    #[test]
    fn an_hour_begins_when_the_clock_strikes() {
        let hour = |text| at(text).hour().stored();
        assert_eq!(hour("2024-02-10T14:59:59.9Z"), "2024-02-10T14:00:00Z");
        assert_eq!(hour("1969-12-31T23:30:00Z"), "1969-12-31T23:00:00Z");
    }

    #[test]
    fn says_how_far_away_it_is() {
        let now = at("2024-02-10T14:30:00Z");
        assert_eq!(now.plus_seconds(-20).relative_to(now), "just now");
        assert_eq!(now.plus_seconds(60).relative_to(now), "in 1 minute");
        assert_eq!(now.plus_seconds(-7_200).relative_to(now), "2 hours ago");
        assert_eq!(now.plus_days(-3).relative_to(now), "3 days ago");
        assert_eq!(now.plus_days(-800).relative_to(now), "2 years ago");
        for (seconds, rounded_down) in [
            (59, "just now"),
            (119, "1 minute ago"),
            (91 * 60, "1 hour ago"),
            (2 * 3_600 - 1, "1 hour ago"),
            (47 * 3_600, "1 day ago"),
            (32 * 86_400 - 1, "31 days ago"),
            (89 * 86_400, "2 months ago"),
        ] {
            let then = now.plus_seconds(-seconds);
            assert_eq!(then.relative_to(now), rounded_down, "{seconds}");
        }
    }

    #[test]
    fn never_runs_over_the_end_of_time() {
        assert!(at("2024-02-10T14:30:00Z").plus_days(i64::MAX) > at("9999-01-01T00:00:00Z"));
    }
}
