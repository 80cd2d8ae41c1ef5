//! The floats and loans that a user took, each with how it was collected.

use crate::error::AppError;
use domain::collection_attempt::CollectionAttempt;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem, Record};
use domain::lock::Lock;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatsPage {
    pub user_id: UserId,
    pub now: Instant,
    /// Newest first.
    pub taken: Vec<TakenFloat>,
    /// The first one that is not shown.
    pub next: Option<ResultId>,
    /// How many there are in all.
    pub total: u64,
    pub lock: Option<Lock>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenFloat {
    pub taken: HistoricalEvaluation,
    /// Oldest first; none for a loan, which is collected elsewhere.
    pub attempts: Vec<Record<CollectionAttempt>>,
}

/// `start` is the result id of the first one wanted.
#[server(prefix = "/rpc", endpoint = "list_floats", output = crate::wire::Answer)]
pub async fn list_floats(user_id: String, start: Option<String>) -> Result<FloatsPage, AppError> {
    use crate::request;
    let permit = request::permit::<domain::role::LookUpUsers>().await?;
    let user = request::user(&user_id)?;
    let start = start.filter(|start| !start.is_empty()).map(ResultId::new);
    let (store, now) = (request::store()?, request::now());
    let reads = async {
        crate::float_list::page(&store, &user, start.as_ref(), now)
            .await
            .map_err(|error| request::failure(&error))
    };
    let (page, ()) = futures::try_join!(reads, crate::audit::looked_at(permit.staff(), &user))?;
    Ok(page)
}
