//! The demo world's people, so that a visitor knows whom to look up.

use crate::error::AppError;
use domain::id::UserId;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Somebody in the demo world, and what they are there to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoPerson {
    pub id: UserId,
    pub story: String,
}

/// The people of the demo world, where this server runs one.
#[derive(Debug, Clone, Default)]
pub struct DemoPeople(pub std::sync::Arc<Vec<DemoPerson>>);

crate::effect::reads!(ListDemoPeople);
/// Whom one can look up here; nobody outside the demo.
#[server(prefix = "/rpc", endpoint = "list_demo_people", output = crate::wire::Answer)]
pub async fn list_demo_people() -> Result<Vec<DemoPerson>, AppError> {
    crate::request::permit::<domain::role::LookUpUsers>().await?;
    let people = use_context::<DemoPeople>().unwrap_or_default();
    Ok(people.0.to_vec())
}
