//! Decisions over time, from the ledger's hourly counts.

use super::interval::Rate;
use super::view::{Split, Step};
use crate::day_range::DayRange;
use crate::decision::{Decision, DecisionCounts};
use crate::evaluation::{EvaluationStatus, Product};
use crate::id::RulebookId;
use crate::instant::Instant;
use crate::ledger::HourlyCount;
use crate::money::Cents;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// How many decisions there were, and of what kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub decisions: DecisionCounts,
    /// What was approved, together.
    pub amount: Cents,
}

impl Count {
    /// Evaluations, whatever they concluded.
    pub fn total(&self) -> u64 {
        self.decisions.total()
    }

    pub fn rate(&self) -> Rate {
        self.decisions.rate()
    }

    pub(super) fn add(&mut self, other: Self) {
        self.decisions.add(other.decisions);
        self.amount = Cents(self.amount.0.saturating_add(other.amount.0));
    }
}

impl From<&HourlyCount> for Count {
    fn from(count: &HourlyCount) -> Self {
        let mut decisions = DecisionCounts::default();
        decisions.count(count.of.decision, count.decisions);
        let is_approved = count.of.decision == Decision::Approved;
        Self {
            decisions,
            amount: if is_approved {
                count.amount
            } else {
                Cents::ZERO
            },
        }
    }
}

/// What one line of a split stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    /// Decisions in which this rulebook is named as deciding; none is.
    Rulebook(Option<RulebookId>),
    /// Nothing where the part is missing.
    Status(Option<EvaluationStatus>),
}

impl Part {
    pub fn name(&self) -> String {
        match self {
            Self::Rulebook(Some(id)) => id.to_string(),
            Self::Rulebook(None) => "no rulebook".to_owned(),
            Self::Status(Some(status)) => format!("{status}, {}", status.in_words()),
            Self::Status(None) => "none, part missing".to_owned(),
        }
    }
}

/// The decisions on one product over some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub product: Product,
    pub step: Step,
    pub range: DayRange,
    pub split: Split,
    /// One for each day or hour, empty ones too.
    pub points: Vec<Count>,
    pub total: Count,
    /// The lines of the split, the largest first; each has as many points.
    pub lines: Vec<Line>,
    /// How many evaluations had which status; nothing where the part is missing.
    pub statuses: Vec<(Option<EvaluationStatus>, u64)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub part: Part,
    pub points: Vec<Count>,
    pub total: Count,
}

impl Series {
    pub fn of(
        counts: &[HourlyCount],
        product: Product,
        (step, split): (Step, Split),
        range: DayRange,
    ) -> Self {
        let (seconds, each) = match step {
            Step::Day => (DAY, 1),
            Step::Hour => (HOUR, 24),
        };
        let length = usize::try_from(range.days() * each).unwrap_or_default();
        let from = range.from.number() * DAY;
        let mut points = vec![Count::default(); length];
        let mut lines: BTreeMap<Part, Vec<Count>> = BTreeMap::new();
        let mut statuses: BTreeMap<Option<EvaluationStatus>, u64> = BTreeMap::new();
        for count in counts.iter().filter(|count| count.of.product == product) {
            let place = (count.hour.epoch_seconds() - from).div_euclid(seconds);
            let Some(index) = usize::try_from(place).ok().filter(|index| *index < length) else {
                continue;
            };
            points[index].add(count.into());
            *statuses.entry(count.of.status.clone()).or_default() += count.decisions;
            let part = match split {
                Split::Whole => continue,
                Split::Rulebook => Part::Rulebook(count.of.deciding.clone()),
                Split::Status => Part::Status(count.of.status.clone()),
            };
            let line = lines.entry(part);
            let line = line.or_insert_with(|| vec![Count::default(); length]);
            line[index].add(count.into());
        }
        let mut lines: Vec<_> = lines
            .into_iter()
            .map(|(part, points)| Line {
                total: sum(&points),
                part,
                points,
            })
            .collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.total.total()));
        Self {
            product,
            step,
            range,
            split,
            total: sum(&points),
            points,
            lines,
            statuses: statuses.into_iter().collect(),
        }
    }

    /// When a point begins.
    pub fn at(&self, index: usize) -> Instant {
        let seconds = match self.step {
            Step::Day => DAY,
            Step::Hour => HOUR,
        };
        let index = i64::try_from(index).unwrap_or_default();
        let from = self.range.from.number() * DAY;
        Instant::from_epoch_seconds(from + index * seconds).unwrap_or(Instant::EPOCH)
    }

    /// The name of a point: a day, or the hour of a day.
    pub fn name(&self, index: usize) -> String {
        let at = self.at(index);
        match self.step {
            Step::Day => at.day().to_string(),
            Step::Hour => at.to_string(),
        }
    }

    /// How much of a point a line has: of the decisions those that it approved, or of all evaluations
    /// those of its status.
    pub fn share(&self, line: &Line, index: usize) -> Rate {
        Self::part_of(&line.part, line.points[index], self.points[index])
    }

    /// The same over all points.
    pub fn total_share(&self, line: &Line) -> Rate {
        Self::part_of(&line.part, line.total, self.total)
    }

    /// The same of a whole point: its approval rate, or all of its evaluations.
    pub fn whole_share(&self, index: usize) -> Rate {
        let whole = self.points[index];
        match self.split {
            Split::Whole | Split::Rulebook => whole.rate(),
            Split::Status => Rate {
                approved: whole.total(),
                decided: whole.total(),
            },
        }
    }

    fn part_of(part: &Part, of_line: Count, of_all: Count) -> Rate {
        match part {
            Part::Rulebook(_) => Rate {
                approved: of_line.decisions.approved,
                decided: of_all.rate().decided,
            },
            Part::Status(_) => Rate {
                approved: of_line.total(),
                decided: of_all.total(),
            },
        }
    }

    /// What it comes to, in words.
    pub fn sentence(&self) -> String {
        let what = self.product.title().to_lowercase();
        let days = format!("from {} to {}", self.range.from, self.range.to);
        let rate = self.total.rate();
        if self.total.total() == 0 {
            return format!("There are no evaluations {days}.");
        }
        let grouped = crate::money::grouped;
        let interval = rate
            .interval()
            .map(|interval| format!(" (95 %: {interval})"));
        let undecided = undecided(&self.total.decisions);
        let (noun, were) = match rate.decided {
            1 => ("decision", "was"),
            _ => ("decisions", "were"),
        };
        format!(
            "{} of {} {what} {noun} {days} {were} approved{}, for {}.{undecided}",
            rate,
            grouped(rate.decided),
            interval.unwrap_or_default(),
            crate::money::Spoken(self.total.amount),
        )
    }
}

