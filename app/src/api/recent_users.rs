//! Whom the person who asks opened lately.

use crate::error::AppError;
use domain::instant::Instant;
use domain::recent_user::RecentUser;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentUsers {
    pub now: Instant,
    pub users: Vec<RecentUser>,
}

crate::effect::reads!(ListRecentUsers);
#[server(prefix = "/rpc", endpoint = "list_recent_users", output = crate::wire::Answer)]
pub async fn list_recent_users() -> Result<RecentUsers, AppError> {
    use crate::request::{failure, now, permit, store};
    let permit = permit::<domain::role::LookUpUsers>().await?;
    let looks = store::recent_user::of_person(&store()?, &permit.staff().id)
        .await
        .map_err(|error| failure(&error))?;
    let looks = looks
        .into_iter()
        .filter_map(Result::ok)
        .map(|record| record.value);
    Ok(RecentUsers {
        now: now(),
        users: domain::recent_user::each_once(looks),
    })
}
