//! Reads many days at the speed of the table: several partitions at the same time, each by a task of
//! its own, and no more in memory than is being worked on.

use super::day;
use super::entry;
use crate::page::Cursor;
use crate::table::{Query, SortRange};
use crate::{Operation, Store, StoreError, TableId};
use domain::day::Day;
use domain::item::Stored;
use domain::ledger::LedgerEntry;
use domain::value::{Attributes, Value};
use futures::{Stream, stream};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinSet;

/// So many partitions are read at the same time.
const READERS: usize = 8;
/// So many items are asked for at once: less than a megabyte, at which an answer ends anyway.
const AT_ONCE: u32 = 1_000;

pub(super) type Partition = String;

/// Some of what is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk<T> {
    pub items: Vec<T>,
    /// How many more cannot be read.
    pub broken: u64,
}

/// Every entry of these days, both included, part by part: the newest first, as far as several partitions
/// that are read at the same time have an order. Dropping it ends the reading.
pub async fn stream_days(
    store: &Store,
    from: Day,
    to: Day,
) -> Result<impl Stream<Item = Result<Chunk<LedgerEntry>, StoreError>> + use<>, StoreError> {
    let days = day::days(store, from..=to, u32::MAX).await?;
    let partitions = days.into_iter().flat_map(entry::partitions).collect();
    Ok(read_partitions(store, partitions, entry::decode))
}

/// Begins with the first of them.
pub(super) fn read_partitions<T: Send + 'static>(
    store: &Store,
    mut partitions: Vec<Partition>,
    decode: fn(Attributes) -> Stored<T>,
) -> impl Stream<Item = Result<Chunk<T>, StoreError>> + use<T> {
    // The readers take them from the end.
    partitions.reverse();
    let queue = Arc::new(Mutex::new(partitions));
    // Each reader has a part in hand anyway: where they wait for whoever works, a queue of their parts
    // would only be that much more in memory.
    let (sender, receiver) = mpsc::channel(1);
    let mut readers = JoinSet::new();
    for _ in 0..READERS {
        readers.spawn(read(
            store.clone(),
            Arc::clone(&queue),
            sender.clone(),
            decode,
        ));
    }
    let cut_short = store.table(TableId::FloatDesk).fault(
        Operation::Query,
        "a reader ended before its days did".to_owned(),
    );
    hear(receiver, readers, cut_short)
}

/// What the readers send, until all have ended; `cut_short` where one of them did not come to its end. The
/// readers go with the stream.
fn hear<T: Send + 'static>(
    receiver: Receiver<Result<T, StoreError>>,
    readers: JoinSet<()>,
    cut_short: StoreError,
) -> impl Stream<Item = Result<T, StoreError>> + use<T> {
    let heard = Some((receiver, readers, cut_short));
    stream::unfold(heard, async |heard| {
        let (mut receiver, mut readers, cut_short) = heard?;
        if let Some(part) = receiver.recv().await {
            return Some((part, Some((receiver, readers, cut_short))));
        }
        while let Some(ended) = readers.join_next().await {
            if ended.is_err() {
                return Some((Err(cut_short), None));
            }
        }
        None
    })
}

async fn read<T>(
    store: Store,
    queue: Arc<Mutex<Vec<Partition>>>,
    sender: Sender<Result<Chunk<T>, StoreError>>,
    decode: fn(Attributes) -> Stored<T>,
) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
    while let Some(partition) = next() {
        let query = Query::new(partition, SortRange::All)
            .newest_first()
            .patiently();
        let mut after: Option<Cursor> = None;
        loop {
            let table = store.table(TableId::FloatDesk);
            let part = table.part(&query, Some(AT_ONCE), after.take()).await;
            let (chunk, rest) = match part {
                Ok(page) => (Ok(chunk(page.items, decode)), page.next),
                Err(error) => (Err(error), None),
            };
            // Nobody listens any more, or nobody should go on.
            let is_over = chunk.is_err();
            if sender.send(chunk).await.is_err() || is_over {
                return;
            }
            match rest {
                Some(rest) => after = Some(rest),
                None => break,
            }
        }
    }
}

fn chunk<T>(items: Vec<Attributes>, decode: fn(Attributes) -> Stored<T>) -> Chunk<T> {
    let mut chunk = Chunk {
        items: Vec::with_capacity(items.len()),
        broken: 0,
    };
    for item in items {
        match decode(item) {
            Ok(record) => chunk.items.push(record.value),
            Err(_) => chunk.broken += 1,
        }
    }
    chunk
}

pub(super) fn sort_of(item: &Attributes) -> String {
    match item.get("SK") {
        Some(Value::Text(sort)) => sort.clone(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use futures::StreamExt;

    #[tokio::test]
    async fn a_reader_that_breaks_down_is_no_end_of_what_there_is() {
        let (sender, receiver) = mpsc::channel(1);
        let mut readers = JoinSet::new();
        let other = sender.clone();
        readers.spawn(async move {
            other.send(Ok(1)).await.unwrap();
        });
        readers.spawn(async move {
            let _held = sender;
            panic!("breaks down");
        });
        let cut_short = StoreError {
            table: TableId::FloatDesk,
            operation: Operation::Query,
            kind: ErrorKind::Rejected,
            detail: String::new(),
        };
        let heard: Vec<Result<i32, _>> = hear(receiver, readers, cut_short).collect().await;
        assert!(matches!(heard[..], [Ok(1), Err(_)]), "{heard:?}");
    }
}
