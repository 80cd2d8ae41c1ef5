//! Copies a text to the clipboard. Shown only where JavaScript runs.

use crate::ui::icon::{Glyph, Icon};
use leptos::prelude::*;

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
    let glyph = move || {
        if copied.get() {
            Glyph::Check
        } else {
            Glyph::Copy
        }
    };
    view! {
        <button type="button" class="icon-button needs-js" title=label.clone() aria-label=label on:click=copy>
            {move || view! { <Icon glyph=glyph() size=14 /> }}
        </button>
        <span class="sr-only" role="status">{move || if copied.get() { "Copied" } else { "" }}</span>
    }
}
