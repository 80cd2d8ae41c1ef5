//! What a server knows of its own inside, for `/system`: its workers' last turns, and the engine that it
//! carries, where it carries one.

use domain::instant::Instant;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::embedded::EngineWatch;

/// What the server gives to each request.
#[derive(Clone, Default)]
pub struct Machinery {
    pub started: Option<Instant>,
    pub workers: WorkerBoard,
    pub engine: Option<EngineWatch>,
}

/// A worker's last turn on this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    pub at: Instant,
    pub took: Duration,
    pub came: Came,
}

/// What came of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    ToItsEnd,
    /// Another server has the lease.
    NotToBegin,
    /// It is tried again.
    ToNothing,
}

/// Where workers note their last turns, by name.
#[derive(Debug, Clone, Default)]
pub struct WorkerBoard(Arc<Mutex<BTreeMap<&'static str, Turn>>>);

impl WorkerBoard {
    pub fn note(&self, worker: &'static str, turn: Turn) {
        let mut board = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        board.insert(worker, turn);
    }

    pub fn last_turn(&self, worker: &str) -> Option<Turn> {
        let board = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        board.get(worker).copied()
    }
}
