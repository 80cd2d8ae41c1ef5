//! What a person is told about a write: that it is done, or who was faster.

use crate::error::{AppError, Typed};
use crate::request::{failure, request_id};
use domain::audit::{Action, AuditList};
use domain::form::{self, FieldErrors};
use domain::id::UserId;
use store::guard::Outcome;
use store::{ErrorKind, Operation, Store, StoreError};

/// How many of the newest entries about a user are searched for the write that came first; between
/// them lie looks only.
const LOOK_BEHIND: u32 = 50;

/// Done now or before is done; a conflict is told by who was faster.
pub async fn told(
    store: &Store,
    user: &UserId,
    done: Result<Outcome, StoreError>,
) -> Result<(), AppError> {
    match done {
        Ok(Outcome::Now | Outcome::Before) => Ok(()),
        Err(error) if error.kind == ErrorKind::Conflict => Err(overtaken(store, user).await),
        Err(error)
            if (error.kind, error.operation) == (ErrorKind::Unreachable, Operation::Transact) =>
        {
            let request_id = request_id();
            tracing::error!(request_id, %error, "a write was sent off without an answer");
            Err(AppError::Unconfirmed { request_id })
        }
        Err(error) => Err(failure(&error)),
    }
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
    let text = typed.iter().find(|(name, _)| name == field);
    form::reason(text.map_or("", |(_, text)| text)).map_err(|problem| {
        let mut errors = FieldErrors::default();
        errors.add(field, problem);
        AppError::Rejected {
            errors,
            typed: typed.clone(),
        }
    })
}

/// Who was faster, and with what.
pub async fn overtaken(store: &Store, user: &UserId) -> AppError {
    let of = AuditList::OfUser(user.clone());
    let entries = match store::audit::list(store, &of, LOOK_BEHIND, None).await {
        Ok(entries) => entries,
        Err(error) => return failure(&error),
    };
    let is_write = |action: &Action| {
        !matches!(
            action,
            Action::LookedAt | Action::Refused | Action::Exported | Action::IncomeRevealed
        )
    };
    let mut events = entries.events.into_iter().flatten();
    match events.find(|record| is_write(&record.value.action)) {
        Some(record) => {
            let event = record.value;
            let now = format!(
                "{} {} this user on {}.",
                event.who,
                event.action.in_words(),
                event.at
            );
            AppError::Changed {
                now,
                typed: Vec::new(),
            }
        }
        None => AppError::Conflict,
    }
}
