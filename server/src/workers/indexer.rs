//! Puts what happens in the underwriting table into the decision ledger.

use super::{Shift, Worker};
use async_trait::async_trait;
use domain::worker;
use std::time::{Duration, Instant};
use store::StoreError;
use store::indexer::{Indexer, Progress, Settings};
use tokio::sync::OnceCell;

/// While there is nothing to do, or a stream to follow.
const PAUSE: Duration = Duration::from_secs(5);
/// After so long it notes that it is at work, and goes on.
const TURN: Duration = Duration::from_secs(30);

type Tell = Box<dyn Fn(Progress) + Send + Sync>;
type Done = Box<dyn Fn() + Send + Sync>;

pub struct Index {
    settings: Settings,
    /// What it remembers between its turns saves calls.
    indexer: OnceCell<Indexer>,
    tell: Tell,
    done: Done,
}

impl Index {
    pub fn new(settings: Settings) -> Self {
        Self::watched(settings, Box::new(|_| {}), Box::new(|| {}))
    }

    /// For somebody who waits: told of each page, and when everything is read.
    pub fn watched(settings: Settings, tell: Tell, done: Done) -> Self {
        Self {
            settings,
            indexer: OnceCell::new(),
            tell,
            done,
        }
    }
}

#[async_trait]
impl Worker for Index {
    fn name(&self) -> &'static str {
        worker::INDEXER.name
    }

    fn pause(&self) -> Duration {
        PAUSE
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        let make = || async { Indexer::new(shift.store.clone(), self.settings) };
        let indexer = self.indexer.get_or_init(make).await;
        let begun = Instant::now();
        loop {
            let is_over = || shift.is_over() || TURN < begun.elapsed();
            if indexer
                .turn(&is_over, &|progress| self.note(progress))
                .await?
            {
                (self.done)();
                return Ok(());
            }
            if is_over() {
                return Ok(());
            }
        }
    }
}

impl Index {
    fn note(&self, progress: Progress) {
        let new = progress.taken_in.evaluations.new;
        metrics::counter!("indexer_items_total").increment(progress.looked_at);
        metrics::counter!("indexer_evaluations_total").increment(new);
        metrics::counter!("indexer_left_out_total").increment(progress.taken_in.left_out());
        (self.tell)(progress);
    }
}
