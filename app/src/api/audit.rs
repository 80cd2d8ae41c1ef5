//! The audit log, list by list.

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
    pub events: Vec<Result<AuditEvent, BrokenItem>>,
    /// Where the next part starts.
    pub next: Option<String>,
    pub may_export: bool,
}

/// How many entries a page shows.
pub const PAGE: u32 = 50;

/// Without `by` and `value`, what was done today.
#[server(prefix = "/rpc", endpoint = "read_audit")]
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
    let entries = store::audit::list(&request::store()?, &list, PAGE, after.as_deref())
        .await
        .map_err(|error| request::failure(&error))?;
    Ok(AuditPage {
        now,
        list,
        events: entries
            .events
            .into_iter()
            .map(|stored| stored.map(|record| record.value))
            .collect(),
        next: entries.next,
        may_export: permit.staff().may::<domain::role::ExportAudit>(),
    })
}
