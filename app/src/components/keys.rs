//! The keys that work on every page, and the list of them.

use leptos::html::Dialog;
use leptos::prelude::*;

/// What `?` lists.
const KEYS: [(&str, &str); 6] = [
    ("/ or Ctrl-K", "search by any id"),
    (
        "\u{2193} \u{2191}",
        "in the search box: go through what can be done and opened",
    ),
    ("j k", "go to the next or the one before in a list"),
    ("Enter", "open it"),
    ("Esc", "close, or leave the search box"),
    ("?", "this list"),
];

#[component]
pub fn Keys() -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        let handle = window_event_listener(leptos::ev::keydown, move |event| {
            if pressed::press(&event, dialog) {
                event.prevent_default();
            }
        });
        on_cleanup(move || handle.remove());
    });
    let rows = KEYS
        .map(|(key, what)| view! { <div><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div> })
        .collect_view();
    view! {
        <dialog node_ref=dialog class="panel keys" aria-label="Keys">
            <h2>"Keys"</h2>
            <dl>{rows}</dl>
            <form method="dialog"><button class="secondary">"Close"</button></form>
        </dialog>
    }
}

#[cfg(feature = "hydrate")]
mod pressed {
    use crate::components::search_box::MAIN_BOX;
    use leptos::ev::KeyboardEvent;
    use leptos::html::Dialog;
    use leptos::prelude::*;
    use leptos::wasm_bindgen::JsCast;
    use leptos::web_sys::{Element, HtmlElement, HtmlInputElement};

    /// What `j` and `k` go through.
    const ROWS: &str = "main .row-link, main [data-row]";
    /// What the arrow keys go through.
    const CHOICES: &str = "#search, .palette-link";

    /// Does what a key stands for; says whether it stood for anything.
    pub(super) fn press(event: &KeyboardEvent, dialog: NodeRef<Dialog>) -> bool {
        let active = document().active_element();
        let is_in = |tags: &[&str]| {
            active
                .as_ref()
                .is_some_and(|element| tags.contains(&element.tag_name().as_str()))
        };
        let is_typing = is_in(&["INPUT", "TEXTAREA", "SELECT"]);
        let is_searching = active
            .as_ref()
            .is_some_and(|element| element.closest(".top-bar .search").ok().flatten().is_some());
        let is_plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
        match event.key().as_str() {
            "k" if event.ctrl_key() || event.meta_key() => search(),
            "Escape" if is_searching => active.and_then(html).is_some_and(|it| it.blur().is_ok()),
            "ArrowDown" if is_searching => step(CHOICES, active, 1),
            "ArrowUp" if is_searching => step(CHOICES, active, -1),
            _ if is_typing || !is_plain => false,
            "/" => search(),
            "?" => dialog
                .get_untracked()
                .is_some_and(|dialog| dialog.show_modal().is_ok()),
            "j" => step(ROWS, active, 1),
            "k" => step(ROWS, active, -1),
            _ => false,
        }
    }

    fn html(element: Element) -> Option<HtmlElement> {
        element.dyn_into().ok()
    }

    fn search() -> bool {
        let input = document().get_element_by_id(MAIN_BOX);
        let input = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
        input.is_some_and(|input| {
            input.select();
            input.focus().is_ok()
        })
    }

    /// Moves the focus within a list; from outside it, to the first.
    fn step(list: &str, from: Option<Element>, by: i64) -> bool {
        let Ok(found) = document().query_selector_all(list) else {
            return false;
        };
        let visible: Vec<_> = (0..found.length())
            .filter_map(|index| found.item(index)?.dyn_into::<HtmlElement>().ok())
            .filter(|element| element.offset_parent().is_some())
            .collect();
        let here = from.and_then(|from| {
            visible
                .iter()
                .position(|element| element.is_same_node(Some(&from)))
        });
        let next = match here {
            Some(here) => i64::try_from(here).unwrap_or_default() + by,
            None => 0,
        };
        usize::try_from(next)
            .ok()
            .and_then(|next| visible.get(next))
            .is_some_and(|element| element.focus().is_ok())
    }
}
