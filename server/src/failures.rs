//! Answers for what fails where no page can say so.

pub(crate) mod silence;

use crate::router::LARGEST_BODY;
use app::error::AppError;
use app::request::{RequestId, contents};
use app::wire::{Packed, unpack};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use leptos::server_fn::ContentType;
use leptos::server_fn::error::{FromServerFnError, SERVER_FN_ERROR_HEADER};
use store::TableId;

/// An error may bring back all that was typed, and says what is wrong with it.
const LARGEST_ERROR: usize = 2 * LARGEST_BODY;

const PACKED: HeaderValue = HeaderValue::from_static(Packed::CONTENT_TYPE);

/// Two below this answer 500 whatever went wrong: server functions, whose error has a status of its
/// own, and the session layer, whose only failure is that the session cannot be read or written.
pub(crate) async fn put_into_words(request: Request, next: Next) -> Response {
    let is_function = request.uri().path().starts_with("/rpc/");
    let id = request
        .extensions()
        .get::<RequestId>()
        .map(|RequestId(id)| id.clone());
    let response = next.run(request).await;
    if response.status() != StatusCode::INTERNAL_SERVER_ERROR {
        response
    } else if response.headers().contains_key(SERVER_FN_ERROR_HEADER) {
        with_its_own_status(response).await
    } else if response.headers().contains_key(CONTENT_TYPE) {
        response
    } else {
        without_session(is_function, id.unwrap_or_default())
    }
}

async fn with_its_own_status(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, LARGEST_ERROR).await.unwrap_or_default();
    if let Ok(error) = unpack::<AppError>(&bytes)
        && let Ok(status) = StatusCode::from_u16(error.status())
    {
        parts.status = status;
        parts.headers.insert(CONTENT_TYPE, PACKED);
    }
    Response::from_parts(parts, Body::from(bytes))
}

fn without_session(is_function: bool, request_id: String) -> Response {
    let what = contents(TableId::FloatDesk);
    let status = StatusCode::SERVICE_UNAVAILABLE;
    if is_function {
        let what = what.to_owned();
        return packed(status, &AppError::Unavailable { what, request_id });
    }
    let words = format!(
        "{what} cannot be reached at the moment, so it is not known who is signed in. \
         Nothing was changed. Try again in a minute."
    );
    page(status, "Not available right now", &words, &request_id)
}

/// An error as the browser's half of a server function reads it.
fn packed(status: StatusCode, error: &AppError) -> Response {
    (status, [(CONTENT_TYPE, PACKED)], error.ser()).into_response()
}

/// A page without a frame, since it may not be known who is signed in.
fn page(status: StatusCode, heading: &str, words: &str, request_id: &str) -> Response {
    // A request may bring an id of its own, with anything in it.
    let number: String = request_id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let page = format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading} · Float Desk</title>
<link rel="stylesheet" href="{stylesheet}">
</head>
<body>
<main class="sign-in">
<h1>{heading}</h1>
<p>{words}</p>
<p class="quiet">If it stays like this, report it with the number <code>{number}</code>.</p>
</main>
</body>
</html>
"#,
        stylesheet = crate::site::stylesheet(),
    );
    (status, Html(page)).into_response()
}
