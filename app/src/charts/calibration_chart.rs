//! What was predicted against what happened: a point for each bin with its interval, and the line on
//! which both are the same.

use crate::charts::plot::{across, path};
use domain::repayment::chart::{CalibrationChart as Chart, HEIGHT, Point, Tick, WIDTH};
use leptos::prelude::*;

/// Room for the percentages and the name of the axis under the points.
const BELOW: f64 = 40.0;
/// Room for the name of the other axis above them.
const ABOVE: f64 = 18.0;

#[component]
pub fn CalibrationChart(chart: Chart) -> impl IntoView {
    let said: Vec<_> = chart.points.iter().map(|it| it.words.clone()).collect();
    let label = format!(
        "Chart of what the model predicted against what happened. {}. The figures are in the table below.",
        said.join("; ")
    );
    let height = (ABOVE + HEIGHT + BELOW).to_string();
    view! {
        <div class="chart calibration" role="img" aria-label=label>
            <svg class="chart-side" width="56" height=height.clone()>
                <svg y=ABOVE.to_string() overflow="visible" width="100%" height=HEIGHT.to_string()>
                    {chart.ticks.iter().map(beside).collect_view()}
                </svg>
            </svg>
            <svg class="chart-plot" width="100%" height=height>
                <text x="0" y="10">"succeeded"</text>
                <svg y=ABOVE.to_string() overflow="visible" width="100%" height=HEIGHT.to_string()>
                    {chart.ticks.iter().map(grid).collect_view()}
                    <svg width="100%" height=HEIGHT.to_string() viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" overflow="visible">
                        <path class="chart-diagonal" d=path(&chart.diagonal) vector-effect="non-scaling-stroke" />
                    </svg>
                    {chart.points.into_iter().map(point).collect_view()}
                    <text x="50%" y=(HEIGHT + 34.0).to_string() text-anchor="middle">"predicted"</text>
                </svg>
            </svg>
        </div>
    }
}

fn beside(tick: &Tick) -> impl IntoView + use<> {
    let (y, label) = (tick.y + 4.0, tick.label.clone());
    view! { <text x="100%" dx="-8" y=y.to_string() text-anchor="end">{label}</text> }
}

fn grid(tick: &Tick) -> impl IntoView + use<> {
    let (x, y) = (across(tick.x), tick.y.to_string());
    let label = tick.label.clone();
    view! {
        <line class="chart-grid" x1="0" x2="100%" y1=y.clone() y2=y />
        <line class="chart-tick" x1=x.clone() x2=x.clone() y1=HEIGHT.to_string() y2=(HEIGHT + 4.0).to_string() />
        <text x=x y=(HEIGHT + 17.0).to_string() text-anchor="middle">{label}</text>
    }
}

fn point(point: Point) -> impl IntoView {
    let (high, low) = point.whisker;
    let whisker = format!("M-4 {high}H4M0 {high}V{low}M-4 {low}H4");
    let class = if point.is_off {
        "chart-bin off"
    } else {
        "chart-bin"
    };
    view! {
        <svg class=class x=across(point.x) overflow="visible">
            <title>{point.words}</title>
            <path d=whisker />
            <circle cx="0" cy=point.y.to_string() r="4.5" />
        </svg>
    }
}
