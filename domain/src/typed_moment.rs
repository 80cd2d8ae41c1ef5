//! Moments as people type them: with or without a zone, or as a time from now.

use crate::instant::Instant;
use chrono::{Days, Months, NaiveDate, NaiveDateTime, TimeDelta};

/// What is said where something typed is no moment.
pub const HELP: &str = "Type a moment such as 2026-11-30 17:00, with a zone such as EST or -05:00 if it is not UTC, or a time such as \u{201c}in 2 weeks\u{201d}.";

/// The zones that staff write by name, in minutes from UTC.
const ZONES: [(&str, i64); 11] = [
    ("Z", 0),
    ("UTC", 0),
    ("GMT", 0),
    ("EST", -300),
    ("EDT", -240),
    ("CST", -360),
    ("CDT", -300),
    ("MST", -420),
    ("MDT", -360),
    ("PST", -480),
    ("PDT", -420),
];

/// Reads `2026-11-30`, `2026-11-30 17:00`, `2026-11-30T17:00:00-05:00`, `2026-11-30 17:00 EST` and
/// `in 2 weeks`, which counts from `from`. Without a zone it is UTC, without a time it is midnight.
pub fn read(text: &str, from: Instant) -> Option<Instant> {
    let text = text.trim();
    later(text, from).or_else(|| stated(text))
}

/// A time from `from` on, to the next whole minute: what is shown has no seconds.
fn later(text: &str, from: Instant) -> Option<Instant> {
    let lower = text.to_ascii_lowercase();
    let words = lower
        .strip_prefix("in ")
        .or_else(|| lower.strip_prefix("for "))
        .unwrap_or(&lower);
    let mut words = words.split_whitespace();
    let (count, unit, None) = (words.next()?, words.next()?, words.next()) else {
        return None;
    };
    let count: u32 = match count {
        "a" | "an" | "one" => 1,
        digits => digits.parse().ok()?,
    };
    let start = chrono::DateTime::from_timestamp(from.epoch_seconds(), 0)?.naive_utc();
    let days = |days: u64| start.checked_add_days(Days::new(days));
    let moment = match unit.strip_suffix('s').unwrap_or(unit) {
        "minute" => start.checked_add_signed(TimeDelta::minutes(count.into()))?,
        "hour" => start.checked_add_signed(TimeDelta::hours(count.into()))?,
        "day" => days(count.into())?,
        "week" => days(u64::from(count) * 7)?,
        "month" => start.checked_add_months(Months::new(count))?,
        "year" => start.checked_add_months(Months::new(count.checked_mul(12)?))?,
        _ => return None,
    };
    let seconds = moment.and_utc().timestamp();
    Instant::from_epoch_seconds(seconds + (-seconds).rem_euclid(60))
}

/// A moment on the calendar.
fn stated(text: &str) -> Option<Instant> {
    let date = text.get(..10)?;
    let mut parts = date.split('-').map(number);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    let rest = text.get(10..)?;
    let rest = rest.strip_prefix(['T', 't']).unwrap_or(rest).trim();
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.')
        .unwrap_or(rest.len());
    let (time, zone) = rest.split_at(end);
    let local = clock(date, time)?;
    let offset = offset(zone.trim())?;
    Instant::from_epoch_seconds(local.and_utc().timestamp() - offset * 60)
}

fn clock(date: NaiveDate, time: &str) -> Option<NaiveDateTime> {
    if time.is_empty() {
        return date.and_hms_opt(0, 0, 0);
    }
    // Fractions of a second are not kept anywhere.
    let whole = time.split('.').next()?;
    let mut parts = whole.split(':');
    let (hour, minute) = (number(parts.next()?)?, number(parts.next()?)?);
    let second = match parts.next() {
        Some(second) => number(second)?,
        None => 0,
    };
    parts
        .next()
        .is_none()
        .then(|| date.and_hms_opt(hour, minute, second))?
}

/// Minutes from UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone.is_empty() {
        return Some(0);
    }
    let named = ZONES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(zone));
    if let Some((_, minutes)) = named {
        return Some(*minutes);
    }
    let (sign, digits) = match zone.strip_prefix('+') {
        Some(digits) => (1, digits),
        None => (-1, zone.strip_prefix(['-', '\u{2212}'])?),
    };
    let digits: String = digits.chars().filter(|c| *c != ':').collect();
    let (hours, minutes) = match digits.len() {
        1 | 2 => (number(&digits)?, 0),
        4 => (number(digits.get(..2)?)?, number(digits.get(2..)?)?),
        _ => return None,
    };
    (hours <= 14 && minutes < 60).then(|| sign * i64::from(hours * 60 + minutes))
}

/// Digits and nothing else; a sign or a blank is no part of a date.
fn number(digits: &str) -> Option<u32> {
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: &str = "2026-11-16T12:17:42Z";

    fn read_as(text: &str) -> Option<String> {
        read(text, Instant::parse(NOW).unwrap()).map(Instant::stored)
    }

    #[test]
    fn a_moment_in_any_zone_is_the_same_moment_in_utc() {
        for text in [
            "2026-11-30 17:00",
            "2026-11-30T17:00Z",
            "2026-11-30T17:00:00.250Z",
            "2026-11-30 12:00 EST",
            "2026-11-30 12:00-05:00",
            "2026-11-30T12:00:00-0500",
            " 2026-11-30 22:30 +05:30 ",
            "2026-12-01 01:00+8",
        ] {
            assert_eq!(
                read_as(text).as_deref(),
                Some("2026-11-30T17:00:00Z"),
                "{text}"
            );
        }
        assert_eq!(
            read_as("2026-11-30").as_deref(),
            Some("2026-11-30T00:00:00Z")
        );
    }

    #[test]
    fn a_time_from_now_ends_on_a_whole_minute() {
        for (text, moment) in [
            ("in 2 weeks", "2026-11-30T12:18:00Z"),
            ("For 2 weeks", "2026-11-30T12:18:00Z"),
            ("1 day", "2026-11-17T12:18:00Z"),
            ("in a month", "2026-12-16T12:18:00Z"),
            ("90 minutes", "2026-11-16T13:48:00Z"),
        ] {
            assert_eq!(read_as(text).as_deref(), Some(moment), "{text}");
        }
    }

    #[test]
    fn what_is_no_moment_is_not_guessed() {
        for text in [
            "",
            "soon",
            "30.11.2026",
            "2026-13-01",
            "2026-02-30",
            "2026-11-30 25:00",
            "2026-11-30 17",
            "2026-11-30 17:00 Mars",
            "in weeks",
            "in -2 weeks",
            "in 2 weeks or so",
            "in 99999999999 days",
            "2026-11-30 17:00+99:00",
        ] {
            assert_eq!(read_as(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn anything_is_read_without_a_panic(text in ".*") {
            let _ = read_as(&text);
        }

        #[test]
        fn what_is_stored_reads_as_itself(seconds in 0i64..4_000_000_000) {
            let moment = Instant::from_epoch_seconds(seconds).unwrap();
            prop_assert_eq!(read(&moment.stored(), Instant::EPOCH), Some(moment));
        }
    }
}
