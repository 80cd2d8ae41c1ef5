//! Changes of a bypass: announced, made, and put on record, since no transaction covers all three.

use super::AppError;
use crate::error::Typed;
use crate::request::{address, failure, now, request_id, store};
use domain::bypass_intent::{BypassIntent, Outcome};
use domain::day::Day;
use domain::id::UserId;
use domain::role::{OverrideProfiles, Permit};
use store::bypass::{self, Found};
use store::bypass_intent::{self, Known};
use store::{ErrorKind, Store, StoreError};

/// What a form said beside the change itself.
pub(super) struct Asked {
    pub(super) user: UserId,
    pub(super) operation: String,
    pub(super) seen: String,
    pub(super) typed: Typed,
}

/// What is to become of the bypass.
pub(super) enum To {
    Be(Day, String),
    Go,
}

pub(super) async fn change(
    permit: &Permit<OverrideProfiles>,
    asked: Asked,
    reason: String,
    to: To,
) -> Result<(), AppError> {
    let store = store()?;
    let intent = match intended(&store, permit, &asked, reason, to).await? {
        Known::Open(intent) => intent,
        Known::Settled(outcome) => return answered(&store, asked, outcome).await,
    };
    // From here on nobody can say that nothing was changed.
    let made = async {
        let outcome = bypass_intent::carry_out(&store, permit, &intent).await?;
        bypass_intent::settle(&store, &intent, outcome, now()).await?;
        Ok::<_, StoreError>(outcome)
    };
    match made.await {
        Ok(outcome) => answered(&store, asked, outcome).await,
        Err(error) => Err(uncertain(&error)),
    }
}

/// The intent that this operation stands for: a new one, or the one it already made.
async fn intended(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    asked: &Asked,
    reason: String,
    to: To,
) -> Result<Known, AppError> {
    let known = bypass_intent::find(store, &asked.operation).await;
    if let Some(known) = known.map_err(|error| failure(&error))? {
        return Ok(known);
    }
    let found = find(store, asked).await?;
    if found.fingerprint() != asked.seen {
        return Err(changed(&found, asked.typed.clone()));
    }
    let after = match to {
        To::Be(last_day, note) => Some(found.with(last_day, &note)),
        To::Go => None,
    };
    if found.item() == after.as_ref() {
        return Err(AppError::Invalid(
            "Nothing would change: that is what is stored already.".to_owned(),
        ));
    }
    let intent = BypassIntent {
        operation: asked.operation.clone(),
        at: now().whole_seconds(),
        staff: permit.staff().clone(),
        from: address(),
        user: asked.user.clone(),
        reason,
        before: found.item().cloned(),
        after,
    };
    match bypass_intent::announce(store, permit, &intent).await {
        Ok(()) => Ok(Known::Open(Box::new(intent))),
        // The same click once more, at the same time.
        Err(error) if error.kind == ErrorKind::Conflict => {
            let known = bypass_intent::find(store, &asked.operation).await;
            let known = known.map_err(|error| failure(&error))?;
            known.ok_or(AppError::Conflict)
        }
        Err(error) => Err(failure(&error)),
    }
}

async fn answered(store: &Store, asked: Asked, outcome: Outcome) -> Result<(), AppError> {
    match outcome {
        Outcome::Made => Ok(()),
        Outcome::NotMade => Err(changed(&find(store, &asked).await?, asked.typed)),
    }
}

async fn find(store: &Store, asked: &Asked) -> Result<Found, AppError> {
    let found = bypass::find(store, &asked.user).await;
    found.map_err(|error| failure(&error))
}

/// Somebody was faster: what is there now.
fn changed(found: &Found, typed: Typed) -> AppError {
    let now = match found.stored() {
        None => "There is no bypass now.".to_owned(),
        Some(Ok(record)) => format!(
            "The bypass now counts until {}, with the note \u{201c}{}\u{201d}.",
            record.value.expiration_date, record.value.reason
        ),
        Some(Err(broken)) => format!("What is stored now cannot be read: {broken}."),
    };
    AppError::Changed { now, typed }
}

fn uncertain(error: &StoreError) -> AppError {
    let request_id = request_id();
    tracing::error!(request_id, %error, "a change of a bypass was not confirmed");
    AppError::Uncertain { request_id }
}
