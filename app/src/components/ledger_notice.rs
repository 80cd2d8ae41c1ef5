//! What of the ledger is still to come, above every number that is made from it.

use crate::paths;
use leptos::prelude::*;
use leptos_router::components::A;

/// Nothing where the ledger is complete.
#[component]
pub fn LedgerNotice(said: Option<String>) -> impl IntoView {
    said.map(|said| {
        view! {
            <p class="notice-line">
                {said} " " <A href=paths::SYSTEM>"System"</A> " says how far it is."
            </p>
        }
    })
}
