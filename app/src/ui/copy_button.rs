//! Copies a text to the clipboard. Shown only where JavaScript runs.

use leptos::prelude::*;
use lucide_leptos::{Check, Copy};

#[component]
pub fn CopyButton(#[prop(into)] text: String, #[prop(into)] label: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        #[cfg(feature = "hydrate")]
        {
            // The page is served from a trustworthy origin, and the click is the permission.
            drop(window().navigator().clipboard().write_text(&text));
            copied.set(true);
            set_timeout(move || copied.set(false), std::time::Duration::from_secs(2));
        }
        #[cfg(not(feature = "hydrate"))]
        let _ = &text;
    };
    view! {
        <button type="button" class="icon-button needs-js" title=label.clone() aria-label=label on:click=copy>
            <span class="shape" aria-hidden="true">
                {move || if copied.get() { view! { <Check size=14 /> }.into_any() } else { view! { <Copy size=14 /> }.into_any() }}
            </span>
        </button>
        <span class="sr-only" role="status">{move || if copied.get() { "Copied" } else { "" }}</span>
    }
}
