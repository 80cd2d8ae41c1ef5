//! One connection: what it waits for, since when, and whether it may be closed.

use super::Limits;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long the rest of a request's head may take once the server was told to stop.
const LAST_HEAD: Duration = Duration::from_secs(1);
/// Whoever has just come is sending a request, most likely, and goes last.
const NEW: Duration = Duration::from_millis(500);
/// From here on a client that takes nothing of its response may have to go for another one's sake.
const STALLED: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    Regular,
    /// Beyond the limit, for health checks.
    Reserve,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has come yet.
    Opened,
    /// A part of a request's head has come.
    Head,
    /// A request is being worked on whose body has not come in full.
    Receiving,
    /// A request that has come in full is worked on, or its response is being sent.
    Answering,
    /// The last response was handed over; the next request has not begun.
    Idle,
    Closed,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    since: Instant,
    /// Since when the client takes nothing of what is sent.
    stalled: Option<Instant>,
    /// Method and path of the request under way.
    request: String,
}

#[derive(Debug)]
pub(super) struct Connection {
    room: Room,
    state: Mutex<State>,
    close: Notify,
    pub(super) gone: Notify,
}

impl Connection {
    pub(super) fn new(room: Room) -> Self {
        Self {
            room,
            state: Mutex::new(State {
                phase: Phase::Opened,
                since: Instant::now(),
                stalled: None,
                request: String::new(),
            }),
            close: Notify::new(),
            gone: Notify::new(),
        }
    }

    pub(super) fn room(&self) -> Room {
        self.room
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when this connection is to be closed.
    pub(super) async fn closed(&self) {
        self.close.notified().await;
    }

    /// Bytes have come.
    pub(super) fn note_read(&self) {
        let mut state = self.state();
        if matches!(state.phase, Phase::Opened | Phase::Idle) {
            state.enter(Phase::Head);
        }
    }

    /// Whether the client takes what is sent to it.
    pub(super) fn note_write(&self, is_stalled: bool) {
        let mut state = self.state();
        if is_stalled {
            state.stalled.get_or_insert_with(Instant::now);
        } else {
            state.stalled = None;
        }
    }

    /// Gives false if the connection was closed just before: then the request must not be begun.
    pub(super) fn begin_request(&self, request: String, has_body: bool) -> bool {
        let mut state = self.state();
        state.request = request;
        state.enter(if has_body {
            Phase::Receiving
        } else {
            Phase::Answering
        })
    }

    /// Gives false if the connection was closed just before: then the body must not be used.
    pub(super) fn end_request_body(&self) -> bool {
        let mut state = self.state();
        match state.phase {
            Phase::Receiving => state.enter(Phase::Answering),
            other => other != Phase::Closed,
        }
    }

    pub(super) fn end_response(&self) {
        self.state().enter(Phase::Idle);
    }

    /// How readily this connection is closed for another one's sake: less is sooner, nothing is never.
    /// What has only begun goes first: whoever holds places that way has the oldest of them.
    pub(super) fn shed_rank(&self) -> Option<(u8, Instant)> {
        let state = self.state();
        Some((state.shed_rank()?, state.since))
    }

    /// Closes this connection for another one's sake, unless something has come on it just now.
    pub(super) fn shed(&self) -> bool {
        self.close_if(|state| state.shed_rank().is_some())
    }

    pub(super) fn close_if_overdue(&self, limits: &Limits) -> bool {
        self.close_if(|state| {
            let waited = state.since.elapsed();
            let is_overdue = match state.phase {
                Phase::Opened | Phase::Head => waited > limits.head,
                Phase::Idle => waited > limits.idle,
                // The time limit of each request covers its body.
                Phase::Receiving | Phase::Answering | Phase::Closed => false,
            };
            let stalled = state.stalled.map(|since| since.elapsed());
            is_overdue || stalled.is_some_and(|time| time > limits.stalled)
        })
    }

    /// Closes this connection if no request has come on it, as the server ends. One between two requests
    /// closes by itself then, after its last response was sent.
    pub(super) fn close_if_waiting(&self) -> bool {
        self.close_if(|state| match state.phase {
            Phase::Opened => true,
            Phase::Head => state.since.elapsed() > LAST_HEAD,
            Phase::Receiving | Phase::Answering | Phase::Idle | Phase::Closed => false,
        })
    }

    /// Closes this connection, whatever happens on it, and gives the request that was under way.
    pub(super) fn close_anyhow(&self) -> Option<String> {
        let mut state = self.state();
        let request = match state.phase {
            Phase::Closed => return None,
            Phase::Opened | Phase::Head => "(not received in full)".to_owned(),
            Phase::Receiving | Phase::Answering | Phase::Idle => state.request.clone(),
        };
        state.enter(Phase::Closed);
        self.close.notify_one();
        Some(request)
    }

    fn close_if(&self, may: impl FnOnce(&State) -> bool) -> bool {
        let mut state = self.state();
        let closes = state.phase != Phase::Closed && may(&state);
        if closes {
            state.enter(Phase::Closed);
            self.close.notify_one();
        }
        closes
    }
}

impl State {
    fn shed_rank(&self) -> Option<u8> {
        let is_stalled = || self.stalled.is_some_and(|since| since.elapsed() > STALLED);
        match self.phase {
            Phase::Closed => None,
            Phase::Answering => is_stalled().then_some(3),
            _ if self.since.elapsed() < NEW => Some(4),
            Phase::Opened | Phase::Head => Some(0),
            Phase::Idle => Some(1),
            Phase::Receiving => Some(2),
        }
    }

    /// What is closed stays so.
    fn enter(&mut self, phase: Phase) -> bool {
        let is_open = self.phase != Phase::Closed;
        if is_open {
            self.phase = phase;
            self.since = Instant::now();
        }
        is_open
    }
}
