//! The collection attempts on one float.

use crate::components::leaf_table::{LeafTable, UnknownAttributes};
use crate::ui::badge::{Badge, Meaning};
use domain::collection_attempt::{AchModel, CollectionAttempt, CollectionOutcome};
use domain::instant::Instant;
use domain::item::Record;
use leptos::prelude::*;

#[component]
pub fn Attempts(
    /// The float, whose id tells the tables apart.
    of: String,
    attempts: Vec<Record<CollectionAttempt>>,
    now: Instant,
) -> impl IntoView {
    if attempts.is_empty() {
        return view! { <p class="empty">"No attempt to collect it is on record."</p> }.into_any();
    }
    let rows = attempts
        .into_iter()
        .map(|record| view! { <Attempt record now /> })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=format!("Attempts to collect {of}, oldest first")>
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"When"</th>
                        <th scope="col">"Stage"</th>
                        <th scope="col">"Outcome"</th>
                        <th scope="col" class="wide-only">"Confirmation"</th>
                        <th scope="col" class="wide-only">"ACH model"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
fn Attempt(record: Record<CollectionAttempt>, now: Instant) -> impl IntoView {
    let attempt = record.value;
    let meaning = match attempt.outcome {
        CollectionOutcome::Completed => Meaning::Good,
        CollectionOutcome::Returned | CollectionOutcome::Unknown(_) => Meaning::Attention,
        CollectionOutcome::Defaulted => Meaning::Bad,
        CollectionOutcome::AchSent => Meaning::Ended,
    };
    let at = attempt.run_time.instant();
    let when = at.map(|at| view! { <time datetime=at.stored()>{at.to_string()}</time> " " <span class="quiet">{format!("({})", at.relative_to(now))}</span> });
    let outcome = format!("{}: {}", attempt.outcome, attempt.outcome.in_words());
    let stage = format!("{}: {}", attempt.process, attempt.process.in_words());
    view! {
        <tr>
            <td>{when} <span class="quiet id sub">{attempt.run_time.as_stored().to_string()}</span></td>
            <td>{stage}</td>
            <td><Badge meaning text=outcome /></td>
            <td class="wide-only id">{attempt.confirmation_id.unwrap_or_else(|| "\u{2013}".to_owned())}</td>
            <td class="wide-only"><Model model=attempt.ach_model /> <UnknownAttributes attributes=record.unknown of="the attempt" /></td>
        </tr>
    }
}

/// What the routing model said, as far as it was asked.
#[component]
fn Model(model: AchModel) -> impl IntoView {
    if model == AchModel::default() {
        return view! { <span class="quiet">"not asked"</span> }.into_any();
    }
    let mut parts = Vec::new();
    if let Some(probability) = model.probability {
        parts.push(format!("probability {probability}"));
    }
    if let Some(version) = model.version {
        parts.push(version);
    }
    parts.extend(match model.overridden {
        Some(true) => Some("overridden by hand".to_owned()),
        Some(false) => Some("not overridden".to_owned()),
        None => None,
    });
    let features = model.features.map(|attributes| {
        view! {
            <details>
                <summary>"Features"</summary>
                <LeafTable attributes label="What the model saw" />
            </details>
        }
    });
    view! { <span>{parts.join(", ")}</span> {features} }.into_any()
}
