//! The work on a what-if as it goes on, as server-sent events: what was found so far, several times a
//! second. Whoever closes the connection ends the work.

use crate::export::{Wanted, permitted};
use crate::slots::{Full, Slots};
use app::api::what_if::Progress;
use app::request::contents;
use app::what_if_run::{self, NotWanted, Run};
use app::wire;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use domain::instant::Instant;
use domain::role::ReadDecisions;
use futures::{StreamExt, stream};
use http::header::{ACCEPT, RETRY_AFTER};
use http::{HeaderMap, StatusCode};
use std::convert::Infallible;
use std::time::{Duration, SystemTime};
use store::{Store, StoreError};

/// Each reads at the table's speed, so one is as fast as several.
const PER_PERSON: usize = 1;
/// So many people's work goes on at the same time on one server.
const EVERYBODY: usize = 4;
/// How long a new one waits for the one before, whose connection was just closed.
const PATIENCE: Duration = Duration::from_secs(3);

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(store: Store) -> Router<S> {
    Router::new()
        .route("/what-if/run", get(run))
        .layer(Extension(store))
        .layer(Extension(Slots::new(PER_PERSON, EVERYBODY, PATIENCE)))
}

async fn run(headers: HeaderMap, wanted: Wanted) -> Response {
    if let Err(refusal) = permitted::<ReadDecisions>(&wanted, "a what-if".to_owned()).await {
        return refusal;
    }
    let slot = match wanted.slot().await {
        Ok(slot) => slot,
        Err(full) => return refused(&headers, full),
    };
    let now = Instant::from(SystemTime::now());
    let (store, query) = (wanted.store().clone(), wanted.query());
    match what_if_run::wanted(&store, query, now).await {
        Ok(wanted) if !wanted.problems.is_empty() => {
            let lines = wanted.problems.iter();
            let lines = lines.map(|problem| format!("{}: {}", problem.field, problem.why));
            let why = lines.collect::<Vec<_>>().join(" ");
            (StatusCode::BAD_REQUEST, why).into_response()
        }
        Ok(wanted) => {
            let events = Run::all(store, wanted).map(move |progress| {
                // Kept until the last event, or until nobody listens.
                let _slot = &slot;
                Ok::<_, Infallible>(event(progress))
            });
            Sse::new(events).into_response()
        }
        Err(NotWanted::Invalid(why)) => (StatusCode::BAD_REQUEST, why).into_response(),
        Err(NotWanted::Store(error)) => {
            let message = told(&error);
            (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
        }
    }
}

/// A page is told by an event: it is shown no body of another status.
fn refused(headers: &HeaderMap, full: Full) -> Response {
    let (status, why) = match full {
        Full::Own => (
            StatusCode::TOO_MANY_REQUESTS,
            "You already have a what-if running. Stop it or close its tab, then try again.",
        ),
        Full::All => (
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many what-ifs are running. Nothing was changed. Try again in a minute.",
        ),
    };
    let accepted = headers.get(ACCEPT).and_then(|types| types.to_str().ok());
    if accepted.is_some_and(|types| types.contains("text/event-stream")) {
        let event = Event::default().event("failed").data(why);
        return Sse::new(stream::iter([Ok::<_, Infallible>(event)])).into_response();
    }
    (status, [(RETRY_AFTER, "60")], why).into_response()
}

/// Progress as an ordinary message; a failure as one of its own kind, after which there is no more.
fn event(progress: Result<Progress, StoreError>) -> Event {
    match progress {
        Ok(progress) => Event::default().data(wire::to_text(&progress)),
        Err(error) => Event::default().event("failed").data(told(&error)),
    }
}

fn told(error: &StoreError) -> String {
    tracing::error!(%error, "a what-if could not go on");
    format!(
        "{} cannot be read at the moment. Nothing was changed. Try again in a minute.",
        contents(error.table)
    )
}
