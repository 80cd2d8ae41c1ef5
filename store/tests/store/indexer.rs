//! The indexer: everything gets into the ledger, once, whatever happens to whoever puts it there.

mod backfill;
mod following;
mod hindered;
mod servers;
mod split;

use crate::harness::TestStore;
use crate::ledger::many::{Comparable, comparable, entries, plainly, recounted_plainly, updates};
use crate::sample::{NOON, at, day};
use domain::evaluation::EvaluationResult;
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::value::{Attributes, Value};
use futures::TryStreamExt;
use store::indexer::{Indexer, Settings};
use store::ledger::{Retention, counts, stream_days};
use store::{Store, TableId};

/// A week after the newest evaluation.
fn clock() -> Instant {
    at(NOON).plus_days(7)
}

/// At full size. Then in one part: the engine sorts the whole table for each call that asks for a part.
fn is_torture() -> bool {
    std::env::var_os("FLOAT_DESK_TORTURE").is_some()
}

fn settings() -> Settings {
    Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: 1_000_000,
        parts: if is_torture() { 1 } else { 4 },
        clock,
    }
}

fn indexer(store: &Store) -> Indexer {
    Indexer::new(store.clone(), settings())
}

const TABLES: [TableId; 2] = [TableId::FloatDesk, TableId::Underwriting];

/// Both tables, with the rulebook changes of that week and these evaluations.
async fn tables_with(made: &[EvaluationResult]) -> TestStore {
    filled(TestStore::with(&TABLES).await, made).await
}

/// The same for those who make a detour.
async fn embedded_with(made: &[EvaluationResult]) -> TestStore {
    filled(TestStore::embedded(&TABLES).await, made).await
}

async fn filled(store: TestStore, made: &[EvaluationResult]) -> TestStore {
    let updates = updates();
    let updates = updates.iter().map(store::rulebook_update::encode);
    store.put(TableId::Underwriting, updates).await;
    let items = made.iter().map(store::evaluation::encode).collect();
    store.import(TableId::Underwriting, items).await;
    store
}

/// In an order of neither time nor user: by the last digits.
fn shuffled(records: impl Iterator<Item = Attributes>) -> Vec<Attributes> {
    let mut records: Vec<_> = records.collect();
    records.sort_by_cached_key(|item| match item.get("result_id") {
        Some(Value::Text(id)) => id.chars().rev().collect::<String>(),
        _ => String::new(),
    });
    records
}

/// One turn to its end, undisturbed.
async fn finish(store: &Store) {
    let done = indexer(store).turn(&|| false, &|_| {}).await.unwrap();
    assert!(done, "everything is read");
}

async fn counted(store: &Store) -> Comparable {
    let counts = counts(store, day("2024-01-01"), day("2024-03-01"));
    comparable(counts.await.unwrap().counts)
}

/// What the ledger holds is what was made, and its counts are what a plain recount of the stored items gives.
async fn holds(store: &Store, made: &[EvaluationResult]) {
    let mut expected = entries(made);
    let items: Vec<_> = made.iter().map(store::evaluation::encode).collect();
    let counts = counts(store, day("2024-01-01"), day("2024-03-01"));
    assert_eq!(
        plainly(counts.await.unwrap().counts),
        recounted_plainly(&items)
    );
    let chunks = stream_days(store, day("2024-01-01"), day("2024-03-01")).await;
    let chunks: Vec<_> = chunks.unwrap().try_collect().await.unwrap();
    let mut kept: Vec<_> = chunks.into_iter().flat_map(|chunk| chunk.items).collect();
    let by = |entry: &LedgerEntry| entry.result_id.clone();
    expected.sort_by_key(by);
    kept.sort_by_key(by);
    assert!(kept == expected, "each evaluation, once");
}
