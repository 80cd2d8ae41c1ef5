//! Which rates are looked at, as it stands in the address.

use crate::address::{AddressError, Fields, words};
use crate::day::Day;
use crate::day_range::DayRange;
use crate::evaluation::Product;
use crate::id::UpdateId;
use serde::{Deserialize, Serialize};

/// The days that are shown unless somebody says otherwise, up to today.
pub const DAYS: i64 = 14;
/// A chart by day has no more.
pub const MOST_DAYS: i64 = 92;
/// A chart by hour has no more days.
pub const MOST_DAYS_BY_HOUR: i64 = 14;

words! {
    /// How long each point lasts.
    Step {
        Day = "day", "By day";
        Hour = "hour", "By hour";
    }
    /// What is drawn.
    Measure {
        Rate = "rate", "Approval rate";
        Approvals = "approvals", "Approvals";
        Amount = "amount", "Amount approved";
    }
    /// What the lines are.
    Split {
        Whole = "whole", "All together";
        Rulebook = "rulebook", "By rulebook";
        Status = "status", "By status";
    }
}

/// Everything that the address says about the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatesView {
    pub product: Product,
    pub step: Step,
    pub measure: Measure,
    pub split: Split,
    pub from: Option<Day>,
    pub to: Option<Day>,
    /// A change of the rulebooks, before and after which is compared.
    pub change: Option<UpdateId>,
    /// Whether the arms of A/B trials are compared.
    pub arms: bool,
}

impl Default for RatesView {
    fn default() -> Self {
        Self {
            product: Product::Float,
            step: Step::default(),
            measure: Measure::default(),
            split: Split::default(),
            from: None,
            to: None,
            change: None,
            arms: false,
        }
    }
}

impl RatesView {
    /// Reads the fields of an address; what is not said is as usual.
    pub fn parse(fields: &[(String, String)]) -> Result<Self, AddressError> {
        let fields = Fields(fields);
        let product = fields.word("product", Product::parse)?;
        Ok(Self {
            product: product.unwrap_or(Product::Float),
            step: fields.word("by", Step::parse)?.unwrap_or_default(),
            measure: fields.word("show", Measure::parse)?.unwrap_or_default(),
            split: fields.word("split", Split::parse)?.unwrap_or_default(),
            from: fields.day("from")?,
            to: fields.day("to")?,
            change: fields.last("change").map(UpdateId::new),
            arms: fields.last("arms").is_some(),
        })
    }

    /// The fields of its address; what is as usual is left out.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        let usual = Self::default();
        let word = |name, word: &str, is_usual: bool| (!is_usual).then(|| (name, word.to_owned()));
        [
            word(
                "product",
                self.product.as_str(),
                self.product == usual.product,
            ),
            word("by", self.step.word(), self.step == usual.step),
            word("show", self.measure.word(), self.measure == usual.measure),
            word("split", self.split.word(), self.split == usual.split),
            self.from.map(|day| ("from", day.stored())),
            self.to.map(|day| ("to", day.stored())),
            self.change.as_ref().map(|id| ("change", id.to_string())),
            word("arms", "yes", !self.arms),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The days that are meant on a day.
    pub fn range(&self, today: Day) -> Result<DayRange, AddressError> {
        let most = match self.step {
            Step::Day => MOST_DAYS,
            Step::Hour => MOST_DAYS_BY_HOUR,
        };
        DayRange::chosen(self.from, self.to, DAYS, today).at_most(most)
    }

    /// The same with other points. Of more days than hours are shown of, or where nobody knows how many
    /// they are, it shows as many as usual, up to the last.
    #[must_use]
    pub fn by(&self, step: Step, days: Option<DayRange>) -> Self {
        let are_too_many = days.is_none_or(|days| days.days() > MOST_DAYS_BY_HOUR);
        self.with(|view| {
            view.step = step;
            if step == Step::Hour && are_too_many {
                view.from = None;
            }
        })
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

    fn parsed(pairs: &[(&str, &str)]) -> Result<RatesView, AddressError> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        RatesView::parse(&pairs.iter().map(owned).collect::<Vec<_>>())
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn nothing_said_is_a_fortnight_of_float_rates_by_day() {
        let view = parsed(&[("product", ""), ("other", "x")]).unwrap();
        assert_eq!(view, RatesView::default());
        assert_eq!(view.address(), []);
        let range = view.range(day("2024-02-29")).unwrap();
        assert_eq!((range.from, range.days()), (day("2024-02-16"), 14));
    }

    #[test]
    fn what_cannot_be_chosen_is_named() {
        let said = |name, value| parsed(&[(name, value)]).unwrap_err().to_string();
        assert_eq!(
            said("by", "week"),
            "\u{201c}by=week\u{201d} cannot be chosen."
        );
        assert!(said("from", "yesterday").contains("is no day"));
        assert!(said("product", "card").contains("product"));
        let backwards = parsed(&[("from", "2024-02-02"), ("to", "2024-02-01")]).unwrap();
        assert!(backwards.range(day("2024-03-01")).is_err());
    }

    #[test]
    fn hours_are_shown_of_fewer_days() {
        let view = parsed(&[("from", "2024-02-01"), ("to", "2024-03-01")]).unwrap();
        assert!(view.range(day("2024-03-01")).is_ok());
        let by_hour = view.with(|view| view.step = Step::Hour);
        assert_eq!(
            by_hour.range(day("2024-03-01")),
            Err(AddressError::TooMany { days: 30, most: 14 })
        );
    }

    #[test]
    fn by_hour_the_last_of_too_many_days_are_shown() {
        let today = day("2024-03-31");
        let view = parsed(&[("from", "2024-02-01"), ("to", "2024-03-01")]).unwrap();
        let range = view.range(today).ok();
        let by_hour = view.by(Step::Hour, range).range(today).unwrap();
        assert_eq!((by_hour.to, by_hour.days()), (day("2024-03-01"), 14));
        assert_eq!(view.by(Step::Day, range), view);
        let few = view.with(|view| view.from = Some(day("2024-02-27")));
        let by_hour = few.by(Step::Hour, few.range(today).ok());
        assert_eq!(by_hour.from, few.from);
    }

    proptest! {
        #[test]
        fn every_view_comes_back_from_its_address(
            loan: bool, step in 0..2_usize, measure in 0..3_usize, split in 0..3_usize,
            from in proptest::option::of(0_i64..9_000), change in proptest::option::of("[a-z#:]{1,9}"), arms: bool,
        ) {
            let view = RatesView {
                product: if loan { Product::Loan } else { Product::Float },
                step: Step::ALL[step],
                measure: Measure::ALL[measure],
                split: Split::ALL[split],
                from: from.map(|days| day("2000-01-01").plus_days(days)),
                to: None,
                change: change.map(UpdateId::new),
                arms,
            };
            let fields: Vec<_> = view.address().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            prop_assert_eq!(RatesView::parse(&fields), Ok(view));
        }
    }
}
