//! The requirements bypass of a user: what is stored, what became of it over time, and changing it.

#[cfg(feature = "ssr")]
mod read;
#[cfg(feature = "ssr")]
mod write;

use crate::error::AppError;
use domain::audit::AuditEvent;
use domain::bypass::Bypass;
#[cfg(feature = "ssr")]
use domain::form::{self, FieldErrors};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::role::Refused;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BypassPage {
    pub user_id: UserId,
    pub now: Instant,
    pub current: Option<Result<Bypass, BrokenItem>>,
    /// What the forms send back: that this is what was seen, and the id of what they are about to do.
    pub seen: String,
    pub operation: String,
    /// Whether any service has stored anything about this ID.
    pub has_record: bool,
    /// Why this person may not change it, where that is so.
    pub refused: Option<Refused>,
    pub history: BypassHistory,
}

/// What the audit log knows of a user's bypass, newest first; the table itself keeps no history.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BypassHistory {
    pub events: Vec<BypassEvent>,
    /// Where to look on, where the log goes on.
    pub older: Option<String>,
    /// How far back was looked, where the log goes on.
    pub looked_back_to: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BypassEvent {
    pub event: AuditEvent,
    /// Announced, and it is not known yet what became of it.
    pub is_unconfirmed: bool,
}

crate::effect::reads!(ReadBypass);
#[server(prefix = "/rpc", endpoint = "read_bypass", output = crate::wire::Answer)]
pub async fn read_bypass(user_id: String, before: Option<String>) -> Result<BypassPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user_id = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    read::page(&permit, user_id, before).await
}

crate::effect::writes!(SaveBypass);
/// Grants a bypass, or changes the one that is there. `reason` is why it is changed; a grant has its
/// reason in the note.
#[server(prefix = "/rpc", endpoint = "save_bypass", output = crate::wire::Answer)]
pub async fn save_bypass(
    user_id: String,
    operation: String,
    seen: String,
    last_day: String,
    note: String,
    #[server(default)] reason: Option<String>,
    confirmed: Option<String>,
) -> Result<(), AppError> {
    use domain::bypass::BypassDraft;
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let user = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    let mut typed = vec![
        ("last_day".to_owned(), last_day.clone()),
        ("note".to_owned(), note.clone()),
    ];
    typed.extend(reason.clone().map(|reason| ("reason".to_owned(), reason)));
    let draft = BypassDraft { last_day, note };
    let mut errors = FieldErrors::default();
    let checked = draft.check(crate::request::now().day());
    if let Err(FieldErrors(found)) = &checked {
        errors.0.extend(found.iter().cloned());
    }
    let why = form::reason(reason.as_ref().unwrap_or(&draft.note));
    if let (Err(message), Some(_)) = (&why, &reason) {
        errors.add("reason", message);
    }
    let (Ok((last_day, note)), Ok(why)) = (checked, why) else {
        return Err(AppError::Rejected { errors, typed });
    };
    // What changes a bypass says why; of an ID that has one, there is a record.
    if reason.is_none() {
        let store = crate::request::store()?;
        let confirmed = confirmed.as_deref();
        crate::writing::confirmed(&store, &user, confirmed, typed.clone()).await?;
    }
    let asked = write::Asked {
        user,
        operation,
        seen,
        typed,
    };
    let to = write::To::Be(last_day, note);
    write::change(&permit, asked, why, to).await
}

crate::effect::writes!(RemoveBypass);
#[server(prefix = "/rpc", endpoint = "remove_bypass", output = crate::wire::Answer)]
pub async fn remove_bypass(
    user_id: String,
    operation: String,
    seen: String,
    why: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let user = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    let typed = vec![("why".to_owned(), why.clone())];
    let why = crate::writing::reason("why", &typed)?;
    let asked = write::Asked {
        user,
        operation,
        seen,
        typed,
    };
    write::change(&permit, asked, why, write::To::Go).await
}
