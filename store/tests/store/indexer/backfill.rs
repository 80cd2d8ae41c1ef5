//! Reading everything that is there, with interruptions.

use super::{finish, holds, indexer, is_torture, settings, shuffled, tables_with};
use crate::harness::{TestStore, sound};
use crate::ledger::many::many;
use crate::sample::{NOON, at, day, taken, temporary, user};
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use domain::evaluation::EvaluationResult;
use domain::ledger::LedgerEntry;
use domain::value::Value;
use futures::TryStreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use store::indexer::{Indexer, Intake, Progress, Settings, position};
use store::ledger::{Retention, stream_days};
use store::{Store, TableId};
use tokio::task::JoinHandle;

/// How many evaluations, and how many kills.
fn torture() -> (i64, u64) {
    if is_torture() {
        (200_000, 50)
    } else {
        (1_200, 5)
    }
}

/// Works as a server does that knows nothing of another one.
fn start(store: &Store, counted: &Arc<AtomicU64>) -> JoinHandle<bool> {
    let (indexer, counted) = (indexer(store), Arc::clone(counted));
    tokio::spawn(async move {
        let tell = |progress: Progress| {
            counted.fetch_add(progress.taken_in.evaluations.new, Ordering::Relaxed);
        };
        indexer.turn(&|| false, &tell).await.unwrap()
    })
}

