//! The days across a chart of balances. Places are thousandths of the width, which a screen decides on.

use super::mark::Mark;
use super::view::{BalanceView, Days};
use crate::day::Day;
use crate::day_range::DayRange;
use crate::scale::{Scale, drawn};

pub const WIDTH: f64 = 1_000.0;
/// How many days ahead of today a chart reaches at most, to show what is due.
const AHEAD: i64 = 14;
/// As many labels fit under a chart on a phone.
const DAY_LABELS: i64 = 6;

/// The days across.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    pub days: DayRange,
    pub today: Day,
}

impl Axis {
    /// The range itself; where it ends today, as far ahead as something is known to come.
    pub fn new(view: &BalanceView, range: DayRange, marks: &[Mark], today: Day) -> Self {
        let mut days = range;
        if matches!(view.days, Days::Last(_)) {
            let last = marks.iter().map(|mark| mark.day).max();
            let ahead = last.unwrap_or(range.to).min(range.to.plus_days(AHEAD));
            days.to = days.to.max(ahead);
        }
        Self { days, today }
    }

    pub(super) fn scale(&self) -> Scale {
        let ends = (
            drawn(self.days.from.number()),
            drawn(self.days.to.number() + 1),
        );
        Scale::new(ends, (0.0, WIDTH))
    }

    /// The middle of a day.
    pub fn middle(&self, day: Day) -> f64 {
        self.scale().at(drawn(day.number()) + 0.5)
    }

    pub fn day_width(&self) -> f64 {
        WIDTH / drawn(self.days.days())
    }

    pub fn all_days(&self) -> impl DoubleEndedIterator<Item = Day> + use<> {
        let from = self.days.from;
        (0..self.days.days()).map(move |index| from.plus_days(index))
    }

    /// Days that are written under the chart: every so many, the first among them.
    pub fn ticks(&self) -> Vec<(f64, Day)> {
        let count = self.days.days();
        let step = [1, 2, 7, 14, 28, 56, 112]
            .into_iter()
            .find(|step| count <= step * DAY_LABELS)
            .unwrap_or(112);
        (0..count)
            .step_by(usize::try_from(step).unwrap_or(1))
            .map(|index| self.days.from.plus_days(index))
            .map(|day| (self.middle(day), day))
            .collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::history::tests::{day, february};
    use super::super::mark::tests::mark;
    use super::super::mark::{MarkKind, Tone};
    use super::*;

    pub(in super::super) fn axis() -> Axis {
        Axis {
            days: february(),
            today: day("2024-02-29"),
        }
    }

    #[test]
    fn a_chart_up_to_today_reaches_ahead_to_what_is_due_and_not_to_the_end_of_time() {
        let view = BalanceView::default();
        let to = |marks: &[Mark]| {
            Axis::new(&view, february(), marks, day("2024-02-29"))
                .days
                .to
        };
        assert_eq!(to(&[]), day("2024-02-29"));
        let due = |text| mark(text, MarkKind::Payday, Tone::Plain);
        assert_eq!(to(&[due("2024-03-04")]), day("2024-03-04"));
        assert_eq!(to(&[due("2025-01-01")]), day("2024-03-14"));
        let chosen = view.of_days(Days::Chosen(None, None));
        let axis = Axis::new(&chosen, february(), &[due("2024-03-04")], day("2024-02-29"));
        assert_eq!(axis.days, february());
    }

    #[test]
    fn few_enough_days_are_written_for_a_phone() {
        for (from, to, written) in [
            ("2024-02-01", "2024-02-01", 1),
            ("2024-02-01", "2024-02-07", 4),
            ("2024-02-01", "2024-02-14", 2),
            ("2024-02-01", "2024-03-03", 5),
            ("2024-01-01", "2024-12-31", 4),
        ] {
            let days = DayRange {
                from: day(from),
                to: day(to),
            };
            let axis = Axis {
                days,
                today: day(to),
            };
            assert_eq!(axis.ticks().len(), written, "{from} {to}");
        }
    }
}
