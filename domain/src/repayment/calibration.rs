//! The ACH model's predictions against what happened, in ten bins.

use super::debit::{Debit, debits};
use crate::collection_attempt::CollectionAttempt;
use crate::rates::interval::Rate;
use crate::value::Number;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub const BINS: usize = 10;
/// Probabilities are summed in billionths: whole numbers come to the same in any order.
const WHOLE: u64 = 1_000_000_000;

/// Debits with a predicted probability of about the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// The predicted probabilities together, in billionths.
    predicted: u64,
    /// Those that succeeded, of all that were settled.
    pub rate: Rate,
}

/// Whether what happened goes with what was predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    AsPredicted,
    LessOften,
    MoreOften,
}

impl Fit {
    pub fn in_words(self) -> &'static str {
        match self {
            Self::AsPredicted => "as predicted",
            Self::LessOften => "less often than predicted",
            Self::MoreOften => "more often than predicted",
        }
    }
}

impl Bin {
    /// The mean of what was predicted, as a share of one.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a mean is exact to a tenth of a percent, not to one in 2^53"
    )]
    pub fn mean(&self) -> Option<f64> {
        let whole = self.rate.decided * WHOLE;
        (whole > 0).then(|| self.predicted as f64 / whole as f64)
    }

    /// As predicted is what lies within the interval of what happened.
    pub fn fit(&self) -> Option<Fit> {
        let (mean, interval) = (self.mean()?, self.rate.interval()?);
        Some(if mean > interval.high {
            Fit::LessOften
        } else if mean < interval.low {
            Fit::MoreOften
        } else {
            Fit::AsPredicted
        })
    }

    fn add(&mut self, other: Self) {
        self.predicted += other.predicted;
        self.rate.add(other.rate);
    }
}

/// `20–30 %`: from the first, which is in it, to the second, which is not; the last one ends with 100 %.
pub fn bin_name(index: usize) -> String {
    format!("{}\u{2013}{} %", index * 10, index * 10 + 10)
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    /// The one version of the model that was wanted.
    pub version: Option<String>,
    /// Ten, from 0 to 100 %.
    pub bins: Vec<Bin>,
    /// Which versions predicted how many settled debits, whichever was wanted.
    pub versions: Vec<(Option<String>, u64)>,
    /// Predicted, and not settled yet.
    pub pending: u64,
    /// Settled, and without a prediction.
    pub missing: u64,
    /// Settled, with a prediction that is no number from 0 to 1.
    pub odd: u64,
    /// Of those in the bins, where somebody had overridden the model's decision.
    pub overridden: u64,
}

/// A calibration as it is being gathered.
#[derive(Debug, Clone)]
pub struct Calibrating {
    found: Calibration,
    versions: BTreeMap<Option<String>, u64>,
}

impl Calibrating {
    pub fn new(version: Option<String>) -> Self {
        Self {
            found: Calibration {
                version,
                bins: vec![Bin::default(); BINS],
                versions: Vec::new(),
                pending: 0,
                missing: 0,
                odd: 0,
                overridden: 0,
            },
            versions: BTreeMap::new(),
        }
    }

    /// The attempts on one float, oldest first.
    pub fn add(&mut self, attempts: &[CollectionAttempt]) {
        for debit in debits(attempts) {
            self.add_debit(&debit);
        }
    }

    fn add_debit(&mut self, debit: &Debit<'_>) {
        let model = debit.model;
        let predicted = model.probability.as_ref().map(billionths);
        if let (Some(Some(_)), Some(_)) = (predicted, debit.succeeded) {
            *self.versions.entry(model.version.clone()).or_default() += 1;
        }
        let found = &mut self.found;
        if found.version.is_some() && found.version != model.version {
            return;
        }
        match (predicted, debit.succeeded) {
            (None, None) => {}
            (None, Some(_)) => found.missing += 1,
            (Some(_), None) => found.pending += 1,
            (Some(None), Some(_)) => found.odd += 1,
            (Some(Some(predicted)), Some(succeeded)) => {
                found.overridden += u64::from(model.overridden == Some(true));
                found.bins[place(predicted)].add(Bin {
                    predicted,
                    rate: Rate {
                        approved: u64::from(succeeded),
                        decided: 1,
                    },
                });
            }
        }
    }

    pub fn finish(self) -> Calibration {
        let mut versions: Vec<_> = self.versions.into_iter().collect();
        versions.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Calibration {
            versions,
            ..self.found
        }
    }
}

