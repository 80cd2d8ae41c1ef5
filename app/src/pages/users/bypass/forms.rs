//! The forms that grant, change and remove a bypass.

use super::Actions;
use crate::api::bypass::BypassPage;
use crate::error::AppError;
use crate::ui::faults::{FaultSummary, FieldMessage, described_by, field_value};
use crate::ui::kept_form::KeptForm;
use domain::bypass::{BypassDraft, LONGEST_DAYS};
use domain::day::Day;
use domain::form::{self, FieldErrors};
use leptos::form::ActionForm;
use leptos::prelude::*;

/// What is wrong with a form: found here before it was sent, or by the server.
fn faults_of(
    found: RwSignal<FieldErrors>,
    failure: impl Fn() -> Option<AppError> + Send + Sync + 'static,
) -> Signal<FieldErrors> {
    Signal::derive(move || match (found.get(), failure()) {
        (found, Some(AppError::Rejected { errors, .. })) if found.is_empty() => errors,
        (found, _) => found,
    })
}

#[component]
pub(super) fn SaveForm(page: BypassPage, actions: Actions) -> impl IntoView {
    let BypassPage { now, current, .. } = page;
    let today = now.day();
    let is_there = current.is_some();
    let stored = current.and_then(Result::ok);
    let action = actions.save;
    let failure = move || action.value().get().and_then(Result::err);
    let typed = |field: &str| {
        let error = untrack(failure);
        error.and_then(|error| error.typed(field).map(str::to_owned))
    };
    let last_day = typed("last_day").or_else(|| {
        let stored = stored.as_ref().filter(|bypass| bypass.is_active_on(today));
        stored.map(|bypass| bypass.expiration_date.stored())
    });
    let note = typed("note").or_else(|| stored.map(|bypass| bypass.reason));
    let reason = typed("reason").unwrap_or_default();

    let found = RwSignal::new(FieldErrors::default());
    let faults = faults_of(found, failure);
    let check = move |event: leptos::ev::SubmitEvent| {
        let draft = BypassDraft {
            last_day: field_value(&event, "last_day"),
            note: field_value(&event, "note"),
        };
        let mut errors = draft.check(today).err().unwrap_or_default();
        if let (true, Err(message)) = (is_there, form::reason(&field_value(&event, "reason"))) {
            errors.add("reason", message);
        }
        if !errors.is_empty() {
            event.prevent_default();
        }
        found.set(errors);
    };
    view! {
        <KeptForm id="bypass">
            <ActionForm action attr:class="stacked" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="user_id" value=page.user_id.to_string() />
                <input type="hidden" name="operation" value=page.operation />
                <input type="hidden" name="seen" value=page.seen />
                <FaultSummary faults />
                <LastDay faults value=last_day.unwrap_or_default() today />
                <label for="bypass-note">"Why the check is to be skipped"</label>
                <textarea id="bypass-note" name="note" rows="3" required aria-describedby=described_by("bypass-note")>{note}</textarea>
                <FieldMessage id="bypass-note" field="note" faults help="Stored with the bypass, where the float service's people see it too." />
                {is_there.then(|| view! {
                    <label for="bypass-reason">"Why you change it"</label>
                    <input id="bypass-reason" name="reason" value=reason required autocomplete="off" aria-describedby=described_by("bypass-reason") />
                    <FieldMessage id="bypass-reason" field="reason" faults help="For the audit log." />
                })}
                <button class="primary" disabled=move || actions.is_pending()>
                    {if is_there { "Save the change" } else { "Grant the bypass" }}
                </button>
            </ActionForm>
        </KeptForm>
    }
}

#[component]
fn LastDay(faults: Signal<FieldErrors>, value: String, today: Day) -> impl IntoView {
    view! {
        <label for="bypass-last-day">"Last day"</label>
        <input
            id="bypass-last-day"
            type="date"
            name="last_day"
            value=value
            min=today.stored()
            max=today.plus_days(LONGEST_DAYS).stored()
            required
            aria-describedby=described_by("bypass-last-day")
        />
        <FieldMessage id="bypass-last-day" field="last_day" faults help="Included. Days are those of UTC; a year from today at most." />
    }
}

#[component]
pub(super) fn RemoveForm(page: BypassPage, actions: Actions) -> impl IntoView {
    let action = actions.remove;
    let failure = move || action.value().get().and_then(Result::err);
    let typed = untrack(failure).and_then(|error| error.typed("why").map(str::to_owned));
    let found = RwSignal::new(FieldErrors::default());
    let faults = faults_of(found, failure);
    let check = move |event: leptos::ev::SubmitEvent| {
        let mut errors = FieldErrors::default();
        if let Err(message) = form::reason(&field_value(&event, "why")) {
            event.prevent_default();
            errors.add("why", message);
        }
        found.set(errors);
    };
    view! {
        <KeptForm id="remove-bypass">
            <ActionForm action attr:class="stacked" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="user_id" value=page.user_id.to_string() />
                <input type="hidden" name="operation" value=format!("{}-remove", page.operation) />
                <input type="hidden" name="seen" value=page.seen />
                <p>"From then on the requirements check is made again before every float."</p>
                <FaultSummary faults />
                <label for="bypass-why">"Why you remove it"</label>
                <input id="bypass-why" name="why" value=typed.unwrap_or_default() required autocomplete="off" aria-describedby=described_by("bypass-why") />
                <FieldMessage id="bypass-why" field="why" faults help="For the audit log." />
                <button class="secondary" disabled=move || actions.is_pending()>"Remove the bypass"</button>
            </ActionForm>
        </KeptForm>
    }
}
