//! The audit log as a file: the whole of a list, streamed part by part.

use crate::sign_in::Asked;
use app::request::contents;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::instant::Instant;
use domain::role::{ExportAudit, Staff};
use futures::stream;
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use serde::Deserialize;
use std::time::SystemTime;
use store::{Store, StoreError, TableId, audit};

/// So many entries are read and sent at a time.
const PART: u32 = 200;

#[derive(Debug, Clone, Copy)]
enum Form {
    Csv,
    JsonLines,
}

#[derive(Debug, Deserialize)]
struct Wanted {
    by: String,
    value: String,
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(store: Store) -> Router<S> {
    Router::new()
        .route("/audit/export.csv", get(csv))
        .route("/audit/export.jsonl", get(json_lines))
        .layer(Extension(store))
}

async fn csv(
    store: Extension<Store>,
    staff: Extension<Staff>,
    asked: Asked,
    Query(wanted): Query<Wanted>,
) -> Response {
    export(store.0, &staff, &asked, &wanted, Form::Csv).await
}

async fn json_lines(
    store: Extension<Store>,
    staff: Extension<Staff>,
    asked: Asked,
    Query(wanted): Query<Wanted>,
) -> Response {
    export(store.0, &staff, &asked, &wanted, Form::JsonLines).await
}

/// Puts the export on record, or the refusal, and then begins to send.
async fn export(
    store: Store,
    staff: &Staff,
    asked: &Asked,
    wanted: &Wanted,
    form: Form,
) -> Response {
    let Some(list) = AuditList::parse(&wanted.by, &wanted.value) else {
        return (StatusCode::BAD_REQUEST, "There is no such list.").into_response();
    };
    let permit = staff.permit::<ExportAudit>();
    let action = if permit.is_ok() {
        Action::Exported
    } else {
        Action::Refused
    };
    let event = event(
        staff,
        asked,
        action,
        format!("audit log by {} {}", wanted.by, wanted.value),
    );
    if let Err(error) = audit::record(&store, &event).await {
        tracing::error!(request_id = asked.request_id, %error, "an export could not be put on record");
        let message = format!(
            "{} cannot be written at the moment.",
            contents(TableId::FloatDesk)
        );
        return (StatusCode::SERVICE_UNAVAILABLE, message).into_response();
    }
    if let Err(refused) = permit {
        return (StatusCode::FORBIDDEN, refused.to_string()).into_response();
    }
    let (kind, name) = match form {
        Form::Csv => (
            "text/csv; charset=utf-8",
            "attachment; filename=\"audit.csv\"",
        ),
        Form::JsonLines => (
            "application/x-ndjson",
            "attachment; filename=\"audit.jsonl\"",
        ),
    };
    let body = Body::from_stream(parts(store, list, form));
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], body).into_response()
}

fn event(staff: &Staff, asked: &Asked, action: Action, subject: String) -> AuditEvent {
    AuditEvent {
        id: format!("{}-{action}", asked.request_id),
        at: Instant::from(SystemTime::now()),
        who: staff.name.clone(),
        role: Some(staff.role),
        from: asked.address.to_string(),
        action,
        user: None,
        subject,
        reason: String::new(),
        before: None,
        after: None,
    }
}

/// Where the stream stands.
enum Place {
    Start,
    After(String),
    End,
}

fn parts(
    store: Store,
    list: AuditList,
    form: Form,
) -> impl futures::Stream<Item = Result<Bytes, StoreError>> {
    stream::try_unfold(Place::Start, move |place| {
        let (store, list) = (store.clone(), list.clone());
        async move {
            let (after, is_first) = match place {
                Place::Start => (None, true),
                Place::After(after) => (Some(after), false),
                Place::End => return Ok(None),
            };
            let part = audit::list(&store, &list, PART, after.as_deref()).await?;
            let events = part
                .events
                .into_iter()
                .filter_map(Result::ok)
                .map(|record| record.value);
            let bytes = match form {
                Form::Csv => as_csv(events, is_first),
                Form::JsonLines => as_json_lines(events),
            };
            let next = part.next.map_or(Place::End, Place::After);
            Ok(Some((Bytes::from(bytes), next)))
        }
    })
}

fn as_csv(events: impl Iterator<Item = AuditEvent>, with_head: bool) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    if with_head {
        let head = [
            "at", "who", "role", "action", "user", "subject", "reason", "from", "changes", "id",
        ];
        let _ = writer.write_record(head);
    }
    for event in events {
        let changes: Vec<_> = event
            .changes()
            .into_iter()
            .map(|change| {
                let said = |value: Option<domain::value::Value>| {
                    value.map(|v| v.to_string()).unwrap_or_default()
                };
                format!(
                    "{}: {} -> {}",
                    change.field,
                    said(change.before),
                    said(change.after)
                )
            })
            .collect();
        let _ = writer.write_record(
            [
                event.at.stored(),
                event.who.to_string(),
                event.role.map(|role| role.to_string()).unwrap_or_default(),
                event.action.to_string(),
                event.user.map(|user| user.to_string()).unwrap_or_default(),
                event.subject,
                event.reason,
                event.from,
                changes.join("; "),
                event.id,
            ]
            .map(|cell| harmless(&cell)),
        );
    }
    writer.into_inner().unwrap_or_default()
}

/// A cell that a spreadsheet would take for a formula is made plain text.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

fn as_json_lines(events: impl Iterator<Item = AuditEvent>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for event in events {
        if let Ok(line) = serde_json::to_vec(&event) {
            bytes.extend(line);
            bytes.push(b'\n');
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(harmless("=1+1"), "'=1+1");
        assert_eq!(harmless("@cmd"), "'@cmd");
        assert_eq!(harmless("dana"), "dana");
    }
}
