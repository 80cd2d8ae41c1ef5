//! The one box to paste an id into.

use crate::paths;
use crate::ui::icon::{Glyph, Icon};
use leptos::html::Input;
use leptos::prelude::*;

/// A plain form, so that it works before and without JavaScript.
#[component]
pub fn SearchBox(
    #[prop(optional, into)] typed: String,
    /// Takes the focus on `/` and Ctrl-K from anywhere on the page.
    #[prop(optional)]
    takes_shortcuts: bool,
    #[prop(default = "search")] id: &'static str,
) -> impl IntoView {
    let input = NodeRef::<Input>::new();
    // Two boxes on one page need two names.
    let label = if takes_shortcuts {
        "From every page"
    } else {
        "Find a user"
    };
    if takes_shortcuts {
        focus_on_shortcut(input);
    }
    view! {
        <form class="search" role="search" aria-label=label method="get" action=paths::SEARCH>
            <label class="sr-only" for=id>"User id"</label>
            <Icon glyph=Glyph::Search />
            <input
                node_ref=input
                id=id
                type="search"
                name="q"
                value=typed
                placeholder="Paste a user id"
                autocomplete="off"
                spellcheck="false"
                autocapitalize="off"
            />
            <kbd class="needs-js" aria-hidden="true">{takes_shortcuts.then_some("/")}</kbd>
        </form>
    }
}

fn focus_on_shortcut(input: NodeRef<Input>) {
    Effect::new(move || {
        let handle = window_event_listener(leptos::ev::keydown, move |event| {
            let typing = document().active_element().is_some_and(|element| {
                ["INPUT", "TEXTAREA", "SELECT"].contains(&element.tag_name().as_str())
            });
            let slash = event.key() == "/" && !typing && !event.ctrl_key() && !event.meta_key();
            let palette = event.key() == "k" && (event.ctrl_key() || event.meta_key());
            if let (true, Some(input)) = (slash || palette, input.get_untracked()) {
                event.prevent_default();
                // Focusing an element that is on the page does not fail.
                let _ = input.focus();
                input.select();
            }
        });
        on_cleanup(move || handle.remove());
    });
}
