//! Hands the request's id on to the pages, under which the log has the detail.

use app::request::RequestId;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tower_http::request_id::RequestId as HeaderId;

pub(crate) async fn hand_on(mut request: Request, next: Next) -> Response {
    let id = request
        .extensions()
        .get::<HeaderId>()
        .and_then(|id| id.header_value().to_str().ok())
        .unwrap_or_default()
        .to_owned();
    request.extensions_mut().insert(RequestId(id));
    next.run(request).await
}
