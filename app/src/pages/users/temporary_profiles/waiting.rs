//! The starts that wait for their time, and those that came to nothing.

use super::Actions;
use crate::api::temporary_profiles::Overrides;
use crate::components::reason_field::ReasonField;
use crate::components::stamp_fields::StampFields;
use crate::paths;
use crate::ui::badge::{Badge, Meaning};
use crate::ui::kept_form::KeptForm;
use crate::ui::moment::Moment;
use crate::ui::sent_form::Answered;
use domain::instant::Instant;
use domain::schedule::{ScheduleState, ScheduledStart};
use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub(super) fn WaitingPanel(overrides: Overrides, actions: Actions) -> impl IntoView {
    let now = overrides.context.now;
    let given_up = overrides
        .given_up
        .iter()
        .cloned()
        .map(|plan| view! { <GivenUp plan now /> })
        .collect_view();
    let waiting = overrides
        .waiting
        .iter()
        .cloned()
        .enumerate()
        .map(|(index, plan)| view! { <Row overrides=overrides.clone() plan index actions /> })
        .collect_view();
    let is_empty = overrides.waiting.is_empty();
    view! {
        {is_empty.then(|| view! { <p class="empty">"Nothing waits for its time."</p> })}
        <ul class="cards">{waiting} {given_up}</ul>
    }
}

#[component]
fn Row(
    overrides: Overrides,
    plan: ScheduledStart,
    index: usize,
    actions: Actions,
) -> impl IntoView {
    let now = overrides.context.now;
    let is_due = plan.start_on <= now;
    let state = if is_due {
        "Begins within seconds"
    } else {
        "Waits"
    };
    let may_write = overrides.may.for_a_while;
    let deeds = may_write
        .then(|| view! { <Deeds overrides=overrides.clone() plan=plan.clone() index actions /> });
    view! {
        <li class="card">
            <p class="card-head"><Badge meaning=Meaning::Attention text=state /> <q class="reason">{plan.reason.clone()}</q></p>
            <p>
                "From " <Moment at=plan.start_on now /> " until " <Moment at=plan.expires_on now /> ": " {switched_on(&plan)} "."
                " " <span class="quiet">{format!("Scheduled by {}.", plan.by.label)}</span>
            </p>
            {deeds}
        </li>
    }
}

#[component]
fn GivenUp(plan: ScheduledStart, now: Instant) -> impl IntoView {
    let (meaning, state) = match plan.state {
        ScheduleState::Failed => (Meaning::Bad, "Could not begin"),
        _ => (Meaning::Ended, "Cancelled before its time"),
    };
    view! {
        <li class="card">
            <p class="card-head"><Badge meaning text=state /> <q class="reason">{plan.reason.clone()}</q></p>
            <p>"Planned from " <Moment at=plan.start_on now /> " until " <Moment at=plan.expires_on now /> "."</p>
            <p class="quiet">{plan.why}</p>
        </li>
    }
}

/// What is switched on, whatever the regular profile will be by then.
fn switched_on(plan: &ScheduledStart) -> String {
    let described = plan.described();
    let said = |name: &str| {
        let value = described.get(name);
        value.map(ToString::to_string).unwrap_or_default()
    };
    let part = |noun: &str, is_on: bool, tiers: String| {
        if is_on {
            format!("{noun} {tiers}")
        } else {
            format!("no {noun}")
        }
    };
    let settings = &plan.settings;
    format!(
        "{}, {}",
        part("floats", settings.is_float_enabled, said("float tiers on")),
        part("loans", settings.is_loan_enabled, said("loan tiers on"))
    )
}

#[component]
fn Deeds(
    overrides: Overrides,
    plan: ScheduledStart,
    index: usize,
    actions: Actions,
) -> impl IntoView {
    let user = overrides.user_id.clone();
    let mut fields = overrides.draft_of(&plan).fields();
    fields.push(("plan", plan.id.clone()));
    let change = paths::new_temporary_profile(&user, &fields);
    let id = format!("cancel-plan-{index}");
    let field = format!("{id}-reason");
    let failure = move || actions.cancel_plan.value().get().and_then(Result::err);
    let answered = Answered::new(failure, "plan", plan.id.clone());
    view! {
        <div class="actions"><A href=change attr:class="secondary button-link">"Change"</A></div>
        <details class="changes-menu" open=answered.is_wrong()>
            <summary>"Cancel it"</summary>
            <p>"It will not begin. Nothing changes for the user now."</p>
            <KeptForm id=id>
                <ActionForm action=actions.cancel_plan attr:class="stacked">
                    <StampFields user stamp=overrides.stamp />
                    <input type="hidden" name="plan" value=plan.id />
                    <ReasonField id=field value=answered.typed("reason") errors=answered.errors() />
                    <button class="secondary" disabled=move || actions.is_pending()>"Cancel the planned start"</button>
                </ActionForm>
            </KeptForm>
        </details>
    }
}
