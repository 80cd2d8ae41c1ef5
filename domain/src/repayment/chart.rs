//! Where everything on a chart of predictions lies: across what was predicted, up what happened. Across
//! in thousandths of the width, down in pixels. Drawing it is left to the page.

use super::calibration::{Bin, Calibration, Fit, bin_name};
use crate::money::grouped;
use crate::rates::interval::percentage;
use crate::scale::{Scale, drawn};

pub const WIDTH: f64 = 1_000.0;
pub const HEIGHT: f64 = 260.0;
/// Room above 100 %, for a point that lies there.
const HEADROOM: f64 = 8.0;

#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationChart {
    /// Every fifth of the way, across and up, with its label.
    pub ticks: Vec<Tick>,
    /// From nothing predicted and nothing happened to all of it.
    pub diagonal: [(f64, f64); 2],
    pub points: Vec<Point>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    pub x: f64,
    pub y: f64,
    pub label: String,
}

/// A bin that has debits in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// The ends of the interval, the upper one first.
    pub whisker: (f64, f64),
    /// Whether the prediction lies outside the interval.
    pub is_off: bool,
    /// What it says.
    pub words: String,
}

impl CalibrationChart {
    /// Nothing where there is nothing to draw.
    pub fn new(calibration: &Calibration) -> Option<Self> {
        let x = Scale::new((0.0, 1.0), (0.0, WIDTH));
        let y = Scale::new((0.0, 1.0), (HEIGHT, HEADROOM));
        let bins = calibration.bins.iter().enumerate();
        let points: Vec<_> = bins
            .filter_map(|(index, bin)| {
                let (mean, share) = (bin.mean()?, bin.rate.share()?);
                let interval = bin.rate.interval()?;
                Some(Point {
                    x: x.at(mean),
                    y: y.at(share),
                    whisker: (y.at(interval.high), y.at(interval.low)),
                    is_off: bin.fit() != Some(Fit::AsPredicted),
                    words: words(index, bin, mean),
                })
            })
            .collect();
        let ticks = (0..=5).map(|fifth| Tick {
            x: x.at(drawn(fifth) / 5.0),
            y: y.at(drawn(fifth) / 5.0),
            label: format!("{} %", fifth * 20),
        });
        (!points.is_empty()).then(|| Self {
            ticks: ticks.collect(),
            diagonal: [(x.at(0.0), y.at(0.0)), (x.at(1.0), y.at(1.0))],
            points,
        })
    }
}

/// `80–90 %: 85.2 % predicted, 78.6 % of 14 debits succeeded`.
fn words(index: usize, bin: &Bin, mean: f64) -> String {
    let debits = if bin.rate.decided == 1 {
        "debit"
    } else {
        "debits"
    };
    format!(
        "{}: {} predicted, {} of {} {debits} succeeded",
        bin_name(index),
        percentage(mean),
        bin.rate,
        grouped(bin.rate.decided),
    )
}

#[cfg(test)]
mod tests {
    use super::super::calibration::Calibrating;
    use super::super::calibration::tests::predicted;
    use super::*;

    fn chart(settled: &[(&str, &str)]) -> Option<CalibrationChart> {
        let mut calibrating = Calibrating::new(None);
        for (outcome, probability) in settled {
            calibrating.add(&[predicted(outcome, probability)]);
        }
        CalibrationChart::new(&calibrating.finish())
    }

    #[test]
    fn a_point_lies_at_its_mean_and_its_share_and_its_whisker_around_it() {
        let found = chart(&[("COMPLETED", "0.5"), ("RETURNED", "0.5")]).unwrap();
        let [point] = found.points.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!((point.x, point.y), (500.0, 134.0));
        let (high, low) = point.whisker;
        assert!(high < point.y && point.y < low && !point.is_off);
        assert_eq!(
            point.words,
            "50\u{2013}60 %: 50.0 % predicted, 50.0 % of 2 debits succeeded"
        );
        assert_eq!(found.diagonal, [(0.0, HEIGHT), (WIDTH, HEADROOM)]);
    }

    #[test]
    fn an_empty_bin_is_no_point_and_no_debit_no_chart() {
        let found = chart(&[("COMPLETED", "0"), ("COMPLETED", "1")]).unwrap();
        assert_eq!(found.points.len(), 2);
        assert!(found.points.iter().all(|it| (0.0..=WIDTH).contains(&it.x)));
        assert!(
            found
                .points
                .iter()
                .all(|it| (HEADROOM..=HEIGHT).contains(&it.y))
        );
        assert_eq!(chart(&[]), None);
        assert_eq!(chart(&[("ACHSENT", "0.5")]), None);
    }
}
