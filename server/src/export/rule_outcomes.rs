//! The latest outcome of each rule as a file.

use super::{Row, Wanted, export, json, optional};
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::instant::Instant;
use domain::item::Stored;
use domain::role::LookUpUsers;
use domain::rule_outcome::RuleOutcome;
use domain::value::Value;
use futures::stream;
use http::StatusCode;
use std::time::SystemTime;
use store::{rule_outcome, to_json};

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/users/{user_id}/rule-outcomes.csv", get(file))
        .route("/users/{user_id}/rule-outcomes.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let Some(user) = wanted.user.clone() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let store = wanted.store.clone();
    // One answer holds them all: there are as many as rules.
    let part = stream::once(async move {
        let now = Instant::from(SystemTime::now());
        let found = rule_outcome::unexpired(&store, &user, now).await?;
        Ok(found.into_iter().map(Line).collect())
    });
    export::<LookUpUsers, _>(wanted, "rule-outcomes", "rule outcomes".to_owned(), part).await
}

struct Line(Stored<RuleOutcome>);

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "rule_name",
        "result",
        "error",
        "updated_date",
        "expires",
        "features",
        "problem",
    ];

    fn cells(&self) -> Vec<String> {
        match &self.0 {
            Ok(record) => {
                let outcome = &record.value;
                vec![
                    outcome.rule_name.clone(),
                    outcome.result.as_stored().to_string(),
                    outcome.error.to_string(),
                    outcome.updated_date.stored(),
                    optional(outcome.ttl.map(Instant::stored)),
                    to_json(&Value::Map(outcome.features.clone())).to_string(),
                    String::new(),
                ]
            }
            Err(broken) => {
                let mut cells = vec![String::new(); Self::HEAD.len()];
                cells[0] = broken.key.to_string();
                cells[Self::HEAD.len() - 1] = broken.to_string();
                cells
            }
        }
    }

    fn json(&self) -> serde_json::Value {
        match &self.0 {
            Ok(record) => serde_json::json!({
                "rule_name": record.value.rule_name,
                "result": record.value.result.as_stored(),
                "error": record.value.error,
                "updated_date": record.value.updated_date,
                "expires": record.value.ttl,
                "features": to_json(&Value::Map(record.value.features.clone())),
                "unknown": to_json(&Value::Map(record.unknown.clone())),
            }),
            Err(broken) => serde_json::json!({
                "key": json(&broken.key),
                "problem": broken.to_string(),
            }),
        }
    }
}
