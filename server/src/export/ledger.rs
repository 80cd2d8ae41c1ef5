//! All decisions as a file: exactly those that the filter admits, to the end of their days.

use super::evaluations::outcome;
use super::{Row, Wanted, export, json, optional};
use app::{ledger_list, paths};
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::decision::NoResultsReading;
use domain::evaluation::{Product, Run};
use domain::evaluation_list::Outcome;
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::{Decided, LedgerEntry, Said};
use domain::ledger_list::{LedgerFilter, LedgerView};
use domain::role::ReadDecisions;
use futures::{Stream, stream};
use http::StatusCode;
use std::time::SystemTime;
use store::ledger::Place;
use store::{Store, StoreError};

/// So many entries are read and sent at a time.
const PART: u32 = 1_000;

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/evaluations.csv", get(file))
        .route("/evaluations.jsonl", get(file))
}

async fn file(wanted: Wanted) -> Response {
    let view = match LedgerView::parse(&paths::fields(&wanted.query)) {
        Ok(view) => view,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    let which: Vec<_> = view
        .filter
        .address()
        .into_iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    let subject = format!("decision ledger{}", which.concat());
    let parts = parts(wanted.store.clone(), view.filter);
    export::<ReadDecisions, _>(wanted, "evaluations", subject, parts).await
}

/// Where the stream stands.
enum Reached {
    Start,
    Behind(Place),
    End,
}

fn parts(
    store: Store,
    filter: LedgerFilter,
) -> impl Stream<Item = Result<Vec<Line>, StoreError>> + Send {
    // What comes in meanwhile is newer than where the stream began.
    let now = Instant::from(SystemTime::now());
    stream::try_unfold(Reached::Start, move |reached| {
        let (store, filter) = (store.clone(), filter.clone());
        async move {
            let after = match reached {
                Reached::Start => None,
                Reached::Behind(place) => Some(place),
                Reached::End => return Ok(None),
            };
            let read = ledger_list::part(&store, &filter, after.as_ref(), PART, now).await?;
            let no_results = store.no_results();
            let lines = read.entries.into_iter();
            let lines = lines.map(|entry| Line(entry, no_results)).collect();
            let reached = read.next.map_or(Reached::End, Reached::Behind);
            Ok(Some((lines, reached)))
        }
    })
}

struct Line(Stored<LedgerEntry>, NoResultsReading);

impl Row for Line {
    const HEAD: &'static [&'static str] = &[
        "result_id",
        "user_id",
        "created",
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
        "rulebook_snapshot",
        "expires",
        "problem",
    ];

    fn cells(&self) -> Vec<String> {
        let entry = match &self.0 {
            Ok(record) => &record.value,
            Err(broken) => {
                let mut cells = vec![String::new(); Self::HEAD.len()];
                cells[Self::HEAD.len() - 1] = format!("{}: {broken}", broken.key);
                return cells;
            }
        };
        let mut cells = vec![
            entry.result_id.to_string(),
            entry.user_id.to_string(),
            entry.created.stored(),
            entry.item_id.to_string(),
            entry.account_id.to_string(),
        ];
        for product in Product::ALL {
            let part = entry.decided(product);
            let part = part.map(|part| Outcome::of_decided(part, self.1));
            cells.extend(outcome(part.as_ref()));
        }
        cells.extend([
            optional(entry.snapshot.as_ref()),
            optional(entry.expires.map(Instant::stored)),
            String::new(),
        ]);
        cells
    }

    fn json(&self) -> serde_json::Value {
        match &self.0 {
            Ok(record) => of_entry(&record.value, self.1),
            Err(broken) => serde_json::json!({
                "key": broken.key.to_string(),
                "problem": broken.to_string(),
            }),
        }
    }
}

/// Words as they are stored, and what each rulebook said.
fn of_entry(entry: &LedgerEntry, no_results: NoResultsReading) -> serde_json::Value {
    let kind = |product| entry.decision(product).read(no_results).word();
    let decision = |decided: &Decided| {
        let results: Vec<_> = decided.results.iter().map(of_result).collect();
        serde_json::json!({
            "approved": decided.approved,
            "amount_cents": decided.amount.0,
            "deciding_rulebook": decided.deciding,
            "status": decided.status.as_stored(),
            "results": results,
        })
    };
    serde_json::json!({
        "result_id": entry.result_id,
        "user_id": entry.user_id,
        "created": entry.created.stored(),
        "item_id": entry.item_id,
        "account_id": entry.account_id,
        "float_decision": kind(Product::Float),
        "loan_decision": kind(Product::Loan),
        "float": entry.float.as_ref().map(decision),
        "loan": entry.loan.as_ref().map(decision),
        "rulebook_snapshot": json(&entry.snapshot),
        "expires": entry.expires.map(Instant::stored),
    })
}

fn of_result(said: &Said) -> serde_json::Value {
    serde_json::json!({
        "rulebook_id": said.rulebook_id,
        "result": said.result.as_stored(),
        "calc_status": said.calc_status.as_stored(),
        "priority": said.priority,
        "apply_to": said.apply_to.map(|share| share.0),
        "is_applicable": said.is_applicable,
        "was_run": match said.run {
            Run::Ran => Some(true),
            Run::NotRun => Some(false),
            Run::NotRecorded => None,
        },
        "ab_group": said.ab_group,
    })
}