/// What is in no rate, as a sentence of its own: ` 12 not evaluated and 3 errors aren't in the rate.`
pub(super) fn undecided(decisions: &DecisionCounts) -> String {
    let isnt = match decisions.undecided() {
        0 => return String::new(),
        1 => "isn\u{2019}t",
        _ => "aren\u{2019}t",
    };
    format!(" {} {isnt} in the rate.", decisions.describe_undecided())
}

fn sum(points: &[Count]) -> Count {
    let mut total = Count::default();
    for point in points {
        total.add(*point);
    }
    total
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::day::Day;
    use crate::ledger::Counted;
    use proptest::prelude::*;

    pub(in super::super) fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    pub(in super::super) fn count(hour: &str, approved: bool, decisions: u64) -> HourlyCount {
        HourlyCount {
            hour: at(hour),
            of: Counted {
                product: Product::Float,
                decision: if approved {
                    Decision::Approved
                } else {
                    Decision::Denied
                },
                status: Some(EvaluationStatus::Ok),
                deciding: Some(RulebookId::new("core")),
                snapshot: None,
            },
            decisions,
            amount: Cents(if approved { 1_000 } else { 0 } * i64::try_from(decisions).unwrap()),
        }
    }

    fn february() -> DayRange {
        DayRange {
            from: Day::parse("2024-02-01").unwrap(),
            to: Day::parse("2024-02-03").unwrap(),
        }
    }

    fn of(counts: &[HourlyCount], step: Step, split: Split) -> Series {
        Series::of(counts, Product::Float, (step, split), february())
    }

    #[test]
    fn what_came_to_no_decision_is_no_denial() {
        let mut lost = count("2024-02-01T10:00:00Z", false, 5);
        lost.of.status = Some(EvaluationStatus::CalcErr);
        lost.of.decision = Decision::Error;
        let mut missing = count("2024-02-01T10:00:00Z", false, 2);
        missing.of.status = None;
        missing.of.decision = Decision::NotEvaluated;
        let mut bare = count("2024-02-01T10:00:00Z", false, 9);
        bare.of.decision = Decision::NoResults;
        let counts = [
            count("2024-02-01T10:00:00Z", true, 6),
            count("2024-02-01T11:00:00Z", false, 4),
            lost,
            missing,
            bare,
        ];
        let series = of(&counts, Step::Day, Split::Whole);
        assert_eq!(
            series.points[0].rate(),
            Rate {
                approved: 6,
                decided: 10
            }
        );
        assert_eq!(series.total.decisions.undecided(), 16);
        assert_eq!(series.statuses.len(), 3);
        assert_eq!(
            series.sentence(),
            "60.0 % of 10 float decisions from 1 Feb 2024 to 3 Feb 2024 were approved (95 %: 31.3 to 83.2 %), for $60. \
             11 not evaluated (9 with no results stored) and 5 errors aren\u{2019}t in the rate."
        );
    }

    #[test]
    fn each_hour_or_day_has_its_point_and_the_rest_is_left_out() {
        let mut loan = count("2024-02-01T10:00:00Z", true, 9);
        loan.of.product = Product::Loan;
        let counts = [
            count("2024-01-31T23:00:00Z", true, 1),
            count("2024-02-01T00:00:00Z", true, 2),
            count("2024-02-03T23:00:00Z", true, 4),
            count("2024-02-04T00:00:00Z", true, 8),
            loan,
        ];
        let days = of(&counts, Step::Day, Split::Whole);
        let checks: Vec<_> = days.points.iter().map(Count::total).collect();
        assert_eq!(checks, [2, 0, 4]);
        let hours = of(&counts, Step::Hour, Split::Whole);
        assert_eq!((hours.points.len(), hours.points[71].total()), (72, 4));
        assert_eq!(hours.name(71), "3 Feb 2024, 23:00 UTC");
        assert_eq!(days.name(1), "2 Feb 2024");
    }

    #[test]
    fn the_shares_of_the_rulebooks_add_up_to_the_rate() {
        let mut other = count("2024-02-01T10:00:00Z", true, 3);
        other.of.deciding = Some(RulebookId::new("late"));
        let counts = [
            count("2024-02-01T10:00:00Z", true, 5),
            count("2024-02-01T10:00:00Z", false, 12),
            other,
        ];
        let series = of(&counts, Step::Day, Split::Rulebook);
        let shares: Vec<_> = series
            .lines
            .iter()
            .map(|line| (line.part.name(), series.share(line, 0).approved))
            .collect();
        assert_eq!(shares, [("core".to_owned(), 5), ("late".to_owned(), 3)]);
        assert_eq!(series.share(&series.lines[1], 0).decided, 20);
    }

    #[test]
    fn by_status_each_part_and_the_whole_are_of_all_evaluations() {
        let mut lost = count("2024-02-01T10:00:00Z", false, 5);
        lost.of.status = Some(EvaluationStatus::CalcErr);
        lost.of.decision = Decision::Error;
        let counts = [count("2024-02-01T10:00:00Z", true, 15), lost];
        let whole = |split| of(&counts, Step::Day, split).whole_share(0).to_string();
        assert_eq!(whole(Split::Status), "100.0 %");
        let series = of(&counts, Step::Day, Split::Status);
        let shares: Vec<_> = series
            .lines
            .iter()
            .map(|line| series.share(line, 0).to_string())
            .collect();
        assert_eq!(shares, ["75.0 %", "25.0 %"]);
        assert_eq!(whole(Split::Rulebook), "100.0 %");
        let denied = [count("2024-02-01T10:00:00Z", false, 15), counts[0].clone()];
        let series = of(&denied, Step::Day, Split::Rulebook);
        assert_eq!(series.whole_share(0).to_string(), "50.0 %");
    }

    #[test]
    fn nothing_counted_is_said() {
        let series = of(&[], Step::Day, Split::Rulebook);
        assert_eq!(
            series.sentence(),
            "There are no evaluations from 1 Feb 2024 to 3 Feb 2024."
        );
    }

    proptest! {
        #[test]
        fn lines_and_points_hold_everything_once(
            made in proptest::collection::vec((0_i64..72, any::<bool>(), 1_u64..9, 0..3_usize, 0..3_usize), 0..40),
        ) {
            let counts: Vec<_> = made
                .iter()
                .map(|(hours, approved, decisions, status, book)| {
                    let mut count = count("2024-02-01T00:00:00Z", *approved, *decisions);
                    count.hour = count.hour.plus_seconds(hours * HOUR);
                    count.of.status = Some(EvaluationStatus::ALL[*status].clone());
                    count.of.deciding = (*book > 0).then(|| RulebookId::new(book.to_string()));
                    count
                })
                .collect();
            let all: u64 = counts.iter().map(|count| count.decisions).sum();
            for split in Split::ALL {
                for step in Step::ALL {
                    let series = of(&counts, *step, *split);
                    prop_assert_eq!(series.total.total(), all);
                    let in_lines: u64 = series.lines.iter().map(|line| line.total.total()).sum();
                    prop_assert_eq!(in_lines, if *split == Split::Whole { 0 } else { all });
                    prop_assert!(series.total.rate().approved <= series.total.rate().decided);
                }
            }
        }
    }
}
