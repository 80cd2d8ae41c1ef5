//! Puts what happens in the underwriting table into the ledger: first everything that is there, part by
//! part; then what changes, by the table's stream, or where it has none by reading everything again from
//! time to time.
//!
//! What is read may come twice and in any order, and whoever reads may be killed at any moment or be two:
//! a place is noted after what lies before it is in the ledger, and [`crate::ledger::record`] takes each
//! evaluation once.

mod backfill;
mod changed;
pub mod finders;
mod intake;
mod pace;
pub mod position;
mod tail;
mod updates;

pub use intake::{Intake, TakenIn};

use crate::{ErrorKind, Store, StoreError, TableId};
use domain::indexer::{Pass, Position};
use domain::instant::Instant;
use futures::future::join;
use pace::Pace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tail::Tail;
use tokio::sync::Mutex;

/// Whether there is a stream is looked up so often. Not more: the embedded engine counts the table for that,
/// which at a million evaluations keeps everybody waiting for seconds.
const STREAM_LOOKED_UP: Duration = Duration::from_mins(10);
/// A stream is asked for more so often.
const BETWEEN_ROUNDS: Duration = Duration::from_secs(1);

/// How an installation wants it.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How long the ledger keeps what it knows.
    pub retention_days: i64,
    /// The underwriting table is read at no more than this.
    pub read_units_per_second: u32,
    /// In how many parts it is read at the same time.
    pub parts: u32,
    pub clock: fn() -> Instant,
}

/// One that reads, for as long as a server runs. Cheap to make; what it remembers only saves calls.
pub struct Indexer {
    store: Store,
    intake: Intake,
    pace: Pace,
    parts: u32,
    clock: fn() -> Instant,
    tail: Mutex<Tail>,
    stream: Mutex<Option<(tokio::time::Instant, Option<String>)>>,
}

/// What a person who waits is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Items of any kind.
    pub looked_at: u64,
    pub taken_in: TakenIn,
}

impl Indexer {
    pub fn new(store: Store, settings: Settings) -> Self {
        Self {
            intake: Intake::new(store.clone(), settings.retention_days, settings.clock),
            pace: Pace::new(settings.read_units_per_second),
            parts: settings.parts,
            clock: settings.clock,
            tail: Mutex::new(Tail::default()),
            stream: Mutex::new(None),
            store,
        }
    }

