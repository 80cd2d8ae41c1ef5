//! The outcome of a decision in a badge.

use crate::ui::badge::{Badge, Meaning};
use domain::decision::Decision;
use domain::evaluation::EvaluationStatus;
use domain::evaluation_list::Outcome;
use domain::money::Spoken;
use leptos::prelude::*;

#[component]
pub fn OutcomeBadge(outcome: Option<Outcome>) -> impl IntoView {
    let (meaning, text) = outcome.as_ref().map_or_else(not_evaluated, in_short);
    view! { <Badge meaning text /> }
}

pub fn in_short(outcome: &Outcome) -> (Meaning, String) {
    let approved = || format!("Approved {}", Spoken(outcome.amount));
    match outcome.decision {
        // Its own rulebook denied: it has to be looked at.
        Decision::Approved if outcome.is_contradicted => {
            (Meaning::Attention, approved() + ", but rulebook denied")
        }
        Decision::Approved => (Meaning::Good, approved()),
        Decision::Denied => (Meaning::Bad, "Denied".to_owned()),
        Decision::NotEvaluated | Decision::NoResults => not_evaluated(),
        Decision::Error => (Meaning::Attention, "Error".to_owned()),
    }
}

fn not_evaluated() -> (Meaning, String) {
    (Meaning::Ended, "Not evaluated".to_owned())
}

/// A status as stored, and in words where there are any.
pub fn status_in_words(status: &EvaluationStatus) -> String {
    match status {
        EvaluationStatus::Unknown(word) => format!("{word} (not documented)"),
        known => format!("{known} ({})", known.in_words()),
    }
}
