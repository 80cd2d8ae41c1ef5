//! Whether a collection holds a user's lock, as far as has been settled.
//!
//! The float service locks with cirello.io/dynamolock. That client gives a held lock another
//! `recordVersionNumber` with every heartbeat (each second, by the document), keeps the row of a released
//! one, marked, and leaves the row of a crashed owner as it was. So two readings tell whether it is held.

use crate::instant::Instant;
use crate::lock::Lock;
use serde::{Deserialize, Serialize};

/// How long to wait before the second reading: two heartbeats.
pub const SECONDS_BETWEEN_READINGS: u32 = 2;

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
        if lock.is_some_and(|lock| lock.may_be_held_at(now)) {
            Self::Unsettled
        } else {
            Self::None
        }
    }
}

/// A reading that left it open whether the lock is held. The second one is compared with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockReading {
    pub version: String,
    pub at: Instant,
}

impl LockReading {
    /// Nothing where a second reading could settle nothing: the lock isn't held, or has no version.
    pub fn of(lock: &Lock, at: Instant) -> Option<Self> {
        let version = lock.record_version_number.clone()?;
        lock.may_be_held_at(at).then_some(Self { version, at })
    }

    /// What a second reading tells. One that comes too early for a heartbeat leaves it open.
    pub fn settle(&self, second: Option<&Lock>, now: Instant) -> LockState {
        let Some(second) = second.filter(|lock| lock.may_be_held_at(now)) else {
            return LockState::None;
        };
        let is_due = self.at.plus_seconds(SECONDS_BETWEEN_READINGS.into()) <= now;
        match &second.record_version_number {
            Some(version) if *version != self.version => LockState::Held,
            Some(_) if is_due => LockState::None,
            _ => LockState::Unsettled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UserId;

    fn at(seconds: i64) -> Instant {
        Instant::EPOCH.plus_seconds(100_000 + seconds)
    }

    fn lock(version: &str) -> Lock {
        Lock {
            user_id: UserId::new("lou"),
            acquired: None,
            delete_on: Some(at(60)),
            lease_duration: Some("1m0s".to_owned()),
            owner: Some("lambda-7".to_owned()),
            record_version_number: Some(version.to_owned()),
            is_released: false,
        }
    }

    fn released(version: &str) -> Lock {
        Lock {
            is_released: true,
            ..lock(version)
        }
    }

    #[test]
    fn one_reading_never_says_that_a_lock_is_held() {
        let without_end = Lock {
            delete_on: None,
            ..lock("a")
        };
        let cases = [
            (None, 0, LockState::None),
            (Some(lock("a")), 0, LockState::Unsettled),
            (Some(released("a")), 0, LockState::None),
            (Some(without_end), 0, LockState::Unsettled),
            // Heartbeats don't move `deleteOn`, so a run may outlast it, by 15 minutes at most.
            (Some(lock("a")), 60, LockState::Unsettled),
            (Some(lock("a")), 60 + 899, LockState::Unsettled),
            (Some(lock("a")), 60 + 900, LockState::None),
        ];
        for (lock, seconds, expected) in cases {
            let state = LockState::after_one_reading(lock.as_ref(), at(seconds));
            assert_eq!(state, expected, "{lock:?} after {seconds} s");
        }
    }

    #[test]
    fn a_second_reading_settles_it_by_the_heartbeat() {
        let first = LockReading::of(&lock("a"), at(0)).unwrap();
        let unversioned = Lock {
            record_version_number: None,
            ..lock("a")
        };
        let cases = [
            (None, 2, LockState::None),
            (Some(released("b")), 2, LockState::None),
            (Some(lock("b")), 2, LockState::Held),
            (Some(lock("b")), 1, LockState::Held),
            (Some(lock("a")), 2, LockState::None),
            (Some(lock("a")), 1, LockState::Unsettled),
            (Some(unversioned), 9, LockState::Unsettled),
        ];
        for (second, seconds, expected) in cases {
            let settled = first.settle(second.as_ref(), at(seconds));
            assert_eq!(settled, expected, "{second:?} after {seconds} s");
        }
    }

    #[test]
    fn a_second_reading_is_asked_for_only_where_it_can_settle_something() {
        let unversioned = Lock {
            record_version_number: None,
            ..lock("a")
        };
        assert_eq!(LockReading::of(&released("a"), at(0)), None);
        assert_eq!(LockReading::of(&unversioned, at(0)), None);
    }
}
