//! Links to the audit log.

use super::query_value;
use domain::audit::AuditList;

pub const AUDIT: &str = "/audit";

/// One list of the audit log, from behind a place in it.
pub fn audit(list: &AuditList, after: Option<&str>) -> String {
    let (by, value) = list.address();
    let after = after
        .map(|after| format!("&after={}", query_value(after)))
        .unwrap_or_default();
    format!("{AUDIT}?by={by}&value={}{after}", query_value(&value))
}

/// The whole of a list as a file; `form` is `csv` or `jsonl`.
pub fn audit_export(list: &AuditList, form: &str) -> String {
    let (by, value) = list.address();
    format!(
        "{AUDIT}/export.{form}?by={by}&value={}",
        query_value(&value)
    )
}
