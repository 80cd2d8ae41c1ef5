//! The audit log as a file.

use super::{Row, Wanted, export, json, optional};
use app::paths;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::audit::{AuditEvent, AuditList};
use domain::item::BrokenItem;
use domain::role::ExportAudit;
use domain::value::Value;
use futures::{Stream, stream};
use http::StatusCode;
use store::{Store, StoreError, audit, to_json};

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

/// An entry, or what is wrong with one that cannot be read: nothing is left out.
type Entry = Result<AuditEvent, BrokenItem>;

fn parts(
    store: Store,
    list: AuditList,
) -> impl Stream<Item = Result<Vec<Entry>, StoreError>> + Send {
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
                .map(|stored| stored.map(|record| record.value))
                .collect();
            Ok(Some((events, part.next.map_or(Place::End, Place::After))))
        }
    })
}

impl Row for Entry {
    const HEAD: &'static [&'static str] = &[
        "at", "who", "name", "role", "action", "user", "subject", "reason", "from", "changes", "id",
    ];

    fn cells(&self) -> Vec<String> {
        match self {
            Ok(event) => cells(event),
            Err(broken) => {
                let (why, place) = (broken.to_string(), broken.key.to_string());
                [
                    "",
                    "",
                    "",
                    "",
                    "cannot be read",
                    "",
                    &why,
                    "",
                    "",
                    "",
                    &place,
                ]
                .map(str::to_owned)
                .into()
            }
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Ok(event) => {
                let mut line = json(event);
                // By the word that the list is asked for with.
                line["action"] = event.action.to_string().into();
                for (side, stored) in [("before", &event.before), ("after", &event.after)] {
                    line[side] = json(&stored.clone().map(|item| to_json(&Value::Map(item))));
                }
                line
            }
            Err(broken) => serde_json::json!({ "broken": broken }),
        }
    }
}

fn cells(event: &AuditEvent) -> Vec<String> {
    let changes: Vec<_> = event
        .changes()
        .into_iter()
        .map(|change| {
            let (before, after) = (optional(change.before), optional(change.after));
            format!("{}: {before} -> {after}", change.field)
        })
        .collect();
    vec![
        event.at.stored(),
        event.who.to_string(),
        event.label.clone().unwrap_or_else(|| event.who.to_string()),
        optional(event.role),
        event.action.to_string(),
        optional(event.user.as_ref()),
        event.subject.clone(),
        event.reason.clone(),
        event.from.clone(),
        changes.join("; "),
        event.id.clone(),
    ]
}
