//! The decision on one product: the answer, the check, the waterfall.

use crate::api::evaluations::ProductDetail;
use crate::components::check_lines::CheckLines;
use crate::components::leaf_table::UnknownAttributes;
use crate::components::outcome_badge::{in_short, status_in_words};
use crate::components::waterfall::Waterfall;
use crate::ui::badge::{Badge, Meaning};
use domain::money::{Cents, Spoken};
use leptos::prelude::*;

#[component]
pub fn DecisionPanel(detail: ProductDetail) -> impl IntoView {
    let ProductDetail {
        product,
        decision,
        outcome,
        steps,
        checks,
        offered,
        ..
    } = detail;
    let (meaning, text) = in_short(&outcome);
    let errors = (!decision.errors.is_empty()).then(
        || view! { <div><dt>"Errors"</dt><dd class="reason">{decision.errors.clone()}</dd></div> },
    );
    let deciding = decision
        .deciding_rulebook
        .map_or_else(|| "none is named".to_owned(), |id| id.to_string());
    let label = format!("{} rulebooks in evaluation order", product.title());
    view! {
        <section class="panel decision" aria-label=product.title()>
            <h2>{product.title()} " " <Badge meaning text /></h2>
            <dl class="facts row">
                <div><dt>"Amount"</dt><dd>{decision.amount.to_string()}</dd></div>
                <div><dt>"Deciding rulebook"</dt><dd class="id">{deciding}</dd></div>
                <div><dt>"Status"</dt><dd>{status_in_words(&decision.status)}</dd></div>
                {errors}
            </dl>
            {offered.map(|offered| view! { <TierLine amount=decision.amount offered /> })}
            <CheckLines checks />
            <Waterfall steps label />
            <UnknownAttributes attributes=decision.unknown of=product.title() />
        </section>
    }
}

/// Whether the approved amount is one that the user's profile offered then.
#[component]
fn TierLine(amount: Cents, offered: Vec<Cents>) -> impl IntoView {
    let list: Vec<_> = offered
        .iter()
        .map(|amount| Spoken(*amount).to_string())
        .collect();
    let had = if list.is_empty() {
        "the profile then offered none".to_owned()
    } else {
        format!("the profile then offered {}", list.join(", "))
    };
    let (meaning, word) = if offered.contains(&amount) {
        (Meaning::Good, "A tier the user had")
    } else {
        (Meaning::Attention, "Not a tier the user had")
    };
    view! { <p class="tier-line"><Badge meaning text=word /> {format!(" {}: {had}.", Spoken(amount))}</p> }
}
