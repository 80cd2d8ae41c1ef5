//! Puts what people do into the audit log. What cannot be recorded does not happen.

use crate::error::AppError;
use crate::request::{address, failure, now, request_id, store};
use domain::audit::{Action, AuditEvent};
use domain::id::UserId;
use domain::instant::Instant;
use domain::role::Staff;
use leptos::prelude::use_context;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use store::audit::Recorded;

/// An event of this request, to be filled in.
pub fn event(staff: &Staff, action: Action) -> AuditEvent {
    AuditEvent {
        // The request's own id leads from the log entry to the log's lines.
        id: format!("{}-{action}", request_id()),
        at: now(),
        who: staff.id.clone(),
        label: staff.own_label(),
        role: Some(staff.role),
        from: address(),
        action,
        user: None,
        subject: String::new(),
        reason: String::new(),
        before: None,
        after: None,
    }
}

pub async fn record(event: AuditEvent) -> Result<(), AppError> {
    store::audit::record(&store()?, &event)
        .await
        .map_err(|error| failure(&error))
}

/// Who looked at whom in the current hour, as far as this server knows; saves asking the table.
#[derive(Debug, Clone, Default)]
pub struct RecentLooks(Arc<Mutex<(i64, HashSet<Pair>)>>);

/// Who looked, and at whom.
type Pair = (String, String);

impl RecentLooks {
    fn knows(&self, hour: i64, pair: &Pair) -> bool {
        let recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.0 == hour && recent.1.contains(pair)
    }

    fn remember(&self, hour: i64, pair: Pair) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.0 != hour {
            *recent = (hour, HashSet::new());
        }
        recent.1.insert(pair);
    }
}

/// Records that somebody looked at a user, once an hour for each pair.
pub async fn looked_at(staff: &Staff, user: &UserId) -> Result<(), AppError> {
    let looks = use_context::<RecentLooks>().unwrap_or_default();
    let hour = hour_of(now());
    let pair = (staff.id.to_string(), user.to_string());
    if looks.knows(hour, &pair) {
        return Ok(());
    }
    let event = AuditEvent {
        user: Some(user.clone()),
        ..event(staff, Action::LookedAt)
    };
    match store::audit::record_once_an_hour(&store()?, &event, hour).await {
        Ok(Recorded::Now | Recorded::Before) => {
            looks.remember(hour, pair);
            Ok(())
        }
        Err(error) => Err(failure(&error)),
    }
}

fn hour_of(at: Instant) -> i64 {
    at.epoch_seconds().div_euclid(3_600)
}
