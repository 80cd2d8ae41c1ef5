//! A stream that says no: for a while, for good, or of one of its parts.

use super::following::{items, with_a_stream};
use super::{embedded_with, holds, settings};
use crate::detour::{self, Answer, Question, refused};
use crate::harness::TestStore;
use crate::ledger::many::many;
use aws_sdk_dynamodb::types::StreamViewType;
use domain::evaluation::EvaluationResult;
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use store::indexer::{Indexer, position};
use store::{ErrorKind, TableId};

/// Follows the stream of these tables by a way on which somebody else may answer.
async fn by(
    store: &TestStore,
    answer: impl Fn(&Question<'_>) -> Answer + Send + Sync + 'static,
) -> Indexer {
    let url = detour::open(&store.endpoint, answer);
    Indexer::new(store.by(url).await, settings())
}

/// How many more calls of an operation are refused, and how. The SDK makes three of one.
#[derive(Clone, Default)]
struct Refusals(Arc<Mutex<Vec<(&'static str, &'static str)>>>);

impl Refusals {
    fn add(&self, count: usize, operation: &'static str, error: &'static str) {
        let more = std::iter::repeat_n((operation, error), count);
        self.0.lock().unwrap().extend(more);
    }

    fn answer(&self, question: &Question<'_>) -> Answer {
        let mut waiting = self.0.lock().unwrap();
        let next = waiting.iter().position(|(of, _)| *of == question.operation);
        match next.map(|next| waiting.remove(next)) {
            Some((_, error)) => refused(error),
            None => question.pass(),
        }
    }

    fn are_used_up(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }
}

/// Tables with the first ten of these and a stream, followed up to here, and what hinders that.
async fn followed(made: &[EvaluationResult]) -> (TestStore, Indexer, Refusals) {
    let store = embedded_with(&made[..10]).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    let refusals = Refusals::default();
    let hindered = refusals.clone();
    let follower = by(&store, move |question| hindered.answer(question)).await;
    assert!(turn(&follower).await);
    store.put(TableId::Underwriting, items(&made[10..20])).await;
    assert!(turn(&follower).await);
    (store, follower, refusals)
}

async fn turn(follower: &Indexer) -> bool {
    follower.turn(&|| false, &|_| {}).await.unwrap()
}

async fn passes(store: &TestStore) -> i64 {
    let position = position::read(store).await.unwrap();
    position.pass.unwrap().number
}

#[tokio::test]
async fn a_stream_without_capacity_is_left_alone_for_a_while_and_then_followed() {
    for operation in ["DescribeStream", "GetShardIterator", "GetRecords"] {
        let made = many(40);
        let (store, follower, refusals) = followed(&made).await;
        store.put(TableId::Underwriting, items(&made[20..])).await;
        if operation == "GetShardIterator" {
            refusals.add(1, "GetRecords", "ExpiredIteratorException");
        }
        refusals.add(6, operation, "LimitExceededException");
        assert!(turn(&follower).await, "{operation}");
        assert!(refusals.are_used_up(), "{operation}");
        holds(&store, &made).await;
        assert_eq!(
            passes(&store).await,
            1,
            "{operation}: nothing is read again"
        );
    }
}

#[tokio::test]
async fn a_turn_that_is_over_does_not_wait_for_a_stream_without_capacity() {
    let (_store, follower, refusals) = followed(&many(20)).await;
    refusals.add(1_000, "GetRecords", "LimitExceededException");
    let looks = AtomicU64::new(0);
    let is_over = || looks.fetch_add(1, SeqCst) > 5;
    follower.turn(&is_over, &|_| {}).await.unwrap();
    assert!(!refusals.are_used_up());
}

#[tokio::test]
async fn a_stream_that_fails_is_told_and_does_not_keep_the_table_from_being_read() {
    let made = many(450);
    let store = embedded_with(&made).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    // It is looked whether the stream can be read, which it can; then it cannot.
    let asked = AtomicU64::new(0);
    let follower = by(&store, move |question| {
        let is_first = || asked.fetch_add(1, SeqCst) == 0;
        if question.operation != "GetRecords" || is_first() {
            return question.pass();
        }
        refused("AccessDeniedException")
    })
    .await;
    let failed = follower.turn(&|| false, &|_| {}).await.unwrap_err();
    assert_eq!(failed.kind, ErrorKind::AccessDenied);
    holds(&store, &made).await;
    let position = position::read(&store).await.unwrap();
    assert!(position.pass.unwrap().finished.is_some());
}

#[tokio::test]
async fn a_stream_that_may_be_known_of_and_not_read_is_no_stream() {
    for denied in ["DescribeStream", "GetShardIterator", "GetRecords"] {
        let made = many(20);
        let store = embedded_with(&made).await;
        with_a_stream(&store, StreamViewType::NewImage).await;
        let reader = by(&store, move |question| {
            if question.operation == denied {
                return refused("AccessDeniedException");
            }
            question.pass()
        })
        .await;
        assert!(turn(&reader).await, "{denied}");
        holds(&store, &made).await;
        let pass = position::read(&store).await.unwrap().pass.unwrap();
        assert!(
            pass.stream.is_none(),
            "{denied}: it is read from time to time"
        );
        assert!(pass.rests_until().is_some(), "{denied}");
    }
}

#[tokio::test]
async fn a_way_into_a_shard_that_has_timed_out_is_replaced_by_another() {
    let made = many(40);
    let (store, follower, refusals) = followed(&made).await;
    store.put(TableId::Underwriting, items(&made[20..])).await;
    refusals.add(1, "GetRecords", "ExpiredIteratorException");
    assert!(turn(&follower).await);
    assert!(refusals.are_used_up());
    holds(&store, &made).await;
    assert_eq!(passes(&store).await, 1, "nothing is read again");
}

#[tokio::test]
async fn where_records_are_gone_that_were_not_read_everything_is_read_again() {
    let made = many(40);
    let (store, follower, refusals) = followed(&made).await;
    store.put(TableId::Underwriting, items(&made[20..])).await;
    refusals.add(1, "GetRecords", "TrimmedDataAccessException");
    assert!(!turn(&follower).await, "there is a gap to fill");
    assert!(turn(&follower).await);
    holds(&store, &made).await;
    assert_eq!(passes(&store).await, 2);
}

#[tokio::test]
async fn where_a_shard_is_gone_that_was_not_read_to_its_end_everything_is_read_again() {
    let made = many(40);
    let store = embedded_with(&made[..20]).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    let is_gone = Arc::new(Mutex::new(false));
    let gone = Arc::clone(&is_gone);
    let follower = by(&store, move |question| {
        let (status, mut said) = question.pass();
        if question.operation == "DescribeStream" && *gone.lock().unwrap() {
            said["StreamDescription"]["Shards"] = json!([]);
        }
        (status, said)
    })
    .await;
    assert!(turn(&follower).await);
    store.put(TableId::Underwriting, items(&made[20..])).await;
    *is_gone.lock().unwrap() = true;
    assert!(!turn(&follower).await, "there is a gap to fill");
    assert!(turn(&follower).await);
    holds(&store, &made).await;
    assert_eq!(passes(&store).await, 2);
    assert!(position::read(&store).await.unwrap().shards.is_empty());
}
