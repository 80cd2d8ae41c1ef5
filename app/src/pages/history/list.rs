//! `/history`: every change of the rulebooks, newest first.

use crate::api::history::{HistoryFilter, HistoryPage, read_history};
use crate::components::credit::CreditLines;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::Skeleton;
use crate::ui::pick_two::{PickButton, PickCell, PickHead, Picked};
use crate::wire::resource;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::rulebook_update::UpdateSummary;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

#[component]
pub fn History() -> impl IntoView {
    let query = use_location().search;
    let of = move |name| paths::from_query(&query.read(), name).unwrap_or_default();
    let filter = Memo::new(move |_| HistoryFilter {
        person: of("person"),
        rulebook: of("rulebook"),
        from: of("from"),
        to: of("to"),
    });
    let after = Memo::new(move |_| Some(of("after")).filter(|after| !after.is_empty()));
    let page = resource(
        move || (filter.get(), after.get()),
        |(filter, after)| read_history(filter, after),
    );
    view! {
        <PageTitle text="History" />
        <h1>"History of the rulebooks"</h1>
        <Picked what="changes" compare=|newer: &str, older: &str| paths::update_beside(&UpdateId::new(newer), &UpdateId::new(older)) />
        {move || view! { <FilterForm filter=filter.get() /> }}
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Updates page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn FilterForm(filter: HistoryFilter) -> impl IntoView {
    let field = |name: &'static str, label: &'static str, value: String| {
        view! {
            <label for=name>{label}</label>
            <input id=name name=name value=value autocomplete="off" spellcheck="false" />
        }
    };
    view! {
        <form class="inline-form" method="get" action=paths::HISTORY>
            {field("person", "By", filter.person)}
            {field("rulebook", "Rulebook", filter.rulebook)}
            {field("from", "From day", filter.from)}
            {field("to", "To day", filter.to)}
            <button class="secondary">"Show"</button>
        </form>
    }
}

#[component]
fn Updates(page: HistoryPage) -> impl IntoView {
    let HistoryPage {
        now,
        filter,
        updates,
        next,
        looked_back_to,
        has_gap,
    } = page;
    let gap = has_gap.then(|| view! { <p class="notice-line" role="status">"Some changes are still being summarized. Reload in a minute."</p> });
    let is_filtered = filter != HistoryFilter::default();
    let looked = looked_back_to
        .map(|at| view! { <p class="table-note">{format!("Looked back to {at}.")}</p> });
    let all = is_filtered.then(|| view! { <p><A href=paths::HISTORY>"All changes"</A></p> });
    let older = next.map(
        |next| view! { <p><A href=paths::history(&filter, Some(&next))>"Older changes"</A></p> },
    );
    if updates.is_empty() {
        return view! { <p class="empty">"No change is on record here."</p> {gap} {looked} {all} {older} }.into_any();
    }
    // Whoever ticks too few or too many comes back to the same list.
    let kept = filter
        .address()
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect_view();
    let rows = updates
        .into_iter()
        .map(|update| view! { <UpdateRow update now /> })
        .collect_view();
    view! {
        {gap}
        <section class="panel" aria-label="Changes">
            <form method="get" action=paths::HISTORY>
                {kept}
                <div class="table-scroll" tabindex="0" role="region" aria-label="Changes of the rulebooks, newest first">
                <table class="table linked">
                    <thead>
                        <tr>
                            <PickHead />
                            <th scope="col">"When"</th>
                            <th scope="col">"Who"</th>
                            <th scope="col">"What changed"</th>
                            <th scope="col" class="wide-only">"Reasons"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
                </div>
                <PickButton />
            </form>
            {looked} {all} {older}
        </section>
    }
    .into_any()
}

#[component]
fn UpdateRow(update: UpdateSummary, now: Instant) -> impl IntoView {
    let credit = update.credit();
    let UpdateSummary { id, at, line, .. } = update;
    view! {
        <tr>
            <PickCell value=id.to_string() of=format!("the change of {at}") />
            <td><Moment at now /></td>
            <td>{credit.label()}</td>
            <td><UpdateLink id line /></td>
            <td class="wide-only"><CreditLines credit /></td>
        </tr>
    }
}

#[component]
fn UpdateLink(id: UpdateId, line: String) -> impl IntoView {
    view! { <A href=paths::update(&id) attr:class="row-link">{line}</A> }
}
