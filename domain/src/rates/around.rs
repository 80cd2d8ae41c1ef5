//! Before and after a change of the rulebooks.
//!
//! Services cache rulebooks, so that for ten minutes after a change a decision may have been made under
//! either. The ledger counts by the hour: every hour that those minutes touch counts on neither side.

use super::interval::Rate;
use super::series::Count;
use crate::decision::attribution::CACHED_SECONDS;
use crate::evaluation::Product;
use crate::instant::Instant;
use crate::ledger::HourlyCount;
use crate::money::grouped;
use serde::{Deserialize, Serialize};

const HOUR: i64 = 3_600;

/// Decisions on one side of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub from: Instant,
    /// Not included.
    pub to: Instant,
    pub count: Count,
}

/// Both sides of a change, each as far as the next change or the end of the days that are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Around {
    pub at: Instant,
    pub before: Side,
    pub after: Side,
    /// Checks of the hours that count on neither side.
    pub neither: u64,
}

impl Around {
    /// `changes` are all that there were, this one among them or not; `days` begin and end at midnight.
    pub fn of(
        counts: &[HourlyCount],
        product: Product,
        at: Instant,
        changes: &[Instant],
        days: (Instant, Instant),
    ) -> Self {
        let earlier = changes.iter().filter(|other| **other < at).max();
        let later = changes.iter().filter(|other| **other > at).min();
        let before = (
            earlier.map_or(days.0, |earlier| settled(*earlier).max(days.0)),
            hour(at),
        );
        let after = (
            settled(at),
            later.map_or(days.1, |later| hour(*later).min(days.1)),
        );
        let sum = |(from, to): (Instant, Instant)| {
            let mut sum = Count::default();
            let within = |count: &&HourlyCount| {
                count.of.product == product && from <= count.of.hour && count.of.hour < to
            };
            for count in counts.iter().filter(within) {
                sum.add(count.into());
            }
            sum
        };
        let side = |(from, to): (Instant, Instant)| Side {
            from,
            to: to.max(from),
            count: sum((from, to)),
        };
        Self {
            at,
            neither: sum((before.1, after.0)).checks,
            before: side(before),
            after: side(after),
        }
    }

    /// `After the change of 14 Nov 2026, 10:30 UTC 61.2 % of 1,204 float checks were approved, before
    /// 64.0 % of 1,190: a fall of 2.8 points, which may be chance (…).`
    pub fn sentence(&self, product: Product) -> String {
        let what = product.title().to_lowercase();
        let (before, after) = (self.before.count.rate, self.after.count.rate);
        let said = |rate: Rate| format!("{rate} of {}", grouped(rate.decided));
        let Some(difference) = after.against(before) else {
            let missing = match (before.decided, after.decided) {
                (0, 0) => "before or after",
                (0, _) => "before",
                _ => "after",
            };
            return format!(
                "There is nothing to compare: no {what} check was decided {missing} the change of {}.",
                self.at
            );
        };
        format!(
            "After the change of {} {} {what} checks were approved, before {}: {}.",
            self.at,
            said(after),
            said(before),
            difference.in_words()
        )
    }
}

/// The hour in which something was.
fn hour(at: Instant) -> Instant {
    let seconds = at.epoch_seconds();
    Instant::from_epoch_seconds(seconds - seconds.rem_euclid(HOUR)).unwrap_or(at)
}

/// The first full hour in which a change was in force everywhere.
fn settled(at: Instant) -> Instant {
    hour(at.plus_seconds(CACHED_SECONDS + HOUR - 1))
}

#[cfg(test)]
mod tests {
    use super::super::series::tests::{at, count};
    use super::*;

    fn days() -> (Instant, Instant) {
        (at("2024-02-01T00:00:00Z"), at("2024-02-03T00:00:00Z"))
    }

    fn around(counts: &[HourlyCount], change: &str, others: &[&str]) -> Around {
        let others: Vec<_> = others.iter().map(|text| at(text)).collect();
        Around::of(counts, Product::Float, at(change), &others, days())
    }

    fn every_hour() -> Vec<HourlyCount> {
        let first = days().0;
        (0..48)
            .map(|hours| {
                let mut one = count("2024-02-01T00:00:00Z", hours % 2 == 0, 1);
                one.of.hour = first.plus_seconds(hours * HOUR);
                one
            })
            .collect()
    }

    #[test]
    fn the_hours_that_the_ten_minutes_touch_count_on_neither_side() {
        let counts = every_hour();
        let early = around(&counts, "2024-02-02T10:20:00Z", &[]);
        assert_eq!((early.before.count.checks, early.neither), (34, 1));
        assert_eq!(early.after.count.checks, 13);
        assert_eq!(early.after.from, at("2024-02-02T11:00:00Z"));
        let late = around(&counts, "2024-02-02T10:55:00Z", &[]);
        assert_eq!((late.neither, late.after.count.checks), (2, 12));
        let exact = around(&counts, "2024-02-02T10:50:00Z", &[]);
        assert_eq!((exact.neither, exact.after.count.checks), (1, 13));
    }

    #[test]
    fn each_side_ends_at_the_next_change() {
        let counts = every_hour();
        let others = [
            "2024-02-01T06:30:00Z",
            "2024-02-02T10:20:00Z",
            "2024-02-02T20:10:00Z",
        ];
        let found = around(&counts, "2024-02-02T10:20:00Z", &others);
        assert_eq!(found.before.from, at("2024-02-01T07:00:00Z"));
        assert_eq!(found.after.to, at("2024-02-02T20:00:00Z"));
        assert_eq!(found.after.count.checks, 9);
    }

    #[test]
    fn the_sentence_gives_both_rates_and_says_what_chance_may_do() {
        let counts = [
            count("2024-02-01T10:00:00Z", true, 762),
            count("2024-02-01T10:00:00Z", false, 428),
            count("2024-02-02T10:00:00Z", true, 737),
            count("2024-02-02T10:00:00Z", false, 467),
        ];
        let found = around(&counts, "2024-02-02T00:00:00Z", &[]);
        assert_eq!(
            found.sentence(Product::Float),
            "After the change of 2 Feb 2024, 00:00 UTC 61.2 % of 1,204 float checks were approved, \
             before 64.0 % of 1,190: a fall of 2.8 points, which may be chance (95 %: \u{2212}6.7 to +1.1)."
        );
        let nothing = around(&counts[2..], "2024-02-02T00:00:00Z", &[]);
        assert_eq!(
            nothing.sentence(Product::Float),
            "There is nothing to compare: no float check was decided before the change of 2 Feb 2024, 00:00 UTC."
        );
    }
}
