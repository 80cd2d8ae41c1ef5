//! Where everything on a chart of rates lies: across in thousandths of the width, down in pixels.
//! Drawing it is left to the page.

use super::interval::{Rate, percentage};
use super::series::{Count, Series};
use super::view::{Measure, Split, Step};
use crate::instant::Instant;
use crate::money::{Cents, Spoken, grouped};
use crate::scale::{Scale, drawn, round_ticks, spread};

pub const WIDTH: f64 = 1_000.0;
pub const HEIGHT: f64 = 220.0;
/// Room above the highest value, for what is written there.
const HEADROOM: f64 = 12.0;
/// As many lines have a colour of their own; the others are grey.
pub const COLOURS: usize = 6;
/// Names at the ends of lines are so far apart.
const NAME: f64 = 13.0;
/// As many labels fit under a chart on a phone.
const LABELS: usize = 6;
/// Rates are drawn in thousandths.
const WHOLE: f64 = 1_000.0;

#[derive(Debug, Clone, PartialEq)]
pub struct RatesChart {
    /// Round values beside the chart.
    pub values: Vec<(f64, String)>,
    /// Times under it.
    pub times: Vec<(f64, String)>,
    /// The 95 % interval of the one line: closed shapes, one for each stretch without a gap.
    pub bands: Vec<Vec<(f64, f64)>>,
    pub lines: Vec<Drawn>,
    /// How many points there are across.
    pub points: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    pub name: String,
    pub colour: Option<usize>,
    /// Without gaps, two points at the least.
    pub runs: Vec<Vec<(f64, f64)>>,
    /// Points that stand alone.
    pub dots: Vec<(f64, f64)>,
    /// Where its name is written, beside its last point.
    pub end: Option<(f64, f64)>,
}

/// What one line comes to at a point; nothing where nothing was decided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    Share(Rate),
    Number(u64),
    Money(Cents),
}

impl Value {
    fn drawn(self) -> Option<f64> {
        match self {
            Self::Share(rate) => rate.share().map(|share| share * WHOLE),
            Self::Number(number) => Some(drawn(i64::try_from(number).unwrap_or(i64::MAX))),
            Self::Money(cents) => Some(drawn(cents.0)),
        }
    }

    pub fn in_words(self) -> String {
        match self {
            Self::Share(rate) => rate.to_string(),
            Self::Number(number) => grouped(number),
            Self::Money(cents) => Spoken(cents).to_string(),
        }
    }
}

impl Series {
    /// The lines by name, each with its value at a point.
    pub fn values(&self, measure: Measure, index: usize) -> Vec<(String, Value)> {
        if self.split == Split::Whole {
            let point = self.points[index];
            let value = match measure {
                Measure::Rate => Value::Share(point.rate()),
                Measure::Approvals => Value::Number(point.decisions.approved),
                Measure::Amount => Value::Money(point.amount),
            };
            return vec![(measure.label().to_owned(), value)];
        }
        let of = |line: &super::series::Line| {
            let point = line.points[index];
            let value = match measure {
                Measure::Rate => Value::Share(self.share(line, index)),
                Measure::Approvals => Value::Number(number(self.split, point)),
                Measure::Amount => Value::Money(point.amount),
            };
            (line.part.name(), value)
        };
        self.lines.iter().map(of).collect()
    }
}

/// By status there is more to count than approvals: every check has one.
fn number(split: Split, count: Count) -> u64 {
    match split {
        Split::Status => count.total(),
        Split::Whole | Split::Rulebook => count.decisions.approved,
    }
}

