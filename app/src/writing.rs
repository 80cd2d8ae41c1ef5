//! What a person is told about a write: that it is done, or who was faster.

use crate::error::{AppError, Typed};
use crate::request::{failure, request_id};
use domain::audit::{AuditEvent, AuditList};
use domain::form::{self, FieldErrors};
use domain::id::UserId;
use futures::try_join;
use store::guard::{Attempt, Outcome};
use store::{ErrorKind, Operation, Store, StoreError};

/// How many of the newest entries about a user are searched for the write that came first; between
/// them lie looks and notes.
const LOOK_BEHIND: u32 = 50;

/// Done now or before is done; a conflict is told by who was faster.
pub async fn told(
    store: &Store,
    attempt: &Attempt,
    done: Result<Outcome, StoreError>,
) -> Result<(), AppError> {
    match done {
        Ok(Outcome::Now | Outcome::Before) => Ok(()),
        Err(error) if error.kind == ErrorKind::Conflict => {
            Err(overtaken(store, &attempt.user, attempt.version).await)
        }
        Err(error) => Err(not_done(&error)),
    }
}

/// A write that did not go through, or of which nobody knows. Only for what is not done twice when it is
/// sent again.
pub fn not_done(error: &StoreError) -> AppError {
    if (error.kind, error.operation) == (ErrorKind::Unreachable, Operation::Transact) {
        let request_id = request_id();
        tracing::error!(request_id, %error, "a write was sent off without an answer");
        return AppError::Unconfirmed { request_id };
    }
    failure(error)
}

/// What was typed into a form, to be brought back with what is wrong with it.
pub fn typed<const N: usize>(fields: [(&str, &str); N]) -> Typed {
    fields
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// What is wrong with a form whose fields stand in the page's own address, and so come back with it.
pub fn rejected(errors: FieldErrors) -> AppError {
    AppError::Rejected {
        errors,
        typed: Vec::new(),
    }
}

/// The reason among what was typed, as it will be stored, or what is wrong with it at its field.
pub fn reason(field: &str, typed: &Typed) -> Result<String, AppError> {
    checked(field, typed, form::reason)
}

/// A field of what was typed, as `check` has it, or what is wrong with it at its field.
pub fn checked(
    field: &str,
    typed: &Typed,
    check: impl FnOnce(&str) -> Result<String, String>,
) -> Result<String, AppError> {
    let text = typed.iter().find(|(name, _)| name == field);
    check(text.map_or("", |(_, text)| text)).map_err(|problem| {
        let mut errors = FieldErrors::default();
        errors.add(field, problem);
        AppError::Rejected {
            errors,
            typed: typed.clone(),
        }
    })
}

/// Before anything is written about an ID of which nobody has stored anything: it may be mistyped.
pub async fn confirmed(
    store: &Store,
    user: &UserId,
    confirmed: Option<&str>,
    typed: Typed,
) -> Result<(), AppError> {
    if confirmed.is_some_and(|confirmed| !confirmed.is_empty()) {
        return Ok(());
    }
    let is_known = store::user::is_known(store, user).await;
    if is_known.map_err(|error| failure(&error))? {
        return Ok(());
    }
    let mut errors = FieldErrors::default();
    errors.add(form::CONFIRMED, form::NOT_CONFIRMED);
    Err(AppError::Rejected { errors, typed })
}

/// Who was faster, and with what. `seen` is the version of the user's data that the person had read:
/// where it is still that, nobody did anything in Float Desk, and an older entry would be a false accusation.
pub async fn overtaken(store: &Store, user: &UserId, seen: i64) -> AppError {
    let of = AuditList::OfUser(user.clone());
    let reads = try_join!(
        store::guard::of_user(store, user),
        store::audit::list(store, &of, LOOK_BEHIND, None),
    );
    let (guard, entries) = match reads {
        Ok(read) => read,
        Err(error) => return failure(&error),
    };
    let mut events = entries.events.into_iter().flatten();
    let faster = events
        .find(|record| record.value.action.raises_guard())
        .filter(|_| guard.version != seen);
    let now = match faster {
        Some(record) => {
            let AuditEvent {
                who, action, at, ..
            } = record.value;
            format!("{who} {} this user on {at}.", action.in_words())
        }
        None => "Another service or a colleague changed this user.".to_owned(),
    };
    AppError::Changed {
        now,
        typed: Vec::new(),
    }
}
