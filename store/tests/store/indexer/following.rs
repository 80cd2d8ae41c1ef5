//! Following the table's stream: real records, again and again, in any order.

use super::{counted, finish, holds, indexer, settings, shuffled, tables_with};
use crate::harness::{self, TestStore};
use crate::ledger::many::{entries, many, recounted};
use crate::sample::{NOON, at, update};
use aws_sdk_dynamodb::types::{StreamSpecification, StreamViewType};
use domain::value::{Attributes, Value};
use std::sync::atomic::{AtomicU64, Ordering};
use store::indexer::{Indexer, Intake, Progress, Settings, position};
use store::ledger::Retention;
use store::{Operation, TableId};

pub(super) async fn with_a_stream(store: &TestStore, view: StreamViewType) {
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(view)
        .build()
        .unwrap();
    let table = &store.table(TableId::Underwriting).name;
    let sdk = store.sdk(TableId::Underwriting).await;
    let request = sdk.update_table().table_name(table);
    let request = request.stream_specification(stream);
    request.send().await.unwrap();
}

pub(super) fn items(made: &[domain::evaluation::EvaluationResult]) -> Vec<Attributes> {
    made.iter().map(store::evaluation::encode).collect()
}

/// As if the indexer had been killed before it noted how far it had come in the stream.
async fn forget_the_place(store: &TestStore) {
    let position = position::read(store).await.unwrap();
    assert!(!position.shards.is_empty(), "it follows the stream");
    let sdk = store.sdk(TableId::FloatDesk).await;
    for shard in position.shards {
        let text = |text: String| aws_sdk_dynamodb::types::AttributeValue::S(text);
        let request = sdk
            .delete_item()
            .table_name(&store.table(TableId::FloatDesk).name)
            .key("PK", text("INDEXER".to_owned()))
            .key("SK", text(format!("SHARD#{}", shard.id)));
        request.send().await.unwrap();
    }
}

#[tokio::test]
async fn what_happens_after_reading_everything_comes_by_the_stream() {
    for view in [StreamViewType::NewAndOldImages, StreamViewType::KeysOnly] {
        let made = many(90);
        let store = tables_with(&made[..50]).await;
        with_a_stream(&store, view).await;
        let follower = indexer(&store);
        assert!(follower.turn(&|| false, &|_| {}).await.unwrap());
        holds(&store, &made[..50]).await;
        for part in items(&made[50..]).chunks(13) {
            store.put(TableId::Underwriting, part.to_vec()).await;
            assert!(follower.turn(&|| false, &|_| {}).await.unwrap());
        }
        holds(&store, &made).await;
        let position = position::read(&store).await.unwrap();
        assert_eq!(position.pass.unwrap().number, 1, "nothing is read again");
        assert!(position.shards[0].caught_up.is_some());
    }
}

#[tokio::test]
async fn records_that_come_again_change_nothing() {
    let made = many(120);
    let store = tables_with(&[]).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    finish(&store).await;
    store.put(TableId::Underwriting, items(&made[..80])).await;
    finish(&store).await;
    forget_the_place(&store).await;
    // And each item is written again as it is, which makes new records.
    store.put(TableId::Underwriting, items(&made)).await;
    finish(&store).await;
    forget_the_place(&store).await;
    finish(&store).await;
    holds(&store, &made).await;
}

#[tokio::test]
async fn records_in_any_order_and_twice_give_the_same() {
    let made = many(150);
    let store = tables_with(&[]).await;
    let intake = Intake::new((*store).clone(), Retention::DEFAULT_DAYS, settings().clock);
    let records = items(&made).into_iter().chain(items(&made[20..90]));
    for part in shuffled(records).chunks(31) {
        intake.take(part.to_vec()).await.unwrap();
    }
    assert_eq!(counted(&store).await, recounted(&entries(&made)));
}

#[tokio::test]
async fn what_comes_by_the_stream_and_cannot_be_read_is_counted_until_everything_is_read_again() {
    let made = many(20);
    let store = tables_with(&made[..10]).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    finish(&store).await;
    for name in ["one", "two"] {
        let mut broken = store::evaluation::encode(&made[0]);
        let sort = Value::text(format!("EVAL_RESULTS#broken-{name}"));
        broken.insert("SK".to_owned(), sort);
        broken.insert("created_date".to_owned(), Value::text("soon"));
        store.put(TableId::Underwriting, [broken]).await;
        finish(&store).await;
    }
    store.put(TableId::Underwriting, items(&made[10..])).await;
    finish(&store).await;
    let left_out = async || {
        let position = position::read(&store).await.unwrap();
        let read = position.of_pass().map(|segment| segment.left_out);
        (read.sum::<u64>(), position.left_out_of_stream)
    };
    assert_eq!(left_out().await, (0, 2));
    holds(&store, &made).await;
    let after_a_day = Settings {
        clock: || super::clock().plus_days(1),
        ..settings()
    };
    let after_a_day = Indexer::new((*store).clone(), after_a_day);
    assert!(!after_a_day.turn(&|| false, &|_| {}).await.unwrap());
    assert_eq!(left_out().await, (0, 0), "they are met again");
}

