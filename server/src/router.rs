//! The router: pages, server functions, sign-in and static files, behind their layers.

use crate::sign_in::{self, DemoStaff};
use crate::{canonical, failures, request_id, site};
use app::api::demo::DemoPeople;
use app::{App, shell};
use axum::{Router, middleware};
use http::StatusCode;
use leptos::config::LeptosOptions;
use leptos::prelude::provide_context;
use leptos_axum::{LeptosRoutes, generate_route_list};
use std::time::Duration;
use store::Store;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// Longer than the slowest call to a table, shorter than anybody's patience.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Everything a server answers, from what it is given.
pub fn router(options: LeptosOptions, store: Store, demo: Option<DemoPeople>) -> Router {
    let staff = DemoStaff {
        is_open: demo.is_some(),
    };
    let people = demo.unwrap_or_default();
    let shared = store.clone();
    let context = move || {
        provide_context(shared.clone());
        provide_context(people.clone());
    };
    let document = options.clone();
    let pages = Router::new()
        .leptos_routes_with_context(&options, generate_route_list(App), context, move || {
            shell(document.clone())
        })
        .merge(sign_in::routes())
        .layer(middleware::from_fn(sign_in::require))
        .layer(sign_in::layer(store, staff))
        .layer(middleware::from_fn(failures::put_into_words))
        // Pages only: a release brings its files compressed, and packing 8 MB of unoptimised wasm
        // anew for each first visit would take an unoptimised server two seconds.
        .layer(CompressionLayer::new());

    // Outermost first: whatever goes wrong inside has a request id, a log line and an answer.
    let layers = ServiceBuilder::new()
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            TIMEOUT,
        ))
        .layer(CsrfLayer::new())
        .layer(middleware::from_fn(canonical::redirect))
        .layer(middleware::from_fn(request_id::hand_on));
    pages
        .merge(site::files(&options))
        .layer(layers)
        .with_state(options)
}

fn span<B>(request: &http::Request<B>) -> tracing::Span {
    let id = request
        .headers()
        .get("x-request-id")
        .and_then(|id| id.to_str().ok());
    // Not the query: people type into it.
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}
