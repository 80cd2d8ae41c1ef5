//! The rows of marks under a chart of balances: what happened on its days, a row for each kind.

use super::axis::Axis;
use super::mark::{Mark, MarkKind, Tone};
use super::view::{BalanceView, Switch};
use crate::day::Day;

/// The marks of one kind, in a row under the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    pub kind: MarkKind,
    pub marks: Vec<LaneMark>,
}

/// All of one kind on one day.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneMark {
    pub x: f64,
    pub day: Day,
    /// The gravest of them.
    pub tone: Tone,
    pub words: Vec<String>,
}

/// The rows under a chart: those that are switched on and have something to show.
pub fn lanes(marks: &[Mark], view: &BalanceView, axis: Axis) -> Vec<Lane> {
    let of_kind = |kind: MarkKind| {
        let on = |day: Day| {
            let here: Vec<_> = marks
                .iter()
                .filter(|mark| mark.kind == kind && mark.day == day)
                .collect();
            Some(LaneMark {
                x: axis.middle(day),
                day,
                tone: here.iter().map(|mark| mark.tone).max()?,
                words: here.iter().map(|mark| mark.words.clone()).collect(),
            })
        };
        axis.all_days().filter_map(on).collect::<Vec<_>>()
    };
    MarkKind::ALL
        .into_iter()
        .filter(|kind| view.has(Switch::Marks(*kind)))
        .map(|kind| Lane {
            kind,
            marks: of_kind(kind),
        })
        .filter(|lane| !lane.marks.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::axis::tests::axis;
    use super::super::mark::tests::mark;
    use super::*;

    #[test]
    fn several_marks_of_a_kind_on_a_day_are_one_with_the_gravest_shape() {
        let marks = [
            mark("2024-02-10", MarkKind::Collection, Tone::Good),
            mark("2024-02-10", MarkKind::Collection, Tone::Bad),
            mark("2024-02-10", MarkKind::Check, Tone::Good),
            mark("2024-03-10", MarkKind::Payday, Tone::Plain),
        ];
        let view = BalanceView::default();
        let drawn = lanes(&marks, &view, axis());
        let kinds: Vec<_> = drawn.iter().map(|lane| lane.kind).collect();
        assert_eq!(kinds, [MarkKind::Collection, MarkKind::Check]);
        assert_eq!(drawn[0].marks.len(), 1);
        assert_eq!(
            (drawn[0].marks[0].tone, drawn[0].marks[0].words.len()),
            (Tone::Bad, 2)
        );
        let off = view.switched(Switch::Marks(MarkKind::Check));
        assert_eq!(lanes(&marks, &off, axis()).len(), 1);
    }
}
