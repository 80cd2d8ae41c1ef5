//! The rows of marks under a chart: a shape for each meaning, so that no colour is needed.

use crate::charts::plot::across;
use domain::balance::lane::Lane;
use domain::balance::mark::Tone;
use leptos::prelude::*;

/// How high a row is.
pub const LANE: f64 = 22.0;

/// One row; `top` is where it begins.
#[component]
pub fn LaneMarks(lane: Lane, top: f64) -> impl IntoView {
    let middle = top + LANE / 2.0;
    let marks = lane
        .marks
        .into_iter()
        .map(|mark| {
            let (class, shape) = drawing(mark.tone);
            let count = mark.words.len();
            let title = format!("{}: {}", mark.day, mark.words.join("; "));
            let count = (count > 1)
                .then(|| view! { <text class="chart-count" x="7" y="4">{count.to_string()}</text> });
            view! {
                <svg class=format!("chart-mark {class}") x=across(mark.x) y=middle.to_string() overflow="visible">
                    <title>{title}</title>
                    <path d=shape />
                    {count}
                </svg>
            }
        })
        .collect_view();
    view! {
        <line class="chart-lane" x1="0" x2="100%" y1=middle.to_string() y2=middle.to_string() />
        {marks}
    }
}

/// A check, a cross, a triangle, a diamond.
fn drawing(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Good => ("good", "M-4.5 0.5L-1.5 4L4.5 -3.5"),
        Tone::Bad => ("bad", "M-4 -4L4 4M4 -4L-4 4"),
        Tone::Attention => ("attention filled", "M0 -5L5 4L-5 4Z"),
        Tone::Plain => ("ended filled", "M0 -5L5 0L0 5L-5 0Z"),
    }
}
