//! A user's evaluations as a file: exactly those that the filter admits.

use super::{Row, Wanted, export, json, optional};
use app::evaluation_list::{EvaluationList, Read};
use app::paths;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::decision::Decision;
use domain::evaluation::Product;
use domain::evaluation_list::{EvaluationFilter, Listed, Outcome};
use domain::id::{ResultId, UserId};
use domain::role::LookUpUsers;
use futures::{Stream, stream};
use http::StatusCode;
use store::{Store, StoreError};

/// So many evaluations are read and sent at a time.
const PART: u32 = 100;

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/users/{user_id}/evaluations.csv", get(file))
        .route("/users/{user_id}/evaluations.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let filter = EvaluationFilter::parse(|name| paths::from_query(&wanted.query, name));
    let (filter, user) = match (filter, wanted.user.clone()) {
        (Ok(filter), Some(user)) => (filter, user),
        (Err(error), _) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
        (_, None) => return StatusCode::NOT_FOUND.into_response(),
    };
    let which: Vec<_> = filter
        .address()
        .into_iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    let parts = parts(wanted.store.clone(), user, filter);
    let subject = format!("evaluations{}", which.concat());
    export::<LookUpUsers, _>(wanted, "evaluations", subject, parts).await
}

/// Where the stream stands.
enum Place {
    Start,
    At(Box<EvaluationList>, ResultId),
    End,
}

fn parts(
    store: Store,
    user: UserId,
    filter: EvaluationFilter,
) -> impl Stream<Item = Result<Vec<Line>, StoreError>> + Send {
    stream::try_unfold(Place::Start, move |place| {
        let (store, user, filter) = (store.clone(), user.clone(), filter.clone());
        async move {
            let (list, read) = match place {
                Place::Start => {
                    let (list, read) =
                        EvaluationList::open(store, user, filter, None, PART).await?;
                    (Box::new(list), read)
                }
                Place::At(list, start) => {
                    let read = list.part(&start, PART).await?;
                    (list, read)
                }
                Place::End => return Ok(None),
            };
            let Read { lines, next, .. } = read;
            let lines = lines.into_iter().map(|(id, line)| Line(id, line)).collect();
            let place = next.map_or(Place::End, |next| Place::At(list, next));
            Ok(Some((lines, place)))
        }
    })
}

/// A line with its id, which a broken one has too.
struct Line(ResultId, Listed);

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "result_id",
        "created_date",
        "item_id",
        "account_id",
        "float_decision",
        "float_approved",
        "float_amount_cents",
        "float_deciding_rulebook",
        "float_status",
        "loan_decision",
        "loan_approved",
        "loan_amount_cents",
        "loan_deciding_rulebook",
        "loan_status",
        "taken_amount_cents",
        "float_id",
        "loan_id",
        "is_pinned",
        "is_stored",
        "expires",
        "problem",
    ];

    fn cells(&self) -> Vec<String> {
        let line = match &self.1 {
            Ok(line) => line,
            Err(broken) => {
                let mut cells = vec![String::new(); Self::HEAD.len()];
                cells[0] = self.0.to_string();
                cells[Self::HEAD.len() - 1] = broken.to_string();
                return cells;
            }
        };
        let mut cells = vec![
            line.result_id.to_string(),
            line.created_date.stored(),
            line.item_id.to_string(),
            line.account_id.to_string(),
        ];
        for product in Product::ALL {
            cells.extend(outcome(line.outcome(product)));
        }
        let taken = line.taken.as_ref();
        cells.extend([
            optional(taken.map(|taken| taken.amount.0)),
            optional(taken.and_then(|taken| taken.float_id.as_ref())),
            optional(taken.and_then(|taken| taken.loan_id.as_ref())),
            line.is_pinned.to_string(),
            line.is_stored.to_string(),
            optional(line.expires.map(domain::instant::Instant::stored)),
            String::new(),
        ]);
        cells
    }

    fn json(&self) -> serde_json::Value {
        match &self.1 {
            Ok(line) => {
                let mut object = json(line);
                for product in Product::ALL {
                    if let Some(outcome) = line.outcome(product) {
                        // The stored word, as in the other file, and not the name it has here.
                        object[product.as_str()]["status"] = outcome.status.as_stored().into();
                        object[product.as_str()]["decision"] = outcome.decision.word().into();
                    }
                    let name = format!("{}_decision", product.as_str());
                    object[name] = line.decision(product).word().into();
                }
                object
            }
            Err(broken) => serde_json::json!({
                "result_id": self.0.as_str(),
                "problem": broken.to_string(),
            }),
        }
    }
}

pub(super) fn outcome(outcome: Option<&Outcome>) -> [String; 5] {
    let missing = || {
        let mut cells: [String; 5] = Default::default();
        Decision::NotEvaluated.word().clone_into(&mut cells[0]);
        cells
    };
    outcome.map_or_else(missing, |outcome| {
        [
            outcome.decision.word().to_owned(),
            outcome.approved.to_string(),
            outcome.amount.0.to_string(),
            optional(outcome.deciding_rulebook.as_ref()),
            outcome.status.to_string(),
        ]
    })
}
