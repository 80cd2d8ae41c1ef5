//! Notes on a user: anybody may write one, nobody can change one.

use crate::error::AppError;
use leptos::prelude::*;

/// Adds a note. `pinned` comes as a ticked box does: with any value, or not at all.
#[server(prefix = "/rpc", endpoint = "write_note", output = crate::wire::Answer)]
pub async fn write_note(
    user_id: String,
    text: String,
    ticket: String,
    pinned: Option<String>,
    operation: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::WriteNotes>().await?;
    let text = domain::note::NoteText::parse(&text, &ticket, pinned.is_some())
        .map_err(|fault| AppError::Invalid(fault.to_string()))?;
    work::add(&permit, &user_id, text, operation).await
}

/// Takes the pin off a warning, which itself stays.
#[server(prefix = "/rpc", endpoint = "unpin_note", output = crate::wire::Answer)]
pub async fn unpin_note(user_id: String, note: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::WriteNotes>().await?;
    work::unpin(&permit, &user_id, note, reason.trim().to_owned()).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::AppError;
    use crate::audit;
    use crate::request::{failure, now, request_id, store};
    use domain::audit::{Action, AuditEvent};
    use domain::id::UserId;
    use domain::note::{Note, NoteEntry, NoteText, Pin, arrange};
    use domain::role::{Permit, WriteNotes};
    use domain::value::{Attributes, Value};
    use store::note;

    /// Longer than any name that Float Desk gives an operation.
    const LONGEST_OPERATION: usize = 100;

    fn invalid(why: impl ToString) -> AppError {
        AppError::Invalid(why.to_string())
    }

    pub(super) async fn add(
        permit: &Permit<WriteNotes>,
        user_id: &str,
        text: NoteText,
        operation: String,
    ) -> Result<(), AppError> {
        let user_id = UserId::parse(user_id).map_err(invalid)?;
        if operation.is_empty() || operation.len() > LONGEST_OPERATION {
            return Err(invalid("The form was not understood. Load the page again."));
        }
        let event = AuditEvent {
            user: Some(user_id.clone()),
            // A note is its own reason.
            reason: text.text.clone(),
            after: Some(described(&text)),
            ..audit::event(permit.staff(), Action::NoteWritten)
        };
        write(permit, user_id, operation, NoteEntry::Text(text), event).await
    }

    pub(super) async fn unpin(
        permit: &Permit<WriteNotes>,
        user_id: &str,
        id: String,
        reason: String,
    ) -> Result<(), AppError> {
        let user_id = UserId::parse(user_id).map_err(invalid)?;
        if reason.is_empty() {
            return Err(invalid("Give a reason: it stays beside the warning."));
        }
        let notes = note::of_user(&store()?, &user_id)
            .await
            .map_err(|error| failure(&error))?;
        let notes = notes.into_iter().filter_map(Result::ok);
        let found = arrange(notes.map(|record| record.value).collect())
            .into_iter()
            .find(|note| note.id == id);
        let text = match found {
            Some(note) if note.pin == Pin::Pinned => NoteText {
                text: note.text,
                ticket: note.ticket,
                is_pinned: true,
            },
            // A second click, or a colleague's: it is as wanted.
            Some(_) => return Ok(()),
            None => return Err(invalid("There is no such note.")),
        };
        let after = NoteText {
            is_pinned: false,
            ..text.clone()
        };
        let event = AuditEvent {
            user: Some(user_id.clone()),
            reason: reason.clone(),
            before: Some(described(&text)),
            after: Some(described(&after)),
            ..audit::event(permit.staff(), Action::NoteUnpinned)
        };
        let entry = NoteEntry::Unpin { note: id, reason };
        write(permit, user_id, request_id(), entry, event).await
    }

    async fn write(
        permit: &Permit<WriteNotes>,
        user_id: UserId,
        id: String,
        entry: NoteEntry,
        event: AuditEvent,
    ) -> Result<(), AppError> {
        let note = Note {
            user_id,
            id,
            at: now().whole_seconds(),
            who: permit.staff().name.clone(),
            entry,
        };
        note::write(&store()?, permit, &note, &event)
            .await
            .map(drop)
            .map_err(|error| failure(&error))
    }

    fn described(note: &NoteText) -> Attributes {
        let ticket = note.ticket.as_deref().map_or(Value::Null, Value::text);
        Attributes::from([
            ("text".to_owned(), Value::text(&note.text)),
            ("ticket".to_owned(), ticket),
            ("pinned".to_owned(), Value::Bool(note.is_pinned)),
        ])
    }
}
