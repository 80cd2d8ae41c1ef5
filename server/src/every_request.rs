//! What stands around every request: an id, a log line, figures, a limit of time, and an answer in words
//! whatever goes wrong inside.

use crate::failures::silence;
use crate::proxies::Proxies;
use crate::{figures, request_id};
use axum::{Router, middleware};
use http::StatusCode;
use std::time::Duration;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// Longer than the slowest call to a table, shorter than anybody's patience.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(15);

pub(crate) fn around(routes: Router, proxies: Proxies, timeout: Duration) -> Router {
    // Outermost first.
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::x_request_id(request_id::InOrder))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(middleware::from_fn(figures::count))
        .layer(middleware::from_fn(silence::broken))
        .layer(CatchPanicLayer::custom(silence::after_panic))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            timeout,
        ))
        .layer(middleware::from_fn_with_state(proxies, request_id::hand_on));
    routes.layer(layers)
}

fn span<B>(request: &http::Request<B>) -> tracing::Span {
    let id = request
        .headers()
        .get("x-request-id")
        .and_then(|id| id.to_str().ok());
    // Not the query: people type into it.
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::error::AppError;
    use app::wire::unpack;
    use axum::body::{Body, to_bytes};
    use axum::routing::any;
    use http::header::CONTENT_TYPE;
    use http::{Method, Request};
    use tower::ServiceExt;

    struct Answer {
        status: u16,
        id: String,
        kind: String,
        body: Vec<u8>,
    }

    impl Answer {
        fn text(&self) -> String {
            String::from_utf8_lossy(&self.body).into_owned()
        }

        fn error(&self) -> AppError {
            unpack(&self.body).unwrap()
        }
    }

    async fn panics() -> StatusCode {
        panic!("the secret of {}", "prod-underwriting")
    }

    async fn sleeps() -> StatusCode {
        tokio::time::sleep(Duration::from_mins(1)).await;
        StatusCode::OK
    }

    async fn ask(method: Method, path: &str) -> Answer {
        let mut routes = Router::new().route("/refuses", any(StatusCode::FORBIDDEN));
        for below in ["/", "/rpc/read_", "/rpc/save_", "/api/"] {
            routes = routes
                .route(&format!("{below}panics"), any(panics))
                .route(&format!("{below}sleeps"), any(sleeps));
        }
        let app = around(routes, Proxies::new(&[]), Duration::from_millis(20));
        let request = Request::builder().method(method).uri(path);
        let answer = app.oneshot(request.body(Body::empty()).unwrap());
        let (parts, body) = answer.await.unwrap().into_parts();
        let header = |name: &str| {
            let value = parts.headers.get(name);
            value.map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        Answer {
            status: parts.status.as_u16(),
            id: header("x-request-id"),
            kind: header(CONTENT_TYPE.as_str()),
            body: to_bytes(body, 100_000).await.unwrap().to_vec(),
        }
    }

    #[tokio::test]
    async fn a_panic_and_the_end_of_time_are_told_in_words_with_the_number_to_quote() {
        for (path, status, words) in [
            ("/panics", 500, "Something went wrong on our side."),
            ("/sleeps", 503, "There was no answer in time."),
        ] {
            let page = ask(Method::GET, path).await;
            let text = page.text();
            assert_eq!(
                (page.status, text.contains(words)),
                (status, true),
                "{text}"
            );
            assert!(page.kind.starts_with("text/html"), "{}", page.kind);
            assert!(!page.id.is_empty() && text.contains(&page.id), "{text}");
            assert!(text.contains("Nothing was changed."), "{text}");
            assert!(!text.contains("secret"), "{text}");
            let sent = ask(Method::POST, path).await.text();
            assert!(sent.contains("look before you repeat it"), "{sent}");
        }
    }

    #[tokio::test]
    async fn a_server_function_that_ends_like_that_says_so_in_the_form_that_pages_read() {
        for (path, status) in [("/rpc/save_panics", 500), ("/rpc/save_sleeps", 503)] {
            let answer = ask(Method::POST, path).await;
            let request_id = answer.id.clone();
            let expected = AppError::Unconfirmed { request_id };
            assert_eq!((answer.status, answer.error()), (status, expected));
        }
        let read = ask(Method::POST, "/rpc/read_panics").await;
        assert_eq!(read.error().request_id(), Some(read.id.as_str()));
        assert!(matches!(read.error(), AppError::Broken { .. }));
        let late = ask(Method::POST, "/rpc/read_sleeps").await;
        assert!(matches!(late.error(), AppError::Unavailable { .. }));
    }

    #[tokio::test]
    async fn machines_are_told_as_machines() {
        for (path, status) in [("/api/panics", 500), ("/api/sleeps", 503)] {
            let answer = ask(Method::GET, path).await;
            let got = (answer.status, answer.kind.as_str());
            assert_eq!(got, (status, "application/problem+json"));
        }
        let panic = ask(Method::GET, "/api/panics").await;
        assert!(panic.text().contains(&panic.id), "{}", panic.text());
    }

    #[tokio::test]
    async fn every_other_answer_stays_as_it_is() {
        let refused = ask(Method::GET, "/refuses").await;
        assert_eq!((refused.status, refused.body.len()), (403, 0));
    }
}
