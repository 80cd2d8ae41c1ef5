//! What a new profile version that switches floats or loans off does to temporary profiles that would
//! override it: those in effect and those that are scheduled, in the version's own transaction.

use crate::guard::{Attempt, Waiting};
use crate::schedule::{held, settled};
use crate::table::Write;
use crate::temporary_profile::change::{found, overruled};
use crate::{ErrorKind, Operation, Store, StoreError, TableId, audit};
use domain::audit::{Action, AuditEvent};
use domain::overruled::Overruled;
use domain::role::{Permit, WriteProfiles};
use domain::schedule::{ScheduleState, ScheduledStart};

pub(super) async fn writes(
    store: &Store,
    permit: &Permit<WriteProfiles>,
    attempt: &Attempt,
    all: &[Overruled],
    written: &AuditEvent,
) -> Result<(Vec<Write>, Waiting), StoreError> {
    let (mut writes, mut waiting) = (Vec::new(), Waiting::default());
    for (number, one) in all.iter().enumerate() {
        let event = |action| AuditEvent {
            id: format!("{}-overruled-{number}", written.id),
            action,
            before: None,
            after: None,
            ..written.clone()
        };
        match one {
            Overruled::Standing { old, adjusted } => {
                let old = found(store, attempt, &old.held).await?;
                let old = old.ok_or_else(|| changed(attempt))?;
                let event = AuditEvent {
                    before: Some(old.profile().described()),
                    after: adjusted.as_ref().map(|it| it.described()),
                    ..event(Action::OverrideOverruled)
                };
                writes.extend(audit::writes(&event));
                let adjusted = adjusted.as_deref();
                writes.extend(overruled(permit, attempt, &old, adjusted, &event));
            }
            Overruled::Scheduled { old, adjusted } => {
                let event = AuditEvent {
                    before: Some(old.described()),
                    after: adjusted.as_ref().map(|it| it.described()),
                    ..event(match adjusted {
                        Some(_) => Action::ScheduleChanged,
                        None => Action::ScheduleCancelled,
                    })
                };
                writes.extend(audit::writes(&event));
                waiting.remove.push(old.key());
                if let Some(adjusted) = adjusted {
                    writes.push(settled(adjusted));
                    waiting.add.push(held(adjusted));
                } else {
                    writes.push(settled(&ScheduledStart {
                        state: ScheduleState::Cancelled,
                        why: format!("A new profile version overruled it: {}", written.reason),
                        ..old.as_ref().clone()
                    }));
                }
            }
        }
    }
    Ok((writes, waiting))
}

fn changed(attempt: &Attempt) -> StoreError {
    let user = &attempt.user;
    StoreError {
        table: TableId::Underwriting,
        operation: Operation::Get,
        kind: ErrorKind::Conflict,
        detail: format!("a temporary profile of {user} is no longer the one that was read"),
    }
}
