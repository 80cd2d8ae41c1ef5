//! Says that changes of the rulebooks aren't summarized yet.

use leptos::prelude::*;

#[component]
pub fn BeingSummarized() -> impl IntoView {
    view! {
        <p class="notice-line" role="status">
            "Some changes are still being summarized, so it isn't known yet who changed what last. Reload in a minute."
        </p>
    }
}
