//! `/users/{user_id}/timeline`: what happened, newest first; with `?at=` what counted at an instant.

mod entries;
mod profile_at;

use crate::api::timeline::{read_profile_at, read_timeline};
use crate::components::user_header::{UserHeader, use_user_id};
use crate::paths::{self, TimelinePart};
use crate::ui::failure::Failure;
use crate::ui::page_title::TitleOf;
use crate::ui::panel::Skeleton;
use crate::wire::resource;
use domain::id::UserId;
use domain::instant::Instant;
use domain::timeline::Kind;
use entries::Entries;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use profile_at::ProfileAtPanel;

#[component]
pub fn Timeline() -> impl IntoView {
    let user_id = use_user_id();
    let query = use_location().search;
    let of = move |name: &'static str| {
        Memo::new(move |_| paths::from_query(&query.read(), name).filter(|it| !it.is_empty()))
    };
    let (kind, before, at, open) = (of("kind"), of("before"), of("at"), of("open"));
    let page = resource(
        move || (user_id.get(), kind.get(), before.get()),
        |(user_id, kind, before)| read_timeline(user_id, kind, before),
    );
    let profile = resource(
        move || (user_id.get(), at.get()),
        |(user_id, at)| async move {
            match at {
                Some(at) => read_profile_at(user_id, at).await.map(Some),
                None => Ok(None),
            }
        },
    );
    // What a link on this page keeps of where one is.
    let here = move || TimelinePart {
        kind: kind.read().as_deref().and_then(Kind::from_word),
        before: before.read().as_deref().and_then(Instant::parse),
        at: at.read().as_deref().and_then(Instant::parse),
        open: None,
    };
    let opened = move || open.read().as_deref().and_then(Instant::parse);
    view! {
        <TitleOf id=user_id words=|id| format!("{id} · Timeline") />
        <UserHeader user_id />
        {move || view! { <AtForm user_id=user_id.get() kind=kind.get() at=here().at /> }}
        <Suspense fallback=|| ()>
            {move || Suspend::new(async move {
                match profile.await {
                    Ok(Some(profile)) => view! { <ProfileAtPanel profile here=here() /> }.into_any(),
                    Ok(None) => ().into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
        {move || view! { <KindLinks user=UserId::new(user_id.get()) here=here() /> }}
        <Suspense fallback=|| view! { <Skeleton lines=16 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Entries page here=here() opened=opened() is_first=true /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

/// Asks for an instant: a plain form, whose answer is an address that can be sent to a colleague.
#[component]
fn AtForm(user_id: String, kind: Option<String>, at: Option<Instant>) -> impl IntoView {
    let action = paths::user_timeline(&UserId::new(user_id));
    let value = at.map(|at| at.stored().trim_end_matches('Z').to_owned());
    view! {
        <form class="inline-form at-form" method="get" action=action>
            {kind.map(|kind| view! { <input type="hidden" name="kind" value=kind /> })}
            <label for="at">"Profile at (UTC)"</label>
            <input id="at" name="at" type="datetime-local" step="1" value=value required />
            <button class="secondary">"Show"</button>
        </form>
    }
}

/// One kind, or all of them.
#[component]
fn KindLinks(user: UserId, here: TimelinePart) -> impl IntoView {
    let link = |name: &'static str, kind: Option<Kind>| {
        let part = TimelinePart {
            kind,
            at: here.at,
            ..TimelinePart::default()
        };
        let current = (here.kind == kind).then_some("true");
        view! { <a class="chip" href=paths::timeline(&user, part) aria-current=current>{name}</a> }
    };
    let kinds = Kind::ALL
        .map(|kind| link(kind.plural(), Some(kind)))
        .collect_view();
    view! { <nav class="chips" aria-label="Kinds of events">{link("Everything", None)} {kinds}</nav> }
}
