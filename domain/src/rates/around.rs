//! Before and after a change of the rulebooks.
//!
//! Services cache rulebooks, so that for ten minutes after a change a decision may have been made under
//! either. The ledger counts by the hour: every hour that those minutes touch counts on neither side.

use super::interval::Rate;
use super::series::{self, Count};
use crate::day::Day;
use crate::decision::attribution::CACHED_SECONDS;
use crate::evaluation::Product;
use crate::instant::Instant;
use crate::ledger::HourlyCount;
use crate::money::grouped;
use crate::rulebook_update::UpdateSummary;
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
    /// Evaluations of the hours that count on neither side.
    pub neither: u64,
}

impl Around {
    /// Nothing where the change lies outside the days, which have both sides of none then. `changes` are those
    /// of the days and the last one before them, this one among them or not: after a change late in the
    /// evening the first hour of the next day belongs to no side either. `days` begin and end at midnight; no side goes on after `now`.
    pub fn of(
        counts: &[HourlyCount],
        product: Product,
        at: Instant,
        changes: &[Instant],
        (days, now): ((Instant, Instant), Instant),
    ) -> Option<Self> {
        if at < days.0 || days.1 <= at {
            return None;
        }
        let days = (days.0, days.1.min(now));
        let earlier = changes.iter().filter(|other| **other < at).max();
        let later = changes.iter().filter(|other| **other > at).min();
        let before_from = earlier.map_or(days.0, |earlier| settled(*earlier).max(days.0));
        let before = (before_from.min(hour(at)), hour(at));
        let after = (
            settled(at).min(days.1),
            later.map_or(days.1, |later| hour(*later).min(days.1)),
        );
        let sum = |(from, to): (Instant, Instant)| {
            let mut sum = Count::default();
            let within = |count: &&HourlyCount| {
                count.of.product == product && from <= count.hour && count.hour < to
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
        Some(Self {
            at,
            neither: sum((before.1, after.0)).total(),
            before: side(before),
            after: side(after),
        })
    }

    /// `After the change of 14 Nov 2026, 10:30 UTC 61.2 % of 1,204 float decisions were approved, before
    /// 64.0 % of 1,190: a fall of 2.8 points, which may be chance (…). Before, 12 errors aren't in the
    /// rate.`
    pub fn sentence(&self, product: Product) -> String {
        let what = product.title().to_lowercase();
        let (before, after) = (self.before.count.rate(), self.after.count.rate());
        let decimals = self.decimals();
        let said = |rate: Rate| {
            let share = rate.with_decimals(decimals);
            format!("{share} of {}", grouped(rate.decided))
        };
        let Some(difference) = after.against(before) else {
            let missing = match (before.decided, after.decided) {
                (0, 0) => "before or after",
                (0, _) => "before",
                _ => "after",
            };
            return format!(
                "There is nothing to compare: no {what} was approved or denied {missing} the change of {}.{}",
                self.at,
                self.undecided()
            );
        };
        format!(
            "After the change of {} {} {what} decisions were approved, before {}: {}.{}",
            self.at,
            said(after),
            said(before),
            difference.in_words(),
            self.undecided()
        )
    }

    /// With so many decimals the rates are shown, so that they agree with their difference.
    pub fn decimals(&self) -> usize {
        let (before, after) = (self.before.count.rate(), self.after.count.rate());
        after
            .against(before)
            .map_or(1, |difference| difference.decimals)
    }

    /// What neither rate holds.
    fn undecided(&self) -> String {
        let of = |side: &Side, name: &str| {
            let sentence = series::undecided(&side.count.decisions);
            sentence.replacen(
                ' ',
                &format!(" {name}, "),
                usize::from(!sentence.is_empty()),
            )
        };
        of(&self.before, "Before") + &of(&self.after, "After")
    }
}

/// Of changes in any order, those since a day and the last one before it, oldest first.
pub fn from_last_before(mut changes: Vec<UpdateSummary>, day: Day) -> Vec<UpdateSummary> {
    changes.sort_by_key(|change| change.at);
    let first = changes.partition_point(|change| change.at.day() < day);
    changes.split_off(first.saturating_sub(1))
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
        Around::of(
            counts,
            Product::Float,
            at(change),
            &others,
            (days(), days().1),
        )
        .unwrap()
    }

    fn every_hour() -> Vec<HourlyCount> {
        let first = days().0;
        (0..48)
            .map(|hours| {
                let mut one = count("2024-02-01T00:00:00Z", hours % 2 == 0, 1);
                one.hour = first.plus_seconds(hours * HOUR);
                one
            })
            .collect()
    }

    #[test]
    fn the_hours_that_the_ten_minutes_touch_count_on_neither_side() {
        let counts = every_hour();
        let early = around(&counts, "2024-02-02T10:20:00Z", &[]);
        assert_eq!((early.before.count.total(), early.neither), (34, 1));
        assert_eq!(early.after.count.total(), 13);
        assert_eq!(early.after.from, at("2024-02-02T11:00:00Z"));
        let late = around(&counts, "2024-02-02T10:55:00Z", &[]);
        assert_eq!((late.neither, late.after.count.total()), (2, 12));
        let exact = around(&counts, "2024-02-02T10:50:00Z", &[]);
        assert_eq!((exact.neither, exact.after.count.total()), (1, 13));
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
        assert_eq!(found.after.count.total(), 9);
    }

    #[test]
    fn a_change_late_on_the_eve_of_the_first_day_takes_its_first_hour() {
        let counts = every_hour();
        let found = around(&counts, "2024-02-02T10:20:00Z", &["2024-01-31T23:55:00Z"]);
        assert_eq!(found.before.from, at("2024-02-01T01:00:00Z"));
        assert_eq!(found.before.count.total(), 33);
        let settled = around(&counts, "2024-02-02T10:20:00Z", &["2024-01-31T23:50:00Z"]);
        assert_eq!(settled.before.count.total(), 34);
    }

    #[test]
    fn of_the_changes_before_the_days_the_last_one_counts() {
        let change = |text: &str| UpdateSummary {
            id: crate::id::UpdateId::new(text),
            by: crate::id::StaffId::new("ada"),
            at: at(text),
            line: String::new(),
            rulebooks: Vec::new(),
            reason: None,
            previous: None,
            provenance: None,
        };
        let all = [
            "2024-02-02T10:00:00Z",
            "2024-01-31T23:55:00Z",
            "2024-02-01T00:00:00Z",
            "2024-01-30T10:00:00Z",
        ];
        let first = days().0.day();
        let found = from_last_before(all.map(change).to_vec(), first);
        let found: Vec<_> = found.iter().map(|change| change.id.as_str()).collect();
        assert_eq!(found, [all[1], all[2], all[0]]);
        assert_eq!(from_last_before(vec![change(all[0])], first).len(), 1);
    }

    #[test]
    fn no_side_leaves_the_days() {
        let counts = every_hour();
        let last = around(&counts, "2024-02-02T23:55:00Z", &["2024-02-02T23:52:00Z"]);
        assert_eq!((last.after.from, last.after.to), (days().1, days().1));
        assert_eq!(
            (last.before.from, last.before.to),
            (last.before.to, at("2024-02-02T23:00:00Z"))
        );
        assert_eq!(last.neither, 1);
    }

    #[test]
    fn no_side_reaches_into_the_future() {
        let counts = every_hour();
        let now = at("2024-02-02T16:20:00Z");
        let change = at("2024-02-02T10:20:00Z");
        let found = Around::of(&counts, Product::Float, change, &[], (days(), now)).unwrap();
        assert_eq!(found.after.to, now);
        assert_eq!(found.after.count.total(), 6);
    }

    #[test]
    fn a_change_outside_the_days_has_no_sides_in_them() {
        let counts = every_hour();
        for outside in ["2024-01-31T23:59:59Z", "2024-02-03T00:00:00Z"] {
            let found = Around::of(
                &counts,
                Product::Float,
                at(outside),
                &[],
                (days(), days().1),
            );
            assert_eq!(found, None, "{outside}");
        }
    }

    #[test]
    fn what_came_to_no_decision_is_said_beside_the_rates() {
        let undecided = |hour, decisions| {
            let mut count = count(hour, false, decisions);
            count.of.status = Some(crate::evaluation::EvaluationStatus::CalcErr);
            count.of.decision = crate::decision::Decision::Error;
            count
        };
        let counts = [
            undecided("2024-02-01T10:00:00Z", 1_200),
            count("2024-02-01T10:00:00Z", true, 4),
            undecided("2024-02-02T10:00:00Z", 3),
        ];
        let one_sided = around(&counts, "2024-02-02T00:00:00Z", &[]);
        assert_eq!(
            one_sided.sentence(Product::Float),
            "There is nothing to compare: no float was approved or denied after the change of 2 Feb 2024, 00:00 UTC. \
             Before, 1,200 errors aren\u{2019}t in the rate. After, 3 errors aren\u{2019}t in the rate."
        );
        let both = [&counts[..], &[count("2024-02-02T10:00:00Z", true, 4)]].concat();
        let both = around(&both, "2024-02-02T00:00:00Z", &[]);
        assert!(
            both.sentence(Product::Float)
                .ends_with("After, 3 errors aren\u{2019}t in the rate.")
        );
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
            "After the change of 2 Feb 2024, 00:00 UTC 61.2 % of 1,204 float decisions were approved, \
             before 64.0 % of 1,190: a fall of 2.8 points, which may be chance (95 %: \u{2212}6.7 to +1.1)."
        );
        let nothing = around(&counts[2..], "2024-02-02T00:00:00Z", &[]);
        assert_eq!(
            nothing.sentence(Product::Float),
            "There is nothing to compare: no float was approved or denied before the change of 2 Feb 2024, 00:00 UTC."
        );
    }
}
