//! What needs attention, on the start page.

use crate::api::notices::{Notice, NoticeList, list_notices};
use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use crate::wire::resource;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn Notices() -> impl IntoView {
    let notices = resource(|| (), |()| list_notices());
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match notices.await {
                    Ok(notices) => view! { <NoticePanel notices /> }.into_any(),
                    // The search works without it, so this is no failure of the page.
                    Err(_) => view! { <p class="empty">"What needs attention cannot be read at the moment."</p> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn NoticePanel(notices: NoticeList) -> impl IntoView {
    let NoticeList {
        unreviewed,
        open,
        drift,
        may_open,
    } = notices;
    if unreviewed.is_empty() && open.is_empty() && drift.is_none() {
        return ().into_any();
    }
    let line = move |notice: Notice, what: &'static str| {
        let link = move |line: String| {
            if may_open {
                view! { <A href=paths::proposal(&notice.proposal)>{line}</A> }.into_any()
            } else {
                line.into_any()
            }
        };
        view! { <li>{format!("{what} by {}: ", notice.by)} {link(notice.line)}</li> }
    };
    let unreviewed = unreviewed
        .into_iter()
        .map(|it| line(it, "Published without review"))
        .collect_view();
    let open = open
        .into_iter()
        .map(|it| line(it, "To be reviewed, proposed"))
        .collect_view();
    let drift = drift.map(|drift| {
        view! { <li>"Rulebooks differ from the record: " <A href=paths::RULEBOOKS>{drift}</A></li> }
    });
    view! {
        <section class="panel alert attention" aria-label="What needs attention">
            <h2><Shape meaning=Meaning::Attention size=16 /> "What needs attention"</h2>
            <ul>{unreviewed} {drift} {open}</ul>
        </section>
    }
    .into_any()
}
