//! Where everything on a chart of balances lies, across as on its axis and down in pixels. Drawing it is
//! left to the page.

use super::axis::Axis;
use super::history::{Account, CurrencyGroup, Measure};
use super::view::{BalanceView, Switch};
use crate::money::Cents;
use crate::scale::{Scale, drawn, round_ticks, spread};

pub const HEIGHT: f64 = 240.0;
/// Room above the highest value, for what is written there.
const HEADROOM: f64 = 14.0;
/// As many accounts have a colour of their own; of more, the others are drawn in grey.
pub const COLOURS: usize = 6;
/// The end labels are so far apart.
const LABEL: f64 = 13.0;

/// One currency's balances.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub axis: Axis,
    /// Round amounts, each with its height.
    pub amounts: Vec<(f64, Cents)>,
    pub zero: f64,
    /// Whether anything drawn lies below zero.
    pub goes_below: bool,
    pub threshold: Option<f64>,
    pub lines: Vec<Line>,
    pub labels: Vec<Label>,
}

/// One amount of one account over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub letter: String,
    pub measure: Measure,
    /// Which colour; grey where there are more accounts than colours.
    pub colour: Option<usize>,
    /// What the account is judged by, drawn stronger than the rest.
    pub is_main: bool,
    /// Without gaps, two points at the least.
    pub runs: Vec<Vec<(f64, f64)>>,
    /// Reports that stand alone.
    pub dots: Vec<(f64, f64)>,
    pub below_zero: Vec<(f64, f64)>,
}

/// The account's letter beside the end of its line.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub letter: String,
    pub colour: usize,
    pub x: f64,
    pub y: f64,
}

impl Chart {
    /// Nothing where no account is shown.
    pub fn new(
        group: &CurrencyGroup,
        view: &BalanceView,
        axis: Axis,
        threshold: Option<Cents>,
    ) -> Option<Self> {
        let shown: Vec<_> = group
            .accounts
            .iter()
            .filter(|account| view.shows(&account.id))
            .collect();
        let colours = colours(group, view);
        let threshold = threshold.filter(|_| view.has(Switch::Threshold));
        let wanted: Vec<_> = shown
            .iter()
            .flat_map(|account| {
                measures(account, view, shown.len())
                    .into_iter()
                    .map(|measure| (*account, measure))
            })
            .collect();
        let values = wanted.iter().flat_map(|(account, measure)| {
            let points = account.points.iter();
            points.filter_map(|point| point.amount(*measure))
        });
        let values: Vec<_> = values.chain(threshold).chain([Cents::ZERO]).collect();
        let (low, high) = (values.iter().min()?.0, values.iter().max()?.0);
        let amounts = round_ticks(low, high, 5);
        let scale = Scale::new(
            (drawn(*amounts.first()?), drawn(*amounts.last()?)),
            (HEIGHT, HEADROOM),
        );
        let y = |cents: Cents| scale.at(drawn(cents.0));
        let lines: Vec<_> = wanted
            .iter()
            .map(|(account, measure)| {
                let colour = colours.iter().find(|(id, _)| *id == account.letter);
                line(account, *measure, colour.map(|(_, it)| *it), axis, &y)
            })
            .collect();
        Some(Self {
            axis,
            amounts: amounts
                .into_iter()
                .map(|it| (y(Cents(it)), Cents(it)))
                .collect(),
            zero: y(Cents::ZERO),
            goes_below: low < 0,
            threshold: threshold.map(y),
            labels: labels(&lines),
            lines,
        })
        .filter(|chart| !chart.lines.is_empty())
    }
}

/// Which amounts of an account are drawn. Of many accounts only the one that each is judged by: more
/// lines could not be told apart.
fn measures(account: &Account, view: &BalanceView, shown: usize) -> Vec<Measure> {
    let main = account.measure();
    let mut measures = vec![main];
    if shown <= COLOURS {
        let others = [
            (Measure::Current, Switch::Current),
            (Measure::Limit, Switch::Limit),
        ];
        let is_drawn = |(measure, switch): &(Measure, Switch)| {
            *measure != main && view.has(*switch) && account.has(*measure)
        };
        measures.extend(
            others
                .into_iter()
                .filter(is_drawn)
                .map(|(measure, _)| measure),
        );
    }
    measures
}

/// Who has which colour, by letter. As long as there is one for each, an account keeps its own whatever
/// else is shown; of more, those that are shown and went lowest have one.
pub fn colours(group: &CurrencyGroup, view: &BalanceView) -> Vec<(String, usize)> {
    let accounts: Vec<_> = if group.accounts.len() <= COLOURS {
        group.accounts.iter().collect()
    } else {
        let shown = group.accounts.iter().filter(|it| view.shows(&it.id));
        lowest_first(&shown.collect::<Vec<_>>())
    };
    let letters = accounts.into_iter().map(|account| account.letter.clone());
    letters.zip(0..COLOURS).collect()
}

/// Those first who had least at some time.
pub fn lowest_first<'a>(accounts: &[&'a Account]) -> Vec<&'a Account> {
    let mut sorted = accounts.to_vec();
    sorted.sort_by_key(|account| {
        let lowest = account.summary(None).map(|summary| summary.lowest.0);
        // Those of whom no amount is known come last.
        (lowest.is_none(), lowest)
    });
    sorted
}

