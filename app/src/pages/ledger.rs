//! `/evaluations`: every decision on every user, newest first.

mod controls;
mod lines;
mod views;

use crate::api::ledger::{Counts, LedgerPage, Reach, read_ledger};
use crate::api::saved_views::{ForgetView, SaveView};
use crate::components::export_links::ExportLinks;
use crate::components::ledger_notice::LedgerNotice;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::filter_field::FilterChips;
use crate::ui::kept_form::last_done;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use controls::{Days, FilterForm, KnownRulebooks};
use domain::instant::Instant;
use domain::ledger_list::{FilteredCount, MOST_COUNTED_DAYS};
use domain::money::grouped;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;
use lines::Lines;
use views::Views;

#[component]
pub fn Ledger() -> impl IntoView {
    let query = use_location().search;
    let (save, forget) = (
        ServerAction::<SaveView>::new(),
        ServerAction::<ForgetView>::new(),
    );
    let done = (last_done(save), last_done(forget));
    let page = resource(
        move || (query.get(), done.0.get(), done.1.get()),
        |(query, ..)| read_ledger(query),
    );
    view! {
        <PageTitle text="Evaluations" />
        <h1>"Evaluations"</h1>
        {move || view! { <FilterForm query=query.get() /> }}
        <Suspense fallback=|| view! { <Skeleton lines=18 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => {
                        let after = paths::from_query(&query.get_untracked(), "after");
                        let is_first = after.is_none_or(|after| after.is_empty());
                        view! { <Content page is_first save forget /> }.into_any()
                    }
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Content(
    page: LedgerPage,
    /// Whether it begins with the newest.
    is_first: bool,
    save: ServerAction<SaveView>,
    forget: ServerAction<ForgetView>,
) -> impl IntoView {
    let chips = page
        .view
        .filter
        .address()
        .into_iter()
        .map(|(name, value)| {
            let without = page.view.with(page.view.filter.without(name));
            (name, value, paths::ledger(&without, None))
        })
        .collect();
    let how_far = how_far(&page);
    let is_over = page.next.is_none();
    let (now, view) = (page.now, page.view);
    let word = if page.lines.is_empty() {
        "Look further back"
    } else {
        "Older decisions"
    };
    let older = page.next.map(|next| {
        let href = paths::ledger(&view, Some(&next));
        view! { <A href attr:class="more">{word}</A> }
    });
    let table = if page.lines.is_empty() {
        view! { <Nothing is_empty=page.is_empty is_first is_over /> }.into_any()
    } else {
        view! { <Lines lines=page.lines view=view.clone() now /> }.into_any()
    };
    view! {
        <KnownRulebooks rulebooks=page.rulebooks />
        <Views views=page.views view=view.clone() save forget />
        <FilterChips parts=chips />
        <Days view=view.clone() today=now.day() />
        <LedgerNotice said=page.notice />
        <section class="panel" aria-label="Evaluations">
            <CountLine counts=page.counts />
            {table}
            <p class="list-foot">
                <span>{how_far}</span>
                {older}
                <ExportLinks
                    csv=paths::ledger_export(&view, "csv")
                    json_lines=paths::ledger_export(&view, "jsonl")
                />
            </p>
        </section>
    }
}

fn how_far(page: &LedgerPage) -> String {
    let (shown, looked_at) = (page.lines.len(), grouped(page.looked_at));
    match (page.back_to, &page.next) {
        (Some(at), Some(_)) => format!("{shown} shown; looked at {looked_at}, back to {at}."),
        _ => format!("{shown} shown; looked at {looked_at}, to the end of these days."),
    }
}

/// Why there is no line.
#[component]
fn Nothing(is_empty: bool, is_first: bool, is_over: bool) -> impl IntoView {
    if is_empty {
        return view! {
            <p class="empty">
                "The ledger has no decision yet. It is filled from the stored evaluations in the background; "
                <A href=paths::SYSTEM>"System"</A>
                " says how far that is."
            </p>
        }
        .into_any();
    }
    let why = match (is_over, is_first) {
        (true, true) => "No decision in the ledger fits this filter.",
        // The page before may have ended with the last of them.
        (true, false) => "There are no older ones.",
        (false, _) => "No decision fits so far; there are older ones to look at.",
    };
    view! { <p class="empty">{why}</p> }.into_any()
}

/// How many decisions the filter admits, in words.
#[component]
fn CountLine(counts: Counts) -> impl IntoView {
    match counts {
        Counts::Of(days, counts) => {
            let when = if days.from == days.to {
                format!("On {}", days.from)
            } else {
                format!("From {} to {}", days.from, days.to)
            };
            view! { <p class="lead">{format!("{when}: {}.", counted(counts))}</p> }.into_any()
        }
        Counts::Looked(counts, reach) => {
            let counts = counted(counts);
            let back = |at: Option<Instant>| at.map_or(String::new(), |at| format!(", back to {at}"));
            let said = match reach {
                Reach::All => format!("To the end of these days: {counts}."),
                Reach::SoFar(at) => format!("So far{}: {counts}. The export goes to the end.", back(at)),
                Reach::Page(at) => format!("From where this page begins{}: {counts}. The export has all.", back(at)),
            };
            view! { <p class="lead">{said}</p> }.into_any()
        }
        Counts::TooManyDays => view! {
            <p class="quiet">{format!("Up to {MOST_COUNTED_DAYS} days are counted; choose fewer for the numbers.")}</p>
        }
        .into_any(),
    }
}

fn counted(counts: Vec<FilteredCount>) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let words: Vec<_> = counts.iter().map(FilteredCount::describe).collect();
    words.join("; ")
}
