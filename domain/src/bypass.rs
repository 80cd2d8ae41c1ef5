//! A bypass of the requirements check for one user.

use crate::day::Day;
use crate::form::{FieldErrors, reason};
use crate::id::UserId;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bypass {
    pub user_id: UserId,
    /// The last day on which it counts.
    pub expiration_date: Day,
    pub reason: String,
}

impl Bypass {
    /// "Inactive after this date", so the last day itself still counts.
    pub fn is_active_on(&self, day: Day) -> bool {
        day <= self.expiration_date
    }
}

/// The furthest last day that can be given. A bypass lets somebody past every check: one that should
/// last longer is granted again by somebody who looks again.
pub const LONGEST_DAYS: i64 = 365;

/// What somebody typed to grant a bypass or to change one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BypassDraft {
    pub last_day: String,
    /// Stored with the bypass: why it was granted.
    pub note: String,
}

impl BypassDraft {
    /// The last day and the note, or what is wrong with each field.
    pub fn check(&self, today: Day) -> Result<(Day, String), FieldErrors> {
        let mut errors = FieldErrors::default();
        let day = self.check_day(today);
        let note = reason(&self.note);
        if let Err(message) = &day {
            errors.add("last_day", message);
        }
        if let Err(message) = &note {
            errors.add("note", message);
        }
        match (day, note) {
            (Ok(day), Ok(note)) => Ok((day, note)),
            _ => Err(errors),
        }
    }

    fn check_day(&self, today: Day) -> Result<Day, String> {
        let typed = self.last_day.trim();
        let furthest = today.plus_days(LONGEST_DAYS);
        if typed.is_empty() {
            return Err("Give the last day on which it counts.".to_owned());
        }
        // Of a day alone: the day of a moment depends on where one is.
        let day = Day::parse(typed).filter(|_| typed.len() == "2024-02-10".len());
        match day {
            None => Err("Write the day like 2024-02-10.".to_owned()),
            Some(day) if day < today => Err(format!(
                "{day} is past; today is {today} (UTC), and counts."
            )),
            Some(day) if day > furthest => Err(format!(
                "That is more than a year away; {furthest} is the last day that can be given."
            )),
            Some(day) => Ok(day),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    fn draft(last_day: &str, note: &str) -> BypassDraft {
        BypassDraft {
            last_day: last_day.to_owned(),
            note: note.to_owned(),
        }
    }

    fn faults(draft: &BypassDraft) -> Vec<String> {
        let FieldErrors(errors) = draft.check(day("2024-02-10")).unwrap_err();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn the_last_day_still_counts() {
        let last = day("2024-02-24");
        let bypass = Bypass {
            user_id: UserId::new("user-12345"),
            expiration_date: last,
            reason: String::new(),
        };
        assert!(bypass.is_active_on(last));
        assert!(!bypass.is_active_on(last.plus_days(1)));
    }

    #[test]
    fn today_and_the_day_a_year_from_now_can_be_the_last() {
        for last in ["2024-02-10", "2025-02-09"] {
            let checked = draft(last, " bank outage ").check(day("2024-02-10"));
            assert_eq!(checked, Ok((day(last), "bank outage".to_owned())));
        }
    }

    #[test]
    fn a_day_that_is_none_or_past_or_too_far_away_is_named_at_its_field() {
        for last in [
            "",
            "soon",
            "2024-02-30",
            "2024-02-09",
            "2025-02-10",
            "2024-02-20T23:00:00-05:00",
        ] {
            assert_eq!(faults(&draft(last, "bank outage")), ["last_day"], "{last}");
        }
    }

    #[test]
    fn a_bypass_without_a_note_or_with_a_novel_is_refused() {
        assert_eq!(faults(&draft("2024-02-10", "  ")), ["note"]);
        assert_eq!(faults(&draft("2024-02-10", &"é".repeat(1_001))), ["note"]);
        assert_eq!(faults(&draft("", "")), ["last_day", "note"]);
    }
}
