//! Filling the decision ledger: by servers that share a lease, and by a command that is killed.

use crate::process::{Running, ended, float_desk};
use app::machinery::WorkerBoard;
use domain::id::UserId;
use domain::instant::Instant;
use domain::ledger::{HourlyCount, LedgerEntry, Tally};
use fixtures::LargePlan;
use server::workers::indexer::Index;
use server::workers::{Worker, Workers};
use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use store::embedded::{Embedded, Sweeping};
use store::indexer::{Settings, position};
use store::ledger::{Retention, counts};
use store::{
    Endpoint, PageRequest, Store, StoreConfig, TableId, evaluation, rulebook_update, schema,
};
use tempfile::TempDir;

const USERS: u64 = 12;
const EACH: u64 = 30;

async fn opened(directory: &Path) -> (Store, Embedded) {
    let engine = Embedded::start(directory, "float-desk", Sweeping::Off).unwrap();
    let config = StoreConfig::new(Endpoint::At(engine.url.clone()), "prod");
    let store = Store::connect(&config).await;
    schema::create_missing(&store, &TableId::ALL).await.unwrap();
    (store, engine)
}

/// What there is, read user by user and put under its snapshot.
async fn evaluated(store: &Store, users: u64) -> Vec<LedgerEntry> {
    let updates = rulebook_update::history(store, PageRequest::first(1_000)).await;
    let updates = updates.unwrap().items.into_iter();
    let updates = updates.map(|update| update.unwrap().value);
    let updates: Vec<_> = updates.map(|update| (update.id(), update)).collect();
    let mut entries = Vec::new();
    for number in 1..=users {
        let user = UserId::new(LargePlan::user_id(number));
        let page = evaluation::recent(store, &user, PageRequest::first(10_000)).await;
        let made = page.unwrap().items.into_iter();
        entries.extend(made.map(|one| LedgerEntry::under(&one.unwrap().value, &updates)));
    }
    entries
}

fn comparable(counts: impl Iterator<Item = HourlyCount>) -> BTreeMap<String, (u64, i64)> {
    counts
        .map(|count| {
            let sums = (count.decisions, count.amount.0);
            (format!("{} {:?}", count.hour.stored(), count.of), sums)
        })
        .collect()
}

/// The counts are what counting the evaluations gives.
async fn counts_are_right(store: &Store, users: u64) {
    let mut tally = Tally::default();
    let entries = evaluated(store, users).await;
    assert!(!entries.is_empty());
    for entry in &entries {
        tally.add(entry);
    }
    let today = Instant::from(SystemTime::now()).day();
    let counted = counts(store, today.plus_days(-400), today.plus_days(1)).await;
    let counted = comparable(counted.unwrap().counts.into_iter());
    assert_eq!(counted, comparable(tally.counts()));
}

fn seeded(directory: &Path, users: u64) {
    let (users, each) = (users.to_string(), EACH.to_string());
    let arguments = ["seed", "--users", &users, "--evaluations-per-user", &each];
    assert_eq!(ended(float_desk(directory, &arguments)).code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_fill_the_ledger_once_and_one_goes_on_where_the_other_stops() {
    let here = TempDir::new().unwrap();
    seeded(here.path(), USERS);
    let (store, _engine) = opened(&here.path().join("data")).await;
    let settings = Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: 100_000,
        parts: 1,
        clock: || Instant::from(SystemTime::now()),
    };
    let worker = || -> Vec<Arc<dyn Worker>> { vec![Arc::new(Index::new(settings))] };
    let start = || Workers::start(&store, worker(), &WorkerBoard::default());
    let (first, second) = (start(), start());
    // Whichever has the lease gives it back when it is told to stop.
    tokio::time::sleep(Duration::from_millis(300)).await;
    first.stop().await;
    let third = start();
    let is_read = || async {
        // A busy engine may keep somebody waiting for too long.
        let position = position::read(&store).await.unwrap_or_default();
        position.pass.is_some_and(|pass| pass.finished.is_some())
    };
    while !is_read().await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    second.stop().await;
    third.stop().await;
    counts_are_right(&store, USERS).await;
}

#[tokio::test]
async fn an_index_command_that_is_killed_again_and_again_counts_everything_once() {
    let (users, kills) = match env::var_os("FLOAT_DESK_TORTURE") {
        Some(_) => (200, 50),
        None => (USERS, 3),
    };
    let here = TempDir::new().unwrap();
    seeded(here.path(), users);
    for kill in 0..kills {
        let mut command = float_desk(here.path(), &["index"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = Running(command.spawn().unwrap());
        tokio::time::sleep(Duration::from_millis(250 + kill * 131 % 900)).await;
        running.0.kill().unwrap();
        running.code();
    }
    let done = ended(float_desk(here.path(), &["index"]));
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.out.starts_with("Everything is read: "), "{}", done.out);
    let (store, _engine) = opened(&here.path().join("data")).await;
    counts_are_right(&store, users).await;
}