impl RatesChart {
    /// Nothing where there is nothing to draw.
    pub fn new(series: &Series, measure: Measure) -> Option<Self> {
        let count = series.points.len();
        let by_point: Vec<_> = (0..count)
            .map(|index| series.values(measure, index))
            .collect();
        let names: Vec<_> = by_point.first()?.iter().map(|it| it.0.clone()).collect();
        // A point at which nothing was checked is a gap, not a zero.
        let value = |index: usize, line: usize| {
            let is_empty = series.points[index].total() == 0;
            by_point[index][line].1.drawn().filter(|_| !is_empty)
        };
        let with_band = series.split == Split::Whole && measure == Measure::Rate;
        let interval = |index: usize| {
            let interval = series.points[index]
                .rate()
                .interval()
                .filter(|_| with_band)?;
            Some((interval.low * WHOLE, interval.high * WHOLE))
        };
        let all = (0..count).flat_map(|index| {
            let values = (0..names.len()).filter_map(move |line| value(index, line));
            let band = interval(index);
            values.chain(band.into_iter().flat_map(|(low, high)| [low, high]))
        });
        let all: Vec<_> = all.collect();
        let high = all.iter().copied().max_by(f64::total_cmp)?;
        // One rate alone may begin anywhere, numbers and parts of a whole begin at nothing.
        let low = if with_band {
            all.iter().copied().min_by(f64::total_cmp)?
        } else {
            0.0
        };
        let ticks = round_ticks(whole(low.floor()), whole(high.ceil()), 5);
        let ends = (drawn(*ticks.first()?), drawn(*ticks.last()?));
        let y = Scale::new(ends, (HEIGHT, HEADROOM));
        let x = |index: usize| middle(index, count);
        let mut lines: Vec<_> = names
            .into_iter()
            .enumerate()
            .map(|(line, name)| {
                let places = (0..count).map(|index| Some((x(index), y.at(value(index, line)?))));
                draw(name, Some(line).filter(|line| *line < COLOURS), places)
            })
            .collect();
        name_apart(&mut lines);
        let edges = (0..count).map(|index| Some((x(index), interval(index)?)));
        Some(Self {
            values: ticks
                .iter()
                .map(|tick| (y.at(drawn(*tick)), label(measure, *tick)))
                .collect(),
            times: times(series),
            bands: bands(edges, &y),
            lines,
            points: count,
        })
    }
}

/// The middle of a point.
pub fn middle(index: usize, count: usize) -> f64 {
    let (index, count) = (place(index), place(count.max(1)));
    ((index + 0.5) / count * WIDTH * 10.0).round() / 10.0
}

/// Where a moment lies, if it does.
pub fn across(series: &Series, at: Instant) -> Option<f64> {
    let from = series.range.from.number() * 86_400;
    let to = (series.range.to.number() + 1) * 86_400;
    let at = at.epoch_seconds();
    let scale = Scale::new((drawn(from), drawn(to)), (0.0, WIDTH));
    (from..to).contains(&at).then(|| scale.at(drawn(at)))
}

fn place(index: usize) -> f64 {
    drawn(i64::try_from(index).unwrap_or(i64::MAX))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "far within the range: amounts and counts that were summed as whole numbers"
)]
fn whole(number: f64) -> i64 {
    number as i64
}

fn label(measure: Measure, tick: i64) -> String {
    match measure {
        Measure::Rate => {
            let text = percentage(drawn(tick) / WHOLE);
            text.replace(".0 %", " %")
        }
        Measure::Approvals => grouped(tick.unsigned_abs()),
        Measure::Amount => Spoken(Cents(tick)).to_string(),
    }
}

/// Days, or hours where there is one day only: as many as fit.
fn times(series: &Series) -> Vec<(f64, String)> {
    let count = series.points.len();
    let (each, in_hours) = match series.step {
        Step::Day => (1, false),
        Step::Hour if series.range.days() == 1 => (1, true),
        Step::Hour => (24, false),
    };
    let labels = count / each;
    let step = [1, 2, 3, 4, 6, 7, 14, 28].into_iter();
    let step = step.into_iter().find(|step| labels <= step * LABELS);
    (0..count)
        .step_by(each * step.unwrap_or(28))
        .map(|index| {
            let at = series.at(index);
            let text = if in_hours {
                at.stored()[11..16].to_owned()
            } else {
                at.day().short()
            };
            (middle(index, count), text)
        })
        .collect()
}

fn draw(
    name: String,
    colour: Option<usize>,
    places: impl Iterator<Item = Option<(f64, f64)>>,
) -> Drawn {
    let mut line = Drawn {
        name,
        colour,
        runs: Vec::new(),
        dots: Vec::new(),
        end: None,
    };
    for run in stretches(places) {
        line.end = run.last().copied();
        match run.as_slice() {
            [alone] => line.dots.push(*alone),
            _ => line.runs.push(run),
        }
    }
    line
}

/// Without gaps.
fn stretches<T>(places: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut found: Vec<Vec<T>> = Vec::new();
    let mut is_open = false;
    for place in places {
        match (place, is_open, found.last_mut()) {
            (None, _, _) => is_open = false,
            (Some(place), true, Some(last)) => last.push(place),
            (Some(place), _, _) => {
                found.push(vec![place]);
                is_open = true;
            }
        }
    }
    found
}

