//! Work that no request waits for. Each worker runs on one server at a time, by a lease in Float Desk's
//! own table, and goes on where the last one stopped.

mod bypass;
mod campaigns;
pub mod finders;
pub mod indexer;
pub mod recount;
pub mod scheduled_starts;
pub mod update_summaries;

use app::machinery::{Came, Turn, WorkerBoard};
use async_trait::async_trait;
use domain::instant::Instant;
use scheduled_starts::ScheduledStarts;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use store::indexer::Settings;
use store::lease::{self, Lease};
use store::{Store, StoreError};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout_at};

/// How long a server that has fallen silent keeps the others waiting.
const LEASE_SECONDS: i64 = 60;
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long workers may take to finish what they are doing, unless the caller says otherwise.
const STOP_TIMEOUT: Duration = Duration::from_secs(8);

/// Something that is to be done in the background.
#[async_trait]
pub trait Worker: Send + Sync + 'static {
    /// The name of its lease.
    fn name(&self) -> &'static str;

    /// How long until it looks again whether there is something to do.
    fn pause(&self) -> Duration;

    /// Does what there is to do. Between one thing and the next it asks whether its shift is over.
    async fn work(&self, shift: &Shift) -> Result<(), StoreError>;
}

/// Every worker there is.
pub fn all(indexing: Settings) -> Vec<Arc<dyn Worker>> {
    vec![
        Arc::new(bypass::SettleBypasses),
        Arc::new(campaigns::RunCampaigns),
        Arc::new(finders::FillFinders::new(indexing)),
        Arc::new(indexer::Index::new(indexing)),
        Arc::new(recount::Recount::new(indexing)),
        Arc::new(ScheduledStarts),
        Arc::new(update_summaries::SumUpUpdates),
    ]
}

/// The workers of this server.
pub struct Workers {
    stop: watch::Sender<bool>,
    tasks: Vec<(&'static str, JoinHandle<()>)>,
}

impl Workers {
    /// Beside the workers of other servers.
    pub fn start(store: &Store, workers: Vec<Arc<dyn Worker>>, board: &WorkerBoard) -> Self {
        Self::start_as(holder(), store, workers, board)
    }

    /// On a database that this server has to itself, as the embedded one is locked: whoever held the
    /// leases before is gone, and they are taken over at once.
    pub fn start_alone(store: &Store, workers: Vec<Arc<dyn Worker>>, board: &WorkerBoard) -> Self {
        Self::start_as("the only one".to_owned(), store, workers, board)
    }

    fn start_as(
        holder: String,
        store: &Store,
        workers: Vec<Arc<dyn Worker>>,
        board: &WorkerBoard,
    ) -> Self {
        let (stop, stopped) = watch::channel(false);
        let tasks = workers
            .into_iter()
            .map(|worker| {
                let name = worker.name();
                let post = Post {
                    store: store.clone(),
                    worker,
                    holder: holder.clone(),
                    board: board.clone(),
                    stopped: stopped.clone(),
                };
                (name, tokio::spawn(post.keep()))
            })
            .collect();
        Self { stop, tasks }
    }

    /// Lets each worker finish what it is doing, and gives the leases back.
    pub async fn stop(self) {
        self.stop_by(tokio::time::Instant::now() + STOP_TIMEOUT)
            .await;
    }

