//! `/rulebooks/{id}/edit` and `/new-rulebook`: the form. It leads to a preview; nothing is published
//! from here.

use super::editor::RulebookEditor;
use super::rulebook::named;
use crate::api::drafts::{DraftForm, read_draft_form};
use crate::components::drift::DriftNotice;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::page_title::{PageTitle, TitleOf};
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

#[component]
pub fn EditRulebook() -> impl IntoView {
    let (id, query) = (named(), use_location().search);
    let proposal = Memo::new(move |_| paths::from_query(&query.read(), "proposal"));
    let form = resource(
        move || (id.get(), proposal.get()),
        |(id, proposal)| read_draft_form(Some(id), None, proposal),
    );
    view! {
        <TitleOf id=id words=|id| format!("Edit {id}") />
        <h1>"Edit " <span class="id">{move || id.get()}</span></h1>
        <Suspense fallback=|| view! { <Skeleton lines=20 /> }>
            {move || Suspend::new(async move {
                match form.await {
                    Ok(form) => view! { <WithDrift form /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
pub fn NewRulebook() -> impl IntoView {
    let query = use_location().search;
    let copied = Memo::new(move |_| paths::from_query(&query.read(), "copy-of"));
    let form = resource(
        move || copied.get(),
        |copied| read_draft_form(None, copied, None),
    );
    view! {
        <PageTitle text="New rulebook" />
        <h1>"New rulebook"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=20 /> }>
            {move || Suspend::new(async move {
                match form.await {
                    Ok(form) => view! { <WithDrift form /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn WithDrift(form: DraftForm) -> impl IntoView {
    let drift = form.drift.clone();
    view! {
        {drift.map(|drift| view! { <DriftNotice drift /> })}
        <RulebookEditor form />
    }
}
