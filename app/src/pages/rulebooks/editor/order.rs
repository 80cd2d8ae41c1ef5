//! The order of the rules on the page.
//!
//! The list itself holds them in the order in which they were made, and what stands where is put right
//! here. Left to the list, both of two rules that change places would be taken out and put in again: the
//! focus would be lost, and a large rulebook would take two frames for it instead of one.

use super::rule_state::RuleState;
use super::state::EditorState;
use leptos::html::{Button, Ol};
use leptos::prelude::*;

/// As they were made. New ones come last in either order.
pub(super) fn as_made(state: EditorState) -> Vec<RuleState> {
    let mut rules = state.rules.get();
    rules.sort_by_key(|rule| rule.key);
    rules
}

/// Keeps the rules of a list where they belong.
pub(super) fn keep(list: NodeRef<Ol>, state: EditorState) {
    Effect::new(move || {
        let keys = state
            .rules
            .with(|rules| rules.iter().map(|rule| rule.key).collect::<Vec<_>>());
        if let Some(list) = list.get() {
            page::arrange(&list, &keys);
        }
    });
}

/// Goes along with a rule that was moved, so that it goes on moving with the same key: it stays in sight, and
/// the focus stays on this button.
pub(super) fn follow(button: NodeRef<Button>) {
    request_animation_frame(move || {
        if let Some(button) = button.get_untracked() {
            page::show(&button);
        }
    });
}

#[cfg(feature = "hydrate")]
mod page {
    use leptos::prelude::document;
    use leptos::web_sys::HtmlButtonElement;
    use std::collections::HashMap;
    use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};

    /// The attribute by which a rule is found on the page.
    const KEY: &str = "data-rule";

    /// Of two that change places the one goes that does not have the focus.
    pub(super) fn arrange(list: &Element, keys: &[u32]) {
        let focused = document().active_element();
        let has_focus = |rule: &Element| rule.contains(focused.as_deref());
        let mut rules = by_key(list);
        let mut here = list.first_element_child();
        for wanted in keys.iter().filter_map(|key| rules.remove(&key.to_string())) {
            let Some(there) = here.filter(|there| *there != wanted) else {
                here = wanted.next_element_sibling();
                continue;
            };
            let are_neighbours = there.next_element_sibling().as_ref() == Some(&wanted);
            // Moving what is on the page to another place on it does not fail.
            let _ = if are_neighbours && !has_focus(&there) {
                wanted.after_with_node_1(&there)
            } else {
                there.before_with_node_1(&wanted)
            };
            here = Some(there);
        }
    }

    fn by_key(list: &Element) -> HashMap<String, Element> {
        let rules =
            std::iter::successors(list.first_element_child(), Element::next_element_sibling);
        let keyed = |rule: Element| Some((rule.get_attribute(KEY)?, rule));
        rules.filter_map(keyed).collect()
    }

    /// Focuses a button, and scrolls to it as little as possible.
    pub(super) fn show(button: &HtmlButtonElement) {
        if document().active_element().as_ref() != Some(button) {
            // Focusing an element that is on the page does not fail.
            let _ = button.focus();
        }
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        button.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// On the server nothing ever moves.
#[cfg(not(feature = "hydrate"))]
mod page {
    use leptos::web_sys::{Element, HtmlButtonElement};

    pub(super) fn arrange(_list: &Element, _keys: &[u32]) {}

    pub(super) fn show(_button: &HtmlButtonElement) {}
}
