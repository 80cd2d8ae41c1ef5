//! More than one server: the lease wanders, and one that has slept does no harm.

use super::following::with_a_stream;
use super::{clock, holds, settings, tables_with};
use crate::ledger::many::many;
use aws_sdk_dynamodb::types::StreamViewType;
use domain::instant::Instant;
use std::pin::pin;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use store::ErrorKind;
use store::indexer::{Indexer, Settings, position};

#[tokio::test]
async fn a_server_that_has_slept_does_not_finish_an_earlier_pass_in_place_of_a_later_one() {
    let made = many(1_000);
    let store = tables_with(&made).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    let in_one_part = Settings {
        parts: 1,
        ..settings()
    };
    let sleeper = Indexer::new((*store).clone(), in_one_part);
    let goes_on = || false;
    let mut asleep = pin!(sleeper.turn(&goes_on, &|_| {}));
    let has_followed = async {
        let is_noted = async || {
            let shards = position::read(&store).await.unwrap().shards;
            shards.iter().any(|shard| shard.caught_up.is_some())
        };
        while !is_noted().await {}
    };
    tokio::select! {
        _ = &mut asleep => panic!("it is asleep before it comes to its end"),
        () = has_followed => {}
    }
    let a_day_later = Indexer::new(
        (*store).clone(),
        Settings {
            clock: || clock().plus_days(1),
            ..in_one_part
        },
    );
    let done = a_day_later.turn(&|| false, &|_| {}).await.unwrap();
    assert!(!done, "there is a gap to fill");
    let woken = asleep.await.unwrap_err();
    assert_eq!(woken.kind, ErrorKind::Conflict, "{woken}");
    let pass = position::read(&store).await.unwrap().pass.unwrap();
    assert_eq!(
        (pass.number, pass.finished),
        (2, None),
        "the gap is still to fill"
    );
    assert!(a_day_later.turn(&|| false, &|_| {}).await.unwrap());
    holds(&store, &made).await;
}

#[tokio::test]
async fn a_pass_that_cannot_be_read_holds_nobody_off() {
    let made = many(20);
    let store = tables_with(&made).await;
    let item = crate::harness::item(serde_json::json!({
        "PK": "INDEXER", "SK": "PASS", "item_type": "indexer_position", "number": 9, "started": "soon",
    }));
    store.put(store::TableId::FloatDesk, [item]).await;
    super::finish(&store).await;
    holds(&store, &made).await;
}

#[tokio::test]
async fn what_another_server_has_followed_over_a_quiet_day_is_no_gap() {
    static HOURS: AtomicI64 = AtomicI64::new(0);
    fn by_the_hour() -> Instant {
        clock().plus_seconds(HOURS.load(SeqCst) * 3_600)
    }
    let made = many(20);
    let store = tables_with(&made).await;
    with_a_stream(&store, StreamViewType::NewImage).await;
    let server = || {
        let clock = by_the_hour;
        Indexer::new(
            (*store).clone(),
            Settings {
                clock,
                ..settings()
            },
        )
    };
    let (first, second) = (server(), server());
    for (hours, server) in [(0, &first), (20, &second), (40, &first), (60, &second)] {
        HOURS.store(hours, SeqCst);
        let done = server.turn(&|| false, &|_| {}).await.unwrap();
        assert!(done, "nothing is lost after {hours} hours");
    }
    let pass = position::read(&store).await.unwrap().pass.unwrap();
    assert_eq!(pass.number, 1, "nothing is read again");
}