fn line(
    account: &Account,
    measure: Measure,
    colour: Option<usize>,
    axis: Axis,
    y: &impl Fn(Cents) -> f64,
) -> Line {
    let x = axis.scale();
    let is_main = measure == account.measure();
    let (mut runs, mut dots, mut below_zero) = (Vec::new(), Vec::new(), Vec::new());
    for run in account.runs(measure) {
        let places: Vec<_> = run
            .iter()
            .map(|(taken, cents)| (x.at(taken.place()), y(*cents)))
            .collect();
        let is_below = run.iter().map(|(_, cents)| *cents < Cents::ZERO);
        let below = places
            .iter()
            .zip(is_below)
            .filter(|(_, is_below)| *is_below);
        below_zero.extend(below.map(|(place, _)| *place).filter(|_| is_main));
        match places.as_slice() {
            [alone] => dots.push(*alone),
            _ => runs.push(places),
        }
    }
    Line {
        letter: account.letter.clone(),
        measure,
        colour,
        is_main,
        runs,
        dots,
        below_zero,
    }
}

/// A letter for each coloured account, where its line ends.
fn labels(lines: &[Line]) -> Vec<Label> {
    let mut labels: Vec<_> = lines
        .iter()
        .filter(|line| line.is_main)
        .filter_map(|line| {
            let ends = line.runs.iter().flatten().chain(&line.dots);
            let (x, y) = *ends.max_by(|a, b| a.0.total_cmp(&b.0))?;
            Some(Label {
                letter: line.letter.clone(),
                colour: line.colour?,
                x,
                y,
            })
        })
        .collect();
    let places: Vec<_> = labels.iter().map(|label| label.y).collect();
    let moved = spread(&places, LABEL, HEADROOM, HEIGHT);
    for (label, y) in labels.iter_mut().zip(moved) {
        label.y = y;
    }
    labels
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "both sides are reckoned alike")]
mod tests {
    use super::super::axis::tests::axis;
    use super::super::history::tests::{history, snapshot};
    use super::*;
    use crate::id::AccountId;

    fn chart(snapshots: Vec<super::super::BalanceSnapshot>) -> Chart {
        let history = history(snapshots);
        let view = BalanceView::default();
        Chart::new(&history.groups[0], &view, axis(), None).unwrap()
    }

    #[test]
    fn a_gap_stays_open_and_a_report_that_stands_alone_is_a_dot() {
        let chart = chart(
            ["2024-02-01", "2024-02-02", "2024-02-05"]
                .map(|key| snapshot("a", key, 10_000))
                .to_vec(),
        );
        let available = &chart.lines[0];
        assert_eq!(available.measure, Measure::Available);
        assert_eq!((available.runs.len(), available.dots.len()), (1, 1));
        assert_eq!(available.runs[0].len(), 2);
    }

    #[test]
    fn heights_follow_the_amounts_and_zero_is_always_there() {
        let chart = chart(vec![
            snapshot("a", "2024-02-01", 10_000),
            snapshot("a", "2024-02-02", -5_000),
        ]);
        let run = &chart.lines[0].runs[0];
        assert!(run[0].1 < chart.zero && chart.zero < run[1].1);
        assert!(chart.goes_below);
        assert_eq!(chart.lines[0].below_zero, [run[1]]);
        assert!(
            chart
                .amounts
                .iter()
                .any(|(y, cents)| *y == chart.zero && cents.0 == 0)
        );
        assert!(
            chart
                .amounts
                .iter()
                .all(|(y, _)| (HEADROOM..=HEIGHT).contains(y))
        );
    }

    #[test]
    fn an_account_keeps_its_colour_when_another_is_hidden() {
        let history = history(
            ["a", "b", "c"]
                .map(|id| snapshot(id, "2024-02-01", 100))
                .to_vec(),
        );
        let colour_of_c = |view: &BalanceView| {
            let chart = Chart::new(&history.groups[0], view, axis(), None).unwrap();
            let line = chart.lines.iter().find(|line| line.letter == "C").unwrap();
            line.colour
        };
        let all = BalanceView::default();
        let without_a = all.toggled(&AccountId::new("a"), &["a", "b", "c"].map(AccountId::new));
        assert_eq!(colour_of_c(&all), colour_of_c(&without_a));
    }

    #[test]
    fn of_many_accounts_those_that_went_lowest_stand_out() {
        let many = (0..20).map(|number| {
            let id = format!("account-{number:02}");
            snapshot(&id, "2024-02-01", 100_000 - number * 1_000)
        });
        let chart = chart(many.collect());
        assert_eq!(chart.lines.len(), 20, "a line each, and no second one");
        let coloured: Vec<_> = chart
            .lines
            .iter()
            .filter(|line| line.colour.is_some())
            .map(|line| line.letter.as_str())
            .collect();
        assert_eq!(coloured, ["O", "P", "Q", "R", "S", "T"]);
        assert_eq!(chart.labels.len(), COLOURS);
    }

    #[test]
    fn a_threshold_counts_towards_the_height_unless_it_is_switched_off() {
        let history = history(vec![snapshot("a", "2024-02-01", 1_000)]);
        let with = |view: &BalanceView| {
            Chart::new(&history.groups[0], view, axis(), Some(Cents(90_000))).unwrap()
        };
        let shown = with(&BalanceView::default());
        assert!(shown.threshold.unwrap() < shown.lines[0].dots[0].1);
        let hidden = with(&BalanceView::default().switched(Switch::Threshold));
        assert_eq!(hidden.threshold, None);
        assert!(hidden.lines[0].dots[0].1 < shown.lines[0].dots[0].1);
    }
}
