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

impl Default for Backoff {
    fn default() -> Self {
        Self(FIRST_REST)
    }
}

impl Backoff {
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
                let rest = self.rest();
                let (table, operation) = (error.table, error.operation);
                tracing::info!(?rest, %table, %operation, "a table has no capacity left, and is left alone");
                wait(Instant::now() + rest, is_over).await;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Twice as long each time.
    fn rest(&mut self) -> Duration {
        let rest = self.0;
        self.0 = (rest * 2).min(LONGEST_REST);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operation, TableId};
    use std::cell::Cell;

    fn failed(kind: ErrorKind) -> Result<(), StoreError> {
        Err(StoreError {
            table: TableId::Underwriting,
            operation: Operation::Stream,
            kind,
            detail: String::new(),
        })
    }

    #[test]
    fn a_table_without_capacity_is_left_alone_twice_as_long_each_time_up_to_half_a_minute() {
        let mut backoff = Backoff::default();
        let rests: Vec<_> = (0..7).map(|_| backoff.rest().as_secs()).collect();
        assert_eq!(rests, [1, 2, 4, 8, 16, 32, 32]);
    }

    #[tokio::test]
    async fn only_a_table_without_capacity_is_left_alone_and_one_that_answers_begins_anew() {
        let mut backoff = Backoff::default();
        let is_over = || true;
        for _ in 0..3 {
            let rested = backoff.after(failed(ErrorKind::Throttled), &is_over).await;
            assert!(rested.unwrap().is_none());
        }
        let denied = backoff.after(failed(ErrorKind::AccessDenied), &is_over);
        assert_eq!(denied.await.unwrap_err().kind, ErrorKind::AccessDenied);
        assert_eq!(
            backoff.0,
            FIRST_REST * 8,
            "an error says nothing of capacity"
        );
        assert_eq!(backoff.after(Ok(7), &is_over).await.unwrap(), Some(7));
        assert_eq!(backoff.0, FIRST_REST);
    }

    #[tokio::test]
    async fn a_rest_takes_its_time() {
        let looks = Cell::new(0);
        let is_over = || {
            looks.set(looks.get() + 1);
            false
        };
        let answer = failed(ErrorKind::Throttled);
        let rested = Backoff::default().after(answer, &is_over).await;
        assert!(rested.unwrap().is_none());
        // Once before it sleeps, and at least once after.
        assert!(looks.get() >= 2, "{}", looks.get());
    }

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
