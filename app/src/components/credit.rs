//! Who is behind a change of the rulebooks.

use crate::paths;
use domain::rulebook_update::Credit;
use leptos::prelude::*;
use leptos_router::components::A;

/// Everybody's part in it, each with the reason they gave, and the proposal.
#[component]
pub fn CreditLines(credit: Credit) -> impl IntoView {
    let parts = credit
        .parts()
        .into_iter()
        .map(|part| {
            let why = part.why.map(str::to_owned);
            let why = why.map(|why| view! { ": " <span class="reason">{why}</span> });
            view! { <li>{format!("{} {}", part.did, part.who)} {why}</li> }
        })
        .collect_view();
    let proposal = credit
        .proposal()
        .map(|id| view! { <li><A href=paths::proposal(id)>"Proposal"</A></li> });
    view! { <ul class="credit">{parts} {proposal}</ul> }
}
