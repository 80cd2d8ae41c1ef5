//! A rate, and how far it can be trusted: Wilson's interval for one, Newcombe's for the difference of
//! two. Both hold with few decisions too, and never leave 0 to 100 %.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The normal distribution's bound for 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Approved out of decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    pub approved: u64,
    pub decided: u64,
}

/// From low to high, as shares of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// How much higher the second of two rates is, as a share of one, and the interval of that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    pub by: f64,
    pub interval: Interval,
    /// With so many decimals, in points, the rates are as far apart as they seem to be.
    pub decimals: usize,
}

/// With more, no reader compares two rates.
const MOST_DECIMALS: usize = 3;

impl Rate {
    pub fn add(&mut self, other: Self) {
        self.approved += other.approved;
        self.decided += other.decided;
    }

    /// Nothing where nothing was decided.
    pub fn share(self) -> Option<f64> {
        (self.decided > 0).then(|| float(self.approved) / float(self.decided))
    }

    /// Wilson's score interval, 95 %.
    pub fn interval(self) -> Option<Interval> {
        let (share, count) = (self.share()?, float(self.decided));
        let (z2, share) = (Z * Z, share.min(1.0));
        let middle = share + z2 / (2.0 * count);
        let reach = Z * (share * (1.0 - share) / count + z2 / (4.0 * count * count)).sqrt();
        let whole = 1.0 + z2 / count;
        Some(Interval {
            low: ((middle - reach) / whole).max(0.0),
            high: ((middle + reach) / whole).min(1.0),
        })
    }

    /// How this rate differs from an earlier one: Newcombe's interval from the two of Wilson.
    pub fn against(self, earlier: Self) -> Option<Difference> {
        let (now, then) = (self.share()?, earlier.share()?);
        let (now_in, then_in) = (self.interval()?, earlier.interval()?);
        let by = now - then;
        let reach = |a: f64, b: f64| (a * a + b * b).sqrt();
        Some(Difference {
            by,
            interval: Interval {
                low: by - reach(now - now_in.low, then_in.high - then),
                high: by + reach(now_in.high - now, then - then_in.low),
            },
            decimals: consistent_decimals(now, then),
        })
    }

    /// `61.2 %` with one decimal; a dash where nothing was decided.
    pub fn with_decimals(self, decimals: usize) -> String {
        self.share().map_or_else(
            || "\u{2013}".to_owned(),
            |share| format!("{:.decimals$} %", share * 100.0),
        )
    }
}

/// The fewest decimals with which subtracting the rounded rates gives the rounded difference.
fn consistent_decimals(now: f64, then: f64) -> usize {
    let is_consistent = |decimals: &usize| {
        // The digits as they are shown, without the point.
        let shown = |share: f64| {
            let text = format!("{:.decimals$}", share * 100.0).replace('.', "");
            text.parse().unwrap_or(0_i64)
        };
        shown(now) - shown(then) == shown(now - then)
    };
    (1..MOST_DECIMALS)
        .find(is_consistent)
        .unwrap_or(MOST_DECIMALS)
}

impl Difference {
    /// Whether the two may well be the same: the interval holds "no difference".
    pub fn may_be_chance(&self) -> bool {
        self.interval.low <= 0.0 && self.interval.high >= 0.0
    }

    /// `a fall of 2.8 points, which may be chance (95 %: −6.7 to +1.1)`.
    pub fn in_words(&self) -> String {
        let decimals = self.decimals;
        let size = format!("{:.decimals$}", self.by.abs() * 100.0);
        let what = match size.as_str() {
            zero if zero.chars().all(|digit| "0.".contains(digit)) => "no difference".to_owned(),
            points if self.by < 0.0 => format!("a fall of {points} points"),
            points => format!("a rise of {points} points"),
        };
        let chance = if self.may_be_chance() {
            "which may be chance"
        } else {
            "more than chance would explain"
        };
        let Interval { low, high } = self.interval;
        format!(
            "{what}, {chance} (95 %: {} to {})",
            signed(low, decimals),
            signed(high, decimals)
        )
    }
}

/// `61.2 %`; a dash where nothing was decided.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_decimals(1))
    }
}

/// `58.4 to 63.9 %`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} to {}", self.low * 100.0, percentage(self.high))
    }
}

