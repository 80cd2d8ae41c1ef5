//! Every open connection, and who has to go when there is no place left.

use super::connection::{Connection, Room};
use super::{CLOSING, Limits};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::timeout;

/// Places beyond the limit, for health checks. They are taken for a moment each.
const RESERVE: usize = 8;

#[derive(Debug)]
pub(super) struct Table {
    most: usize,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    next: AtomicU64,
    shed: AtomicU64,
    refused: AtomicU64,
}

/// A connection's place. Dropping it gives the place back.
pub(super) struct Entry {
    table: Arc<Table>,
    id: u64,
    connection: Arc<Connection>,
}

impl Entry {
    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.table.open().remove(&self.id);
        self.connection.gone.notify_one();
        metrics::gauge!("http_connections").decrement(1);
    }
}

impl Table {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            open: Mutex::default(),
            next: AtomicU64::default(),
            shed: AtomicU64::default(),
            refused: AtomicU64::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open().is_empty()
    }

    /// A place for a new connection: a regular one if there is one or if one can be had, otherwise one of
    /// the reserve. Only the listener calls this, so nobody takes a place in between.
    pub(super) async fn enter(self: &Arc<Self>) -> Option<Entry> {
        for (room, most) in [(Room::Regular, self.most), (Room::Reserve, RESERVE)] {
            if self.taken(room) < most || self.shed(Some(room)).await {
                if room == Room::Reserve {
                    self.refuse();
                }
                return Some(self.put(room));
            }
        }
        self.refuse();
        None
    }

    fn taken(&self, room: Room) -> usize {
        let open = self.open();
        open.values().filter(|it| it.room() == room).count()
    }

    fn put(self: &Arc<Self>, room: Room) -> Entry {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let connection = Arc::new(Connection::new(room));
        self.open().insert(id, Arc::clone(&connection));
        metrics::gauge!("http_connections").increment(1);
        Entry {
            table: Arc::clone(self),
            id,
            connection,
        }
    }

    fn refuse(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        metrics::counter!("http_connections_refused_total").increment(1);
    }

    /// Closes the connection that is missed least, of one room or of any, and waits until it is gone.
    pub(super) async fn shed(&self, room: Option<Room>) -> bool {
        while let Some(connection) = self.least_missed(room) {
            // A request may have come on it just now: then another one goes.
            if connection.shed() {
                let _ = timeout(CLOSING, connection.gone.notified()).await;
                self.shed.fetch_add(1, Ordering::Relaxed);
                metrics::counter!("http_connections_shed_total").increment(1);
                return true;
            }
        }
        false
    }

    fn least_missed(&self, room: Option<Room>) -> Option<Arc<Connection>> {
        let open = self.open();
        let ranked = open
            .values()
            .filter(|it| room.is_none_or(|room| it.room() == room))
            .filter_map(|it| Some((it.shed_rank()?, it)));
        let least = ranked.min_by_key(|(rank, _)| *rank);
        least.map(|(_, connection)| Arc::clone(connection))
    }

    pub(super) fn close_overdue(&self, limits: &Limits) {
        for connection in self.open().values() {
            if connection.close_if_overdue(limits) {
                metrics::counter!("http_connections_timed_out_total").increment(1);
            }
        }
    }

    pub(super) fn close_waiting(&self) {
        for connection in self.open().values() {
            connection.close_if_waiting();
        }
    }

    /// Closes all that is left, and gives what was under way.
    pub(super) fn close_all(&self) -> Vec<String> {
        let open = self.open();
        open.values().filter_map(|it| it.close_anyhow()).collect()
    }

    /// How many connections were closed for others' sake and how many refused since the last call.
    pub(super) fn take_pressure(&self) -> Option<(u64, u64)> {
        let shed = self.shed.swap(0, Ordering::Relaxed);
        let refused = self.refused.swap(0, Ordering::Relaxed);
        (shed + refused > 0).then_some((shed, refused))
    }
}
