//! The audit log, list by list.

use crate::diff_view::Row;
use crate::error::AppError;
use domain::audit::{AuditEvent, AuditList};
use domain::instant::Instant;
use domain::item::BrokenItem;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Part of a list, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditPage {
    pub now: Instant,
    pub list: AuditList,
    pub lines: Vec<Result<AuditLine, BrokenItem>>,
    /// Where the next part starts.
    pub next: Option<String>,
    pub may_export: bool,
}

/// An event as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditLine {
    /// Without what was before and after, which is in `changes`.
    pub event: AuditEvent,
    pub changes: Vec<Row>,
    /// Announced, and it is not known yet what became of it.
    pub is_unconfirmed: bool,
}

/// How many entries a page shows.
pub const PAGE: u32 = 50;

crate::effect::reads!(ReadAudit);
/// Without `by` and `value`, what was done today.
#[server(prefix = "/rpc", endpoint = "read_audit", output = crate::wire::Answer)]
pub async fn read_audit(
    by: String,
    value: String,
    after: Option<String>,
) -> Result<AuditPage, AppError> {
    use crate::request;
    let permit = request::permit::<domain::role::ReadAudit>().await?;
    let now = request::now();
    let list = if by.is_empty() && value.is_empty() {
        AuditList::OfDay(now.day())
    } else {
        AuditList::parse(&by, value.trim()).ok_or_else(|| {
            AppError::Invalid(
                "Choose what to list by, and give a value; a day is written 2026-11-16.".to_owned(),
            )
        })?
    };
    let store = request::store()?;
    let entries = store::audit::list(&store, &list, PAGE, after.as_deref())
        .await
        .map_err(|error| request::failure(&error))?;
    let unconfirmed = unconfirmed(&store, &entries)
        .await
        .map_err(|error| request::failure(&error))?;
    Ok(AuditPage {
        now,
        list,
        lines: entries
            .events
            .into_iter()
            .map(|stored| stored.map(|record| line(record.value, &unconfirmed)))
            .collect(),
        next: entries.next,
        may_export: permit.staff().may::<domain::role::ExportAudit>(),
    })
}

#[cfg(feature = "ssr")]
fn line(event: AuditEvent, unconfirmed: &[String]) -> AuditLine {
    AuditLine {
        changes: crate::diff_view::of_event(&event),
        is_unconfirmed: unconfirmed.contains(&event.id),
        event: AuditEvent {
            before: None,
            after: None,
            ..event
        },
    }
}

/// Asked only where something was announced at all.
#[cfg(feature = "ssr")]
async fn unconfirmed(
    store: &store::Store,
    entries: &store::audit::Entries,
) -> Result<Vec<String>, store::StoreError> {
    use domain::audit::Action;
    let mut events = entries.events.iter().flatten();
    if !events.any(|record| record.value.action == Action::BypassIntended) {
        return Ok(Vec::new());
    }
    let open = store::bypass_intent::open(store).await?;
    let intents = open.into_iter().filter_map(Result::ok);
    Ok(intents.map(|intent| intent.value.event_id()).collect())
}
