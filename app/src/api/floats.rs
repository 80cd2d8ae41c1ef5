//! The floats and loans that a user took, each with how it was collected.

use crate::api::locks::LockAtHand;
use crate::error::AppError;
use domain::collection_attempt::CollectionAttempt;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem, Record};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatsPage {
    pub user_id: UserId,
    pub now: Instant,
    /// Newest first.
    pub taken: Vec<TakenFloat>,
    /// How many are newer than the first one shown.
    pub newer: u64,
    /// The first one that is not shown.
    pub next: Option<ResultId>,
    /// How many there are in all.
    pub total: u64,
    pub lock: Option<LockAtHand>,
    /// What could not be read, in words; the rest is current.
    pub missing: Vec<String>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenFloat {
    pub taken: HistoricalEvaluation,
    /// Oldest first; none for a loan, which is collected elsewhere. Nothing where they could not be read.
    pub attempts: Option<Vec<Record<CollectionAttempt>>>,
}

crate::effect::reads!(ListFloats);
/// `start` is the result id of the first one wanted, `float` the ID of a float or loan to find the page of.
#[server(prefix = "/rpc", endpoint = "list_floats", output = crate::wire::Answer)]
pub async fn list_floats(
    user_id: String,
    start: Option<String>,
    float: Option<String>,
) -> Result<FloatsPage, AppError> {
    use crate::float_list::{Start, page};
    use crate::request;
    let permit = request::permit::<domain::role::LookUpUsers>().await?;
    let user = request::user(&user_id)?;
    let start = match (start.filter(|start| !start.is_empty()), float) {
        (Some(start), _) => Start::At(ResultId::new(start)),
        (None, Some(float)) => Start::With(float),
        (None, None) => Start::Newest,
    };
    let (store, now) = (request::store()?, request::now());
    let reads = async {
        let read = page(&store, &user, &start, now).await;
        read.map_err(|error| request::failure(&error))
    };
    let (read, ()) = futures::try_join!(reads, crate::audit::looked_at(permit.staff(), &user))?;
    let mut missing = Vec::new();
    for error in read.failed {
        request::failure(&error);
        missing.push(request::contents(error.table).to_owned());
    }
    missing.sort();
    missing.dedup();
    Ok(FloatsPage {
        missing,
        ..read.page
    })
}