/// Along the upper ends and back along the lower ones.
fn bands(
    edges: impl Iterator<Item = Option<(f64, (f64, f64))>>,
    y: &Scale,
) -> Vec<Vec<(f64, f64)>> {
    stretches(edges)
        .into_iter()
        .filter(|run| run.len() > 1)
        .map(|run| {
            let upper = run.iter().map(|(x, (_, high))| (*x, y.at(*high)));
            let lower = run.iter().rev().map(|(x, (low, _))| (*x, y.at(*low)));
            upper.chain(lower).collect()
        })
        .collect()
}

/// Names of coloured lines are moved apart where they would cover each other.
fn name_apart(lines: &mut [Drawn]) {
    for line in lines.iter_mut().filter(|line| line.colour.is_none()) {
        line.end = None;
    }
    let ends: Vec<_> = lines.iter().filter_map(|line| line.end).collect();
    let places: Vec<_> = ends.iter().map(|end| end.1).collect();
    let moved = spread(&places, NAME, HEADROOM, HEIGHT);
    let named = lines.iter_mut().filter_map(|line| line.end.as_mut());
    for (end, y) in named.zip(moved) {
        end.1 = y;
    }
}

#[cfg(test)]
mod tests {
    use super::super::series::tests::{at, count};
    use super::*;
    use crate::day::Day;
    use crate::day_range::DayRange;
    use crate::evaluation::Product;
    use crate::id::RulebookId;
    use crate::ledger::HourlyCount;

    fn series(counts: &[HourlyCount], step: Step, split: Split) -> Series {
        let range = DayRange {
            from: Day::parse("2024-02-01").unwrap(),
            to: Day::parse("2024-02-05").unwrap(),
        };
        Series::of(counts, Product::Float, (step, split), range)
    }

    #[test]
    fn a_day_without_a_check_is_a_gap_and_what_stands_alone_a_dot() {
        let counts = [1, 2, 4, 5].map(|day| count(&format!("2024-02-0{day}T10:00:00Z"), true, 3));
        let all = series(&counts, Step::Day, Split::Whole);
        let chart = RatesChart::new(&all, Measure::Rate).unwrap();
        assert_eq!(chart.lines[0].runs.len(), 2);
        assert_eq!((chart.bands.len(), chart.bands[0].len()), (2, 4));
        let alone = series(&counts[..1], Step::Day, Split::Whole);
        let chart = RatesChart::new(&alone, Measure::Approvals).unwrap();
        assert_eq!((chart.lines[0].dots.len(), chart.bands.len()), (1, 0));
        assert_eq!(chart.values[0], (HEIGHT, "0".to_owned()));
    }

    #[test]
    fn nothing_counted_is_no_chart() {
        let empty = series(&[], Step::Day, Split::Whole);
        assert_eq!(RatesChart::new(&empty, Measure::Rate), None);
        let empty = series(&[], Step::Day, Split::Rulebook);
        assert_eq!(RatesChart::new(&empty, Measure::Rate), None);
    }

    #[test]
    fn of_many_rulebooks_the_first_six_have_a_colour_and_a_name() {
        let counts: Vec<_> = (0..9)
            .map(|number| {
                let mut count = count("2024-02-02T10:00:00Z", true, 20 - number);
                count.of.deciding = Some(RulebookId::new(format!("book-{number}")));
                count
            })
            .collect();
        let all = series(&counts, Step::Day, Split::Rulebook);
        let chart = RatesChart::new(&all, Measure::Rate).unwrap();
        let coloured = chart.lines.iter().filter(|line| line.colour.is_some());
        assert_eq!((chart.lines.len(), coloured.count()), (9, COLOURS));
        let named = chart.lines.iter().filter(|line| line.end.is_some());
        assert_eq!(named.count(), COLOURS);
        assert_eq!(chart.lines[0].name, "book-0");
    }

    #[test]
    fn rates_never_leave_the_chart_and_are_labelled_as_percentages() {
        let counts = [
            count("2024-02-02T10:00:00Z", true, 900),
            count("2024-02-02T10:00:00Z", false, 100),
        ];
        let all = series(&counts, Step::Hour, Split::Whole);
        let chart = RatesChart::new(&all, Measure::Rate).unwrap();
        assert!(chart.values.iter().all(|(_, label)| label.ends_with(" %")));
        assert!(
            chart
                .values
                .iter()
                .all(|(y, _)| (HEADROOM..=HEIGHT).contains(y))
        );
        assert_eq!(
            chart.times.len(),
            5,
            "a day each, though there is a point an hour"
        );
        assert_eq!(across(&all, at("2024-02-01T00:00:00Z")), Some(0.0));
        assert_eq!(across(&all, at("2024-02-06T00:00:00Z")), None);
    }
}
