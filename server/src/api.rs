//! What machines may ask, under `/api/v1`: by bearer token, answered in JSON, refused as problem+json
//! (RFC 9457), and described in OpenAPI.

mod bearer;
mod float_profile;
mod limits;
mod problem;

pub(crate) use bearer::Bearer;
pub(crate) use limits::Limits;
pub(crate) use problem::Problem;

use crate::features::Features;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use http::header::CONTENT_TYPE;
use std::sync::Arc;
use store::Store;

const DESCRIPTION: &str = include_str!("api/openapi.json");
/// Nothing that is asked here has a body.
const LARGEST_BODY: usize = 1024;

/// What every answer needs.
#[derive(Clone)]
pub(crate) struct Api {
    pub(crate) store: Store,
    pub(crate) features: Features,
    pub(crate) limits: Arc<Limits>,
    /// The term by which a loan's fee is given.
    pub(crate) loan_term: Arc<str>,
}

pub(crate) fn routes<S: Clone + Send + Sync + 'static>(api: Api) -> Router<S> {
    Router::new()
        .route(
            "/api/v1/users/{user_id}/float-profile",
            get(float_profile::tell),
        )
        .route("/api/v1/openapi.json", get(describe))
        .method_not_allowed_fallback(|| async { Problem::method() })
        .route("/api/{*any}", any(|| async { Problem::nothing_here() }))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .with_state(api)
}

async fn describe() -> Response {
    ([(CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}
