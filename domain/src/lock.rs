//! A lock on a user's float processing, held while money is being collected.

use crate::id::UserId;
use crate::instant::Instant;
use crate::value::Number;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    pub user_id: UserId,
    /// When it was acquired, in nanoseconds since 1970; stored as bytes.
    pub acquired: Option<Number>,
    pub delete_on: Option<Instant>,
    pub lease_duration: Option<String>,
    pub owner: Option<String>,
    pub record_version_number: Option<String>,
}

impl Lock {
    /// Not certain: the heartbeat that keeps a lock is not all stored.
    pub fn is_probably_held_at(&self, at: Instant) -> bool {
        self.delete_on.is_some_and(|delete_on| at < delete_on)
    }
}
