//! A few numbers over time, small.

use crate::charts::plot::{across, path};
use domain::trend::{HEIGHT, Trend, WIDTH};
use leptos::prelude::*;

#[component]
pub fn TrendChart(trend: Trend, #[prop(into)] label: String) -> impl IntoView {
    let words = trend.in_words();
    let label = format!("{label}: {words}");
    let lines = trend
        .runs
        .iter()
        .map(|run| view! { <path class="chart-line series-0 main" d=path(run) vector-effect="non-scaling-stroke" /> })
        .collect_view();
    let dots = trend
        .dots
        .iter()
        .map(|(x, y)| view! { <circle class="chart-line series-0 main" cx=across(*x) cy=y.to_string() r="3" /> })
        .collect_view();
    let ends = (trend.first != trend.last).then(|| {
        view! { <p class="trend-ends quiet"><span>{trend.first.when.clone()}</span> <span>{trend.last.when.clone()}</span></p> }
    });
    view! {
        <div class="chart trend" role="img" aria-label=label>
            <svg class="chart-plot" width="100%" height=HEIGHT.to_string()>
                <line class="chart-grid" x1="0" x2="100%" y1=HEIGHT.to_string() y2=HEIGHT.to_string() />
                <svg width="100%" height=HEIGHT.to_string() viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" overflow="visible">
                    {lines}
                </svg>
                {dots}
            </svg>
        </div>
        {ends}
        <p>{words}</p>
    }
}
