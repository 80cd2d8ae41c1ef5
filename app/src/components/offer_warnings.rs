//! What a change would take away, reopen or replace, before it is saved.

use crate::ui::badge::{Meaning, Shape};
use domain::offer_change::OfferChange;
use leptos::prelude::*;

#[component]
pub fn OfferWarnings(change: OfferChange) -> impl IntoView {
    let warnings = change.warnings();
    (!warnings.is_empty()).then(|| {
        let lines = warnings
            .into_iter()
            .map(|warning| view! { <li>{warning}</li> })
            .collect_view();
        view! {
            <section class="alert attention" aria-label="Warnings">
                <h3><Shape meaning=Meaning::Attention size=16 /> "Before you save"</h3>
                <ul>{lines}</ul>
            </section>
        }
    })
}
