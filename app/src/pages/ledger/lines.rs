//! The decisions, each leading to its drill-down, or to what is kept once the original is gone.

use crate::components::outcome_badge::{OutcomeBadge, status_in_words};
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use domain::evaluation_list::Outcome;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::ledger_list::{Column, LedgerLine, LedgerView, ListedEntry};
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Lines(lines: Vec<ListedEntry>, view: LedgerView, now: Instant) -> impl IntoView {
    let shown: Vec<_> = Column::ALL
        .into_iter()
        .filter(|column| view.shows(*column))
        .collect();
    let heads = shown
        .iter()
        .map(|column| view! { <th scope="col" class=class(*column)>{column.title()}</th> })
        .collect_view();
    let rows = lines
        .into_iter()
        .map(|line| match line {
            Ok(line) => row(&line, &shown, now).into_any(),
            Err(broken) => broken_row(&broken, shown.len()).into_any(),
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Decisions, newest first">
            <table class="table linked ledger">
                <thead>
                    <tr>
                        <th scope="col">"When"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// On a phone the user and the outcomes stay.
fn class(column: Column) -> &'static str {
    match column {
        Column::User | Column::Float | Column::Loan => "",
        Column::Rulebook
        | Column::Status
        | Column::Account
        | Column::Snapshot
        | Column::Original => "wide-only",
    }
}

fn row(line: &LedgerLine, shown: &[Column], now: Instant) -> impl IntoView + use<> {
    let href = paths::evaluation(&line.user_id, &line.result_id);
    let cells = shown
        .iter()
        .map(|column| {
            let (class, title) = (class(*column), column.title());
            view! { <td class=class data-column=title>{cell(line, *column, now)}</td> }
        })
        .collect_view();
    let at = line.created.to_string();
    let ago = format!("({})", line.created.relative_to(now));
    view! {
        <tr>
            <th scope="row">
                <A href attr:class="row-link">{at}</A>
                " "
                <span class="quiet wide-only">{ago}</span>
            </th>
            {cells}
        </tr>
    }
}

fn cell(line: &LedgerLine, column: Column, now: Instant) -> AnyView {
    let outcomes: Vec<&Outcome> = [&line.float, &line.loan].into_iter().flatten().collect();
    match column {
        Column::User => {
            let (href, id) = (paths::user(&line.user_id), line.user_id.to_string());
            let whole = id.clone();
            view! { <A href attr:class="id above-row one-line" attr:title=whole>{id}</A> }.into_any()
        }
        Column::Float => view! { <OutcomeBadge outcome=line.float.clone() /> }.into_any(),
        Column::Loan => view! { <OutcomeBadge outcome=line.loan.clone() /> }.into_any(),
        Column::Rulebook => {
            let deciding = outcomes.iter().filter_map(|one| one.deciding_rulebook.as_ref());
            let deciding: Vec<_> = deciding.map(ToString::to_string).collect();
            view! { <span class="id">{joined(deciding, ", ")}</span> }.into_any()
        }
        Column::Status => {
            let statuses = outcomes.iter().map(|one| status_in_words(&one.status));
            joined(statuses.collect(), "; ").into_any()
        }
        Column::Account => view! {
            <span class="id">{line.account_id.to_string()}</span> " " <span class="quiet sub">{line.item_id.to_string()}</span>
        }
        .into_any(),
        Column::Snapshot => snapshot(line.snapshot.as_ref()),
        Column::Original => original(line.expires, now),
    }
}

fn joined(mut words: Vec<String>, separator: &str) -> String {
    words.dedup();
    words.join(separator)
}

fn snapshot(id: Option<&UpdateId>) -> AnyView {
    match id {
        Some(id) => {
            let href = paths::update(id);
            let said = id.in_words();
            view! { <A href attr:class="above-row">{said}</A> }.into_any()
        }
        None => view! { <span class="quiet">"not recorded"</span> }.into_any(),
    }
}

fn original(expires: Option<Instant>, now: Instant) -> AnyView {
    match expires {
        Some(at) if at <= now => {
            view! { <Badge meaning=Meaning::Ended text="Expired; this is kept" /> }.into_any()
        }
        Some(at) => format!("stored until {}", at.day()).into_any(),
        None => "stored without an end".into_any(),
    }
}

fn broken_row(broken: &BrokenItem, columns: usize) -> impl IntoView + use<> {
    let said = format!(" {}: {broken}", broken.key);
    view! {
        <tr>
            <td colspan=(columns + 1).to_string()>
                <Badge meaning=Meaning::Attention text="Cannot be read" />
                {said}
            </td>
        </tr>
    }
}
