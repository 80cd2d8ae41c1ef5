//! The drawing, and the point that is read out.

use crate::charts::rates_chart::{ChangeMark, RatesChart, letter};
use crate::paths;
use domain::id::UpdateId;
use domain::rates::chart::{COLOURS, RatesChart as Chart, across};
use domain::rates::series::Series;
use domain::rates::view::{Measure, RatesView, Split};
use domain::rulebook_update::UpdateSummary;
use leptos::prelude::*;

#[component]
pub fn Plot(
    series: Series,
    view: RatesView,
    changes: Vec<UpdateSummary>,
    chosen: Option<UpdateId>,
) -> impl IntoView {
    let measure = view.measure;
    let chart = Chart::new(&series, measure)?;
    let marks: Vec<_> = changes
        .iter()
        .filter_map(|change| {
            Some(ChangeMark {
                x: across(&series, change.at)?,
                href: paths::update(&change.id),
                label: format!("Change of {} by {}: {}", change.at, change.by, change.line),
                is_chosen: chosen.as_ref() == Some(&change.id),
            })
        })
        .collect();
    let label = format!(
        "Line chart of {} of {} checks from {} to {}, {}. The figures are in the tables below.",
        measure.label().to_lowercase(),
        view.product.as_str(),
        series.range.from,
        series.range.to,
        view.step.label().to_lowercase(),
    );
    let point = RwSignal::new(None::<usize>);
    let is_split = series.split != Split::Whole;
    let names = is_split.then(|| legend(&series));
    let key = key(&view);
    Some(view! {
        <RatesChart chart marks label point />
        <Scrubber series measure point />
        {names}
        <p class="quiet chart-key">{key}</p>
    })
}

/// What the lines are.
fn legend(series: &Series) -> impl IntoView + use<> {
    let names = series
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let name = line.part.name();
            let class = if index < COLOURS {
                format!("letter series-{index}")
            } else {
                "letter series-other".to_owned()
            };
            view! { <li><span class=class>{letter(index)}</span> " " <span class="id">{name}</span></li> }
        })
        .collect_view();
    view! { <ul class="balance-words legend">{names}</ul> }
}

fn key(view: &RatesView) -> &'static str {
    match (view.split, view.measure) {
        (Split::Whole, Measure::Rate) => {
            "Approved of approved and denied. The band is the 95 % interval; a gap is a time without an evaluation."
        }
        (Split::Rulebook, Measure::Rate) => {
            "Of all decisions, those that each rulebook approved: together they are the approval rate."
        }
        (Split::Status, Measure::Rate) => "Of all evaluations, those with each status.",
        (Split::Status, Measure::Approvals) => "Evaluations with each status.",
        (_, Measure::Approvals) => "Approvals.",
        (_, Measure::Amount) => "What was approved, together.",
    }
}

/// The point that is read out, by keyboard, finger or mouse.
#[component]
fn Scrubber(series: Series, measure: Measure, point: RwSignal<Option<usize>>) -> impl IntoView {
    let last = series.points.len().saturating_sub(1);
    let latest = series.points.iter().rposition(|point| point.total() > 0);
    let latest = latest.unwrap_or(last);
    let place = move || point.get().unwrap_or(latest);
    let series = StoredValue::new(series);
    let said = move || {
        let index = place();
        series.with_value(|series| {
            let count = series.points[index];
            let values = series.values(measure, index).into_iter();
            let values: Vec<_> = values
                .map(|(name, value)| format!("{name} {}", value.in_words()))
                .collect();
            let interval = count
                .rate()
                .interval()
                .filter(|_| series.split == Split::Whole);
            let interval = interval.filter(|_| measure == Measure::Rate);
            let interval = interval
                .map(|it| format!(" (95 %: {it})"))
                .unwrap_or_default();
            match count.total() {
                0 => format!("{}: no evaluations", series.name(index)),
                total => format!(
                    "{}: {}{interval}; {total} evaluations, {} decided, {} approved",
                    series.name(index),
                    values.join(", "),
                    count.rate().decided,
                    count.rate().approved,
                ),
            }
        })
    };
    let choose = move |event| {
        let chosen: Option<usize> = event_target_value(&event).parse().ok();
        point.set(chosen.filter(|chosen| *chosen <= last));
    };
    view! {
        <input
            class="chart-scrubber needs-js"
            type="range"
            min="0"
            max=last.to_string()
            value=latest.to_string()
            prop:value=move || place().to_string()
            aria-label="Point to read out"
            aria-valuetext=said
            on:input=choose
        />
        <p class="read-out">{said}</p>
    }
}
