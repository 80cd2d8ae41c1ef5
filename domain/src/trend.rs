//! A few numbers over time as a small drawing: where its points lie, and what it comes to.
//!
//! Across, places are thousandths of the width; down, they are pixels.

use crate::scale::Scale;
use crate::value::Number;

pub const WIDTH: f64 = 1_000.0;
pub const HEIGHT: f64 = 72.0;
/// Room for a point's own size.
const EDGE: f64 = 5.0;

/// One number with its place in time, in whatever unit.
#[derive(Debug, Clone, PartialEq)]
pub struct TrendPoint {
    pub place: f64,
    pub number: Number,
    /// The time in words.
    pub when: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Trend {
    /// Without gaps, two points at the least.
    pub runs: Vec<Vec<(f64, f64)>>,
    /// What stands alone, and the last point of all.
    pub dots: Vec<(f64, f64)>,
    pub lowest: TrendPoint,
    pub highest: TrendPoint,
    pub first: TrendPoint,
    pub last: TrendPoint,
}

impl Trend {
    /// From points that are oldest first. A step wider than `gap` leaves a gap. Nothing where no number
    /// can be drawn.
    pub fn new(points: Vec<TrendPoint>, gap: f64) -> Option<Self> {
        let known: Vec<_> = points
            .into_iter()
            .filter_map(|point| Some((point.number.as_f64()?, point)))
            .collect();
        let by_number = |a: &&(f64, TrendPoint), b: &&(f64, TrendPoint)| a.0.total_cmp(&b.0);
        let (low, lowest) = known.iter().min_by(by_number)?;
        let (high, highest) = known.iter().max_by(by_number)?;
        let ((_, first), (_, last)) = (known.first()?, known.last()?);
        let x = Scale::new((first.place, last.place), (EDGE * 2.0, WIDTH - EDGE * 2.0));
        let y = Scale::new((*low, *high), (HEIGHT - EDGE, EDGE));
        let mut runs: Vec<Vec<(f64, f64)>> = Vec::new();
        let mut before: Option<f64> = None;
        for (number, point) in &known {
            let place = (x.at(point.place), y.at(*number));
            match (runs.last_mut(), before) {
                (Some(run), Some(before)) if point.place - before <= gap => run.push(place),
                _ => runs.push(vec![place]),
            }
            before = Some(point.place);
        }
        let end = runs.last().and_then(|run| run.last()).copied();
        let alone = runs.iter().filter(|run| run.len() == 1).flatten().copied();
        let dots = alone.chain(end).collect();
        runs.retain(|run| run.len() > 1);
        Some(Self {
            runs,
            dots,
            lowest: lowest.clone(),
            highest: highest.clone(),
            first: first.clone(),
            last: last.clone(),
        })
    }

    /// What the drawing says.
    pub fn in_words(&self) -> String {
        let said = |point: &TrendPoint| format!("{} ({})", point.number, point.when);
        if self.first == self.last {
            return format!("One value: {}.", said(&self.last));
        }
        format!(
            "Last {}, lowest {}, highest {}.",
            said(&self.last),
            said(&self.lowest),
            said(&self.highest)
        )
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "both sides are reckoned alike")]
mod tests {
    use super::*;

    fn point(place: f64, number: &str) -> TrendPoint {
        TrendPoint {
            place,
            number: Number::from_stored(number),
            when: format!("day {place}"),
        }
    }

    #[test]
    fn a_wide_step_is_a_gap_and_what_stands_alone_is_a_dot() {
        let points = vec![point(0.0, "1"), point(1.0, "3"), point(5.0, "2.50")];
        let trend = Trend::new(points, 1.0).unwrap();
        assert_eq!(trend.runs.len(), 1);
        assert_eq!(trend.runs[0][0], (10.0, HEIGHT - EDGE));
        assert_eq!(trend.runs[0][1].1, EDGE);
        assert!(trend.dots.iter().all(|(x, _)| *x == WIDTH - 10.0));
        assert_eq!(
            trend.in_words(),
            "Last 2.50 (day 5), lowest 1 (day 0), highest 3 (day 1)."
        );
    }

    #[test]
    fn one_value_is_a_dot_in_the_middle() {
        let trend = Trend::new(vec![point(7.0, "0.82")], 1.0).unwrap();
        assert!(trend.runs.is_empty());
        assert_eq!(trend.dots[0], (WIDTH / 2.0, HEIGHT / 2.0));
        assert_eq!(trend.in_words(), "One value: 0.82 (day 7).");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert_eq!(Trend::new(Vec::new(), 1.0), None);
    }
}
