//! Whether a collection holds a user's lock, as far as has been settled.

use crate::instant::Instant;
use crate::lock::Lock;
use serde::{Deserialize, Serialize};

/// What is known of a user's collection lock at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockState {
    /// No lock is stored, or it was released or has run out.
    None,
    /// Two readings differ in `recordVersionNumber`: its owner keeps it alive.
    Held,
    /// A lock is stored, and one reading can't tell whether its owner is still there.
    Unsettled,
}

impl LockState {
    /// What one reading tells.
    pub fn after_one_reading(lock: Option<&Lock>, now: Instant) -> Self {
        if lock.is_some_and(|lock| lock.is_probably_held_at(now)) {
            Self::Unsettled
        } else {
            Self::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UserId;

    #[test]
    fn one_reading_never_says_that_a_lock_is_held() {
        let lock = |seconds| Lock {
            user_id: UserId::new("mia"),
            acquired: None,
            delete_on: Some(Instant::EPOCH.plus_seconds(seconds)),
            lease_duration: None,
            owner: None,
            record_version_number: None,
        };
        let state =
            |lock: Option<Lock>| LockState::after_one_reading(lock.as_ref(), Instant::EPOCH);
        assert_eq!(state(None), LockState::None);
        assert_eq!(state(Some(lock(0))), LockState::None);
        assert_eq!(state(Some(lock(1))), LockState::Unsettled);
    }
}
