//! The same figures as tables, and as files.

use crate::components::export_links::ExportLinks;
use crate::paths;
use crate::ui::panel::Panel;
use domain::money::{Spoken, grouped};
use domain::rates::interval::Rate;
use domain::rates::series::{Count, Series};
use domain::rates::view::{RatesView, Split};
use leptos::prelude::*;

/// How many checks had which status.
#[component]
pub fn Statuses(series: Series) -> impl IntoView {
    let all = series.total.checks;
    let rows = series
        .statuses
        .into_iter()
        .map(|(status, count)| {
            let share = Rate {
                approved: count,
                decided: all,
            };
            view! {
                <tr>
                    <th scope="row">{status.to_string()}</th>
                    <td>{status.in_words().to_owned()}</td>
                    <td class="figure">{grouped(count)}</td>
                    <td class="figure">{share.to_string()}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <Panel title="Statuses">
            <p class="quiet">"Only checks with status OK came to a decision. The others are no denials, and not part of any rate."</p>
            <table class="table narrow">
                <thead>
                    <tr>
                        <th scope="col">"Status"</th>
                        <th scope="col">"Meaning"</th>
                        <th scope="col" class="figure">"Checks"</th>
                        <th scope="col" class="figure">"Of all"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </Panel>
    }
}

/// Every point, newest first.
#[component]
pub fn Points(series: Series, view: RatesView) -> impl IntoView {
    let is_split = series.split != Split::Whole;
    let mut rows = Vec::new();
    for index in (0..series.points.len()).rev() {
        let name = series.name(index);
        let whole = series.points[index];
        rows.push(row(
            &name,
            is_split.then(|| "all".to_owned()),
            whole,
            whole.rate,
        ));
        let lines = series.lines.iter();
        for line in lines.filter(|line| line.points[index].checks > 0) {
            let share = series.share(line, index);
            rows.push(row(
                &name,
                Some(line.part.name()),
                line.points[index],
                share,
            ));
        }
    }
    let part = match series.split {
        Split::Whole => None,
        Split::Rulebook => Some("Decided by"),
        Split::Status => Some("Status"),
    };
    let part = part.map(|part| view! { <th scope="col">{part}</th> });
    let rate = match series.split {
        Split::Whole => "Rate",
        Split::Rulebook => "Approved of all decided",
        Split::Status => "Of all checks",
    };
    let csv = paths::rates_export(&view, "csv");
    let json_lines = paths::rates_export(&view, "jsonl");
    view! {
        <Panel title="Every point">
            <div class="table-scroll tall" tabindex="0" role="region" aria-label="Every point, newest first">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">{if matches!(view.step, domain::rates::view::Step::Day) { "Day" } else { "Hour" }}</th>
                            {part}
                            <th scope="col" class="figure">{rate}</th>
                            <th scope="col" class="figure wide-only">"95 % interval"</th>
                            <th scope="col" class="figure">"Approved"</th>
                            <th scope="col" class="figure">"Decided"</th>
                            <th scope="col" class="figure">"No decision"</th>
                            <th scope="col" class="figure wide-only">"Amount"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="list-foot">
                <span>{format!("{} points, newest first.", series.points.len())}</span>
                <ExportLinks csv json_lines />
            </p>
        </Panel>
    }
}

fn row(name: &str, part: Option<String>, count: Count, rate: Rate) -> AnyView {
    let interval = rate.interval().map(|it| it.to_string());
    let part = part.map(|part| view! { <td>{part}</td> });
    view! {
        <tr>
            <td>{name.to_owned()}</td>
            {part}
            <td class="figure">{rate.to_string()}</td>
            <td class="figure wide-only">{interval.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="figure">{grouped(count.rate.approved)}</td>
            <td class="figure">{grouped(count.rate.decided)}</td>
            <td class="figure">{grouped(count.undecided())}</td>
            <td class="figure wide-only">{Spoken(count.amount).to_string()}</td>
        </tr>
    }
    .into_any()
}
