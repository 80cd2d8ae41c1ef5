//! What changes next for a user, in words.

use crate::ui::moment::Moment;
use domain::instant::Instant;
use domain::money::{Cents, Spoken};
use domain::next_change::NextChange;
use leptos::prelude::*;

#[component]
pub fn NextChangeLine(change: Option<NextChange>, now: Instant) -> impl IntoView {
    let Some(change) = change else {
        return view! { <p class="empty">"No change is scheduled."</p> }.into_any();
    };
    let mut parts = Vec::new();
    for (amounts, word) in [
        (&change.lost, "switched off"),
        (&change.gained, "switched on"),
        (&change.loans_lost, "loan switched off"),
        (&change.loans_gained, "loan switched on"),
    ] {
        if !amounts.is_empty() {
            parts.push(format!("{} {word}", list(amounts)));
        }
    }
    let why = change.ends.filter(|reason| !reason.trim().is_empty());
    view! {
        <p>
            <Moment at=change.at now /> ": " {parts.join("; ")} "."
            {why.map(|reason| view! { " This temporary profile ends: " <q class="reason">{reason}</q> })}
        </p>
    }
    .into_any()
}

/// `$30, $40 and $50`.
fn list(amounts: &[Cents]) -> String {
    let said: Vec<_> = amounts
        .iter()
        .map(|amount| Spoken(*amount).to_string())
        .collect();
    match said.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => said.concat(),
    }
}
