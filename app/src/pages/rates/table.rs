//! The same figures as tables, and as files.

use crate::components::export_links::ExportLinks;
use crate::paths;
use crate::ui::panel::Panel;
use domain::decision::{Decision, DecisionCounts};
use domain::money::{Spoken, grouped};
use domain::rates::interval::Rate;
use domain::rates::series::{Count, Series};
use domain::rates::view::{RatesView, Split};
use leptos::prelude::*;

/// How many evaluations came to which decision, and had which status.
#[component]
pub fn Statuses(series: Series) -> impl IntoView {
    let all = series.total.total();
    let share = move |count| {
        let rate = Rate {
            approved: count,
            decided: all,
        };
        rate.to_string()
    };
    let DecisionCounts {
        approved,
        denied,
        not_evaluated,
        no_results,
        errors,
    } = series.total.decisions;
    let decisions = [
        (Decision::Approved, approved),
        (Decision::Denied, denied),
        (Decision::NotEvaluated, not_evaluated),
        (Decision::NoResults, no_results),
        (Decision::Error, errors),
    ];
    let decisions = decisions
        .into_iter()
        .map(|(decision, count)| {
            view! {
                <tr>
                    <th scope="row">{decision.label()}</th>
                    <td class="figure">{grouped(count)}</td>
                    <td class="figure">{share(count)}</td>
                </tr>
            }
        })
        .collect_view();
    let statuses = series
        .statuses
        .into_iter()
        .map(|(status, count)| {
            let (stored, meaning) = status.map_or_else(
                || ("none".to_owned(), "part missing".to_owned()),
                |status| (status.to_string(), status.in_words().to_owned()),
            );
            view! {
                <tr>
                    <th scope="row">{stored}</th>
                    <td>{meaning}</td>
                    <td class="figure">{grouped(count)}</td>
                    <td class="figure">{share(count)}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <Panel title="Decisions">
            <p class="quiet">"The rate is approved of approved and denied. What nobody evaluated and errors aren\u{2019}t part of it."</p>
            <table class="table narrow">
                <thead>
                    <tr>
                        <th scope="col">"Decision"</th>
                        <th scope="col" class="figure">"Evaluations"</th>
                        <th scope="col" class="figure">"Of all"</th>
                    </tr>
                </thead>
                <tbody>{decisions}</tbody>
            </table>
        </Panel>
        <Panel title="Statuses">
            <table class="table narrow">
                <thead>
                    <tr>
                        <th scope="col">"Status"</th>
                        <th scope="col">"Meaning"</th>
                        <th scope="col" class="figure">"Evaluations"</th>
                        <th scope="col" class="figure">"Of all"</th>
                    </tr>
                </thead>
                <tbody>{statuses}</tbody>
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
            series.whole_share(index),
            series.split,
        ));
        let lines = series.lines.iter();
        for line in lines.filter(|line| line.points[index].total() > 0) {
            let share = series.share(line, index);
            rows.push(row(
                &name,
                Some(line.part.name()),
                line.points[index],
                share,
                series.split,
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
        Split::Status => "Of all evaluations",
    };
    // A part's share is of the whole point, which no other column of its row tells.
    let of = is_split.then(|| view! { <th scope="col" class="figure">"Of"</th> });
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
                            {of}
                            <th scope="col" class="figure wide-only">"95 % interval"</th>
                            <th scope="col" class="figure">"Approved"</th>
                            <th scope="col" class="figure">"Decided"</th>
                            <th scope="col" class="figure">"Not evaluated"</th>
                            <th scope="col" class="figure">"Errors"</th>
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

fn row(name: &str, part: Option<String>, count: Count, rate: Rate, split: Split) -> AnyView {
    // A status is no rate that could be estimated.
    let interval = rate.interval().filter(|_| split != Split::Status);
    let interval = interval.map(|it| it.to_string());
    let of =
        (split != Split::Whole).then(|| view! { <td class="figure">{grouped(rate.decided)}</td> });
    let part = part.map(|part| view! { <td>{part}</td> });
    view! {
        <tr>
            <td>{name.to_owned()}</td>
            {part}
            <td class="figure">{rate.to_string()}</td>
            {of}
            <td class="figure wide-only">{interval.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="figure">{grouped(count.decisions.approved)}</td>
            <td class="figure">{grouped(count.rate().decided)}</td>
            <td class="figure">{grouped(count.decisions.all_not_evaluated())}</td>
            <td class="figure">{grouped(count.decisions.errors)}</td>
            <td class="figure wide-only">{Spoken(count.amount).to_string()}</td>
        </tr>
    }
    .into_any()
}
