//! The latest outcome of each rule for a user.

use crate::error::AppError;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem, Record};
use domain::rule_outcome::RuleOutcome;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleOutcomesPage {
    pub user_id: UserId,
    pub now: Instant,
    /// By the rule's name.
    pub outcomes: Vec<Record<RuleOutcome>>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

crate::effect::reads!(ListRuleOutcomes);
#[server(prefix = "/rpc", endpoint = "list_rule_outcomes", output = crate::wire::Answer)]
pub async fn list_rule_outcomes(user_id: String) -> Result<RuleOutcomesPage, AppError> {
    use crate::request;
    let permit = request::permit::<domain::role::LookUpUsers>().await?;
    let (user_id, now, store) = (request::user(&user_id)?, request::now(), request::store()?);
    let read = async {
        store::rule_outcome::unexpired(&store, &user_id, now)
            .await
            .map_err(|error| request::failure(&error))
    };
    let (found, ()) = futures::try_join!(read, crate::audit::looked_at(permit.staff(), &user_id))?;
    let mut sieve = crate::sieve::Sieve::default();
    let outcomes = found
        .into_iter()
        .filter_map(|stored| sieve.record(stored))
        .collect();
    Ok(RuleOutcomesPage {
        user_id,
        now,
        outcomes,
        broken: sieve.broken,
        notices: sieve.notices,
    })
}
