//! The page's title. Leptos writes it into `<title>` on the server as it is, so it's escaped here; no
//! other file names Leptos's own component.

use crate::ui::text_box::escape_on_server;
use leptos::prelude::*;
use leptos::text_prop::TextProp;
use leptos_meta::Title;

/// What every title goes through, whichever page sets it.
#[component]
pub fn TitleFormat() -> impl IntoView {
    view! { <Title formatter=format_title /> }
}

fn format_title(title: String) -> String {
    escape_on_server(format!("{title} · Float Desk"))
}

#[component]
pub fn PageTitle(#[prop(into)] text: TextProp) -> impl IntoView {
    view! { <Title text /> }
}

/// The title of a page about one thing: `words` says which.
#[component]
pub fn TitleOf(id: Memo<String>, words: fn(&str) -> String) -> impl IntoView {
    // Held on its own and worked out at once: the server writes the head when the page, and what it
    // kept, may be gone already.
    let id = ArcMemo::from(id);
    id.with_untracked(|_| ());
    view! { <PageTitle text=move || words(&id.get()) /> }
}
