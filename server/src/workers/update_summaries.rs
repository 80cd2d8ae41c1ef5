//! Sums up the rulebook updates that scripts wrote, a batch at a time; and finds those that were written
//! with a date long past, which the history would never look for: once a day all of them are gone
//! through, part by part.

use super::{Shift, Worker, now};
use async_trait::async_trait;
use domain::id::UpdateId;
use domain::worker;
use std::time::Duration;
use store::{StoreError, update_summary};

/// A part holds megabytes of snapshots, which are read to learn their keys: thousands of updates take
/// an hour or two, in which nobody notices.
const PAUSE: Duration = Duration::from_mins(1);
/// So many batches are summarized in one turn. Pages wait for this worker: they write no summaries.
const BATCHES: usize = 20;
/// Noted with the day on which the end was reached. No update's id begins with it.
const OVER: &str = "over ";

pub struct SumUpUpdates;

#[async_trait]
impl Worker for SumUpUpdates {
    fn name(&self) -> &'static str {
        worker::UPDATE_SUMMARIES.name
    }

    fn pause(&self) -> Duration {
        PAUSE
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        // Newest first until they reach back to the first: begun at the other end too, the two would
        // leave a gap between them.
        let mut to_first = false;
        for _ in 0..BATCHES {
            let caught_up = update_summary::catch_up(&shift.store).await?;
            to_first = caught_up.to_first;
            if caught_up.made == 0 || shift.is_over() {
                break;
            }
        }
        if !to_first {
            return Ok(());
        }
        let over_today = format!("{OVER}{}", now().day().stored());
        let progress = shift.progress();
        if progress.as_ref() == Some(&over_today) {
            return Ok(());
        }
        let after = progress.filter(|place| !place.starts_with(OVER));
        let after = after.map(UpdateId::new);
        let next = update_summary::look_through(&shift.store, after.as_ref()).await?;
        shift.note(next.map_or(over_today, |id| id.to_string()));
        Ok(())
    }
}
