//! The form that a note is written into.

use super::NoteActions;
use crate::api::notes::WriteNote;
use crate::components::confirm_id::ConfirmId;
use crate::error::AppError;
use crate::ui::call_form::CallForm;
use crate::ui::failure::Failure;
use crate::ui::field::beside_fields;
use crate::ui::kept_form::{KeptForm, last_done};
use crate::ui::sent_form::{field_value, is_ticked};
use crate::ui::text_box::TextBox;
use domain::form::{CONFIRMED, FieldErrors};
use domain::free_text::{NOTE, TICKET};
use domain::note::{NoteFault, NoteText};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

#[component]
pub(super) fn WriteForm(
    user_id: String,
    operation: String,
    has_record: bool,
    actions: NoteActions,
) -> impl IntoView {
    let answer = move || actions.write.value().get().and_then(Result::err);
    let failed = move || beside_fields(actions.write.value().get());
    let confirmation = Signal::derive(move || match answer() {
        Some(AppError::Rejected { errors, .. }) => errors,
        _ => FieldErrors::default(),
    });
    let is_pinned = untrack(answer).is_some_and(|error| error.typed("pinned").is_some());
    view! {
        {move || failed().map(|error| view! { <Failure error /> })}
        <KeptForm id="note" done=last_done(actions.write)>
            <CallForm action=actions.write call=written>
                <input type="hidden" name="user_id" value=user_id />
                <input type="hidden" name="operation" value=operation />
                <Fields answer />
                <ConfirmId has_record errors=confirmation />
                <label class="tick"><input type="checkbox" name="pinned" value="yes" checked=is_pinned /> "Pin as a warning for everybody"</label>
                <button class="secondary" disabled=actions.write.pending()>"Add the note"</button>
            </CallForm>
        </KeptForm>
    }
}

fn written(form: &SubmitEvent) -> WriteNote {
    WriteNote {
        user_id: field_value(form, "user_id"),
        text: field_value(form, "text"),
        ticket: field_value(form, "ticket"),
        pinned: is_ticked(form, "pinned").then(|| "yes".to_owned()),
        operation: field_value(form, "operation"),
        confirmed: is_ticked(form, CONFIRMED).then(|| "yes".to_owned()),
    }
}

/// What is wrong with what is being typed. An empty form is not nagged at.
fn fault(text: &str, ticket: &str) -> Option<NoteFault> {
    match NoteText::parse(text, ticket, false).err()? {
        NoteFault::Empty => NoteText::parse("x", ticket, false).err(),
        fault => Some(fault),
    }
}

#[component]
fn Fields(
    /// What the server last said about the form, which checks the same again.
    answer: impl Fn() -> Option<AppError> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let before = untrack(answer);
    let typed = |field: &str| {
        let typed = before.as_ref().and_then(|error| error.typed(field));
        typed.unwrap_or_default().to_owned()
    };
    let (text, ticket) = (RwSignal::new(typed("text")), RwSignal::new(typed("ticket")));
    let wrong = move |field: &'static str| {
        let found = fault(&text.read(), &ticket.read()).filter(|fault| fault.field() == field);
        let said = || match answer()? {
            AppError::Rejected { errors, .. } => errors.at(field).map(str::to_owned),
            _ => None,
        };
        found.map(|fault| fault.to_string()).or_else(said)
    };
    let is_wrong = move |field| move || wrong(field).map(|_| "true");
    view! {
        <label for="note-text">"Write a note"</label>
        <TextBox
            text=typed("text")
            attr:id="note-text"
            attr:name="text"
            attr:rows="2"
            attr:required=true
            attr:maxlength=NOTE.longest.to_string()
            attr:aria-describedby="note-text-wrong"
            attr:aria-invalid=is_wrong("text")
            on:input=move |event| text.set(event_target_value(&event))
        />
        <p id="note-text-wrong" class="field-error">{move || wrong("text")}</p>
        <label for="note-ticket">"Ticket link, if there is one"</label>
        <input
            id="note-ticket"
            name="ticket"
            type="url"
            value=typed("ticket")
            pattern="[hH][tT][tT][pP][sS]?://.+"
            maxlength=TICKET.longest.to_string()
            autocomplete="off"
            aria-describedby="note-ticket-wrong"
            aria-invalid=is_wrong("ticket")
            on:input=move |event| ticket.set(event_target_value(&event))
        />
        <p id="note-ticket-wrong" class="field-error">{move || wrong("ticket")}</p>
    }
}