    /// Works until everything is read that is there, or until it is over; then it can be called again,
    /// by whomever, and goes on. Gives whether everything is read. A stream that fails does not keep the
    /// table from being read; that it failed is the outcome.
    pub async fn turn(
        &self,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<bool, StoreError> {
        let stream = self.stream().await?;
        let position = position::read(&self.store).await?;
        let due = position.due(stream.as_deref(), (self.clock)());
        let (is_at_rest, has_gap) = (AtomicBool::new(false), AtomicBool::new(false));
        let is_over = || is_over() || has_gap.load(Ordering::Relaxed);
        let reading = async {
            let read = match due {
                Some(pass) => self.read_all(&position, pass, &is_over, tell).await,
                None => Ok(true),
            };
            is_at_rest.store(true, Ordering::Relaxed);
            read
        };
        let Some(stream) = &stream else {
            return reading.await;
        };
        let following = async {
            let mut tail = self.tail.lock().await;
            tail.begin(stream, &position);
            let is_enough = || is_over() || is_at_rest.load(Ordering::Relaxed);
            let lost = self.follow(&mut tail, (&is_enough, &is_over), tell).await;
            match &lost {
                Ok(lost) => has_gap.store(!lost.is_empty(), Ordering::Relaxed),
                // Told now: what is read beside it may take its time.
                Err(error) => tracing::warn!(%error, "the table's stream cannot be followed"),
            }
            lost
        };
        let (read, lost) = join(reading, following).await;
        if let Ok(lost) = &lost
            && !lost.is_empty()
        {
            self.read_again(stream, lost).await?;
        }
        let (is_read, lost) = (read?, lost?);
        Ok(is_read && lost.is_empty())
    }

    /// Begins to read everything where nobody is at it and no stream tells what is new.
    pub async fn begin(&self) -> Result<(), StoreError> {
        let stream = self.stream().await?;
        let position = position::read(&self.store).await?;
        let is_at_rest = position.due(stream.as_deref(), (self.clock)()).is_none();
        if !is_at_rest || stream.is_some() {
            return Ok(());
        }
        let pass = position.again(None, (self.clock)());
        match position::note_pass(&self.store, &pass).await {
            // Somebody else has just begun.
            Err(error) if error.kind == ErrorKind::Conflict => Ok(()),
            noted => noted,
        }
    }

    async fn read_all(
        &self,
        position: &Position,
        pass: Pass,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<bool, StoreError> {
        if position.pass.as_ref() != Some(&pass) {
            position::note_pass(&self.store, &pass).await?;
            // What was written with a date long past since the last time is seen this time.
            self.intake.forget_updates().await;
        }
        let is_done = self.backfill(position, &pass, is_over, tell).await?;
        if is_done {
            let finished = Some((self.clock)());
            position::note_pass(&self.store, &Pass { finished, ..pass }).await?;
        }
        Ok(is_done)
    }

    /// Follows the stream: once to its end, and on until it is enough. Gives the shards of which records
    /// are lost.
    async fn follow(
        &self,
        tail: &mut Tail,
        (is_enough, is_over): (&(impl Fn() -> bool + Sync), &(impl Fn() -> bool + Sync)),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<Vec<String>, StoreError> {
        loop {
            let round = self.round(tail, is_over, tell).await;
            let Some(round) = tail.backoff.after(round, is_over).await? else {
                if is_over() {
                    return Ok(Vec::new());
                }
                continue;
            };
            let is_at_end = !round.goes_on && is_enough();
            if !round.lost.is_empty() || is_over() || is_at_end {
                return Ok(round.lost);
            }
            if !round.goes_on {
                tokio::time::sleep(BETWEEN_ROUNDS).await;
            }
        }
    }

    /// A stream keeps its records for a day: nobody has read it for longer.
    async fn read_again(&self, stream: &str, lost: &[String]) -> Result<(), StoreError> {
        tracing::warn!(
            ?lost,
            "records of the stream are lost: everything is read again"
        );
        let position = position::read(&self.store).await?;
        let pass = position.again(Some(stream), (self.clock)());
        position::note_pass(&self.store, &pass).await?;
        let mut tail = self.tail.lock().await;
        self.forget(&mut tail, lost).await
    }

    /// The stream of the table, if it has one that may be read.
    async fn stream(&self) -> Result<Option<String>, StoreError> {
        let mut known = self.stream.lock().await;
        if let Some((at, stream)) = &*known
            && at.elapsed() < STREAM_LOOKED_UP
        {
            return Ok(stream.clone());
        }
        let stream = match (self.readable_stream().await, &*known) {
            (Ok(stream), _) => stream,
            // Whatever keeps the table from describing itself does not keep it from being read.
            (Err(error), Some((_, stream))) => {
                tracing::warn!(%error, "whether the table has a stream is looked up later");
                stream.clone()
            }
            (Err(error), None) => return Err(error),
        };
        *known = Some((tokio::time::Instant::now(), stream.clone()));
        Ok(stream)
    }

    async fn readable_stream(&self) -> Result<Option<String>, StoreError> {
        let table = self.store.table(TableId::Underwriting);
        let Some(stream) = table.stream().await? else {
            return Ok(None);
        };
        let tried = async {
            let shards = table.shards(&stream).await?;
            match shards.last() {
                Some(shard) => table.try_shard(&stream, &shard.id).await,
                None => Ok(()),
            }
        };
        match tried.await {
            Ok(()) => Ok(Some(stream)),
            Err(error) if error.kind == ErrorKind::Unreachable => Err(error),
            Err(error) if error.kind == ErrorKind::Throttled => Err(error),
            Err(error) => {
                tracing::warn!(%error, "the table's stream cannot be read: the table is, from time to time");
                Ok(None)
            }
        }
    }
}
