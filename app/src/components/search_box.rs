//! The one box to paste an id into.

use crate::components::recent_list::RecentList;
use crate::paths;
use crate::ui::icon::{Glyph, Icon};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// The box that the keys lead to.
pub const MAIN_BOX: &str = "search";

/// A plain form, so that it works before and without JavaScript.
#[component]
pub fn SearchBox(
    #[prop(optional, into)] typed: String,
    /// The box of the frame: below it appears whom one opened lately.
    #[prop(optional)]
    is_main: bool,
    #[prop(default = MAIN_BOX)] id: &'static str,
) -> impl IntoView {
    let text = RwSignal::new(typed.clone());
    // Two boxes on one page need two names.
    let label = if is_main {
        "From every page"
    } else {
        "Find by id"
    };
    // A result id is found on its user's page only.
    let path = use_location().pathname;
    let user = move || {
        let path = path.read();
        let segment = path.strip_prefix(paths::USERS)?.split('/').next()?;
        Some(paths::from_segment(segment))
    };
    view! {
        <form class="search" role="search" aria-label=label method="get" action=paths::SEARCH>
            <label class="sr-only" for=id>"Any id"</label>
            <Icon glyph=Glyph::Search />
            <input
                id=id
                type="search"
                name="q"
                value=typed
                placeholder="Paste the id of a user, float, rulebook or check"
                autocomplete="off"
                spellcheck="false"
                autocapitalize="off"
                on:input=move |event| text.set(event_target_value(&event))
            />
            <kbd class="needs-js" aria-hidden="true">{is_main.then_some("/")}</kbd>
            {move || user().map(|user| view! { <input type="hidden" name="user" value=user /> })}
            {is_main.then(|| view! { <RecentList text /> })}
        </form>
    }
}
