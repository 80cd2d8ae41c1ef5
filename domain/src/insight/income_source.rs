//! Where a user's income comes from, as the last mining run saw it. Each run overwrites the list.

use crate::id::UserId;
use crate::value::Value;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomeSources {
    pub user_id: UserId,
    /// As the provider sent them, of any shape.
    pub sources: Option<Vec<Value>>,
}