/// Takes in a part of them as a stream may give it: in any order, and each twice.
fn deliver(store: &Store, made: &[EvaluationResult], counted: &Arc<AtomicU64>) -> JoinHandle<()> {
    let counted = Arc::clone(counted);
    let intake = Intake::new(store.clone(), Retention::DEFAULT_DAYS, settings().clock);
    let part = made.iter().step_by(5);
    let twice = part.flat_map(|one| [one, one].map(store::evaluation::encode));
    let records = shuffled(twice);
    tokio::spawn(async move {
        for part in records.chunks(31) {
            let taken_in = loop {
                // Among so many writers one may have to try again.
                if let Ok(taken_in) = intake.take(part.to_vec()).await {
                    break taken_in;
                }
            };
            counted.fetch_add(taken_in.evaluations.new, Ordering::Relaxed);
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_that_are_killed_at_any_moment_count_every_evaluation_once() {
    let (count, kills) = torture();
    let made = many(count);
    let store = tables_with(&made).await;
    let counted = Arc::new(AtomicU64::new(0));
    let records = deliver(&store, &made, &counted);
    let mut first = start(&store, &counted);
    for kill in 1..=kills {
        // As if the lease were no use at all.
        let second = start(&store, &counted);
        // The kills are spread over the whole of the work, each at a moment of chance.
        let until = count.unsigned_abs() * kill / (kills + 1);
        // What a killed one had put in without telling is missing here: the others may come to the end.
        let is_over = || first.is_finished() && second.is_finished();
        while counted.load(Ordering::Relaxed) < until && !is_over() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        tokio::time::sleep(Duration::from_millis(kill * 37 % 100)).await;
        first.abort();
        first = second;
    }
    first.abort();
    records.await.unwrap();
    finish(&store).await;
    holds(&store, &made).await;
}

#[tokio::test]
async fn reading_is_taken_up_where_it_was_left() {
    let made = many(1_500);
    let store = tables_with(&made).await;
    let looked_at = AtomicU64::new(0);
    let tell = |progress: Progress| {
        looked_at.fetch_add(progress.looked_at, Ordering::Relaxed);
    };
    let is_over = || looked_at.load(Ordering::Relaxed) >= 500;
    let done = indexer(&store).turn(&is_over, &tell).await.unwrap();
    assert!(!done, "it was told to stop");
    let noted = position::read(&store).await.unwrap();
    assert!(noted.pass.as_ref().unwrap().finished.is_none());
    let done = indexer(&store).turn(&|| false, &tell).await.unwrap();
    assert!(done);
    let all = 1_500 + 3;
    assert_eq!(looked_at.into_inner(), all, "each item is looked at once");
    holds(&store, &made).await;
    let position = position::read(&store).await.unwrap();
    let looked_at: u64 = position.of_pass().map(|segment| segment.looked_at).sum();
    assert_eq!(looked_at, all);
}

/// What reading the whole table costs, by what the engine says.
async fn read_units(store: &TestStore) -> f64 {
    let sdk = store.sdk(TableId::Underwriting).await;
    let name = &store.table(TableId::Underwriting).name;
    let request = sdk.scan().table_name(name).limit(100);
    let request = request.return_consumed_capacity(ReturnConsumedCapacity::Total);
    let pages = request.into_paginator().send();
    let pages = pages.try_collect().await.unwrap();
    let units = |page: &ScanOutput| page.consumed_capacity()?.capacity_units();
    pages.iter().filter_map(units).sum()
}

/// Reads a table of 300 items and stops at a number of looks whether it is over. Gives whether it got
/// to the end, and how often it looked.
async fn read_within(most_looks: usize, read_units_per_second: u32) -> (bool, usize) {
    let made = many(300);
    let store = tables_with(&[]).await;
    let others = made.iter().zip(0..).map(|(one, number)| {
        let mut other = store::evaluation::encode(one);
        other.insert("SK".to_owned(), Value::text(format!("CFI_USER#{number}")));
        other
    });
    store.import(TableId::Underwriting, others.collect()).await;
    // Long enough at one unit a second that no machine is slower than that.
    assert!(read_units(&store).await > 20.0);
    let settings = Settings {
        read_units_per_second,
        parts: 1,
        ..settings()
    };
    let looks = AtomicUsize::new(0);
    let is_over = || looks.fetch_add(1, Ordering::SeqCst) >= most_looks;
    let reader = Indexer::new((*store).clone(), settings);
    let is_done = reader.turn(&is_over, &|_| {}).await.unwrap();
    (is_done, looks.into_inner())
}

#[tokio::test]
async fn reading_everything_waits_for_its_read_units() {
    let (is_done, looks) = read_within(usize::MAX, 1_000_000).await;
    assert!(is_done);
    // With one unit a second it is still waiting after as many looks.
    assert!(!read_within(looks, 1).await.0);
}

#[tokio::test]
async fn without_a_stream_what_is_new_is_found_the_next_time() {
    let made = many(60);
    let store = tables_with(&made[..40]).await;
    finish(&store).await;
    let rest = made[40..].iter().map(store::evaluation::encode);
    store.put(TableId::Underwriting, rest).await;
    finish(&store).await;
    holds(&store, &made[..40]).await;
    let later = Indexer::new(
        (*store).clone(),
        Settings {
            clock: || super::clock().plus_seconds(3_600),
            ..settings()
        },
    );
    assert!(later.turn(&|| false, &|_| {}).await.unwrap());
    holds(&store, &made).await;
}

#[tokio::test]
async fn what_was_taken_and_overrides_are_kept_too_and_what_is_broken_stops_nothing() {
    let made = many(10);
    let store = tables_with(&made).await;
    let float = taken(&user(), ("item", "account"), at(NOON));
    let promotion = temporary(&user(), at(NOON));
    let mut broken = store::evaluation::encode(&made[0]);
    broken.remove("created_date");
    broken.insert("SK".to_owned(), Value::text("EVAL_RESULTS#x"));
    let items = [
        store::historical_evaluation::encode(&float),
        store::temporary_profile::encode(&promotion),
        broken,
    ];
    store.put(TableId::Underwriting, items).await;
    finish(&store).await;
    holds(&store, &made).await;
    let found = store::ledger::find(&store, "float-789").await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].user_id, user());
    let copies = store::override_copy::of_user(&store, &user()).await;
    let copies = sound(copies.unwrap());
    assert_eq!(copies[0].profile, promotion);
}

#[tokio::test]
async fn an_evaluation_names_its_snapshot_as_that_is_stored() {
    let made = many(40);
    let store = tables_with(&[]).await;
    // As a script may have written it: with parts of a second, and by another zone's clock.
    let mut update =
        store::rulebook_update::encode(&crate::sample::update(at(NOON).plus_days(-6), "script"));
    let id = "2024-02-04T14:00:00.123+02:00#script";
    update.insert("SK".to_owned(), Value::text(format!("USER#{id}")));
    store.put(TableId::Underwriting, [update]).await;
    let items = made.iter().map(store::evaluation::encode).collect();
    store.import(TableId::Underwriting, items).await;
    finish(&store).await;
    let days = stream_days(&store, day("2024-01-01"), day("2024-03-01")).await;
    let chunks: Vec<_> = days.unwrap().try_collect().await.unwrap();
    let kept = chunks.iter().flat_map(|chunk| &chunk.items);
    let by_script =
        |entry: &&LedgerEntry| entry.snapshot.as_ref().is_some_and(|it| it.as_str() == id);
    assert!(kept.filter(by_script).count() > 0);
}

#[tokio::test]
async fn what_cannot_be_read_is_left_out_and_counted() {
    let made = many(30);
    let store = tables_with(&made).await;
    let mut broken = store::evaluation::encode(&made[0]);
    broken.insert("SK".to_owned(), Value::text("EVAL_RESULTS#broken"));
    broken.insert("created_date".to_owned(), Value::text("soon"));
    let mut override_ = store::temporary_profile::encode(&temporary(&user(), at(NOON)));
    override_.insert("created_on".to_owned(), Value::text("later"));
    store.put(TableId::Underwriting, [broken, override_]).await;
    finish(&store).await;
    holds(&store, &made).await;
    let position = position::read(&store).await.unwrap();
    let left_out: u64 = position.of_pass().map(|segment| segment.left_out).sum();
    assert_eq!(left_out, 2);
}
