//! Words for what ends a request from outside: a panic, and the end of its time. Both leave a status and
//! nothing else.

use super::{packed, page};
use crate::api::Problem;
use app::error::AppError;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use std::any::Any;
use tower_http::request_id::RequestId as HeaderId;

/// What watches over this server asks here, beside what asks the API.
const FOR_MACHINES: [&str; 4] = ["/api/", "/healthz", "/readyz", "/metrics"];
/// Server functions that change nothing are called like this.
const READING: [&str; 2] = ["/rpc/read_", "/rpc/list_"];

/// Its text goes to the log; what goes out is said by [`broken`].
pub(crate) fn after_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = text.unwrap_or("no text"), "a request panicked");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// Answers what came back without a word, under the id by which the log has more.
pub(crate) async fn broken(request: Request, next: Next) -> Response {
    let asked = Asked::of(&request);
    let response = next.run(request).await;
    let is_silent = !response.headers().contains_key(CONTENT_TYPE);
    match response.status() {
        StatusCode::INTERNAL_SERVER_ERROR if is_silent => asked.answered(Ended::ByPanic),
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT if is_silent => {
            asked.answered(Ended::ByTime)
        }
        _ => response,
    }
}

#[derive(Clone, Copy)]
enum Ended {
    ByPanic,
    ByTime,
}

/// What is left of a request that was given away.
struct Asked {
    path: String,
    is_safe: bool,
    request_id: String,
}

impl Asked {
    fn of(request: &Request) -> Self {
        let id = request.extensions().get::<HeaderId>();
        let id = id.and_then(|id| id.header_value().to_str().ok());
        Self {
            path: request.uri().path().to_owned(),
            is_safe: request.method().is_safe(),
            request_id: id.unwrap_or_default().to_owned(),
        }
    }

    fn is_below(&self, starts: &[&str]) -> bool {
        starts.iter().any(|start| self.path.starts_with(start))
    }

    fn answered(self, ended: Ended) -> Response {
        let (status, heading, happened) = match ended {
            Ended::ByPanic => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong",
                "Something went wrong on our side.",
            ),
            Ended::ByTime => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Not available right now",
                "There was no answer in time.",
            ),
        };
        if self.is_below(&FOR_MACHINES) {
            return match ended {
                Ended::ByPanic => Problem::broken(&self.request_id).into_response(),
                Ended::ByTime => Problem::unavailable().into_response(),
            };
        }
        if self.is_below(&["/rpc/"]) {
            return packed(status, &self.error(ended));
        }
        let advice = if self.is_safe {
            "Nothing was changed. Try again in a minute."
        } else {
            "What was sent may have been saved: look before you repeat it."
        };
        let words = format!("{happened} {advice}");
        page(status, heading, &words, &self.request_id)
    }

    fn error(self, ended: Ended) -> AppError {
        let is_reading = self.is_below(&READING);
        let request_id = self.request_id;
        match ended {
            // How far it came is not known.
            _ if !is_reading => AppError::Unconfirmed { request_id },
            Ended::ByPanic => AppError::Broken { request_id },
            Ended::ByTime => AppError::Unavailable {
                what: "This".to_owned(),
                request_id,
            },
        }
    }
}
