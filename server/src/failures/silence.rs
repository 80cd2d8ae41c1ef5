//! Words for what ends a request from outside: a panic, and the end of its time. Both leave a status and
//! nothing else.

use super::{packed, page};
use crate::api::Problem;
use app::effect::{self, Effect};
use app::error::AppError;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{ACCEPT, CONTENT_TYPE};
use std::any::Any;
use tower_http::request_id::RequestId as HeaderId;

/// What watches over this server asks here, beside what asks the API.
const FOR_MACHINES: [&str; 4] = ["/api/", "/healthz", "/readyz", "/metrics"];

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
    /// Whether nothing can have been saved.
    is_read: bool,
    /// Whether a browser asks for a page: a form that is sent without JavaScript does.
    wants_page: bool,
    request_id: String,
}

impl Asked {
    fn of(request: &Request) -> Self {
        let id = request.extensions().get::<HeaderId>();
        let id = id.and_then(|id| id.header_value().to_str().ok());
        let path = request.uri().path();
        let is_read = effect::of(path) == Some(Effect::Reads);
        let accepted = request.headers().get(ACCEPT);
        let accepted = accepted.and_then(|types| types.to_str().ok());
        Self {
            path: path.to_owned(),
            is_read: is_read || request.method().is_safe(),
            wants_page: accepted.is_some_and(|types| types.contains("text/html")),
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
        if self.is_below(&["/rpc/"]) && !self.wants_page {
            return packed(status, &self.error(ended));
        }
        let advice = if self.is_read {
            "Nothing was changed. Try again in a minute."
        } else {
            "What you sent may have been saved. Check before you send it again."
        };
        let words = format!("{happened} {advice}");
        page(status, heading, &words, &self.request_id)
    }

    fn error(self, ended: Ended) -> AppError {
        let (is_read, request_id) = (self.is_read, self.request_id);
        match ended {
            // How far it got isn't known.
            _ if !is_read => AppError::Unconfirmed { request_id },
            Ended::ByPanic => AppError::Broken { request_id },
            Ended::ByTime => AppError::Unavailable {
                what: "This".to_owned(),
                request_id,
            },
        }
    }
}
