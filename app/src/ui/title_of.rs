//! The title of a page about one thing.

use leptos::prelude::*;
use leptos_meta::Title;

/// Says in `words` whose page it is.
#[component]
pub fn TitleOf(id: Memo<String>, words: fn(&str) -> String) -> impl IntoView {
    // Held on its own and worked out at once: the server writes the head when the page, and what it
    // kept, may be gone already.
    let id = ArcMemo::from(id);
    id.with_untracked(|_| ());
    view! { <Title text=move || words(&id.get()) /> }
}