    /// The same with a deadline: whichever worker isn't done by then is cut off. What it was doing is
    /// repeated by the next server that holds its lease.
    pub async fn stop_by(self, deadline: tokio::time::Instant) {
        // Without workers nobody listens.
        let _ = self.stop.send(true);
        for (worker, mut task) in self.tasks {
            if timeout_at(deadline, &mut task).await.is_err() {
                tracing::warn!(
                    worker,
                    "the shutdown deadline was reached: a worker was cut off"
                );
                task.abort();
            }
        }
    }
}

/// A name for this server that no other has.
fn holder() -> String {
    let random = RandomState::new().build_hasher().finish();
    format!("{}-{random:016x}", process::id())
}

pub(crate) fn now() -> Instant {
    Instant::from(SystemTime::now())
}

/// One worker on one server, at work or waiting for its turn.
struct Post {
    store: Store,
    worker: Arc<dyn Worker>,
    holder: String,
    board: WorkerBoard,
    stopped: watch::Receiver<bool>,
}

impl Post {
    async fn keep(mut self) {
        let mut held = None;
        while !*self.stopped.borrow() {
            let (at, clock) = (now(), std::time::Instant::now());
            let came = match self.turn(held.take()).await {
                Ok(Some(lease)) => {
                    held = Some(lease);
                    Came::ToItsEnd
                }
                Ok(None) => Came::NotToBegin,
                Err(error) => {
                    tracing::warn!(worker = self.worker.name(), %error, "a worker will try again");
                    Came::ToNothing
                }
            };
            self.note(Turn {
                at,
                took: clock.elapsed(),
                came,
            });
            tokio::select! {
                _ = self.stopped.changed() => {}
                () = sleep(self.worker.pause()) => {}
            }
        }
        if let Some(lease) = held {
            // Where this fails, the lease runs out by itself.
            let progress = lease.progress.clone();
            let _ = lease::renew(&self.store, &lease, now(), progress).await;
        }
    }

    fn note(&self, turn: Turn) {
        let outcome = match turn.came {
            Came::ToItsEnd => "done",
            Came::NotToBegin => "elsewhere",
            Came::ToNothing => "failed",
        };
        let worker = self.worker.name();
        metrics::counter!("worker_turns_total", "worker" => worker, "outcome" => outcome)
            .increment(1);
        self.board.note(worker, turn);
    }

    /// Works once, if this server holds the lease or can have it.
    async fn turn(&self, held: Option<Lease>) -> Result<Option<Lease>, StoreError> {
        let now = now();
        let lasts = |lease: &Lease| now.plus_seconds(LEASE_SECONDS / 2) < lease.until;
        let lease = if let Some(lease) = held.filter(lasts) {
            Some(lease)
        } else {
            let until = now.plus_seconds(LEASE_SECONDS);
            lease::take(&self.store, self.worker.name(), &self.holder, now, until).await?
        };
        let Some(lease) = lease else { return Ok(None) };
        let shift = Shift {
            store: self.store.clone(),
            noted: Mutex::new(lease.progress.clone()),
            lease: tokio::sync::Mutex::new(lease),
            lost: AtomicBool::new(false),
            stopped: self.stopped.clone(),
        };
        let done = tokio::select! {
            done = self.worker.work(&shift) => done,
            never = shift.hold_on() => match never {},
        };
        let lease = shift.close().await?;
        done.map(|()| lease)
    }
}

/// One turn of a worker.
pub struct Shift {
    pub store: Store,
    lease: tokio::sync::Mutex<Lease>,
    noted: Mutex<Option<String>>,
    lost: AtomicBool,
    stopped: watch::Receiver<bool>,
}

impl Shift {
    /// Whether somebody else does the work now, or the program ends: nothing new is begun then.
    pub fn is_over(&self) -> bool {
        self.lost.load(Ordering::Relaxed) || *self.stopped.borrow()
    }

    /// Where the last turn, perhaps on another server, has left off.
    pub fn progress(&self) -> Option<String> {
        self.noted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Notes where the next turn goes on.
    pub fn note(&self, progress: String) {
        *self.noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    /// Renews the lease as long as the work takes.
    async fn hold_on(&self) -> std::convert::Infallible {
        loop {
            sleep(HEARTBEAT).await;
            if let Err(error) = self.renew().await {
                tracing::warn!(%error, "a lease could not be renewed");
            }
        }
    }

    async fn renew(&self) -> Result<(), StoreError> {
        let mut lease = self.lease.lock().await;
        let until = now().plus_seconds(LEASE_SECONDS);
        match lease::renew(&self.store, &lease, until, self.progress()).await? {
            Some(renewed) => *lease = renewed,
            None => self.lost.store(true, Ordering::Relaxed),
        }
        Ok(())
    }

    /// The lease after the work, with what was noted in it; nothing where it is lost.
    async fn close(self) -> Result<Option<Lease>, StoreError> {
        if self.lease.lock().await.progress != self.progress() {
            self.renew().await?;
        }
        let lost = self.lost.load(Ordering::Relaxed);
        Ok((!lost).then(|| self.lease.into_inner()))
    }
}
