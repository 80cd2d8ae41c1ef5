//! What can be done to a campaign next: let it run, stop it, undo it.

use super::campaign::Actions;
use super::check::Start;
use crate::api::campaigns::CampaignPage;
use crate::ui::field::{ErrorSummary, TextField};
use crate::ui::kept_form::KeptForm;
use crate::ui::panel::Panel;
use crate::ui::sent_form::{Tried, field_value};
use domain::campaign::CampaignState;
use domain::form::{self, FieldErrors};
use domain::free_text::REASON;
use leptos::ev::SubmitEvent;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub(super) fn Steps(page: CampaignPage, actions: Actions) -> impl IntoView {
    let (campaign, now) = (&page.campaign, page.now);
    let run = match (campaign.can_start(now), campaign.can_stop()) {
        (Ok(()), _) => start(&page, actions),
        (_, Ok(())) => view! { <Stop page=page.clone() actions /> }.into_any(),
        (Err(why), _) => view! { <p class="quiet">{why}</p> }.into_any(),
    };
    let undo = campaign
        .can_undo()
        .is_ok()
        .then(|| view! { <Panel title="Undo"><Undo page=page.clone() actions /></Panel> });
    view! {
        <Panel title="Next">{run}</Panel>
        {undo}
    }
}

fn start(page: &CampaignPage, actions: Actions) -> AnyView {
    let is_new = page.campaign.state == CampaignState::Ready;
    if let Some(refused) = &page.refused {
        let verb = if is_new { "Start" } else { "Continue" };
        refusal(refused.to_string(), verb).into_any()
    } else {
        let is_pending = Signal::derive(move || actions.is_pending());
        view! { <Start page=page.clone() action=actions.start is_pending /> }.into_any()
    }
}

fn refusal(why: String, button: &'static str) -> impl IntoView {
    view! {
        <p class="quiet">{why.clone()}</p>
        <button class="secondary" disabled title=why>{button}</button>
    }
}

#[component]
fn Stop(page: CampaignPage, actions: Actions) -> impl IntoView {
    if let Some(refused) = page.refused {
        return refusal(refused.to_string(), "Stop campaign").into_any();
    }
    let action = actions.stop;
    let tried = Tried::new(move || action.value().get().and_then(Result::err));
    let check = move |event: SubmitEvent| tried.again(&event, wrong(&event, "reason"));
    view! {
        <KeptForm id="stop">
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="id" value=page.campaign.id.to_string() />
                <p>"Users who have it keep it. The others wait until the campaign continues."</p>
                <ErrorSummary errors=tried.errors tries=tried.count />
                <TextField name="reason" label="Why you stop it" help="Recorded in the audit log." value="" errors=tried.errors longest=REASON.longest on_input=|_| () />
                <button class="secondary" disabled=move || actions.is_pending()>"Stop campaign"</button>
            </ActionForm>
        </KeptForm>
    }
    .into_any()
}

#[component]
fn Undo(page: CampaignPage, actions: Actions) -> impl IntoView {
    if let Some(refused) = page.refused_undo {
        return refusal(refused.to_string(), "Undo campaign").into_any();
    }
    let action = actions.undo;
    let tried = Tried::new(move || action.value().get().and_then(Result::err));
    let check = move |event: SubmitEvent| tried.again(&event, wrong(&event, "why"));
    let done = page.tally.done;
    view! {
        <KeptForm id="undo">
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="id" value=page.campaign.id.to_string() />
                <p>{format!("Ends the temporary profile of the {done} users who got it here, except where it was changed since. A temporary profile that it replaced comes back, if its time isn't over.")}</p>
                <ErrorSummary errors=tried.errors tries=tried.count />
                <TextField name="why" label="Why you undo it" help="Recorded in the audit log." value="" errors=tried.errors longest=REASON.longest on_input=|_| () />
                <button class="secondary" disabled=move || actions.is_pending()>"Undo campaign"</button>
            </ActionForm>
        </KeptForm>
    }
    .into_any()
}

/// What is wrong with the one field of a form that asks for a reason.
fn wrong(event: &SubmitEvent, field: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    if let Err(message) = form::reason(&field_value(event, field)) {
        errors.add(field, message);
    }
    errors
}
