//! The work on a what-if as it goes on, as server-sent events: what was found so far, several times a
//! second. Whoever closes the connection ends the work.

use crate::export::{Wanted, permitted};
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
use futures::StreamExt;
use http::StatusCode;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::SystemTime;
use store::{Store, StoreError};
use tokio::sync::Semaphore;

/// So many people's work goes on at the same time on one server; each may read at the table's speed.
const AT_ONCE: usize = 2;

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(store: Store) -> Router<S> {
    Router::new()
        .route("/what-if/run", get(run))
        .layer(Extension(store))
        .layer(Extension(Arc::new(Semaphore::new(AT_ONCE))))
}

async fn run(Extension(room): Extension<Arc<Semaphore>>, wanted: Wanted) -> Response {
    if let Err(refusal) = permitted::<ReadDecisions>(&wanted, "a what-if".to_owned()).await {
        return refusal;
    }
    let Ok(room) = room.try_acquire_owned() else {
        let busy = "Others are trying what-ifs at the moment. Try again in a minute.";
        return (StatusCode::SERVICE_UNAVAILABLE, busy).into_response();
    };
    let now = Instant::from(SystemTime::now());
    let (store, query, reader) = (wanted.store().clone(), wanted.query(), wanted.staff());
    match what_if_run::wanted(&store, &reader.id, query, now).await {
        Ok(wanted) => {
            let events = Run::all(store, wanted).map(move |progress| {
                // Kept until the last event, or until nobody listens.
                let _room = &room;
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
