//! Changes to a user's temporary profiles. What was done already is not done again; what somebody else
//! did meanwhile is told; then the same checks as in the browser; then one transaction.

use super::{Overrides, read};
use crate::api::stamp::Stamp;
use crate::error::AppError;
use crate::request::{failure, now, store};
use crate::{audit, paths, writing};
use domain::audit::{Action, AuditEvent};
use domain::id::UserId;
use domain::instant::Instant;
use domain::override_draft::{EndDraft, OverrideDraft, OverridePlan, REASON, Standing};
use domain::role::{OverrideProfiles, Permit};
use domain::schedule::{ScheduleState, ScheduledStart};
use domain::temporary_profile::TemporaryProfile;
use store::guard::{Attempt, OperationId, Outcome};
use store::temporary_profile::change;
use store::{Store, StoreError, schedule};

/// A form that has come in, and what there is to hold it against.
struct Desk<'a> {
    permit: &'a Permit<OverrideProfiles>,
    store: Store,
    now: Instant,
    overrides: Overrides,
    attempt: Attempt,
}

impl<'a> Desk<'a> {
    /// Nothing where the same form with the same content was done before.
    async fn open(
        permit: &'a Permit<OverrideProfiles>,
        user_id: &str,
        stamp: &Stamp,
        content: &str,
    ) -> Result<Option<Self>, AppError> {
        let user = UserId::parse(user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
        let (store, now) = (store()?, now().whole_seconds());
        let (overrides, guard) = read::at(&store, &user, now)
            .await
            .map_err(|error| failure(&error))?;
        let operation = OperationId::of(&stamp.form, content);
        if guard.has_done(&operation) {
            return Ok(None);
        }
        if guard.version != stamp.version {
            return Err(writing::overtaken(&store, &user, stamp.version).await);
        }
        let attempt = Attempt {
            user,
            version: stamp.version,
            operation,
            at: now,
        };
        Ok(Some(Self {
            permit,
            store,
            now,
            overrides,
            attempt,
        }))
    }

    fn event(&self, action: Action, reason: &str) -> AuditEvent {
        AuditEvent {
            user: Some(self.attempt.user.clone()),
            reason: reason.to_owned(),
            ..audit::event(self.permit.staff(), action)
        }
    }

    /// The override that a form is about.
    fn standing(&self, of: &str) -> Result<&Standing, AppError> {
        self.overrides.standing(of).ok_or_else(|| {
            AppError::Invalid("That temporary profile is no longer there.".to_owned())
        })
    }

    /// The planned start that a form is about.
    fn plan(&self, id: &str) -> Result<&ScheduledStart, AppError> {
        let found = self.overrides.waiting.iter().find(|one| one.id == id);
        found.ok_or_else(|| AppError::Invalid("That start no longer waits.".to_owned()))
    }

    async fn told(&self, done: Result<Outcome, StoreError>) -> Result<(), AppError> {
        writing::told(&self.store, &self.attempt, done).await?;
        self.back();
        Ok(())
    }

    fn back(&self) {
        leptos_axum::redirect(&paths::temporary_profiles(&self.attempt.user));
    }
}

pub(super) async fn save(
    permit: &Permit<OverrideProfiles>,
    user_id: &str,
    draft: &str,
    plan: &str,
    stamp: &Stamp,
    confirmed: Option<&str>,
) -> Result<(), AppError> {
    let Some(desk) = Desk::open(permit, user_id, stamp, &format!("{plan} {draft}")).await? else {
        sent_twice(user_id);
        return Ok(());
    };
    let context = &desk.overrides.context;
    if context.version.is_none() && context.standing.is_empty() {
        writing::confirmed(&desk.store, &desk.attempt.user, confirmed, Vec::new()).await?;
    }
    if let Some(why) = &desk.overrides.in_the_way {
        return Err(AppError::Invalid(why.clone()));
    }
    let draft = paths::fields(draft);
    let fields = draft
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let draft = OverrideDraft::from_fields(fields)
        .ok_or_else(|| AppError::Invalid("The form was not understood. Start again.".to_owned()))?;
    let checked = draft
        .check(&desk.overrides.context_without(plan))
        .map_err(writing::rejected)?;
    let old = match plan {
        "" => None,
        id => Some(desk.plan(id)?),
    };
    match (old, checked.start_on) {
        (None, None) => start(&desk, &checked).await,
        (old, _) => plan_start(&desk, old, checked).await,
    }
}

/// Puts an override into force at once, in place of the one that the person agreed to replace.
async fn start(desk: &Desk<'_>, plan: &OverridePlan) -> Result<(), AppError> {
    let new = plan.profile(&desk.attempt.user, desk.now);
    let Desk {
        store,
        permit,
        attempt,
        ..
    } = desk;
    let done = match &plan.replaces {
        None => {
            let event = AuditEvent {
                after: Some(new.described()),
                ..desk.event(Action::OverrideStarted, &plan.reason)
            };
            change::start(store, permit, attempt, &new, &event).await
        }
        Some(old) => {
            let event = AuditEvent {
                before: Some(desk.standing(&old.sort)?.profile.described()),
                after: Some(new.described()),
                ..desk.event(Action::OverrideReplaced, &plan.reason)
            };
            change::replace(store, permit, attempt, old, &new, &event).await
        }
    };
    desk.told(done).await
}

/// Plans a start, or plans one otherwise. One that is changed to begin at once keeps its plan, whose
/// time has then come.
async fn plan_start(
    desk: &Desk<'_>,
    old: Option<&ScheduledStart>,
    plan: OverridePlan,
) -> Result<(), AppError> {
    let Desk {
        store,
        permit,
        attempt,
        ..
    } = desk;
    let id = old.map_or_else(crate::request::request_id, |old| old.id.clone());
    let (user, by) = (attempt.user.clone(), permit.staff().clone());
    let new = ScheduledStart::new(id, user, plan, by, desk.now);
    let event = AuditEvent {
        before: old.map(ScheduledStart::described),
        after: Some(new.described()),
        ..desk.event(
            if old.is_some() {
                Action::ScheduleChanged
            } else {
                Action::StartScheduled
            },
            &new.reason,
        )
    };
    let done = match old {
        None => schedule::add(store, permit, attempt, &new, &event).await,
        Some(old) => schedule::change(store, permit, attempt, &old.key(), &new, &event).await,
    };
    desk.told(done).await
}

pub(super) async fn move_end(
    permit: &Permit<OverrideProfiles>,
    user_id: &str,
    of: &str,
    draft: &EndDraft,
    stamp: &Stamp,
) -> Result<(), AppError> {
    let content = format!("{of} {} {}", draft.expires, draft.reason);
    let Some(desk) = Desk::open(permit, user_id, stamp, &content).await? else {
        sent_twice(user_id);
        return Ok(());
    };
    let old = desk.standing(of)?;
    let (expires_on, reason) = draft
        .check(old, &desk.overrides.context)
        .map_err(writing::rejected)?;
    let moved = TemporaryProfile {
        expires_on,
        ..old.profile.clone()
    };
    let event = AuditEvent {
        before: Some(old.profile.described()),
        after: Some(moved.described()),
        ..desk.event(Action::OverrideMoved, &reason)
    };
    let done = change::move_end(
        &desk.store,
        permit,
        &desk.attempt,
        &old.held,
        expires_on,
        &event,
    )
    .await;
    desk.told(done).await
}

pub(super) async fn cancel(
    permit: &Permit<OverrideProfiles>,
    user_id: &str,
    of: &str,
    reason: &str,
    stamp: &Stamp,
) -> Result<(), AppError> {
    let reason = needed(reason, ("of", of))?;
    let Some(desk) = Desk::open(permit, user_id, stamp, &format!("{of} {reason}")).await? else {
        sent_twice(user_id);
        return Ok(());
    };
    let old = desk.standing(of)?;
    let event = AuditEvent {
        before: Some(old.profile.described()),
        ..desk.event(Action::OverrideCancelled, &reason)
    };
    let done = change::cancel(&desk.store, permit, &desk.attempt, &old.held, &event).await;
    desk.told(done).await
}

pub(super) async fn cancel_plan(
    permit: &Permit<OverrideProfiles>,
    user_id: &str,
    plan: &str,
    reason: &str,
    stamp: &Stamp,
) -> Result<(), AppError> {
    let reason = needed(reason, ("plan", plan))?;
    let Some(desk) = Desk::open(permit, user_id, stamp, &format!("{plan} {reason}")).await? else {
        sent_twice(user_id);
        return Ok(());
    };
    let old = desk.plan(plan)?;
    let event = AuditEvent {
        before: Some(old.described()),
        ..desk.event(Action::ScheduleCancelled, &reason)
    };
    let cancelled = ScheduledStart {
        state: ScheduleState::Cancelled,
        why: format!("{} by {}", reason, permit.staff().label),
        ..old.clone()
    };
    let done = schedule::give_up(&desk.store, &desk.attempt, &cancelled, &event).await;
    desk.told(done).await
}

/// A reason; what is wrong with it is told to that one of the page's forms which is about `of`.
fn needed(reason: &str, of: (&str, &str)) -> Result<String, AppError> {
    let typed = [of, (REASON, reason)].map(|(field, text)| (field.to_owned(), text.to_owned()));
    writing::reason(REASON, &typed.to_vec())
}

/// Sent twice: the person sees what came of it the first time.
fn sent_twice(user_id: &str) {
    leptos_axum::redirect(&paths::temporary_profiles(&UserId::new(user_id)));
}
