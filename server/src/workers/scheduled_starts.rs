//! Puts planned starts into force at their time: late where the servers were down, never twice, never
//! forgotten.

use super::{Shift, Worker, now};
use async_trait::async_trait;
use domain::audit::{Action, AuditEvent};
use domain::day::Day;
use domain::instant::Instant;
use domain::schedule::{Due, ScheduleState, ScheduledStart};
use domain::worker;
use std::time::Duration;
use store::guard::{Attempt, OperationId};
use store::{ErrorKind, Store, StoreError, guard, profile, schedule, temporary_profile};

/// How late a start can be while all is well.
const PAUSE: Duration = Duration::from_secs(5);
/// How far back it looks where nothing says how far the last one came: no start can be planned longer
/// ahead than this, so none older can still wait.
const FARTHEST_DAYS: i64 = 367;

pub struct ScheduledStarts;

#[async_trait]
impl Worker for ScheduledStarts {
    fn name(&self) -> &'static str {
        worker::SCHEDULED_STARTS.name
    }

    fn pause(&self) -> Duration {
        PAUSE
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        let now = now();
        let from = shift.progress().and_then(|day| Day::parse(&day));
        let settled = settle_due(&shift.store, from, now, || shift.is_over()).await?;
        if let Some(day) = settled.filter(|day| Some(*day) != from) {
            shift.note(day.stored());
        }
        Ok(())
    }
}

/// Settles every start that is due at `now`, beginning with the day `from`. Gives the day with which
/// the next turn begins; nothing where some had to be left for it. One that fails keeps nobody else
/// waiting: the others are settled first, and then it is reported.
pub async fn settle_due(
    store: &Store,
    from: Option<Day>,
    now: Instant,
    is_over: impl Fn() -> bool,
) -> Result<Option<Day>, StoreError> {
    let today = now.day();
    let mut day = from.unwrap_or_else(|| today.plus_days(-FARTHEST_DAYS));
    let (mut is_complete, mut failed) = (true, None);
    while day <= today {
        for stored in schedule::of_day(store, day).await? {
            if is_over() {
                return Ok(None);
            }
            match stored {
                Ok(record) => match settle(store, record.value, now).await {
                    Ok(is_settled) => is_complete &= is_settled,
                    // Without the tables none of the others can be settled either.
                    Err(error) if error.kind == ErrorKind::Unreachable => return Err(error),
                    Err(error) => {
                        tracing::error!(%error, "a planned start cannot be settled");
                        failed.get_or_insert(error);
                    }
                },
                Err(broken) => {
                    tracing::error!(key = %broken.key, %broken, "a planned start cannot be read");
                }
            }
        }
        day = day.plus_days(1);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    // Yesterday is looked at again: another server's clock may have been a little behind.
    Ok(is_complete.then(|| today.plus_days(-1)))
}

/// Settles one start if it is due; `false` where somebody was writing on the same user meanwhile, and
/// it has to be looked at again.
async fn settle(store: &Store, planned: ScheduledStart, now: Instant) -> Result<bool, StoreError> {
    if planned.state != ScheduleState::Waiting || now < planned.start_on {
        return Ok(true);
    }
    let guard = guard::of_user(store, &planned.user_id).await?;
    let unexpired = temporary_profile::unexpired(store, &planned.user_id, now).await?;
    let attempt = Attempt {
        user: planned.user_id.clone(),
        version: guard.version,
        operation: OperationId::of(&format!("schedule-{}", planned.id), "settled"),
        at: now.whole_seconds(),
    };
    let regular = profile::regular(store, &planned.user_id).await?;
    let due = if regular.is_readable {
        planned.when_due(now, &unexpired, regular.profiles())
    } else {
        Due::Impossible("The newest profile version can't be read.".to_owned())
    };
    let done = match due {
        Due::Start { profile, replaces } => {
            let permit = planned.by.permit();
            let Ok(permit) = permit else {
                tracing::error!(user = %planned.user_id, by = %planned.by.id, "a start was planned by somebody who may not");
                return Ok(true);
            };
            let profile = store.as_written(*profile, &regular.profiles().regular());
            let event = AuditEvent {
                after: Some(profile.described()),
                ..event(&planned, Action::ScheduleStarted, now)
            };
            let started = ScheduledStart {
                state: ScheduleState::Started,
                ..planned
            };
            schedule::put_into_force(
                store,
                &permit,
                &attempt,
                &started,
                &profile,
                replaces.as_ref(),
                &event,
            )
            .await
        }
        Due::Impossible(why) => {
            tracing::warn!(user = %planned.user_id, id = planned.id, why, "a planned start is given up");
            let event = AuditEvent {
                subject: why.clone(),
                ..event(&planned, Action::ScheduleFailed, now)
            };
            let failed = ScheduledStart {
                state: ScheduleState::Failed,
                why,
                ..planned
            };
            schedule::give_up(store, &attempt, &failed, &event).await
        }
    };
    match done {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind, ErrorKind::Conflict | ErrorKind::Contended) => Ok(false),
        Err(error) => Err(error),
    }
}

/// It happens in the name of the person who planned it.
fn event(planned: &ScheduledStart, action: Action, now: Instant) -> AuditEvent {
    AuditEvent {
        id: format!("schedule-{}-{action}", planned.id),
        at: now,
        who: planned.by.id.clone(),
        label: planned.by.own_label(),
        role: Some(planned.by.role),
        from: String::new(),
        action,
        user: Some(planned.user_id.clone()),
        subject: String::new(),
        reason: planned.reason.clone(),
        before: None,
        after: None,
    }
}
