//! Which repayments are looked at, as it stands in the address.

use crate::balance::view::DayRange;
use crate::day::Day;
use serde::{Deserialize, Serialize};

/// The days that are shown unless somebody says otherwise, up to today: long enough for most floats to
/// have come to an end.
pub const DAYS: i64 = 90;
/// No more days are read at once.
pub const MOST_DAYS: i64 = 366;

/// What floats are put together by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Split {
    #[default]
    Rulebook,
    Snapshot,
}

impl Split {
    pub const ALL: [Self; 2] = [Self::Rulebook, Self::Snapshot];

    /// The word that stands in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Snapshot => "snapshot",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Rulebook => "By rulebook",
            Self::Snapshot => "By snapshot",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// Everything that the address says about the page. Days are those of the decision that a float was
/// taken on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepaymentView {
    pub split: Split,
    pub from: Option<Day>,
    pub to: Option<Day>,
    /// The version of the ACH model whose predictions are compared; all of them where none is named.
    pub version: Option<String>,
}

/// Why an address is no view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    #[error("\u{201c}{0}\u{201d} is no day; write 2026-11-16.")]
    NoDay(String),
    #[error("\u{201c}{0}\u{201d} cannot be chosen as split; there are rulebook and snapshot.")]
    NoSplit(String),
    #[error("The first day, {0}, comes after the last, {1}.")]
    Backwards(Day, Day),
    #[error("{0} days are too many at once; choose {MOST_DAYS} at most.")]
    TooMany(i64),
}

impl RepaymentView {
    /// Reads the fields of an address; an empty value is none.
    pub fn parse(fields: &[(String, String)]) -> Result<Self, ViewError> {
        let last = |name: &'static str| {
            let values = fields.iter().filter(|(field, _)| field == name);
            let value = values.map(|(_, value)| value.trim()).next_back();
            value.filter(|value| !value.is_empty())
        };
        let day = |name| {
            let read =
                |text: &str| Day::parse(text).ok_or_else(|| ViewError::NoDay(text.to_owned()));
            last(name).map(read).transpose()
        };
        let split =
            |text: &str| Split::parse(text).ok_or_else(|| ViewError::NoSplit(text.to_owned()));
        Ok(Self {
            split: last("split").map(split).transpose()?.unwrap_or_default(),
            from: day("from")?,
            to: day("to")?,
            version: last("version").map(ToOwned::to_owned),
        })
    }

    /// The fields of its address; what is as usual is left out.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        let split = (self.split != Split::default()).then(|| self.split.word().to_owned());
        [
            ("split", split),
            ("from", self.from.map(Day::stored)),
            ("to", self.to.map(Day::stored)),
            ("version", self.version.clone()),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }

    /// The days that are meant on a day.
    pub fn range(&self, today: Day) -> Result<DayRange, ViewError> {
        let to = self.to.unwrap_or(today);
        let from = self.from.unwrap_or(to.plus_days(1 - DAYS));
        let range = DayRange { from, to };
        match range.days() {
            ..1 => Err(ViewError::Backwards(from, to)),
            days if days > MOST_DAYS => Err(ViewError::TooMany(days)),
            _ => Ok(range),
        }
    }

    /// The same with something else about it.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut view = self.clone();
        change(&mut view);
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(pairs: &[(&str, &str)]) -> Result<RepaymentView, ViewError> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        RepaymentView::parse(&pairs.iter().map(owned).collect::<Vec<_>>())
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn nothing_said_is_the_last_ninety_days_by_rulebook() {
        let view = parsed(&[("split", ""), ("other", "x")]).unwrap();
        assert_eq!(view, RepaymentView::default());
        assert_eq!(view.address(), []);
        let range = view.range(day("2024-03-31")).unwrap();
        assert_eq!((range.from, range.days()), (day("2024-01-02"), 90));
    }

    #[test]
    fn what_cannot_be_chosen_is_named() {
        let said = |name, value| parsed(&[(name, value)]).unwrap_err().to_string();
        assert_eq!(said("from", "soon"), "“soon” is no day; write 2026-11-16.");
        assert!(said("split", "user").contains("rulebook and snapshot"));
        let today = day("2024-03-01");
        let backwards = parsed(&[("from", "2024-02-02"), ("to", "2024-02-01")]).unwrap();
        assert_eq!(
            backwards.range(today).unwrap_err().to_string(),
            "The first day, 2 Feb 2024, comes after the last, 1 Feb 2024."
        );
        let long = parsed(&[("from", "2023-01-01")]).unwrap();
        assert_eq!(long.range(today), Err(ViewError::TooMany(426)));
    }

    proptest! {
        #[test]
        fn every_view_comes_back_from_its_address(
            by_snapshot: bool, from in proptest::option::of(0_i64..9_000),
            to in proptest::option::of(0_i64..9_000), version in proptest::option::of("[a-z0-9.&#]{1,9}"),
        ) {
            let of = |days| day("2000-01-01").plus_days(days);
            let view = RepaymentView {
                split: if by_snapshot { Split::Snapshot } else { Split::Rulebook },
                from: from.map(of),
                to: to.map(of),
                version,
            };
            let fields: Vec<_> = view.address().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            prop_assert_eq!(RepaymentView::parse(&fields), Ok(view));
        }
    }
}
