//! A user's lock, and the second reading that tells whether it is held.

use crate::error::AppError;
use domain::instant::Instant;
use domain::lock::Lock;
use domain::lock_state::{LockReading, LockState};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A stored lock as a page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockAtHand {
    pub lock: Lock,
    pub state: LockState,
    /// What a second reading is compared with; nothing where none is needed or none would help.
    pub reading: Option<LockReading>,
}

impl LockAtHand {
    pub fn of(lock: Lock, now: Instant) -> Self {
        Self {
            state: LockState::after_one_reading(Some(&lock), now),
            reading: LockReading::of(&lock, now),
            lock,
        }
    }
}

crate::effect::reads!(SettleLock);
/// Reads a user's lock for the second time. `version` and `seen` are what the first reading found, and when.
#[server(prefix = "/rpc", endpoint = "settle_lock", output = crate::wire::Answer)]
pub async fn settle_lock(
    user_id: String,
    version: String,
    seen: String,
) -> Result<LockState, AppError> {
    use crate::request::{failure, now, permit, store, user};
    use crate::sieve::Sieve;
    let permit = permit::<domain::role::LookUpUsers>().await?;
    let user = user(&user_id)?;
    let at = Instant::parse(&seen);
    let at =
        at.ok_or_else(|| AppError::Invalid("seen should be a moment (RFC 3339)".to_owned()))?;
    let store = store()?;
    let reads = async {
        let lock = store::lock::of_user(&store, &user).await;
        lock.map_err(|error| failure(&error))
    };
    let (lock, ()) = futures::try_join!(reads, crate::audit::looked_at(permit.staff(), &user))?;
    let (now, first) = (now(), LockReading { version, at });
    Ok(match lock {
        Some(Err(_)) => LockState::Unsettled,
        lock => {
            let lock = lock.and_then(|lock| Sieve::default().sound(lock));
            first.settle(lock.as_ref(), now)
        }
    })
}
