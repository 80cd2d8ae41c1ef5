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
    use app::effect::{self, Effect};
    use app::error::AppError;
    use app::wire::unpack;
    use axum::body::{Body, to_bytes};
    use http::header::{ACCEPT, CONTENT_TYPE};
    use http::{Method, Request};
    use leptos::server_fn::axum::server_fn_paths;
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

    #[derive(Clone, Copy)]
    enum Ends {
        Panics,
        Sleeps,
        Refuses,
    }

    const BOTH: [(Ends, u16); 2] = [(Ends::Panics, 500), (Ends::Sleeps, 503)];

    async fn ask(ends: Ends, method: Method, path: &str) -> Answer {
        ask_for(ends, method, path, "*/*").await
    }

    async fn ask_for(ends: Ends, method: Method, path: &str, accept: &str) -> Answer {
        let routes = match ends {
            Ends::Panics => Router::new().fallback(panics),
            Ends::Sleeps => Router::new().fallback(sleeps),
            Ends::Refuses => Router::new().fallback(async || StatusCode::FORBIDDEN),
        };
        let app = around(routes, Proxies::new(&[]), Duration::from_millis(20));
        let request = Request::builder().method(method).uri(path);
        let request = request.header(ACCEPT, accept);
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
    async fn a_panic_and_a_timeout_are_explained_with_the_number_to_quote() {
        for (ends, status, words) in [
            (Ends::Panics, 500, "Something went wrong on our side."),
            (Ends::Sleeps, 503, "There was no answer in time."),
        ] {
            let page = ask(ends, Method::GET, "/history").await;
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
            let sent = ask(ends, Method::POST, "/sign-out").await.text();
            assert!(sent.contains("may have been saved"), "{sent}");
        }
    }

    #[tokio::test]
    async fn a_server_function_that_may_write_leaves_open_whether_it_did() {
        for (ends, status) in BOTH {
            let answer = ask(ends, Method::POST, "/rpc/save_bypass").await;
            let request_id = answer.id.clone();
            let expected = AppError::Unconfirmed { request_id };
            assert_eq!((answer.status, answer.error()), (status, expected));
        }
    }

    #[tokio::test]
    async fn a_server_function_that_reads_says_that_nothing_was_changed() {
        for name in [
            "read_overview",
            "find",
            "compare_evaluations",
            "reveal_income",
        ] {
            let path = format!("/rpc/{name}");
            let panicked = ask(Ends::Panics, Method::POST, &path).await;
            let request_id = panicked.id.clone();
            assert_eq!(panicked.error(), AppError::Broken { request_id }, "{name}");
            let late = ask(Ends::Sleeps, Method::POST, &path).await;
            let late = late.error().to_string();
            assert!(late.contains("Nothing was changed."), "{name}: {late}");
        }
    }

    /// Whatever it's called: what it declares beside itself decides.
    #[tokio::test]
    async fn no_read_is_said_to_have_perhaps_saved_something_and_every_write_is() {
        let mut seen = (0, 0);
        for (path, _) in server_fn_paths() {
            let is_read = match effect::of(path) {
                Some(Effect::Reads) => true,
                Some(Effect::Writes) => false,
                None => panic!("{path} declares nothing"),
            };
            for (ends, _) in BOTH {
                let error = ask(ends, Method::POST, path).await.error();
                let is_open = matches!(error, AppError::Unconfirmed { .. });
                assert_eq!(is_open, !is_read, "{path}: {error}");
                let says_unchanged = error.to_string().contains("Nothing was changed.");
                assert_eq!(says_unchanged, is_read, "{path}: {error}");
            }
            if is_read {
                seen.0 += 1;
            } else {
                seen.1 += 1;
            }
        }
        assert!(seen.0 > 20 && seen.1 > 20, "{seen:?}");
    }

    #[tokio::test]
    async fn a_form_that_is_sent_without_javascript_gets_a_page() {
        let read = ask_for(
            Ends::Sleeps,
            Method::POST,
            "/rpc/reveal_income",
            "text/html",
        )
        .await;
        assert!(
            read.text().contains("Nothing was changed."),
            "{}",
            read.text()
        );
        let sent = ask_for(Ends::Sleeps, Method::POST, "/rpc/save_bypass", "text/html").await;
        assert!(sent.kind.starts_with("text/html"), "{}", sent.kind);
        assert!(
            sent.text().contains("may have been saved"),
            "{}",
            sent.text()
        );
    }

    #[tokio::test]
    async fn machines_get_a_problem_document() {
        for (ends, status) in BOTH {
            let answer = ask(ends, Method::GET, "/api/v1/users/mia/float-profile").await;
            let got = (answer.status, answer.kind.as_str());
            assert_eq!(got, (status, "application/problem+json"));
        }
        let panic = ask(Ends::Panics, Method::GET, "/api/v1/users/mia/float-profile").await;
        assert!(panic.text().contains(&panic.id), "{}", panic.text());
    }

    #[tokio::test]
    async fn every_other_answer_stays_as_it_is() {
        let refused = ask(Ends::Refuses, Method::GET, "/history").await;
        assert_eq!((refused.status, refused.body.len()), (403, 0));
    }
}
