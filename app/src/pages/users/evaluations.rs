//! `/users/{user_id}/evaluations`: every decision on a user, newest first.

mod filter_form;
mod lines;

use crate::api::evaluations::{EvaluationsPage, list_evaluations};
use crate::components::broken_items::BrokenItems;
use crate::components::export_links::ExportLinks;
use crate::components::user_header::{UserHeader, use_user_id};
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::filter_field::FilterChips;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::ui::pick_two::Picked;
use crate::wire::resource;
use domain::id::{ResultId, UserId};
use filter_form::FilterForm;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;
use lines::Lines;

#[component]
pub fn Evaluations() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let page = resource(
        move || (user_id.get(), query.get()),
        |(user_id, query)| list_evaluations(user_id, query),
    );
    let compare = move |newer: &str, older: &str| {
        let user = UserId::new(user_id.get_untracked());
        paths::comparison(&user, &ResultId::new(newer), &ResultId::new(older), false)
    };
    view! {
        <TitleOf id=user_id words=|id| format!("Evaluations of {id}") />
        <UserHeader user_id />
        <Picked what="evaluations" compare />
        {move || view! { <FilterForm user=UserId::new(user_id.get()) query=query.get() /> }}
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <List page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn List(page: EvaluationsPage) -> impl IntoView {
    let EvaluationsPage {
        user_id,
        now,
        filter,
        lines,
        next,
        looked_at,
        back_to,
        broken,
    } = page;
    let shown = lines.len();
    let how_far = match (back_to, &next) {
        (Some(at), Some(_)) => format!("{shown} shown; looked at {looked_at}, back to {at}."),
        _ => format!("{shown} shown; looked at {looked_at}, to the end of what is stored."),
    };
    let older = next.map(|next| {
        let href = paths::evaluations(&user_id, &filter, Some(&next));
        let word = if shown == 0 {
            "Look further back"
        } else {
            "Older evaluations"
        };
        view! { <A href attr:class="more">{word}</A> }
    });
    let export = view! {
        <ExportLinks
            csv=paths::evaluations_export(&user_id, &filter, "csv")
            json_lines=paths::evaluations_export(&user_id, &filter, "jsonl")
        />
    };
    let is_filtered = !filter.is_empty();
    let chips = filter
        .address()
        .into_iter()
        .map(|(name, value)| {
            let href = paths::evaluations(&user_id, &filter.without(name), None);
            (name, value, href)
        })
        .collect();
    let table = if lines.is_empty() {
        let why = match (is_filtered, older.is_some()) {
            (true, true) => "No evaluation fits so far; there are older ones to look at.",
            (true, false) => "No stored evaluation fits this filter.",
            (false, _) => {
                "No evaluation is stored. Evaluations are kept for 32 days, those on which something was taken for good."
            }
        };
        view! { <p class="empty">{why}</p> }.into_any()
    } else {
        view! { <Lines user=user_id.clone() lines now filter=filter.clone() /> }.into_any()
    };
    view! {
        <BrokenItems broken notices=Vec::new() />
        <FilterChips parts=chips />
        <section class="panel" aria-label="Evaluations">
            {table}
            <p class="list-foot"><span>{how_far}</span> {older} {export}</p>
        </section>
    }
}
