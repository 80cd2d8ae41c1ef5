//! Whom one opened lately, below the search box while that has the focus.

use crate::api::recent_users::list_recent_users;
use crate::paths;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

/// Asked for when the box is entered, and again after another page: a page that nobody searches
/// from costs nothing.
#[component]
pub fn RecentList(text: RwSignal<String>) -> impl IntoView {
    let recent = Action::new(|(): &()| list_recent_users());
    let path = use_location().pathname;
    let asked_on = StoredValue::new(None::<String>);
    let node = NodeRef::<leptos::html::Div>::new();
    Effect::new(move || {
        let handle = window_event_listener(leptos::ev::focusin, move |_| {
            let is_inside = node.get_untracked().is_some_and(|list| {
                let form = list.parent_element();
                form.is_some_and(|form| form.contains(document().active_element().as_deref()))
            });
            let here = Some(path.get_untracked());
            if is_inside && asked_on.get_value() != here {
                asked_on.set_value(here);
                recent.dispatch(());
            }
        });
        on_cleanup(move || handle.remove());
    });
    let links = move || {
        let wanted = text.read().trim().to_lowercase();
        let users = recent.value().get().and_then(Result::ok)?.users;
        let links: Vec<_> = users
            .into_iter()
            .filter(|recent| recent.user_id.as_str().to_lowercase().contains(&wanted))
            .map(|recent| {
                let href = paths::user(&recent.user_id);
                view! { <li><A href attr:class="id palette-link" attr:tabindex="-1">{recent.user_id.to_string()}</A></li> }
            })
            .collect();
        (!links.is_empty()).then(|| {
            view! {
                <p class="label">"Opened lately"</p>
                <ul>{links}</ul>
            }
        })
    };
    view! {
        <div node_ref=node class="palette">
            {links}
            <p class="quiet">
                <kbd>"Enter"</kbd> " looks the id up, " <kbd>"\u{2193}"</kbd> " goes through the list. Outside a field, " <kbd>"?"</kbd> " lists all keys."
            </p>
        </div>
    }
}
