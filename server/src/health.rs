//! For what watches over this server: whether it runs, and whether it can work. Answered under any
//! name, since a load balancer asks for an address and not for the public host.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::StatusCode;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Store, TableId, schema};
use tokio::sync::Mutex;

/// Anybody may ask, so the tables are asked this often at most, whoever asks how often.
const FRESH: Duration = Duration::from_secs(5);

/// Without these there is no page at all. Those of other services and regions are missing from the
/// pages that show them, and nothing is won by taking every server away then.
const NEEDED: [TableId; 2] = [TableId::Underwriting, TableId::FloatDesk];

#[derive(Clone)]
struct Readiness {
    store: Store,
    last: Arc<Mutex<Option<(Instant, Report)>>>,
}

#[derive(Debug, Clone, Serialize)]
struct Report {
    ready: bool,
    tables: BTreeMap<&'static str, String>,
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(store: Store) -> Router<S> {
    let readiness = Readiness {
        store,
        last: Arc::default(),
    };
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz))
        .with_state(readiness)
}

async fn readyz(State(readiness): State<Readiness>) -> Response {
    let report = readiness.report().await;
    let status = if report.ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Json(report)).into_response()
}

impl Readiness {
    /// Held while the tables are asked, so that many who ask at once ask once.
    async fn report(&self) -> Report {
        let mut last = self.last.lock().await;
        if let Some((at, report)) = &*last
            && at.elapsed() < FRESH
        {
            return report.clone();
        }
        let report = Report::of(&self.store).await;
        *last = Some((Instant::now(), report.clone()));
        report
    }
}

impl Report {
    async fn of(store: &Store) -> Self {
        let answers = schema::reach(store).await;
        for (table, answer) in &answers {
            if let Err(error) = answer {
                tracing::warn!(%table, %error, "a table does not answer");
            }
        }
        let is_away = |id: &TableId| {
            answers
                .iter()
                .any(|(it, answer)| it == id && answer.is_err())
        };
        Self {
            ready: !NEEDED.iter().any(is_away),
            tables: answers
                .iter()
                .map(|(table, answer)| {
                    let word = match answer {
                        Ok(()) => "reachable".to_owned(),
                        Err(error) => error.kind.to_string(),
                    };
                    (table.role(), word)
                })
                .collect(),
        }
    }
}
