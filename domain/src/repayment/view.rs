//! Which repayments are looked at, as it stands in the address.

use crate::address::{AddressError, Fields, words};
use crate::day::Day;
use crate::day_range::DayRange;
use serde::{Deserialize, Serialize};

/// The days that are shown unless somebody says otherwise, up to today: long enough for most floats to
/// have come to an end.
pub const DAYS: i64 = 90;
/// No more days are read at once: all that was taken in them is, to choose from.
pub const MOST_DAYS: i64 = 92;

words! {
    /// What floats are put together by.
    Split {
        Rulebook = "rulebook", "By rulebook";
        Snapshot = "snapshot", "By snapshot";
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

impl RepaymentView {
    /// Reads the fields of an address; what is not said is as usual.
    pub fn parse(fields: &[(String, String)]) -> Result<Self, AddressError> {
        let fields = Fields(fields);
        Ok(Self {
            split: fields.word("split", Split::parse)?.unwrap_or_default(),
            from: fields.day("from")?,
            to: fields.day("to")?,
            version: fields.last("version").map(ToOwned::to_owned),
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
    pub fn range(&self, today: Day) -> Result<DayRange, AddressError> {
        DayRange::chosen(self.from, self.to, DAYS, today).at_most(MOST_DAYS)
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

    fn parsed(pairs: &[(&str, &str)]) -> Result<RepaymentView, AddressError> {
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
        assert_eq!(said("split", "user"), "“split=user” cannot be chosen.");
        let long = parsed(&[("from", "2023-01-01")]).unwrap();
        assert!(long.range(day("2024-03-01")).is_err());
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