pub fn percentage(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Points with their sign, the minus a true one.
fn signed(share: f64, decimals: usize) -> String {
    let points = format!("{:.decimals$}", share.abs() * 100.0);
    match points.as_str() {
        zero if zero.chars().all(|digit| "0.".contains(digit)) => points,
        _ if share < 0.0 => format!("\u{2212}{points}"),
        _ => format!("+{points}"),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a rate is exact to a tenth of a percent, not to one in 2^53"
)]
fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rate(approved: u64, decided: u64) -> Rate {
        Rate { approved, decided }
    }

    #[test]
    fn wilson_s_interval_is_as_published() {
        for (approved, decided, low, high) in [
            (10, 20, 0.2993, 0.7007),
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (1, 10, 0.0179, 0.4042),
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
        ] {
            let found = rate(approved, decided).interval().unwrap();
            assert!(
                (found.low - low).abs() < 1e-4,
                "{approved}/{decided} {found:?}"
            );
            assert!(
                (found.high - high).abs() < 1e-4,
                "{approved}/{decided} {found:?}"
            );
        }
    }

    #[test]
    fn newcombe_s_difference_is_as_published() {
        let found = rate(56, 70).against(rate(48, 80)).unwrap();
        assert!((found.by - 0.2).abs() < 1e-9);
        assert!((found.interval.low - 0.0524).abs() < 1e-4, "{found:?}");
        assert!((found.interval.high - 0.3339).abs() < 1e-4, "{found:?}");
        assert!(!found.may_be_chance());
    }

    #[test]
    fn a_difference_is_said_with_its_interval() {
        let fall = rate(737, 1_204).against(rate(762, 1_190)).unwrap();
        assert_eq!(
            fall.in_words(),
            "a fall of 2.8 points, which may be chance (95 %: \u{2212}6.7 to +1.1)"
        );
        let same = rate(5, 10).against(rate(50, 100)).unwrap();
        assert!(
            same.in_words()
                .starts_with("no difference, which may be chance")
        );
        let rise = rate(900, 1_000).against(rate(500, 1_000)).unwrap();
        assert!(
            rise.in_words()
                .starts_with("a rise of 40.0 points, more than chance")
        );
    }

    #[test]
    fn a_difference_has_the_digits_with_which_it_agrees_with_its_rates() {
        // 90.375 % and 88.4375 % are 1.9375 points apart; 90.4 and 88.4 would be 2.0.
        let (now, then) = (rate(1_446, 1_600), rate(1_415, 1_600));
        let difference = now.against(then).unwrap();
        let decimals = difference.decimals;
        let shown = [now, then].map(|rate| rate.with_decimals(decimals));
        assert_eq!(shown, ["90.38 %", "88.44 %"]);
        assert!(difference.in_words().starts_with("a rise of 1.94 points"));
        assert_eq!(rate(3, 4).against(rate(1, 2)).unwrap().decimals, 1);
    }

    #[test]
    fn nothing_decided_is_no_rate() {
        assert_eq!(rate(0, 0).share(), None);
        assert_eq!(rate(0, 0).against(rate(1, 2)), None);
        assert_eq!(rate(0, 0).to_string(), "\u{2013}");
        assert_eq!(rate(612, 1_000).to_string(), "61.2 %");
        assert_eq!(
            rate(10, 20).interval().unwrap().to_string(),
            "29.9 to 70.1 %"
        );
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_rate_and_narrows_with_more_decisions(
            decided in 1_u64..100_000, part in 0.0..=1.0_f64,
        ) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of it")]
            let approved = ((float(decided) * part) as u64).min(decided);
            let (one, many) = (rate(approved, decided), rate(approved * 10, decided * 10));
            let (share, wide, narrow) = (one.share().unwrap(), one.interval().unwrap(), many.interval().unwrap());
            prop_assert!(0.0 <= wide.low && wide.low <= share + 1e-12 && share <= wide.high + 1e-12 && wide.high <= 1.0);
            prop_assert!(narrow.high - narrow.low < wide.high - wide.low);
        }

        #[test]
        fn swapping_two_rates_turns_their_difference_round(
            a in 0_u64..500, b in 0_u64..500, more in 1_u64..500,
        ) {
            let (one, two) = (rate(a, a + more), rate(b, b + more));
            let (there, back) = (one.against(two).unwrap(), two.against(one).unwrap());
            prop_assert!((there.by + back.by).abs() < 1e-9);
            prop_assert!((there.interval.low + back.interval.high).abs() < 1e-9);
        }
    }
}
