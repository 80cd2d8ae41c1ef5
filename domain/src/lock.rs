//! A lock on a user's float processing, held while money is being collected.

use crate::id::UserId;
use crate::instant::Instant;
use crate::value::Number;
use serde::{Deserialize, Serialize};

/// A Lambda, which is what owns a lock, runs for 15 minutes at most. A lock gets a new `deleteOn` when it is
/// acquired, so one whose `deleteOn` is further back was left behind.
const LONGEST_RUN_SECONDS: i64 = 15 * 60;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    pub user_id: UserId,
    /// When it was acquired, in nanoseconds since 1970; stored as bytes.
    pub acquired: Option<Number>,
    pub delete_on: Option<Instant>,
    pub lease_duration: Option<String>,
    /// Stored as `ownerName` by the client, and called `owner` in the document.
    pub owner: Option<String>,
    /// Another one with every heartbeat.
    pub record_version_number: Option<String>,
    /// The client keeps the row when it releases a lock, and marks it.
    pub is_released: bool,
}

impl Lock {
    /// Neither released nor left behind. Whether its owner is still there, only a second reading tells.
    pub fn may_be_held_at(&self, at: Instant) -> bool {
        let ends = |delete_on: Instant| delete_on.plus_seconds(LONGEST_RUN_SECONDS);
        !self.is_released && self.delete_on.is_none_or(|delete_on| at < ends(delete_on))
    }
}
