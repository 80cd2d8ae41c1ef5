//! A user's balances, and what else happened on those days.

#[cfg(feature = "ssr")]
mod gather;

use crate::error::AppError;
use domain::balance::history::BalanceHistory;
use domain::balance::mark::Mark;
use domain::day_range::DayRange;
use domain::id::UserId;
use domain::insight::balance_settings::Threshold;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalancesPage {
    pub user_id: UserId,
    pub now: Instant,
    pub range: DayRange,
    /// Nothing where the table did not answer.
    pub history: Option<BalanceHistory>,
    /// Oldest first; those that are due lie ahead.
    pub marks: Vec<Mark>,
    /// There are more evaluations than marks for them: the newest have one.
    pub checks_go_on: bool,
    pub threshold: Option<Threshold>,
    /// What could not be read, in words.
    pub missing: Vec<String>,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

crate::effect::reads!(ReadBalances);
/// `days` is as much of the page's address as says which days are wanted.
#[server(prefix = "/rpc", endpoint = "read_balances", output = crate::wire::Answer)]
pub async fn read_balances(user_id: String, days: String) -> Result<BalancesPage, AppError> {
    use crate::{paths, request};
    use domain::balance::view::{BalanceView, ViewError};
    let permit = request::permit::<domain::role::LookUpUsers>().await?;
    let user = request::user(&user_id)?;
    let now = request::now();
    let range = BalanceView::parse(&paths::fields(&days))
        .and_then(|view| view.range(now.day()))
        .map_err(|error: ViewError| AppError::Invalid(error.to_string()))?;
    gather::read(&permit, user, range, now).await
}
