//! What can be done to a campaign next: let it run, stop it, undo it.

use super::campaign::Actions;
use crate::api::campaigns::CampaignPage;
use crate::ui::field::{ErrorSummary, TextField};
use crate::ui::kept_form::KeptForm;
use crate::ui::panel::Panel;
use crate::ui::sent_form::{Tried, field_value};
use domain::campaign::{CampaignState, Choices};
use domain::form::{self, FieldErrors};
use domain::free_text::REASON;
use leptos::ev::SubmitEvent;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub(super) fn Steps(page: CampaignPage, actions: Actions) -> impl IntoView {
    let (campaign, now) = (&page.campaign, page.now);
    let run = match (campaign.can_start(now), campaign.can_stop()) {
        (Ok(()), _) => view! { <Start page=page.clone() actions /> }.into_any(),
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

fn refusal(why: String, button: &'static str) -> impl IntoView {
    view! {
        <p class="quiet">{why.clone()}</p>
        <button class="secondary" disabled title=why>{button}</button>
    }
}

#[component]
fn Start(page: CampaignPage, actions: Actions) -> impl IntoView {
    let CampaignPage {
        campaign,
        tally,
        refused,
        ..
    } = page;
    let is_new = campaign.state == CampaignState::Ready;
    let verb = if is_new { "Start" } else { "Go on" };
    if let Some(refused) = refused {
        return refusal(refused.to_string(), verb).into_any();
    }
    let with_unknown = RwSignal::new(campaign.choices.with_unknown);
    let replace = RwSignal::new(campaign.choices.replace);
    let would_get = move || {
        let choices = Choices {
            with_unknown: with_unknown.get(),
            replace: replace.get(),
        };
        tally.would_get(choices)
    };
    let left = tally.done;
    let so_far = (!is_new).then(
        || view! { <p>{format!("{left} have it already; it goes on with those who wait.")}</p> },
    );
    view! {
        <ActionForm action=actions.start attr:class="stacked">
            <input type="hidden" name="id" value=campaign.id.to_string() />
            {so_far}
            <label class="tick">
                <input type="checkbox" name="with_unknown" value="on" checked=campaign.choices.with_unknown on:change:target=move |event| with_unknown.set(event.target().checked()) />
                <span>{format!("Also the {} of whom nothing is stored", tally.no_data)}</span>
            </label>
            <label class="tick">
                <input type="checkbox" name="replace" value="on" checked=campaign.choices.replace on:change:target=move |event| replace.set(event.target().checked()) />
                <span>{format!("Replace the temporary profile that {} have", tally.overridden)}</span>
            </label>
            <p class="needs-js" role="status">{move || format!("{} of {} users will have it.", would_get(), tally.checked())}</p>
            <button class="primary" disabled=move || actions.is_pending()>{verb}</button>
        </ActionForm>
    }
    .into_any()
}

#[component]
fn Stop(page: CampaignPage, actions: Actions) -> impl IntoView {
    if let Some(refused) = page.refused {
        return refusal(refused.to_string(), "Stop").into_any();
    }
    let action = actions.stop;
    let tried = Tried::new(move || action.value().get().and_then(Result::err));
    let check = move |event: SubmitEvent| tried.again(&event, wrong(&event, "reason"));
    view! {
        <KeptForm id="stop">
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="id" value=page.campaign.id.to_string() />
                <p>"Whoever has it keeps it; the others wait until it goes on."</p>
                <ErrorSummary errors=tried.errors tries=tried.count />
                <TextField name="reason" label="Why you stop it" help="For the audit log." value="" errors=tried.errors longest=REASON.longest on_input=|_| () />
                <button class="secondary" disabled=move || actions.is_pending()>"Stop"</button>
            </ActionForm>
        </KeptForm>
    }
    .into_any()
}

#[component]
fn Undo(page: CampaignPage, actions: Actions) -> impl IntoView {
    if let Some(refused) = page.refused_undo {
        return refusal(refused.to_string(), "Undo the campaign").into_any();
    }
    let action = actions.undo;
    let tried = Tried::new(move || action.value().get().and_then(Result::err));
    let check = move |event: SubmitEvent| tried.again(&event, wrong(&event, "why"));
    let done = page.tally.done;
    view! {
        <KeptForm id="undo">
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="id" value=page.campaign.id.to_string() />
                <p>{format!("Takes back the temporary profile of the {done} users who got it here, except where somebody changed it since. What it replaced does not come back.")}</p>
                <ErrorSummary errors=tried.errors tries=tried.count />
                <TextField name="why" label="Why you undo it" help="For the audit log." value="" errors=tried.errors longest=REASON.longest on_input=|_| () />
                <button class="secondary" disabled=move || actions.is_pending()>"Undo the campaign"</button>
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
