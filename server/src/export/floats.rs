//! What a user took as a file: a line for each collection attempt, and one for what has none.

use super::{Row, Wanted, export, json, optional};
use app::api::floats::{FloatsPage, TakenFloat};
use app::float_list::{self, Start};
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::collection_attempt::CollectionAttempt;
use domain::day::Day;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Record};
use domain::role::LookUpUsers;
use domain::value::Value;
use futures::{Stream, stream};
use http::StatusCode;
use std::time::SystemTime;
use store::{Store, StoreError, TableId, to_json};

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/users/{user_id}/floats.csv", get(file))
        .route("/users/{user_id}/floats.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let Some(user) = wanted.user.clone() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let parts = parts(wanted.store.clone(), user);
    let subject = "floats and loans taken".to_owned();
    export::<LookUpUsers, _>(wanted, "floats", subject, parts).await
}

fn parts(store: Store, user: UserId) -> impl Stream<Item = Result<Vec<Line>, StoreError>> + Send {
    stream::try_unfold(Some(Start::Newest), move |place| {
        let (store, user) = (store.clone(), user.clone());
        async move {
            let Some(start) = place else { return Ok(None) };
            let now = Instant::from(SystemTime::now());
            let read = float_list::page(&store, &user, &start, now).await?;
            // A page says what it lacks; a file would be taken for all there is.
            if let Some(error) = read
                .failed
                .into_iter()
                .find(|error| error.table != TableId::Locks)
            {
                return Err(error);
            }
            let is_first = matches!(start, Start::Newest);
            let next = read.page.next.clone().map(Start::At);
            Ok(Some((lines(read.page, is_first), next)))
        }
    })
}

fn lines(page: FloatsPage, is_first: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for TakenFloat { taken, attempts } in page.taken {
        let attempts = attempts.unwrap_or_default();
        if attempts.is_empty() {
            lines.push(Line::Taken(Box::new((taken, None))));
            continue;
        }
        for attempt in attempts {
            lines.push(Line::Taken(Box::new((taken.clone(), Some(attempt)))));
        }
    }
    // What the user took and cannot be read comes with every part; attempts come with their own.
    let is_new = |broken: &BrokenItem| is_first || broken.key.table == "collection-history";
    lines.extend(page.broken.into_iter().filter(is_new).map(Line::Broken));
    lines
}

enum Line {
    Taken(Box<(HistoricalEvaluation, Option<Record<CollectionAttempt>>)>),
    Broken(BrokenItem),
}

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "float_id",
        "loan_id",
        "result_id",
        "taken",
        "amount_cents",
        "item_id",
        "account_id",
        "run_time",
        "run_date",
        "due_date",
        "process",
        "outcome",
        "confirmation_id",
        "ach_model_version",
        "ach_model_probability",
        "ach_model_override",
        "ach_model_features",
        "problem",
    ];

    fn cells(&self) -> Vec<String> {
        let (taken, attempt) = match self {
            Self::Taken(line) => (&line.0, line.1.as_ref().map(|record| &record.value)),
            Self::Broken(broken) => {
                let mut cells = vec![String::new(); Self::HEAD.len()];
                cells[0] = broken.key.to_string();
                cells[Self::HEAD.len() - 1] = broken.to_string();
                return cells;
            }
        };
        let model = attempt.map(|attempt| &attempt.ach_model);
        let features = model.and_then(|model| model.features.clone());
        vec![
            optional(taken.float_id.as_ref()),
            optional(taken.loan_id.as_ref()),
            taken.result_id.to_string(),
            taken.created_date.stored(),
            taken.amount.0.to_string(),
            taken.item_id.to_string(),
            taken.account_id.to_string(),
            optional(attempt.map(|attempt| attempt.run_time.as_stored())),
            optional(
                attempt
                    .and_then(|attempt| attempt.run_date)
                    .map(Day::stored),
            ),
            optional(
                attempt
                    .and_then(|attempt| attempt.due_date)
                    .map(Day::stored),
            ),
            optional(attempt.map(|attempt| &attempt.process)),
            optional(attempt.map(|attempt| &attempt.outcome)),
            optional(attempt.and_then(|attempt| attempt.confirmation_id.as_ref())),
            optional(model.and_then(|model| model.version.as_ref())),
            optional(model.and_then(|model| model.probability.as_ref())),
            optional(model.and_then(|model| model.overridden)),
            optional(features.map(|features| to_json(&Value::Map(features)))),
            String::new(),
        ]
    }

    /// Under the names of the columns, with numbers as numbers.
    fn json(&self) -> serde_json::Value {
        if let Self::Broken(broken) = self {
            return serde_json::json!({ "key": json(&broken.key), "problem": broken.to_string() });
        }
        let named = Self::HEAD.iter().map(|name| (*name).to_owned());
        let cells = named.zip(self.cells());
        serde_json::Value::Object(
            cells
                .filter(|(_, cell)| !cell.is_empty())
                .map(|(name, cell)| {
                    let value = typed(&name, cell);
                    (name, value)
                })
                .collect(),
        )
    }
}

/// Columns whose cells are JSON: numbers, a boolean, what the model saw.
const TYPED: [&str; 5] = [
    "amount_cents",
    "run_time",
    "ach_model_probability",
    "ach_model_override",
    "ach_model_features",
];

/// A number with more digits than JSON's readers keep stays text, so that none is lost.
fn typed(column: &str, cell: String) -> serde_json::Value {
    let parsed = TYPED
        .contains(&column)
        .then(|| serde_json::from_str::<serde_json::Value>(&cell).ok())
        .flatten();
    match parsed {
        Some(serde_json::Value::Number(number)) if number.to_string() != cell => cell.into(),
        Some(value) => value,
        None => cell.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_numbers_and_no_digit_is_lost() {
        let of = |column, cell: &str| typed(column, cell.to_owned());
        assert_eq!(of("amount_cents", "3000"), json!(3_000));
        assert_eq!(of("run_time", "1707574200"), json!(1_707_574_200));
        assert_eq!(of("ach_model_probability", "0.75"), json!(0.75));
        assert_eq!(of("ach_model_override", "true"), json!(true));
        assert_eq!(of("ach_model_features", r#"{"n":1}"#), json!({"n": 1}));
        assert_eq!(of("confirmation_id", "123"), json!("123"));
        let long = "0.12345678901234567890123456789";
        assert_eq!(
            of("ach_model_probability", long)
                .to_string()
                .trim_matches('"'),
            long
        );
    }
}
