//! Who is signed in.

use crate::error::AppError;
use domain::role::Staff;
use leptos::prelude::*;

#[server(prefix = "/rpc", endpoint = "signed_in")]
pub async fn signed_in() -> Result<Option<Staff>, AppError> {
    match crate::request::staff() {
        Ok(staff) => Ok(Some(staff)),
        Err(AppError::NotSignedIn) => Ok(None),
        Err(other) => Err(other),
    }
}
