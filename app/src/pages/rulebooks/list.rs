//! `/rulebooks`: what decides, in the order in which it does; with `?at=` as it was at a moment.

use crate::api::rulebooks::{Changed, RulebookRow, RulebooksPage, read_rulebooks};
use crate::components::being_summarized::BeingSummarized;
use crate::components::broken_items::BrokenItems;
use crate::components::drift::DriftNotice;
use crate::components::past_notice::PastNotice;
use crate::components::unreadable_rulebooks::UnreadableRulebooks;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::failure::Failure;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::rulebook::RulebookType;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

#[component]
pub fn Rulebooks() -> impl IntoView {
    let query = use_location().search;
    let at = Memo::new(move |_| paths::from_query(&query.read(), "at"));
    let page = resource(move || at.get(), read_rulebooks);
    view! {
        <PageTitle text="Rulebooks" />
        <h1>"Rulebooks"</h1>
        <form class="inline-form" method="get" action=paths::RULEBOOKS>
            <label for="at">"As they were at"</label>
            <input id="at" name="at" value=move || at.get() placeholder="2024-02-15T00:00:00Z, or a day" autocomplete="off" />
            <button class="secondary">"Show"</button>
        </form>
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Configuration page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Configuration(page: RulebooksPage) -> impl IntoView {
    let now = page.now;
    let at = page.past.as_ref().map(|past| past.at);
    let kinds = kinds(&page.rows);
    let tables = kinds
        .into_iter()
        .map(|kind| {
            let rows = page.rows.iter().filter(|row| row.rulebook.kind == kind);
            let rows: Vec<_> = rows.cloned().collect();
            view! { <TypePanel kind rows now at /> }
        })
        .collect_view();
    let empty = page
        .rows
        .is_empty()
        .then(|| view! { <p class="empty">"There are no rulebooks."</p> });
    let new = (page.may_propose && at.is_none()).then(|| {
        view! { <p><A href=paths::NEW_RULEBOOK>"New rulebook"</A> " " <span class="quiet">{format!("Room for {} KB more in a snapshot.", page.room / 1024)}</span></p> }
    });
    view! {
        {page.past.map(|past| view! { <PastNotice past now now_href=paths::RULEBOOKS.to_owned() /> })}
        {page.drift.map(|drift| view! { <DriftNotice drift /> })}
        <BrokenItems broken=page.broken notices=Vec::new() />
        <UnreadableRulebooks rulebooks=page.unreadable />
        {(!page.is_summarized).then(|| view! { <BeingSummarized /> })}
        {empty}
        {tables}
        {new}
    }
}

/// Floats and loans first, then what else is stored.
fn kinds(rows: &[RulebookRow]) -> Vec<RulebookType> {
    let mut kinds: Vec<_> = rows.iter().map(|row| row.rulebook.kind.clone()).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[component]
fn TypePanel(
    kind: RulebookType,
    rows: Vec<RulebookRow>,
    now: Instant,
    at: Option<Instant>,
) -> impl IntoView {
    let title = match &kind {
        RulebookType::Floats => "Floats".to_owned(),
        RulebookType::Loan => "Loans".to_owned(),
        RulebookType::Unknown(word) => format!("Of the type {word}"),
    };
    let has_ties = rows.iter().any(|row| !row.tied.is_empty());
    let label = format!("{title}, in evaluation order");
    let rows = rows
        .into_iter()
        .map(|row| view! { <BookRow row now at /> })
        .collect_view();
    view! {
        <Panel title>
            <div class="table-scroll" tabindex="0" role="region" aria-label=label>
                <table class="table linked">
                    <thead>
                        <tr>
                            <th scope="col" class="figure">"Priority"</th>
                            <th scope="col">"Rulebook"</th>
                            <th scope="col" class="figure">"Share"</th>
                            <th scope="col">"On a match"</th>
                            <th scope="col" class="wide-only">"A/B group"</th>
                            <th scope="col" class="wide-only">"Rules"</th>
                            <th scope="col" class="wide-only">"Last changed"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="table-note">
                "The highest priority is evaluated first." {has_ties.then_some(" Where two have the same, the id decides, in the order of the alphabet.")}
            </p>
        </Panel>
    }
}

#[component]
fn BookRow(row: RulebookRow, now: Instant, at: Option<Instant>) -> impl IntoView {
    let book = row.rulebook;
    let id = book.rulebook_id.to_string();
    // What it is now may be another thing, or gone.
    let href = match at {
        Some(at) => paths::rulebook_at(&book.rulebook_id, at),
        None => paths::rulebook(&book.rulebook_id),
    };
    let share = match book.apply_to {
        Some(share) if share.is_valid() => share.to_string().into_any(),
        Some(share) => {
            view! { <Badge meaning=Meaning::Attention text=share.to_string() /> }.into_any()
        }
        None => view! { <span class="quiet">"not recorded"</span> }.into_any(),
    };
    let ends = match book.superseding {
        Some(true) => "ends the evaluation",
        Some(false) => "goes on",
        None => "not recorded",
    };
    let count = row.rules.len();
    view! {
        <tr>
            <td class="figure">{book.priority} {(!row.tied.is_empty()).then(|| view! { <Tie tied=row.tied /> })}</td>
            <th scope="row"><A href attr:class="id row-link">{id}</A> " " <span class="quiet book-name">{book.rulebook_name}</span></th>
            <td class="figure">{share}</td>
            <td>{ends}</td>
            <td class="wide-only">{book.ab_group.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="wide-only" title=row.rules.join(", ")>{format!("{count} {}", if count == 1 { "rule" } else { "rules" })}</td>
            <td class="wide-only">
                {row.changed.map(|changed| view! { <LastChange changed now /> })}
                {row.unchanged_since.map(|at| view! { "before " <time datetime=at.stored() title=at.to_string()>{at.relative_to(now)}</time> })}
            </td>
        </tr>
    }
}

#[component]
fn Tie(tied: Vec<RulebookId>) -> impl IntoView {
    let names: Vec<_> = tied.iter().map(ToString::to_string).collect();
    let title = format!("The same priority as {}", names.join(", "));
    view! { <span class="badge attention" title=title>"tie"</span> }
}

#[component]
fn LastChange(changed: Changed, now: Instant) -> impl IntoView {
    view! {
        <time datetime=changed.at.stored() title=changed.at.to_string()>{changed.at.relative_to(now)}</time>
        {format!(" by {}", changed.by)}
    }
}
