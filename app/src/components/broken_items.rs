//! Items that could not be read, each with what is wrong with it.

use crate::components::me::Me;
use crate::components::user_header::use_user_id;
use crate::paths;
use crate::ui::badge::{Meaning, Shape};
use domain::id::UserId;
use domain::item::{BrokenItem, Problem};
use domain::role::OpenRawItems;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub fn BrokenItems(broken: Vec<BrokenItem>, notices: Vec<Problem>) -> impl IntoView {
    if broken.is_empty() && notices.is_empty() {
        return ().into_any();
    }
    let raw = (!broken.is_empty()).then(|| view! { <RawLink /> });
    let broken = broken
        .into_iter()
        .map(|item| {
            view! {
                <li>
                    <code>{item.key.to_string()}</code> " in " {item.key.table.clone()} " cannot be read:"
                    <ul>{item.problems.iter().map(|problem| view! { <li>{problem.to_string()}</li> }).collect_view()}</ul>
                </li>
            }
        })
        .collect_view();
    let notices = notices
        .into_iter()
        .map(|notice| view! { <li>{notice.to_string()}</li> })
        .collect_view();
    view! {
        <section class="panel alert attention" aria-label="Stored data that needs attention">
            <h2><Shape meaning=Meaning::Attention size=16 /> "Stored data that needs attention"</h2>
            <ul>{broken} {notices}</ul>
            {raw}
        </section>
    }
    .into_any()
}

/// On a page of a user, the way to everything as it is stored, for whoever may go it.
#[component]
fn RawLink() -> impl IntoView {
    let user = UserId::new(use_user_id().get_untracked());
    if user.as_str().is_empty() {
        return ().into_any();
    }
    let (me, href) = (use_context::<Me>(), paths::raw_items(&user));
    let link = move || {
        let href = href.clone();
        Suspend::new(async move {
            let staff = me?.staff().await?;
            staff
                .may::<OpenRawItems>()
                .then(|| view! { <p><A href>"Open what is stored, as it is"</A></p> })
        })
    };
    view! { <Suspense>{link}</Suspense> }.into_any()
}