#[tokio::test]
async fn a_rulebook_change_that_cannot_be_read_is_fetched_once_and_a_readable_one_is_known() {
    let made = many(30);
    let store = tables_with(&[]).await;
    // Every evaluation is newer than the last look.
    let intake = Intake::new((*store).clone(), Retention::DEFAULT_DAYS, || {
        super::clock().plus_days(-30)
    });
    intake.take(items(&made[..10])).await.unwrap();
    let mut unreadable = store::rulebook_update::encode(&update(at(NOON).plus_days(1), "bo"));
    unreadable.insert("rulebooks".to_owned(), Value::text("none"));
    store.put(TableId::Underwriting, [unreadable]).await;
    let fetches = (TableId::Underwriting, Operation::Get);
    let (_, calls) = harness::counted(&store, intake.take(items(&made[10..20]))).await;
    assert_eq!(calls.get(&fetches), Some(&1));
    let (_, calls) = harness::counted(&store, intake.take(items(&made[20..]))).await;
    assert_eq!(calls.get(&fetches), None);
    holds(&store, &made).await;
}

#[tokio::test]
async fn where_nobody_has_followed_for_a_day_everything_is_read_again() {
    let made = many(40);
    let store = tables_with(&made).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    finish(&store).await;
    let after_a_day = Indexer::new(
        (*store).clone(),
        Settings {
            clock: || super::clock().plus_days(1),
            ..settings()
        },
    );
    let done = after_a_day.turn(&|| false, &|_| {}).await.unwrap();
    assert!(!done, "there is a gap to fill");
    assert!(after_a_day.turn(&|| false, &|_| {}).await.unwrap());
    let position = position::read(&store).await.unwrap();
    assert_eq!(position.pass.unwrap().number, 2);
    holds(&store, &made).await;
}

#[tokio::test]
async fn a_turn_that_is_over_leaves_the_rest_of_the_stream_to_the_next() {
    let made = many(20);
    let store = tables_with(&[]).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    let follower = indexer(&store);
    assert!(follower.turn(&|| false, &|_| {}).await.unwrap());
    // More than a call gives, and what concerns the ledger last.
    let others = (0..1_200).map(|number| {
        let mut other = store::evaluation::encode(&made[0]);
        other.insert("SK".to_owned(), Value::text(format!("CFI_USER#{number}")));
        other
    });
    store.put(TableId::Underwriting, others).await;
    store.put(TableId::Underwriting, items(&made)).await;
    let looked_at = AtomicU64::new(0);
    let tell = |progress: Progress| {
        looked_at.fetch_add(progress.looked_at, Ordering::Relaxed);
    };
    let is_over = || looked_at.load(Ordering::Relaxed) > 0;
    follower.turn(&is_over, &tell).await.unwrap();
    let first = looked_at.load(Ordering::Relaxed);
    assert!(0 < first && first < 1_220, "{first} of 1,220");
    assert!(follower.turn(&|| false, &tell).await.unwrap());
    assert_eq!(looked_at.into_inner(), 1_220, "each is looked at once");
    holds(&store, &made).await;
}

#[tokio::test]
async fn a_stream_that_is_switched_on_later_begins_with_reading_everything() {
    let made = many(30);
    let store = tables_with(&made[..10]).await;
    finish(&store).await;
    store.put(TableId::Underwriting, items(&made[10..20])).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    store.put(TableId::Underwriting, items(&made[20..])).await;
    finish(&store).await;
    holds(&store, &made).await;
}

#[tokio::test]
async fn where_the_stream_tells_only_keys_nothing_is_fetched_that_does_not_concern_the_ledger() {
    let made = many(20);
    let store = tables_with(&[]).await;
    with_a_stream(&store, StreamViewType::KeysOnly).await;
    let follower = indexer(&store);
    assert!(follower.turn(&|| false, &|_| {}).await.unwrap());
    let others = (0..20).map(|number| {
        let mut other = store::evaluation::encode(&made[number]);
        other.insert("SK".to_owned(), Value::text(format!("CFI_USER#{number}")));
        other
    });
    store.put(TableId::Underwriting, others).await;
    let fetches = (TableId::Underwriting, Operation::BatchGet);
    let (done, calls) = harness::counted(&store, follower.turn(&|| false, &|_| {})).await;
    assert!(done.unwrap() && !calls.contains_key(&fetches), "{calls:?}");
    store.put(TableId::Underwriting, items(&made)).await;
    let (done, calls) = harness::counted(&store, follower.turn(&|| false, &|_| {})).await;
    assert!(done.unwrap() && calls.contains_key(&fetches), "{calls:?}");
    holds(&store, &made).await;
}
