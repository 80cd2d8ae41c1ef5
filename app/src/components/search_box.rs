//! The one box to paste an id into.

use crate::components::palette::{Palette, SignedIn};
use crate::paths;
use crate::ui::icon::{Glyph, Icon};
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// The box that the keys lead to.
pub const MAIN_BOX: &str = "search";

/// A plain form, so that it works before and without JavaScript.
#[component]
pub fn SearchBox(
    #[prop(optional, into)] typed: String,
    /// For the box of the frame: below it appears what this person can choose.
    #[prop(optional)]
    staff: Option<SignedIn>,
    #[prop(default = MAIN_BOX)] id: &'static str,
) -> impl IntoView {
    let text = RwSignal::new(typed.clone());
    // Two boxes on one page need two names.
    let is_main = staff.is_some();
    let label = if is_main {
        "From every page"
    } else {
        "Find by id"
    };
    // A result id is found on its user's page only.
    let path = use_location().pathname;
    let user = Signal::derive(move || {
        let path = path.read();
        let segment = path.strip_prefix(paths::USERS)?.split('/').next()?;
        Some(UserId::new(paths::from_segment(segment)))
    });
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
            {move || user.get().map(|user| view! { <input type="hidden" name="user" value=user.to_string() /> })}
            {staff.map(|staff| view! { <Palette text staff user /> })}
        </form>
    }
}
