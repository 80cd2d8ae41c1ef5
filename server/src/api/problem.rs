//! Why a machine did not get what it asked for.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    title: &'static str,
    detail: String,
    retry_after: Option<Duration>,
}

#[derive(Serialize)]
struct Body<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: &'a str,
}

impl Problem {
    fn new(status: StatusCode, title: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            title,
            detail: detail.into(),
            retry_after: None,
        }
    }

    /// The request makes no sense as it is.
    pub(crate) fn request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The request is wrong", detail)
    }

    /// No token, or none that lets anybody in: which of them is nobody's business.
    pub(crate) fn token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "A valid token is needed",
            "Send a token that an admin made on the staff page: Authorization: Bearer fd_…",
        )
    }

    /// A token that is good for something else.
    pub(crate) fn scope(needed: &str) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "This token does not open this",
            format!("The token is good, but not for {needed}. An admin can make another one."),
        )
    }

    pub(crate) fn nothing_here() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "There is nothing here",
            "What can be asked is described at /api/v1/openapi.json.",
        )
    }

    pub(crate) fn method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "This can only be read",
            "Use GET or HEAD.",
        )
    }

    pub(crate) fn too_many(wait: Duration) -> Self {
        Self {
            retry_after: Some(wait),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests",
                "Slow down, and try again after the seconds in Retry-After.",
            )
        }
    }

    /// What is stored cannot be understood, and a guess would be about money.
    pub(crate) fn unreadable() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The stored profile cannot be read",
            "An item that decides what this user can take is broken. Staff see which on the user's page.",
        )
    }

    pub(crate) fn broken(request_id: &str) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something went wrong",
            format!("It is our fault, and in our log under the number {request_id}."),
        )
    }

    pub(crate) fn unavailable() -> Self {
        Self {
            retry_after: Some(Duration::from_secs(5)),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "Not available right now",
                "A table did not answer in time. Nothing was changed; try again.",
            )
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Body {
            kind: "about:blank",
            title: self.title,
            status: self.status.as_u16(),
            detail: &self.detail,
        };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(CONTENT_TYPE, kind);
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer realm=\"float-desk\"");
            headers.insert(WWW_AUTHENTICATE, scheme);
        }
        if let Some(wait) = self.retry_after {
            // Up to the next whole second, so that it is not too early.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}
