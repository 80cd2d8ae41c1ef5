//! Expensive work that only a few do at the same time: others wait, and beyond so many are refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

pub(super) struct Turns {
    /// For those who work and those who wait.
    places: Arc<Semaphore>,
    working: Arc<Semaphore>,
    count: Arc<Count>,
}

/// How many work right now, and how many did at most.
#[derive(Default)]
struct Count {
    now: AtomicUsize,
    most: AtomicUsize,
}

/// Someone who works, until this is dropped.
struct Counted(Arc<Count>);

impl Counted {
    fn begin(count: Arc<Count>) -> Self {
        let now = count.now.fetch_add(1, Ordering::SeqCst) + 1;
        count.most.fetch_max(now, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::SeqCst);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum TurnError {
    #[error("too many are waiting")]
    Full,
    #[error("the work broke off")]
    Broken,
}

impl Turns {
    pub(super) fn new(at_once: usize, waiting: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(at_once + waiting)),
            working: Arc::new(Semaphore::new(at_once)),
            count: Arc::default(),
        }
    }

    /// Works when it's this one's turn, off the threads that answer requests; refused where too many
    /// are waiting.
    pub(super) async fn take<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnError> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| TurnError::Full)?;
        self.run(Some(place), work).await
    }

    /// The same for work that waits however many there are.
    pub(super) async fn wait<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnError> {
        self.run(None, work).await
    }

    /// The most that have worked at the same time so far.
    pub(super) fn most_at_once(&self) -> usize {
        self.count.most.load(Ordering::SeqCst)
    }

    async fn run<T: Send + 'static>(
        &self,
        place: Option<OwnedSemaphorePermit>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnError> {
        let turn = Arc::clone(&self.working).acquire_owned().await;
        let turn = turn.map_err(|_| TurnError::Broken)?;
        let count = Arc::clone(&self.count);
        let working = spawn_blocking(move || {
            // Whoever asked may have gone; the turn ends with the work.
            let _held = (place, turn);
            let _counted = Counted::begin(count);
            work()
        });
        working.await.map_err(|_| TurnError::Broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::join_all;
    use std::sync::mpsc;
    use std::sync::{Mutex, PoisonError};
    use tokio::task::yield_now;

    #[tokio::test]
    async fn no_more_work_at_once_than_have_a_turn_and_the_rest_wait_or_are_refused() {
        let turns = Arc::new(Turns::new(3, 5));
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let (begun, beginnings) = mpsc::channel();
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let (turns, gate, begun) = (Arc::clone(&turns), Arc::clone(&gate), begun.clone());
                tokio::spawn(async move {
                    let work = move || {
                        begun.send(()).unwrap();
                        let gate = gate.lock().unwrap_or_else(PoisonError::into_inner);
                        gate.recv().unwrap();
                    };
                    turns.take(work).await
                })
            })
            .collect();
        // All eight have a place before the first can end.
        while turns.places.available_permits() > 0 {
            yield_now().await;
        }
        for _ in 0..3 {
            beginnings.recv().unwrap();
        }
        assert!(beginnings.try_recv().is_err(), "the other five wait");
        assert_eq!(turns.take(|| ()).await, Err(TurnError::Full));
        for _ in 0..8 {
            open.send(()).unwrap();
        }
        for done in join_all(tasks).await {
            assert_eq!(done.unwrap(), Ok(()));
        }
        assert_eq!(turns.most_at_once(), 3);
        assert_eq!(turns.take(|| 7).await, Ok(7), "there is room again");
    }

    #[tokio::test]
    async fn work_that_breaks_off_gives_its_turn_back() {
        let turns = Turns::new(1, 0);
        let broken = turns.take(|| panic!("as if there were no memory")).await;
        assert_eq!(broken, Err::<(), _>(TurnError::Broken));
        assert_eq!(turns.take(|| 7).await, Ok(7));
    }
}