impl Calibration {
    /// All bins together.
    pub fn total(&self) -> Bin {
        let mut total = Bin::default();
        for bin in &self.bins {
            total.add(*bin);
        }
        total
    }
}

/// Nothing where it is no number from 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "from 0 to a billion"
)]
fn billionths(probability: &Number) -> Option<u64> {
    let share = probability.as_f64()?;
    (0.0..=1.0)
        .contains(&share)
        .then(|| (share * WHOLE as f64).round() as u64)
}

fn place(predicted: u64) -> usize {
    let tenth = predicted / (WHOLE / BINS as u64);
    usize::try_from(tenth).unwrap_or(BINS).min(BINS - 1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::attempt;
    use super::*;

    /// A settled debit with a prediction.
    pub(in super::super) fn predicted(outcome: &str, probability: &str) -> CollectionAttempt {
        let mut made = attempt(outcome, None);
        made.ach_model.probability = Some(Number::from_stored(probability));
        made.ach_model.version = Some("v2".to_owned());
        made
    }

    fn calibrated(version: Option<&str>, attempts: &[CollectionAttempt]) -> Calibration {
        let mut calibrating = Calibrating::new(version.map(ToOwned::to_owned));
        for attempt in attempts {
            calibrating.add(std::slice::from_ref(attempt));
        }
        calibrating.finish()
    }

    #[test]
    fn each_probability_has_its_bin_and_one_hundred_percent_the_last() {
        let probabilities = ["0", "0.0999", "0.1", "0.55", "9E-1", "0.999", "1", "1.0"];
        let attempts = probabilities.map(|it| predicted("COMPLETED", it));
        let found = calibrated(None, &attempts);
        let counts: Vec<_> = found.bins.iter().map(|bin| bin.rate.decided).collect();
        assert_eq!(counts, [2, 1, 0, 0, 0, 1, 0, 0, 0, 4]);
        assert_eq!(found.total().rate.decided, 8);
        assert_eq!(
            (bin_name(0), bin_name(9).as_str()),
            ("0\u{2013}10 %".to_owned(), "90\u{2013}100 %")
        );
        assert_eq!(found.bins[5].mean(), Some(0.55));
        assert_eq!((found.bins[2].mean(), found.bins[2].fit()), (None, None));
    }

    #[test]
    fn what_is_missing_odd_or_not_settled_is_counted_apart() {
        let mut unasked = predicted("RETURNED", "0.5");
        unasked.ach_model.probability = None;
        let mut overridden = predicted("RETURNED", "0.5");
        overridden.ach_model.overridden = Some(true);
        let attempts = [
            unasked,
            overridden,
            predicted("ACHSENT", "0.5"),
            predicted("COMPLETED", "1.01"),
            predicted("COMPLETED", "-0.1"),
            predicted("COMPLETED", "85"),
        ];
        let found = calibrated(None, &attempts);
        assert_eq!((found.missing, found.pending, found.odd), (1, 1, 3));
        assert_eq!((found.total().rate.decided, found.overridden), (1, 1));
    }

    #[test]
    fn one_version_can_be_looked_at_and_all_are_listed() {
        let mut other = predicted("COMPLETED", "0.2");
        other.ach_model.version = None;
        let attempts = [
            predicted("COMPLETED", "0.9"),
            predicted("RETURNED", "0.8"),
            other,
        ];
        let found = calibrated(Some("v2"), &attempts);
        assert_eq!(found.total().rate.decided, 2);
        assert_eq!(found.versions, [(Some("v2".to_owned()), 2), (None, 1)]);
        assert_eq!(calibrated(None, &attempts).total().rate.decided, 3);
        assert_eq!(calibrated(Some("v9"), &attempts).total().rate.decided, 0);
    }

    #[test]
    fn a_bin_says_whether_its_prediction_came_true() {
        let of = |probability: &str, succeeded: usize, all: usize| {
            let attempts: Vec<_> = (0..all)
                .map(|it| {
                    predicted(
                        if it < succeeded {
                            "COMPLETED"
                        } else {
                            "RETURNED"
                        },
                        probability,
                    )
                })
                .collect();
            calibrated(None, &attempts).total().fit()
        };
        assert_eq!(of("0.9", 9, 10), Some(Fit::AsPredicted));
        assert_eq!(of("0.9", 50, 100), Some(Fit::LessOften));
        assert_eq!(of("0.1", 50, 100), Some(Fit::MoreOften));
        assert_eq!(of("0.1", 0, 0), None);
    }
}
