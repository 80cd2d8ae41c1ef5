//! The outcome of a decision in a badge.

use crate::ui::badge::{Badge, Meaning};
use domain::evaluation::EvaluationStatus;
use domain::evaluation_list::Outcome;
use domain::money::Spoken;
use leptos::prelude::*;

#[component]
pub fn OutcomeBadge(outcome: Option<Outcome>) -> impl IntoView {
    let Some(outcome) = outcome else {
        return view! { <span class="quiet">"no part stored"</span> }.into_any();
    };
    let (meaning, text) = in_short(&outcome);
    view! { <Badge meaning text /> }.into_any()
}

pub fn in_short(outcome: &Outcome) -> (Meaning, String) {
    match (outcome.approved, &outcome.status) {
        (true, EvaluationStatus::Ok) => (
            Meaning::Good,
            format!("Approved {}", Spoken(outcome.amount)),
        ),
        // An approval with a status that says otherwise has to be looked at.
        (true, _) => (
            Meaning::Attention,
            format!("Approved {}", Spoken(outcome.amount)),
        ),
        (false, EvaluationStatus::Ok) => (Meaning::Bad, "Denied".to_owned()),
        (false, EvaluationStatus::NoEval) => (Meaning::Ended, "Not evaluated".to_owned()),
        (false, _) => (Meaning::Attention, "Not decided".to_owned()),
    }
}

/// A status as stored, and in words where there are any.
pub fn status_in_words(status: &EvaluationStatus) -> String {
    match status {
        EvaluationStatus::Unknown(word) => format!("{word} (not documented)"),
        known => format!("{known} ({})", known.in_words()),
    }
}
