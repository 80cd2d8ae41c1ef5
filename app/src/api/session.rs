//! Who is signed in, and how one can.

use crate::error::AppError;
use domain::role::Staff;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

crate::effect::reads!(SignedIn);
#[server(prefix = "/rpc", endpoint = "signed_in", output = crate::wire::Answer)]
pub async fn signed_in() -> Result<Option<Staff>, AppError> {
    match crate::request::staff() {
        Ok(staff) => Ok(Some(staff)),
        Err(AppError::NotSignedIn) => Ok(None),
        Err(other) => Err(other),
    }
}

/// The ways in which one can sign in to this server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ways {
    /// By pressing a button, as one of the demo's three members of staff.
    pub demo: bool,
    /// With a name and a password that this server keeps.
    pub password: bool,
    /// Through an identity provider, by the name that people know it under.
    pub provider: Option<String>,
}

crate::effect::reads!(WaysToSignIn);
#[server(prefix = "/rpc", endpoint = "ways_to_sign_in", output = crate::wire::Answer)]
pub async fn ways_to_sign_in() -> Result<Ways, AppError> {
    Ok(use_context::<Ways>().unwrap_or_default())
}
