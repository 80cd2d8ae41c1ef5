//! The forms that grant, change and remove a bypass.

use super::Actions;
use crate::api::bypass::BypassPage;
use crate::components::confirm_id::ConfirmId;
use crate::error::AppError;
use crate::ui::field::{ErrorSummary, Errors, FieldError, TextArea, TextField};
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::sent_form::{Tried, field_value, is_ticked};
use domain::bypass::{BypassDraft, LONGEST_DAYS};
use domain::day::Day;
use domain::form::{self, CONFIRMED, FieldErrors, NOT_CONFIRMED};
use domain::free_text::REASON;
use leptos::form::ActionForm;
use leptos::prelude::*;

#[component]
pub(super) fn SaveForm(page: BypassPage, actions: Actions) -> impl IntoView {
    let BypassPage { now, current, .. } = page;
    let today = now.day();
    let is_there = current.is_some();
    let stored = current.and_then(Result::ok);
    let action = actions.save;
    let failure = move || action.value().get().and_then(Result::err);
    let before = untrack(failure);
    let typed = |field: &str| before.as_ref().and_then(|error| error.typed(field));
    let last_day = typed("last_day").map(str::to_owned).or_else(|| {
        let stored = stored.as_ref().filter(|bypass| bypass.is_active_on(today));
        stored.map(|bypass| bypass.expiration_date.stored())
    });
    let note = typed("note").map(str::to_owned);
    let note = note.or_else(|| stored.map(|bypass| bypass.reason));
    let reason = typed("reason").unwrap_or_default().to_owned();

    let tried = Tried::new(failure);
    let check = move |event: leptos::ev::SubmitEvent| {
        let draft = BypassDraft {
            last_day: field_value(&event, "last_day"),
            note: field_value(&event, "note"),
        };
        let mut errors = draft.check(today).err().unwrap_or_default();
        if let (true, Err(message)) = (is_there, form::reason(&field_value(&event, "reason"))) {
            errors.add("reason", message);
        }
        if !page.has_record && !is_ticked(&event, CONFIRMED) {
            errors.add(CONFIRMED, NOT_CONFIRMED);
        }
        tried.again(&event, errors);
    };
    let errors = tried.errors;
    let why = is_there.then(|| {
        view! { <TextField name="reason" label="Why you change it" help="For the audit log." value=reason errors longest=REASON.longest on_input=|_| () /> }
    });
    view! {
        <KeptForm id="bypass" done=last_done(action)>
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="user_id" value=page.user_id.to_string() />
                <input type="hidden" name="operation" value=page.operation />
                <input type="hidden" name="seen" value=page.seen />
                <ErrorSummary errors tries=tried.count />
                <LastDay value=last_day.unwrap_or_default() today errors />
                <TextArea name="note" label="Why the check is to be skipped" help="Stored with the bypass, where the float service's people see it too." value=note.unwrap_or_default() errors longest=REASON.longest on_input=|_| () />
                {why}
                <ConfirmId has_record=page.has_record errors />
                <button class="primary" disabled=move || actions.is_pending()>
                    {if is_there { "Save the change" } else { "Grant the bypass" }}
                </button>
            </ActionForm>
        </KeptForm>
    }
}

#[component]
fn LastDay(value: String, today: Day, errors: Errors) -> impl IntoView {
    view! {
        <div class="field">
            <label for="last_day">"Last day"</label>
            <p class="help" id="last_day-help">"Included. Days are those of UTC; a year from today at most."</p>
            <input
                id="last_day"
                type="date"
                name="last_day"
                value=value
                min=today.stored()
                max=today.plus_days(LONGEST_DAYS).stored()
                aria-describedby="last_day-help last_day-error"
                aria-invalid=move || errors.read().at("last_day").map(|_| "true")
            />
            <FieldError name="last_day" errors />
        </div>
    }
}

#[component]
pub(super) fn RemoveForm(page: BypassPage, actions: Actions) -> impl IntoView {
    let action = actions.remove;
    let failure = move || action.value().get().and_then(Result::err);
    let typed = untrack(failure).and_then(|error: AppError| error.typed("why").map(str::to_owned));
    let tried = Tried::new(failure);
    let check = move |event: leptos::ev::SubmitEvent| {
        let mut errors = FieldErrors::default();
        if let Err(message) = form::reason(&field_value(&event, "why")) {
            errors.add("why", message);
        }
        tried.again(&event, errors);
    };
    let errors = tried.errors;
    view! {
        <KeptForm id="remove-bypass" done=last_done(action)>
            <ActionForm action attr:class="form" attr:novalidate=true on:submit:capture=check>
                <input type="hidden" name="user_id" value=page.user_id.to_string() />
                <input type="hidden" name="operation" value=format!("{}-remove", page.operation) />
                <input type="hidden" name="seen" value=page.seen />
                <p>"From then on the requirements check is made again before every float."</p>
                <ErrorSummary errors tries=tried.count />
                <TextField name="why" label="Why you remove it" help="For the audit log." value=typed.unwrap_or_default() errors longest=REASON.longest on_input=|_| () />
                <button class="secondary" disabled=move || actions.is_pending()>"Remove the bypass"</button>
            </ActionForm>
        </KeptForm>
    }
}
