//! Settles in the browser whether a user's lock is held. The page doesn't wait for it.

use crate::api::locks::settle_lock;
use domain::id::UserId;
use domain::lock_state::{LockReading, LockState};
use leptos::prelude::*;

/// What is known of a lock by now.
#[derive(Debug, Clone, Copy)]
pub struct LockWatch {
    pub state: RwSignal<LockState>,
    /// The second reading is under way. Never without JavaScript.
    pub is_checking: RwSignal<bool>,
}

/// Begins with what one reading told. Where a second one can tell more, reads again two heartbeats later.
pub fn watch_lock(user: &UserId, state: LockState, reading: Option<LockReading>) -> LockWatch {
    let watch = LockWatch {
        state: RwSignal::new(state),
        is_checking: RwSignal::new(false),
    };
    #[cfg(feature = "hydrate")]
    if let Some(reading) = reading {
        use domain::lock_state::SECONDS_BETWEEN_READINGS;
        use leptos::task::spawn_local;
        use std::time::Duration;
        let user = user.to_string();
        Effect::new(move || {
            watch.is_checking.set(true);
            let (user, reading) = (user.clone(), reading.clone());
            let ask = move || {
                spawn_local(async move {
                    let settled = settle_lock(user, reading.version, reading.at.stored()).await;
                    // By now the page may be gone, and the signals with it.
                    if let Ok(settled) = settled {
                        let _ = watch.state.try_set(settled);
                    }
                    let _ = watch.is_checking.try_set(false);
                });
            };
            // The server counts from its first reading, before the page came; a little more is enough.
            let pause = Duration::from_secs(SECONDS_BETWEEN_READINGS.into());
            set_timeout(ask, pause + Duration::from_millis(100));
        });
    }
    #[cfg(not(feature = "hydrate"))]
    let _ = (user, reading, settle_lock);
    watch
}
