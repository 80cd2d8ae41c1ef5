//! Balances over time: a line for each account, gaps left open, and what else happened in rows below.

use crate::charts::marks::{LANE, LaneMarks};
use crate::charts::plot::{across, path};
use domain::balance::axis::WIDTH;
use domain::balance::chart::{Chart, HEIGHT, Label, Line};
use domain::balance::history::Measure;
use domain::balance::lane::Lane;
use domain::day::Day;
use domain::money::{Amount, Cents};
use leptos::prelude::*;

/// Room for the days under the lines.
const DAYS: f64 = 22.0;

#[component]
pub fn BalanceChart(
    chart: Chart,
    lanes: Vec<Lane>,
    currency: Option<String>,
    /// The threshold in words, where its line is drawn.
    threshold: Option<String>,
    /// What the drawing is, for those who do not see it.
    label: String,
    /// The day that is read out.
    day: RwSignal<Option<Day>>,
) -> impl IntoView {
    let height = HEIGHT + DAYS + drawn_lanes(lanes.len());
    let axis = chart.axis;
    let cross = move || {
        day.get().map(|day| {
            let x = across(axis.middle(day));
            view! { <line class="chart-cross" x1=x.clone() x2=x y1="0" y2=height.to_string() /> }
        })
    };
    view! {
        <div class="chart" role="img" aria-label=label on:pointerleave=move |_| day.set(None)>
            <Side amounts=chart.amounts.clone() currency lanes=lanes.clone() height />
            <svg class="chart-plot" width="100%" height=height.to_string()>
                <Ground chart=chart.clone() threshold height />
                <svg width="100%" height=HEIGHT.to_string() viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" overflow="visible">
                    {chart.lines.iter().map(|line| view! { <Runs line=line.clone() /> }).collect_view()}
                </svg>
                {chart.lines.iter().map(|line| view! { <Dots line=line.clone() /> }).collect_view()}
                {chart.labels.iter().map(|label| view! { <Letter label=label.clone() /> }).collect_view()}
                {lanes
                    .into_iter()
                    .enumerate()
                    .map(|(index, lane)| view! { <LaneMarks lane top=HEIGHT + DAYS + drawn_lanes(index) /> })
                    .collect_view()}
                {cross}
                {axis
                    .all_days()
                    .map(|each| {
                        let x = across(axis.middle(each) - axis.day_width() / 2.0);
                        let width = across(axis.day_width());
                        view! { <rect class="chart-day" x=x width=width y="0" height=height.to_string() on:pointerenter=move |_| day.set(Some(each)) /> }
                    })
                    .collect_view()}
            </svg>
        </div>
    }
}

/// So many rows are so high.
fn drawn_lanes(count: usize) -> f64 {
    (0..count).map(|_| LANE).sum()
}

/// The amounts at the left, and the names of the rows.
#[component]
fn Side(
    amounts: Vec<(f64, Cents)>,
    currency: Option<String>,
    lanes: Vec<Lane>,
    height: f64,
) -> impl IntoView {
    let amounts = amounts
        .into_iter()
        .map(|(y, cents)| {
            let text = short(cents, currency.as_deref());
            view! { <text x="100%" dx="-8" y=(y + 4.0).to_string() text-anchor="end">{text}</text> }
        })
        .collect_view();
    let names = lanes
        .into_iter()
        .enumerate()
        .map(|(index, lane)| {
            let y = HEIGHT + DAYS + drawn_lanes(index) + LANE / 2.0 + 4.0;
            view! { <text x="100%" dx="-8" y=y.to_string() text-anchor="end">{lane.kind.short()}</text> }
        })
        .collect_view();
    view! { <svg class="chart-side" width="72" height=height.to_string()>{amounts} {names}</svg> }
}

/// A round amount beside the axis: without the cents, and without a currency other than dollars, which
/// the chart's title names.
fn short(cents: Cents, currency: Option<&str>) -> String {
    let currency = currency.filter(|code| *code == "USD");
    let full = Amount { cents, currency }.to_string();
    full.strip_suffix(".00").map(str::to_owned).unwrap_or(full)
}

/// What lies under the lines: the grid, zero, the threshold, today, the days.
#[component]
fn Ground(chart: Chart, threshold: Option<String>, height: f64) -> impl IntoView {
    let axis = chart.axis;
    let zero = chart.zero;
    let below = chart.goes_below.then(|| {
        view! { <rect class="chart-below" x="0" width="100%" y=zero.to_string() height=(HEIGHT - zero).to_string() /> }
    });
    let grid = chart
        .amounts
        .iter()
        .map(|(y, cents)| {
            let class = if *cents == Cents::ZERO {
                "chart-zero"
            } else {
                "chart-grid"
            };
            view! { <line class=class x1="0" x2="100%" y1=y.to_string() y2=y.to_string() /> }
        })
        .collect_view();
    let threshold = chart.threshold.zip(threshold).map(|(y, words)| {
        view! {
            <line class="chart-threshold" x1="0" x2="100%" y1=y.to_string() y2=y.to_string() />
            <text class="chart-threshold-word" x="4" y=(y - 4.0).to_string()>{words}</text>
        }
    });
    // Only where the chart goes on behind it.
    let today = (axis.days.contains(axis.today) && axis.today < axis.days.to).then(|| {
        let x = across(axis.middle(axis.today));
        view! {
            <line class="chart-today" x1=x.clone() x2=x.clone() y1="12" y2=height.to_string() />
            <text class="chart-today-word" x=x y="9" text-anchor="middle">"today"</text>
        }
    });
    let days = axis
        .ticks()
        .into_iter()
        .map(|(x, day)| {
            let x = across(x);
            view! {
                <line class="chart-tick" x1=x.clone() x2=x.clone() y1=HEIGHT.to_string() y2=(HEIGHT + 4.0).to_string() />
                <text x=x y=(HEIGHT + 17.0).to_string() text-anchor="middle">{day.short()}</text>
            }
        })
        .collect_view();
    view! { {below} {grid} {threshold} {today} {days} }
}

/// How a line looks: its account's colour, and what it is.
fn look(line: &Line) -> String {
    let colour = match line.colour {
        Some(number) => format!("series-{number}"),
        None => "series-other".to_owned(),
    };
    let kind = match line.measure {
        _ if line.is_main => "main",
        Measure::Limit => "limit",
        Measure::Available | Measure::Current => "second",
    };
    format!("chart-line {colour} {kind}")
}

#[component]
fn Runs(line: Line) -> impl IntoView {
    let class = look(&line);
    line.runs
        .iter()
        .map(|run| view! { <path class=class.clone() d=path(run) vector-effect="non-scaling-stroke" /> })
        .collect_view()
}

#[component]
fn Dots(line: Line) -> impl IntoView {
    let class = look(&line);
    let dots = line
        .dots
        .iter()
        .map(|(x, y)| view! { <circle class=class.clone() cx=across(*x) cy=y.to_string() r="3" /> })
        .collect_view();
    // Grey lines stay quiet; the table and the words say the same.
    let below = line.colour.is_some().then_some(line.below_zero);
    let below = below
        .into_iter()
        .flatten()
        .map(|(x, y)| {
            view! {
                <svg class="chart-negative" x=across(x) y=y.to_string() overflow="visible">
                    <path d="M-4 -3L4 -3L0 4Z" />
                </svg>
            }
        })
        .collect_view();
    view! { {dots} {below} }
}

#[component]
fn Letter(label: Label) -> impl IntoView {
    let class = format!("chart-letter series-{}", label.colour);
    view! { <text class=class x=across(label.x) dx="7" y=(label.y + 4.0).to_string()>{label.letter}</text> }
}
