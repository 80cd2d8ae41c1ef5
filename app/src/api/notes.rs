//! Notes on a user: anybody may write one, nobody can change one.

use crate::error::AppError;
use leptos::prelude::*;

crate::effect::writes!(WriteNote);
/// Adds a note. `pinned` comes as a ticked box does: with any value, or not at all.
#[server(prefix = "/rpc", endpoint = "write_note", output = crate::wire::Answer)]
pub async fn write_note(
    user_id: String,
    text: String,
    ticket: String,
    pinned: Option<String>,
    operation: String,
    confirmed: Option<String>,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::WriteNotes>().await?;
    let (note, typed) = work::read(text, ticket, pinned)?;
    work::confirmed(&user_id, confirmed, typed).await?;
    work::add(&permit, &user_id, note, operation).await
}

crate::effect::writes!(UnpinNote);
/// Takes the pin off a warning, which itself stays.
#[server(prefix = "/rpc", endpoint = "unpin_note", output = crate::wire::Answer)]
pub async fn unpin_note(user_id: String, note: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::WriteNotes>().await?;
    work::unpin(&permit, &user_id, note, reason).await
}

#[cfg(feature = "ssr")]
mod work {
    use super::AppError;
    use crate::error::Typed;
    use crate::request::{failure, now, request_id, store};
    use crate::{audit, writing};
    use domain::audit::{Action, AuditEvent};
    use domain::form::FieldErrors;
    use domain::id::UserId;
    use domain::note::{Note, NoteEntry, NoteText, Pin, arrange};
    use domain::role::{Permit, WriteNotes};
    use domain::value::{Attributes, Value};
    use store::guard::OperationId;
    use store::note;

    /// Longer than any name that Float Desk gives an operation.
    const LONGEST_OPERATION: usize = 100;

    fn invalid(why: impl ToString) -> AppError {
        AppError::Invalid(why.to_string())
    }

    /// The note as it was typed, or what is wrong with it, and all that was typed.
    pub(super) fn read(
        text: String,
        ticket: String,
        pinned: Option<String>,
    ) -> Result<(NoteText, Typed), AppError> {
        let note = NoteText::parse(&text, &ticket, pinned.is_some());
        let fields = [
            ("text", Some(text)),
            ("ticket", Some(ticket)),
            ("pinned", pinned),
        ];
        let typed = fields
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect();
        match note {
            Ok(note) => Ok((note, typed)),
            Err(fault) => {
                let mut errors = FieldErrors::default();
                errors.add(fault.field(), fault.to_string());
                Err(AppError::Rejected { errors, typed })
            }
        }
    }

    pub(super) async fn confirmed(
        user_id: &str,
        confirmed: Option<String>,
        typed: Typed,
    ) -> Result<(), AppError> {
        let user = UserId::parse(user_id).map_err(invalid)?;
        writing::confirmed(&store()?, &user, confirmed.as_deref(), typed).await
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
        // Changed and sent again after a lost answer, it is another note.
        let id = OperationId::of(&operation, &format!("{text:?}")).into_id();
        write(permit, user_id, id, NoteEntry::Text(text), event).await
    }

    pub(super) async fn unpin(
        permit: &Permit<WriteNotes>,
        user_id: &str,
        id: String,
        reason: String,
    ) -> Result<(), AppError> {
        let user_id = UserId::parse(user_id).map_err(invalid)?;
        // With the note that it is about: a page has as many such forms as warnings.
        let typed = [("note", id.clone()), ("reason", reason)];
        let typed = typed.map(|(name, value)| (name.to_owned(), value));
        let reason = writing::reason("reason", &typed.to_vec())?;
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
            who: permit.staff().id.clone(),
            entry,
        };
        note::write(&store()?, permit, &note, &event)
            .await
            .map(drop)
            .map_err(|error| writing::not_done(&error))
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
