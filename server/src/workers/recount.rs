//! Rebuilds the ledger's counts day by day, newest first, after an update that counts decisions otherwise.

use super::{Shift, Worker, now};
use async_trait::async_trait;
use domain::worker;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use store::indexer::Settings;
use store::ledger::{self, Retention};
use store::{Store, StoreError};

/// A new version may have come up on another server.
const PAUSE: Duration = Duration::from_mins(1);
/// So often days are looked through to which a server of an earlier version may have added.
const LOOKED_THROUGH: Duration = Duration::from_mins(30);

pub struct Recount {
    settings: Settings,
    looked_through: Mutex<Option<Instant>>,
}

impl Recount {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            looked_through: Mutex::default(),
        }
    }

    fn is_due(&self) -> bool {
        let mut last = self
            .looked_through
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| LOOKED_THROUGH < last.elapsed());
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }

    fn keep(&self) -> Retention {
        Retention {
            now: (self.settings.clock)(),
            days: self.settings.retention_days,
        }
    }

    async fn days(&self, store: &Store) -> Result<Vec<domain::day::Day>, StoreError> {
        let waiting = ledger::recount_progress(store, now()).await?.waiting;
        if waiting.is_empty() && self.is_due() {
            return ledger::grown(store, now()).await;
        }
        Ok(waiting)
    }
}

#[async_trait]
impl Worker for Recount {
    fn name(&self) -> &'static str {
        worker::RECOUNT.name
    }

    fn pause(&self) -> Duration {
        PAUSE
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        for day in self.days(&shift.store).await? {
            if shift.is_over() {
                return Ok(());
            }
            let recounted = ledger::recount(&shift.store, day, self.keep()).await?;
            tracing::info!(
                day = day.stored(),
                entries = recounted.entries,
                "a day was recounted"
            );
        }
        Ok(())
    }
}
