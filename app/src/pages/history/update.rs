//! `/history/{update}`: what one update changed; with `?compare=` any two side by side; restoring.

use crate::api::drafts::DraftRestore;
use crate::api::history::{UpdatePage, read_update};
use crate::components::credit::CreditLines;
use crate::components::diff::Diff;
use crate::components::unreadable_rulebooks::UnreadableRulebooks;
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::id::{RulebookId, UpdateId};
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::{use_location, use_params_map};

/// Until then a service may still decide by what it has cached.
const CACHE_SECONDS: i64 = 600;

#[component]
pub fn Update() -> impl IntoView {
    let (params, query) = (use_params_map(), use_location().search);
    let id =
        Memo::new(move |_| paths::from_segment(&params.read().get("update").unwrap_or_default()));
    let compare = Memo::new(move |_| paths::from_query(&query.read(), "compare"));
    let page = resource(
        move || (id.get(), compare.get()),
        |(id, compare)| read_update(id, compare),
    );
    view! {
        <PageTitle text="Change of the rulebooks" />
        <h1>"Change of the rulebooks"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Change page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Change(page: UpdatePage) -> impl IntoView {
    let (now, at) = (page.now, page.at);
    let settled = at.plus_seconds(CACHE_SECONDS);
    let caching = (now < settled).then(|| {
        view! { <p class="notice-line" role="status">{format!("In force everywhere by {settled}: services keep rulebooks for up to ten minutes.")}</p> }
    });
    let against = match (&page.against, page.is_chosen) {
        (Some(other), true) => format!("Compared with {other}"),
        (Some(_), false) => "Against the update before it".to_owned(),
        (None, _) => "There is none before it".to_owned(),
    };
    let to_newest = page
        .newest
        .clone()
        .filter(|newest| *newest != page.id)
        .map(|newest| view! { <A href=paths::update_beside(&newest, &page.id)>"What changed since then"</A> });
    let previous = page
        .previous
        .clone()
        .map(|previous| view! { <A href=paths::update(&previous)>"The update before"</A> });
    // The newest one too: others may have changed the rulebooks since, without a record.
    let restore = (page.may_propose && !page.is_chosen).then(|| {
        view! { <Restore update=page.id.clone() rulebooks=page.rulebooks.clone() gaps=page.gaps.clone() /> }
    });
    view! {
        <p><Moment at now /></p>
        <CreditLines credit=page.credit />
        {caching}
        <div class="ways">
            {previous}
            {to_newest}
            <A href=paths::rulebooks_at(at)>"The whole configuration after it"</A>
        </div>
        <UnreadableRulebooks rulebooks=page.unreadable />
        <Panel title=against><Diff diff=page.diff /></Panel>
        <CompareForm id=page.id />
        {restore}
    }
}

#[component]
fn CompareForm(id: UpdateId) -> impl IntoView {
    view! {
        <form class="inline-form" method="get" action=paths::update(&id)>
            <label for="compare">"Compare with the update"</label>
            <input id="compare" name="compare" placeholder="2024-02-10T14:30:00Z#admin-jane" autocomplete="off" spellcheck="false" />
            <button class="secondary">"Compare"</button>
        </form>
    }
}

#[component]
fn Restore(
    update: UpdateId,
    rulebooks: Vec<RulebookId>,
    gaps: Vec<(RulebookId, String)>,
) -> impl IntoView {
    let action = ServerAction::<DraftRestore>::new();
    let lacks = (!gaps.is_empty()).then(|| {
        let parts: Vec<_> = gaps.iter().map(|(id, what)| format!("{id} {what}")).collect();
        view! { <p>{format!("This snapshot is not complete ({}), so that those rulebooks can be compared but not restored.", parts.join("; "))}</p> }
    });
    let options = rulebooks
        .into_iter()
        .map(|id| {
            let id = id.to_string();
            view! { <option value=id.clone()>{id.clone()}</option> }
        })
        .collect_view();
    view! {
        <section class="panel no-print" aria-label="Go back to this">
            <h2>"Go back to this"</h2>
            {lacks}
            {move || action.value().get().and_then(Result::err).map(|error| view! { <Failure error /> })}
            <p>"Drafts the change that leads back, and shows it before anything is published."</p>
            <ActionForm action attr:class="inline-form">
                <input type="hidden" name="update" value=update.to_string() />
                <label for="restore-what">"Restore"</label>
                <select id="restore-what" name="rulebook"><option value="">"the whole configuration"</option>{options}</select>
                <button class="secondary" disabled=move || action.pending().get()>"Preview the restore"</button>
            </ActionForm>
        </section>
    }
}
