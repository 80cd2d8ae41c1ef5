//! Times as they are said to a customer: US Central Time, whoever looks and wherever the server is
//! (docs/decisions/answers.md).

use crate::instant::Instant;
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};

const STANDARD: i64 = -6;
const DAYLIGHT: i64 = -5;

/// `Nov 24`, with the year where it isn't the one of `now`.
pub fn spoken_day(at: Instant, now: Instant) -> String {
    let (at, now) = (central(at).0, central(now).0);
    day(at, now)
}

/// `Nov 24, 6:00 PM CST`, with the year where it isn't the one of `now`.
pub fn spoken_time(at: Instant, now: Instant) -> String {
    let ((at, zone), (now, _)) = (central(at), central(now));
    format!("{}, {} {zone}", day(at, now), at.format("%-I:%M %p"))
}

/// A calendar day that is stored without a time.
pub fn spoken_date(date: crate::day::Day, now: Instant) -> String {
    let noon = Instant::from_epoch_seconds(date.number() * 86_400 + 18 * 3_600);
    spoken_day(noon.unwrap_or(Instant::EPOCH), now)
}

fn day(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let format = if at.year() == now.year() {
        "%b %-d"
    } else {
        "%b %-d, %Y"
    };
    at.format(format).to_string()
}

/// The clock in Chicago, and what it's called.
fn central(at: Instant) -> (DateTime<Utc>, &'static str) {
    let utc = DateTime::from_timestamp(at.epoch_seconds(), 0).unwrap_or_default();
    let (offset, zone) = if is_daylight(utc) {
        (DAYLIGHT, "CDT")
    } else {
        (STANDARD, "CST")
    };
    let local = utc.checked_add_signed(TimeDelta::hours(offset));
    (local.unwrap_or(utc), zone)
}

/// From 2 AM on the second Sunday of March until 2 AM on the first one of November.
fn is_daylight(utc: DateTime<Utc>) -> bool {
    let turn = |month: u32, nth: u8, offset: i64| {
        NaiveDate::from_weekday_of_month_opt(utc.year(), month, Weekday::Sun, nth)
            .and_then(|day| day.and_hms_opt(2, 0, 0))
            .and_then(|turn| turn.checked_sub_signed(TimeDelta::hours(offset)))
    };
    match (turn(3, 2, STANDARD), turn(11, 1, DAYLIGHT)) {
        (Some(begins), Some(ends)) => begins <= utc.naive_utc() && utc.naive_utc() < ends,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::Day;

    fn said(text: &str) -> String {
        let at = |text| Instant::parse(text).unwrap();
        spoken_time(at(text), at("2026-11-18T20:00:00Z"))
    }

    #[test]
    fn midnight_in_greenwich_is_the_evening_before() {
        assert_eq!(said("2026-11-24T00:00:00Z"), "Nov 23, 6:00 PM CST");
        assert_eq!(said("2024-02-24T00:00:00Z"), "Feb 23, 2024, 6:00 PM CST");
    }

    #[test]
    fn clocks_turn_in_march_and_november() {
        assert_eq!(said("2026-03-08T07:59:00Z"), "Mar 8, 1:59 AM CST");
        assert_eq!(said("2026-03-08T08:00:00Z"), "Mar 8, 3:00 AM CDT");
        assert_eq!(said("2026-11-01T06:59:00Z"), "Nov 1, 1:59 AM CDT");
        assert_eq!(said("2026-11-01T07:00:00Z"), "Nov 1, 1:00 AM CST");
    }

    #[test]
    fn a_date_without_a_time_stays_that_date() {
        let now = Instant::parse("2026-11-18T20:00:00Z").unwrap();
        let date = |text| spoken_date(Day::parse(text).unwrap(), now);
        assert_eq!(date("2026-11-24"), "Nov 24");
        assert_eq!(date("2027-01-01"), "Jan 1, 2027");
    }
}
