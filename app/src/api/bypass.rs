//! The requirements bypass of a user: what is stored, what became of it over time, and changing it.

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

#[server(prefix = "/rpc", endpoint = "read_bypass", output = crate::wire::Answer)]
pub async fn read_bypass(user_id: String, before: Option<String>) -> Result<BypassPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user_id = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    reading::page(&permit, user_id, before).await
}

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
    let asked = writing::Asked {
        user,
        operation,
        seen,
        typed,
    };
    let to = writing::To::Be(last_day, note);
    writing::change(&permit, asked, why, to).await
}

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
    let why = form::reason(&why).map_err(|message| {
        let mut errors = FieldErrors::default();
        errors.add("why", message);
        let typed = typed.clone();
        AppError::Rejected { errors, typed }
    })?;
    let asked = writing::Asked {
        user,
        operation,
        seen,
        typed,
    };
    writing::change(&permit, asked, why, writing::To::Go).await
}

#[cfg(feature = "ssr")]
mod reading {
    use super::{AppError, BypassEvent, BypassHistory, BypassPage};
    use crate::audit;
    use crate::request::{failure, now, request_id, store};
    use domain::audit::{Action, AuditEvent, AuditList};
    use domain::id::UserId;
    use domain::role::{LookUpUsers, OverrideProfiles, Permit};
    use futures::try_join;
    use std::collections::BTreeSet;
    use store::{Store, StoreError, bypass, bypass_intent};

    /// The log of a user holds every look at them too: so much of it is read at a time, and no more
    /// than so often for one page.
    const PART: u32 = 200;
    const PARTS: usize = 5;
    const ENOUGH: usize = 20;

    pub(super) async fn page(
        permit: &Permit<LookUpUsers>,
        user: UserId,
        before: Option<String>,
    ) -> Result<BypassPage, AppError> {
        let (store, now) = (store()?, now());
        let reads = async {
            try_join!(bypass::find(&store, &user), history(&store, &user, before),)
                .map_err(|error| failure(&error))
        };
        let ((found, history), ()) = try_join!(reads, audit::looked_at(permit.staff(), &user))?;
        Ok(BypassPage {
            now,
            current: found
                .stored()
                .map(|stored| stored.map(|record| record.value)),
            seen: found.fingerprint(),
            operation: request_id(),
            refused: permit.staff().permit::<OverrideProfiles>().err(),
            history,
            user_id: user,
        })
    }

    async fn history(
        store: &Store,
        user: &UserId,
        before: Option<String>,
    ) -> Result<BypassHistory, StoreError> {
        let list = AuditList::OfUser(user.clone());
        let mut history = BypassHistory {
            older: before,
            ..BypassHistory::default()
        };
        for _ in 0..PARTS {
            let part = store::audit::list(store, &list, PART, history.older.as_deref()).await?;
            let events = part
                .events
                .into_iter()
                .filter_map(Result::ok)
                .map(|record| record.value);
            for event in events {
                history.looked_back_to = Some(event.at);
                if is_about_bypass(&event.action) {
                    history.events.push(BypassEvent {
                        // Where somebody sat is for those who may read the log.
                        event: AuditEvent {
                            from: String::new(),
                            ..event
                        },
                        is_unconfirmed: false,
                    });
                }
            }
            history.older = part.next;
            if history.older.is_none() || history.events.len() >= ENOUGH {
                break;
            }
        }
        if history.older.is_none() {
            history.looked_back_to = None;
        }
        confirm(store, &mut history.events).await?;
        Ok(history)
    }

    fn is_about_bypass(action: &Action) -> bool {
        matches!(
            action,
            Action::BypassIntended
                | Action::BypassGranted
                | Action::BypassChanged
                | Action::BypassRemoved
                | Action::BypassNotChanged
        )
    }

    /// Leaves out the announcements of what is known by now, and marks the others.
    async fn confirm(store: &Store, events: &mut Vec<BypassEvent>) -> Result<(), StoreError> {
        let is_announced = |event: &BypassEvent| event.event.action == Action::BypassIntended;
        if !events.iter().any(is_announced) {
            return Ok(());
        }
        let open = bypass_intent::open(store).await?;
        let open: BTreeSet<_> = open
            .into_iter()
            .filter_map(Result::ok)
            .map(|intent| intent.value.event_id())
            .collect();
        events.retain_mut(|event| {
            event.is_unconfirmed = open.contains(&event.event.id);
            event.event.action != Action::BypassIntended || event.is_unconfirmed
        });
        Ok(())
    }
}

#[cfg(feature = "ssr")]
mod writing {
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
}
