//! The audit log as a file.

use super::{Row, Wanted, export, json, optional};
use app::paths;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::audit::{AuditEvent, AuditList};
use domain::role::ExportAudit;
use futures::{Stream, stream};
use http::StatusCode;
use store::{Store, StoreError, audit};

/// So many entries are read and sent at a time.
const PART: u32 = 200;

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/audit/export.csv", get(file))
        .route("/audit/export.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let value = |name| paths::from_query(&wanted.query, name).unwrap_or_default();
    let (by, of) = (value("by"), value("value"));
    let Some(list) = AuditList::parse(&by, &of) else {
        return (StatusCode::BAD_REQUEST, "There is no such list.").into_response();
    };
    let parts = parts(wanted.store.clone(), list);
    export::<ExportAudit, _>(wanted, "audit", format!("audit log by {by} {of}"), parts).await
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
) -> impl Stream<Item = Result<Vec<AuditEvent>, StoreError>> + Send {
    stream::try_unfold(Place::Start, move |place| {
        let (store, list) = (store.clone(), list.clone());
        async move {
            let after = match place {
                Place::Start => None,
                Place::After(after) => Some(after),
                Place::End => return Ok(None),
            };
            let part = audit::list(&store, &list, PART, after.as_deref()).await?;
            let events = part
                .events
                .into_iter()
                .filter_map(Result::ok)
                .map(|record| record.value)
                .collect();
            Ok(Some((events, part.next.map_or(Place::End, Place::After))))
        }
    })
}

impl Row for AuditEvent {
    const HEAD: &'static [&'static str] = &[
        "at", "who", "role", "action", "user", "subject", "reason", "from", "changes", "id",
    ];

    fn cells(&self) -> Vec<String> {
        let changes: Vec<_> = self
            .changes()
            .into_iter()
            .map(|change| {
                let (before, after) = (optional(change.before), optional(change.after));
                format!("{}: {before} -> {after}", change.field)
            })
            .collect();
        vec![
            self.at.stored(),
            self.who.to_string(),
            optional(self.role),
            self.action.to_string(),
            optional(self.user.as_ref()),
            self.subject.clone(),
            self.reason.clone(),
            self.from.clone(),
            changes.join("; "),
            self.id.clone(),
        ]
    }

    fn json(&self) -> serde_json::Value {
        json(self)
    }
}
