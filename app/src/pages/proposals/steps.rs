//! The next steps that a person can take with a proposal, each with its reason.

use super::proposal::Actions;
use crate::api::proposals::{Step, Steps};
use crate::components::reason_field::ReasonField;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::panel::Panel;
use domain::free_text::{COMMENT, REASON};
use domain::proposal::{Proposal, Review};
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub(super) fn NextSteps(
    proposal: Proposal,
    steps: Steps,
    review: Review,
    actions: Actions,
) -> impl IntoView {
    let decide = |step: &'static str, button: &'static str, class: &'static str| {
        view! { <DecideForm proposal=proposal.clone() step button class actions /> }.into_any()
    };
    let discuss = |step: &'static str, button: &'static str, label: &'static str| {
        view! { <DiscussForm proposal=proposal.clone() step button label actions /> }.into_any()
    };
    let publish = if review == Review::On {
        "Publish"
    } else {
        "Publish now"
    };
    let submit = match review {
        Review::On => "Put up for review",
        Review::Off => "Leave to an admin",
    };
    let glass = steps
        .has(Step::BreakGlass)
        .then(|| view! { <GlassForm proposal=proposal.clone() cautions=steps.cautions.clone() actions /> });
    let offered = [
        steps
            .has(Step::Publish)
            .then(|| decide("publish", publish, "primary")),
        steps
            .has(Step::Approve)
            .then(|| decide("approve", "Approve", "primary")),
        steps
            .has(Step::Submit)
            .then(|| discuss("submit", submit, "Why is this change needed?")),
        steps
            .has(Step::Reject)
            .then(|| decide("reject", "Reject", "secondary")),
        steps
            .has(Step::Review)
            .then(|| decide("reviewed", "Reviewed: it stands", "primary")),
        glass.map(IntoAny::into_any),
        steps
            .has(Step::Withdraw)
            .then(|| discuss("withdraw", "Withdraw", "Why is it withdrawn?")),
        steps
            .has(Step::Comment)
            .then(|| discuss("comment", "Comment", "Comment")),
    ];
    let why_not = steps
        .why_not
        .map(|why| view! { <p class="quiet">{why}</p> });
    view! { <Panel title="Next">{why_not} {offered.into_iter().flatten().collect_view()}</Panel> }
}

#[component]
fn Hidden(proposal: Proposal, step: &'static str) -> impl IntoView {
    view! {
        <input type="hidden" name="id" value=proposal.id.to_string() />
        <input type="hidden" name="version" value=proposal.version />
        <input type="hidden" name="step" value=step />
    }
}

#[component]
fn DecideForm(
    proposal: Proposal,
    step: &'static str,
    button: &'static str,
    class: &'static str,
    actions: Actions,
) -> impl IntoView {
    let answered = actions.answered(step);
    view! {
        <KeptForm id=step done=last_done(actions.decide)>
            <ActionForm action=actions.decide attr:class="stacked">
                <Hidden proposal step />
                <ReasonField id=format!("reason-{step}") value=answered.typed("reason") errors=answered.errors() />
                <button class=class disabled=move || actions.is_pending()>{button}</button>
            </ActionForm>
        </KeptForm>
    }
}

#[component]
fn DiscussForm(
    proposal: Proposal,
    step: &'static str,
    button: &'static str,
    label: &'static str,
    actions: Actions,
) -> impl IntoView {
    let answered = actions.answered(step);
    let kind = if step == "comment" { COMMENT } else { REASON };
    view! {
        <KeptForm id=step done=last_done(actions.discuss)>
            <ActionForm action=actions.discuss attr:class="stacked">
                <Hidden proposal step />
                <ReasonField id=format!("reason-{step}") label kind value=answered.typed("reason") errors=answered.errors() />
                <button class="secondary" disabled=move || actions.is_pending()>{button}</button>
            </ActionForm>
        </KeptForm>
    }
}

/// Publishing at once, alone: for what is meant to reduce the risk, with what it may let through.
#[component]
fn GlassForm(proposal: Proposal, cautions: Vec<String>, actions: Actions) -> impl IntoView {
    let answered = actions.answered("break_glass");
    let cautions = cautions.into_iter().map(|line| view! { <li>{line}</li> });
    view! {
        <details class="changes-menu" open=answered.is_wrong()>
            <summary>"Break glass: publish at once, without review"</summary>
            <p>"For a share set to 0 and for going back, where waiting would cost more. Everybody is told on the start page, and another admin reviews it afterwards."</p>
            <ul>{cautions.collect_view()}</ul>
            <KeptForm id="break_glass" done=last_done(actions.decide)>
                <ActionForm action=actions.decide attr:class="stacked">
                    <Hidden proposal step="break_glass" />
                    <ReasonField id="glass-reason" value=answered.typed("reason") errors=answered.errors() />
                    <ReasonField id="glass-urgency" name="urgency" label="Why can it not wait?" value=answered.typed("urgency") errors=answered.errors() />
                    <button class="primary" disabled=move || actions.is_pending()>"Publish at once"</button>
                </ActionForm>
            </KeptForm>
        </details>
    }
}
