//! What a page does without, since its table is away.

use leptos::prelude::*;

#[component]
pub fn Missing(
    /// As people would say it.
    what: Vec<String>,
) -> impl IntoView {
    what.into_iter()
        .map(|what| view! { <p class="problem">{format!("{what} cannot be read at the moment; the rest of this page is current.")}</p> })
        .collect_view()
}
