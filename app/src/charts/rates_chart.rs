//! Rates over time: a line for each part, the interval as a band, and the changes of the rulebooks as
//! links under the axis.

use crate::charts::plot::{across, path};
use domain::rates::chart::{Drawn, HEIGHT, RatesChart as Chart, WIDTH, middle};
use leptos::prelude::*;

/// Room for the times under the lines.
const TIMES: f64 = 22.0;
/// Room for the changes under the times.
const CHANGES: f64 = 24.0;

/// A change of the rulebooks under the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeMark {
    pub x: f64,
    pub href: String,
    /// What it is, for those who do not see it, and for the pointer.
    pub label: String,
    /// Whether it is the one that is compared.
    pub is_chosen: bool,
}

#[component]
pub fn RatesChart(
    chart: Chart,
    marks: Vec<ChangeMark>,
    /// What the drawing is, for those who do not see it.
    label: String,
    /// The point that is read out.
    point: RwSignal<Option<usize>>,
) -> impl IntoView {
    let count = chart.points;
    let cross = move || {
        point.get().map(|point| {
            let x = across(middle(point, count));
            view! { <line class="chart-cross" x1=x.clone() x2=x y1="0" y2=HEIGHT.to_string() /> }
        })
    };
    let width = format!(
        "{:.4}%",
        100.0 / f64::from(u32::try_from(count.max(1)).unwrap_or(1))
    );
    let bands = chart
        .bands
        .iter()
        .map(|band| view! { <path class="chart-band" d=format!("{}Z", path(band)) /> })
        .collect_view();
    let days = (0..count)
        .map(|index| {
            let x = across(WIDTH * place(index) / place(count));
            view! { <rect class="chart-day" x=x width=width.clone() y="0" height=HEIGHT.to_string() on:pointerenter=move |_| point.set(Some(index)) /> }
        })
        .collect_view();
    let times = chart.times.clone();
    let height = HEIGHT + TIMES;
    view! {
        <div class="chart rates" role="img" aria-label=label on:pointerleave=move |_| point.set(None)>
            <Side values=chart.values.clone() height />
            <svg class="chart-plot" width="100%" height=height.to_string()>
                {grid(&chart.values)}
                {times_below(times)}
                <svg width="100%" height=HEIGHT.to_string() viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" overflow="visible">
                    {bands}
                    {chart.lines.iter().map(runs).collect_view()}
                </svg>
                {chart.lines.iter().map(ends).collect_view()}
                {cross}
                {days}
            </svg>
        </div>
        <Changes marks />
    }
}

fn place(index: usize) -> f64 {
    f64::from(u32::try_from(index).unwrap_or(u32::MAX))
}

#[component]
fn Side(values: Vec<(f64, String)>, height: f64) -> impl IntoView {
    let values = values
        .into_iter()
        .map(|(y, text)| view! { <text x="100%" dx="-8" y=(y + 4.0).to_string() text-anchor="end">{text}</text> })
        .collect_view();
    view! { <svg class="chart-side" width="72" height=height.to_string()>{values}</svg> }
}

fn grid(values: &[(f64, String)]) -> impl IntoView + use<> {
    values
        .iter()
        .map(|(y, _)| view! { <line class="chart-grid" x1="0" x2="100%" y1=y.to_string() y2=y.to_string() /> })
        .collect_view()
}

fn times_below(times: Vec<(f64, String)>) -> impl IntoView {
    times
        .into_iter()
        .map(|(x, text)| {
            let x = across(x);
            view! {
                <line class="chart-tick" x1=x.clone() x2=x.clone() y1=HEIGHT.to_string() y2=(HEIGHT + 4.0).to_string() />
                <text x=x y=(HEIGHT + 17.0).to_string() text-anchor="middle">{text}</text>
            }
        })
        .collect_view()
}

fn look(line: &Drawn) -> String {
    match line.colour {
        Some(number) => format!("chart-line series-{number} main"),
        None => "chart-line series-other main".to_owned(),
    }
}

fn runs(line: &Drawn) -> impl IntoView + use<> {
    let class = look(line);
    line.runs
        .iter()
        .map(|run| view! { <path class=class.clone() d=path(run) vector-effect="non-scaling-stroke" /> })
        .collect_view()
}

/// Points that stand alone, and the line's number where it ends.
fn ends(line: &Drawn) -> impl IntoView + use<> {
    let class = look(line);
    let dots = line
        .dots
        .iter()
        .map(|(x, y)| view! { <circle class=class.clone() cx=across(*x) cy=y.to_string() r="3" /> })
        .collect_view();
    let number = line.end.zip(line.colour).map(|((x, y), colour)| {
        let class = format!("chart-letter series-{colour}");
        view! { <text class=class x=across(x) dx="7" y=(y + 4.0).to_string()>{letter(colour)}</text> }
    });
    view! { {dots} {number} }
}

/// What stands at the end of a line and before its name in the table.
pub fn letter(colour: usize) -> String {
    let letters = ["A", "B", "C", "D", "E", "F"];
    letters.get(colour).copied().unwrap_or_default().to_owned()
}

/// Beside the drawing and not in it: what can be opened must be reachable.
#[component]
fn Changes(marks: Vec<ChangeMark>) -> impl IntoView {
    let is_empty = marks.is_empty();
    let marks = marks
        .into_iter()
        .map(|mark| {
            let class = if mark.is_chosen {
                "chart-change chosen"
            } else {
                "chart-change"
            };
            let ChangeMark { x, href, label, .. } = mark;
            let title = label.clone();
            // Within a group, so that the link is made as one of the drawing.
            view! {
                <g><a class=class href=href aria-label=label>
                    <title>{title}</title>
                    <svg x=across(x) y=(CHANGES / 2.0).to_string() overflow="visible">
                        <rect class="chart-change-room" x="-9" y="-11" width="18" height="22" />
                        <path d="M0 -6L6 0L0 6L-6 0Z" />
                    </svg>
                </a></g>
            }
        })
        .collect_view();
    (!is_empty).then(|| view! {
        <nav class="chart rates chart-changes" aria-label="Changes of the rulebooks on this axis">
            <svg class="chart-side" width="72" height=CHANGES.to_string() aria-hidden="true">
                <text x="100%" dx="-8" y="16" text-anchor="end">"changes"</text>
            </svg>
            <svg class="chart-plot" width="100%" height=CHANGES.to_string()>
                <line class="chart-lane" x1="0" x2="100%" y1=(CHANGES / 2.0).to_string() y2=(CHANGES / 2.0).to_string() />
                {marks}
            </svg>
        </nav>
    })
}
