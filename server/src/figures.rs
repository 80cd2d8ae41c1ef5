//! What this server has done, in figures for Prometheus: requests, how long pages take, and, from
//! `store`, the calls to DynamoDB.

use crate::api::{Api, Bearer};
use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::api_token::TokenScope;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method, StatusCode};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// From a call to the embedded engine to the end of anybody's patience.
const BUCKETS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0,
];
/// How often samples are put into their buckets while nobody asks.
const UPKEEP: Duration = Duration::from_secs(5);

/// One for the process: what counts in it does not know which server it counts for.
static KEPT: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

fn kept() -> Option<&'static PrometheusHandle> {
    KEPT.get_or_init(start).as_ref()
}

fn start() -> Option<PrometheusHandle> {
    let builder = PrometheusBuilder::new().set_buckets(&BUCKETS).ok()?;
    let handle = builder.install_recorder().ok()?;
    let seconds = Unit::Seconds;
    describe_counter!("http_requests_total", "Requests that were answered");
    describe_gauge!("http_connections", "Open connections");
    describe_counter!(
        "http_connections_refused_total",
        "Connections beyond the limit, answered for health checks only"
    );
    describe_counter!(
        "http_connections_shed_total",
        "Waiting connections that were closed to make room"
    );
    describe_counter!(
        "http_connections_timed_out_total",
        "Connections that were closed because they waited too long"
    );
    describe_histogram!(
        "http_request_seconds",
        seconds,
        "From a request to its answer"
    );
    describe_histogram!(
        "page_render_seconds",
        seconds,
        "From a known visitor to the rendered page, calls to tables included"
    );
    describe_counter!(
        "worker_turns_total",
        "Turns of background workers, by outcome"
    );
    describe_counter!("dynamodb_calls_total", "Calls to a table");
    describe_histogram!(
        "dynamodb_call_seconds",
        seconds,
        "From a call to its end, retries included"
    );
    describe_counter!(
        "dynamodb_items_written_total",
        "Items put, changed or deleted, by kind"
    );
    describe_counter!("dynamodb_errors_total", "Calls that failed, by kind");
    describe_counter!("dynamodb_retries_total", "Attempts beyond the first");
    describe_counter!(
        "dynamodb_throttles_total",
        "Attempts that a table had no capacity for"
    );
    Some(handle)
}

/// Keeps figures from now on, tidily, for as long as it is polled.
pub(crate) async fn keep() {
    while let Some(handle) = kept() {
        handle.run_upkeep();
        tokio::time::sleep(UPKEEP).await;
    }
}

/// Figures are kept from here on at the latest, and not from when somebody first asks.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    kept();
    Router::new().route("/metrics", get(tell))
}

/// The same, for those with a token for it.
pub(crate) fn routes_by_token<S: Clone + Send + Sync + 'static>(api: Api) -> Router<S> {
    kept();
    let tell = async |bearer: Bearer| match bearer.may(&TokenScope::Metrics) {
        Ok(()) => tell().await,
        Err(problem) => problem.into_response(),
    };
    Router::new().route("/metrics", get(tell)).with_state(api)
}

async fn tell() -> Response {
    let Some(handle) = kept() else {
        let message = "Something else in this process keeps its figures.";
        return (StatusCode::SERVICE_UNAVAILABLE, message).into_response();
    };
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(CONTENT_TYPE, kind)], handle.render()).into_response()
}

/// Counts every request by the route that it took: what people type into an address stays out.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let (route, method) = (route(&request), known(request.method()));
    let clock = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_str().to_owned();
    histogram!("http_request_seconds", "route" => route.clone()).record(clock.elapsed());
    counter!("http_requests_total", "method" => method, "route" => route, "status" => status)
        .increment(1);
    response
}

/// How long a page takes, once it is known who asks. A page is complete when it is answered.
pub(crate) async fn time_page(request: Request, next: Next) -> Response {
    let (route, is_page) = (route(&request), request.method() == Method::GET);
    let clock = Instant::now();
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE);
    if is_page && kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        histogram!("page_render_seconds", "route" => route).record(clock.elapsed());
    }
    response
}

fn route(request: &Request) -> String {
    let path = request.extensions().get::<MatchedPath>();
    path.map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned())
}

/// Anybody can make up a method, and each would be a series of its own.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}
