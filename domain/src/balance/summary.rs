//! What an account's balances come to, in figures and in words.

use super::history::{Account, Measure};
use crate::day::Day;
use crate::money::{Amount, Cents};
use std::collections::BTreeMap;

/// Reckoned over one account's reports within a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub measure: Measure,
    pub lowest: (Cents, Day),
    pub highest: (Cents, Day),
    /// Of the days' last reports, so that a day with many counts once.
    pub median: Cents,
    pub last: (Cents, Day),
    /// Days with a report.
    pub days: usize,
    /// Days on which any report was below.
    pub below_zero: usize,
    pub below_threshold: Option<usize>,
}

impl Account {
    /// Nothing where no amount at all is stored.
    pub fn summary(&self, threshold: Option<Cents>) -> Option<Summary> {
        let measure = self.measure();
        let amounts: Vec<_> = self
            .points
            .iter()
            .filter_map(|point| Some((point.amount(measure)?, point.taken.day())))
            .collect();
        // By day: the lowest report, and the last.
        let mut days: BTreeMap<Day, (Cents, Cents)> = BTreeMap::new();
        for (amount, day) in &amounts {
            let of_day = days.entry(*day).or_insert((*amount, *amount));
            *of_day = (of_day.0.min(*amount), *amount);
        }
        let below = |limit: Cents| days.values().filter(|(lowest, _)| *lowest < limit).count();
        Some(Summary {
            measure,
            lowest: *amounts.iter().min_by_key(|(amount, _)| *amount)?,
            highest: *amounts.iter().max_by_key(|(amount, _)| *amount)?,
            median: median(days.values().map(|(_, last)| *last).collect())?,
            last: *amounts.last()?,
            days: days.len(),
            below_zero: below(Cents::ZERO),
            below_threshold: threshold.map(below),
        })
    }
}

/// The middle one; of two, what lies between them, to the cent below.
fn median(mut amounts: Vec<Cents>) -> Option<Cents> {
    amounts.sort_unstable();
    let middle = amounts.len() / 2;
    let upper = *amounts.get(middle)?;
    if amounts.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = amounts[middle - 1];
    let sum = i128::from(lower.0) + i128::from(upper.0);
    i64::try_from(sum.div_euclid(2)).ok().map(Cents)
}

impl Summary {
    /// For somebody who sees no chart, or has a customer on the phone.
    pub fn in_words(&self, currency: Option<&str>, threshold: Option<Cents>) -> String {
        let said = |cents: Cents| Amount { cents, currency }.to_string();
        let on = |(cents, day): (Cents, Day)| format!("{} on {day}", said(cents));
        if self.days == 1 {
            let below = if self.below_zero > 0 {
                ", below zero"
            } else {
                ""
            };
            return format!(
                "{}: {}, the only day{below}.",
                self.measure.word(),
                on(self.last)
            );
        }
        let days = self.days;
        let zero = match self.below_zero {
            0 => "never below zero".to_owned(),
            count => format!("below zero on {count} of {days} days"),
        };
        let threshold = match threshold.zip(self.below_threshold) {
            None => String::new(),
            Some((threshold, 0)) => format!(", never below the threshold of {}", said(threshold)),
            Some((threshold, count)) => {
                let threshold = said(threshold);
                format!(", below the threshold of {threshold} on {count} of {days} days")
            }
        };
        format!(
            "{}: lowest {}, highest {}, median {}, last {}; {zero}{threshold}.",
            self.measure.word(),
            on(self.lowest),
            on(self.highest),
            said(self.median),
            on(self.last),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::tests::{day, history, snapshot};
    use super::*;

    fn summary(reports: &[(&str, i64)], threshold: Option<Cents>) -> Summary {
        let reports = reports
            .iter()
            .map(|(key, cents)| snapshot("a", key, *cents));
        let history = history(reports.collect());
        let account = history.accounts().next().unwrap();
        account.summary(threshold).unwrap()
    }

    #[test]
    fn the_figures_are_those_of_the_reports() {
        let found = summary(
            &[
                ("2024-02-01", 5_000),
                ("2024-02-02", -250),
                ("2024-02-03", 900),
                ("2024-02-05", 7_500),
            ],
            Some(Cents(1_000)),
        );
        assert_eq!(found.lowest, (Cents(-250), day("2024-02-02")));
        assert_eq!(found.highest, (Cents(7_500), day("2024-02-05")));
        assert_eq!(found.last, (Cents(7_500), day("2024-02-05")));
        assert_eq!(found.median, Cents(2_950));
        assert_eq!((found.days, found.below_zero), (4, 1));
        assert_eq!(found.below_threshold, Some(2));
        assert_eq!(
            found.in_words(Some("USD"), Some(Cents(1_000))),
            "available: lowest \u{2212}$2.50 on 2 Feb 2024, highest $75.00 on 5 Feb 2024, median $29.50, \
             last $75.00 on 5 Feb 2024; below zero on 1 of 4 days, below the threshold of $10.00 on 2 of 4 days."
        );
    }

    #[test]
    fn a_day_with_many_reports_counts_once() {
        let found = summary(
            &[
                ("2024-02-01T06:00:00Z", -1),
                ("2024-02-01T12:00:00Z", -2),
                ("2024-02-01T18:00:00Z", 300),
                ("2024-02-02T18:00:00Z", 500),
                ("2024-02-03T18:00:00Z", 700),
            ],
            None,
        );
        assert_eq!((found.days, found.below_zero), (3, 1));
        assert_eq!(found.median, Cents(500));
        assert_eq!(found.lowest.0, Cents(-2));
    }

    #[test]
    fn a_single_report_is_told_as_one() {
        let found = summary(&[("2024-02-01", 500)], None);
        assert_eq!(
            found.in_words(Some("EUR"), None),
            "available: 5.00 EUR on 1 Feb 2024, the only day."
        );
    }

    #[test]
    fn zero_itself_is_not_below_zero() {
        let found = summary(&[("2024-02-01", 0), ("2024-02-02", 1)], Some(Cents(1)));
        assert_eq!((found.below_zero, found.below_threshold), (0, Some(1)));
    }
}
