//! Reads gently: no more read units a second than configured, and less where a table has no capacity.

use crate::{ErrorKind, StoreError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

const FIRST_REST: Duration = Duration::from_secs(1);
const LONGEST_REST: Duration = Duration::from_secs(32);
/// So often somebody who waits looks whether it is over.
const STEP: Duration = Duration::from_millis(250);

/// Shared by all who read.
pub(super) struct Pace {
    units_per_second: f64,
    /// When what was read so far is paid for.
    paid_at: Mutex<Instant>,
}

impl Pace {
    pub(super) fn new(units_per_second: u32) -> Self {
        Self {
            units_per_second: f64::from(units_per_second.max(1)),
            paid_at: Mutex::new(Instant::now()),
        }
    }

    /// Waits until what was read is paid for, or until it is over.
    pub(super) async fn pay(&self, units: f64, is_over: &impl Fn() -> bool) {
        let paid_at = self.put_down(units, Instant::now());
        wait(paid_at, is_over).await;
    }

    fn put_down(&self, units: f64, now: Instant) -> Instant {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        let takes = Duration::from_secs_f64(units.max(0.0) / self.units_per_second);
        *paid_at = (*paid_at).max(now) + takes;
        *paid_at
    }
}

async fn wait(until: Instant, is_over: &impl Fn() -> bool) {
    while !is_over() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        sleep(left.min(STEP)).await;
    }
}

/// How long to leave a table alone that has no capacity.
pub(super) struct Backoff(Duration);

impl Backoff {
    pub(super) fn new() -> Self {
        Self(FIRST_REST)
    }

    /// What an answer gave; nothing where the table had no capacity, after leaving it alone for a while.
    pub(super) async fn after<T>(
        &mut self,
        answer: Result<T, StoreError>,
        is_over: &impl Fn() -> bool,
    ) -> Result<Option<T>, StoreError> {
        match answer {
            Ok(answer) => {
                self.0 = FIRST_REST;
                Ok(Some(answer))
            }
            Err(error) if error.kind == ErrorKind::Throttled => {
                tracing::info!(rest = ?self.0, "the table has no capacity left, and is left alone");
                wait(Instant::now() + self.0, is_over).await;
                self.0 = (self.0 * 2).min(LONGEST_REST);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_paid_for_one_after_the_other() {
        let pace = Pace::new(100);
        let now = Instant::now();
        assert_eq!(pace.put_down(50.0, now), now + Duration::from_millis(500));
        assert_eq!(
            pace.put_down(100.0, now),
            now + Duration::from_millis(1_500)
        );
        let later = now + Duration::from_secs(9);
        assert_eq!(
            pace.put_down(10.0, later),
            later + Duration::from_millis(100),
            "what was not read meanwhile is not saved up"
        );
    }
}
