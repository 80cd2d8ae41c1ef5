//! When a balance was taken: the key holds a day or a moment, and both are read.

use crate::day::Day;
use crate::instant::Instant;
use crate::scale::drawn;
use serde::{Deserialize, Serialize};
use std::fmt;

const SECONDS_A_DAY: f64 = 86_400.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Taken {
    Day(Day),
    Moment(Instant),
}

impl Taken {
    /// Reads a day, an RFC 3339 moment, or seconds since 1970.
    pub fn parse(text: &str) -> Option<Self> {
        let seconds = || text.parse().ok().and_then(Instant::from_epoch_seconds);
        Instant::parse(text)
            .map(Self::Moment)
            .or_else(|| Day::parse(text).map(Self::Day))
            .or_else(|| seconds().map(Self::Moment))
    }

    pub fn day(self) -> Day {
        match self {
            Self::Day(day) => day,
            Self::Moment(at) => at.day(),
        }
    }

    /// The place on an axis of days since 1970: a moment where it lies, a day at its noon.
    pub fn place(self) -> f64 {
        match self {
            Self::Day(day) => drawn(day.number()) + 0.5,
            Self::Moment(at) => drawn(at.epoch_seconds()) / SECONDS_A_DAY,
        }
    }

    /// The form in which it stands in a file: `2024-02-10`, `2024-02-10T14:30:00Z`.
    pub fn stored(self) -> String {
        match self {
            Self::Day(day) => day.stored(),
            Self::Moment(at) => at.stored(),
        }
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => day.fmt(f),
            Self::Moment(at) => at.fmt(f),
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "both sides are reckoned alike")]
mod tests {
    use super::*;

    #[test]
    fn a_key_may_hold_a_day_or_a_moment_in_either_form() {
        let at = Instant::parse("2024-02-10T18:00:00Z").unwrap();
        let day = Taken::Day(at.day());
        assert_eq!(Taken::parse("2024-02-10"), Some(day));
        assert_eq!(
            Taken::parse("2024-02-10T18:00:00Z"),
            Some(Taken::Moment(at))
        );
        assert_eq!(Taken::parse("1707588000"), Some(Taken::Moment(at)));
        assert_eq!(Taken::parse("soon"), None);
    }

    #[test]
    fn both_forms_lie_on_the_same_axis() {
        let at = |text| Taken::parse(text).unwrap();
        let day = at("2024-02-10");
        assert_eq!(day.place(), at("2024-02-10T12:00:00Z").place());
        assert!(day.place() < at("2024-02-10T18:00:00Z").place());
        assert!(at("2024-02-10T18:00:00Z").place() < at("2024-02-11").place());
        assert_eq!(
            at("2024-02-10T23:30:00-05:00").day(),
            at("2024-02-11").day()
        );
    }
}
