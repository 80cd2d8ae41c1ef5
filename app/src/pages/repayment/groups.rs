//! Floats by who decided on them, and what became of them.

use crate::api::history::HistoryFilter;
use crate::components::export_links::ExportLinks;
use crate::paths::{self, RepaymentFile};
use crate::ui::moment::Moment;
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::money::{Spoken, grouped};
use domain::repayment::outcomes::{Outcomes, Sum};
use domain::repayment::report::{Group, Part, Report};
use domain::repayment::view::{RepaymentView, Split};
use domain::rulebook_update::UpdateSummary;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Groups(
    report: Report,
    view: RepaymentView,
    updates: Vec<UpdateSummary>,
    rulebooks: Vec<RulebookId>,
    now: Instant,
) -> impl IntoView {
    let is_known = report.calibration.is_some();
    let head = match view.split {
        Split::Rulebook => "Decided by",
        Split::Snapshot => "Decided under",
    };
    let look = match view.split {
        Split::Rulebook => "",
        Split::Snapshot => "snapshot",
    };
    let count = report.groups.len();
    let rows = report
        .groups
        .into_iter()
        .map(|Group { part, outcomes }| {
            let name = name(part, (&updates, &rulebooks), now);
            view! { <tr><th scope="row" class=look>{name}</th>{cells(&outcomes, is_known)}</tr> }
        })
        .collect_view();
    let all = (count > 1).then(|| {
        view! { <tr><th scope="row">"All"</th>{cells(&report.total, is_known)}</tr> }
    });
    let heads = is_known.then(|| {
        view! {
            <th scope="col" class="figure">"Repaid of ended"</th>
            <th scope="col" class="figure wide-only">"95 % interval"</th>
            <th scope="col" class="figure">"Repaid"</th>
            <th scope="col" class="figure">"Came back"</th>
            <th scope="col" class="figure">"Defaulted"</th>
            <th scope="col" class="figure">"Open"</th>
        }
    });
    let key = is_known.then(|| {
        view! {
            <p class="quiet">
                "Ended is what was repaid, came back or defaulted; what came back may be tried again, and counts as not repaid so far."
            </p>
        }
    });
    let csv = paths::repayment_export(&view, RepaymentFile::Groups, "csv");
    let json_lines = paths::repayment_export(&view, RepaymentFile::Groups, "jsonl");
    let things = match (view.split, count) {
        (Split::Rulebook, 1) => "1 rulebook.".to_owned(),
        (Split::Rulebook, count) => format!("{count} rulebooks, those with most floats first."),
        (Split::Snapshot, 1) => "1 snapshot.".to_owned(),
        (Split::Snapshot, count) => format!("{count} snapshots, newest first."),
    };
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Floats taken and what became of them">
            <table class="table repayment">
                <thead>
                    <tr>
                        <th scope="col">{head}</th>
                        <th scope="col" class="figure">"Floats"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows} {all}</tbody>
            </table>
        </div>
        {key}
        <p class="list-foot">
            <span>{things}</span>
            {is_known.then(|| view! { <ExportLinks csv json_lines /> })}
        </p>
    }
}

/// With a link, and for a snapshot with what it changed, as far as that is known.
fn name(
    part: Part,
    (updates, rulebooks): (&[UpdateSummary], &[RulebookId]),
    now: Instant,
) -> AnyView {
    let unrecorded = || view! { <span class="quiet">"not recorded"</span> }.into_any();
    match part {
        Part::Rulebook(Some(id)) if !rulebooks.contains(&id) => {
            let name = id.to_string();
            let filter = HistoryFilter {
                rulebook: name.clone(),
                ..HistoryFilter::default()
            };
            let href = paths::history(&filter, None);
            view! { <A href>{name}</A> " " <span class="quiet">"(deleted)"</span> }.into_any()
        }
        Part::Rulebook(Some(id)) => {
            let href = paths::rulebook(&id);
            view! { <A href>{id.to_string()}</A> }.into_any()
        }
        Part::Snapshot(Some(id)) => snapshot(&id, updates, now),
        Part::Rulebook(None) | Part::Snapshot(None) => unrecorded(),
    }
}

fn snapshot(id: &UpdateId, updates: &[UpdateSummary], now: Instant) -> AnyView {
    let href = paths::update(id);
    match updates.iter().find(|update| update.id == *id) {
        None => {
            let name = id.in_words();
            view! {
                <A href>{name}</A>
                <span class="snapshot-of quiet">"Being summarized"</span>
            }
            .into_any()
        }
        Some(update) => {
            let (at, by, line) = (update.at, update.by.to_string(), update.line.clone());
            view! {
                <A href>{line}</A>
                <span class="snapshot-of quiet"><Moment at now /> {format!(" by {by}")}</span>
            }
            .into_any()
        }
    }
}

fn cells(outcomes: &Outcomes, is_known: bool) -> AnyView {
    let taken = sum(outcomes.taken);
    if !is_known {
        return view! { <td class="figure">{taken}</td> }.into_any();
    }
    let rate = outcomes.rate();
    let interval = rate.interval().map(|it| it.to_string());
    let open = outcomes.open_in_words();
    let why =
        (!open.is_empty()).then(|| view! { <span class="amount quiet wide-only">{open}</span> });
    view! {
        <td class="figure">{taken}</td>
        <td class="figure strong">{rate.to_string()}</td>
        <td class="figure wide-only">{interval.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
        <td class="figure">{sum(outcomes.repaid)}</td>
        <td class="figure">{sum(outcomes.returned)}</td>
        <td class="figure">{sum(outcomes.defaulted)}</td>
        <td class="figure">{sum(outcomes.open())} {why}</td>
    }
    .into_any()
}

/// How many, and under it how much.
fn sum(sum: Sum) -> impl IntoView {
    let amount = (sum.count > 0).then(|| {
        view! { <span class="amount quiet wide-only">{Spoken(sum.amount).to_string()}</span> }
    });
    view! { {grouped(sum.count)} {amount} }
}
