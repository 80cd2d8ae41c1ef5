//! The ledger page by page: newest first, complete, at the same cost however much there is.

use super::many::{entries, keep, many};
use crate::harness::{TestStore, counted, intact};
use crate::sample::{NOON, at, day};
use domain::ledger::LedgerEntry;
use futures::TryStreamExt;
use std::cmp::Reverse;
use store::ledger::{Place, page, record, stream_days};
use store::{Operation, Store, TableId};

async fn ledger(count: i64) -> (TestStore, Vec<LedgerEntry>) {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let mut entries = entries(&many(count));
    record(&store, &entries, keep()).await.unwrap();
    let order = |one: &LedgerEntry| {
        let who = format!("{}#{}", one.user_id, one.result_id);
        (one.created, who)
    };
    entries.sort_by_key(|one| Reverse(order(one)));
    (store, entries)
}

async fn all(store: &Store, from: &str, to: &str, size: u32) -> Vec<LedgerEntry> {
    let (mut read, mut place) = (Vec::new(), None);
    loop {
        let part = page(store, day(from)..=day(to), place.as_ref(), size).await;
        let part = part.unwrap();
        read.extend(part.entries.into_iter().map(intact));
        let Some(next) = part.next else { return read };
        place = Some(Place::parse(next.as_str()).expect("goes through an address"));
    }
}

#[tokio::test]
async fn pages_of_any_size_give_everything_newest_first() {
    let (store, entries) = ledger(400).await;
    // Few are asked of each shard whole, many by an even share.
    for size in [1, 7, 70, 150, 400, 1_000] {
        assert_eq!(
            all(&store, "2024-01-01", "2024-03-01", size).await,
            entries,
            "{size} a page"
        );
    }
}

#[tokio::test]
async fn a_range_of_days_gives_what_was_made_in_it() {
    let (store, mut entries) = ledger(100).await;
    let days = day("2024-02-07")..=day("2024-02-08");
    entries.retain(|one| days.contains(&one.created.day()));
    assert!(!entries.is_empty());
    assert_eq!(all(&store, "2024-02-07", "2024-02-08", 9).await, entries);
    assert_eq!(all(&store, "2024-02-08", "2024-02-07", 9).await, []);
    let from_noon = Place::before(at(NOON).plus_days(-3));
    let part = page(&store, days, Some(&from_noon), 500).await.unwrap();
    let part: Vec<_> = part.entries.into_iter().map(intact).collect();
    entries.retain(|one| one.created < at(NOON).plus_days(-3));
    assert_eq!(part, entries);
}

#[tokio::test]
async fn whoever_stops_reading_has_the_newest_of_what_there_is() {
    let (store, entries) = ledger(400).await;
    let days = stream_days(&store, day("2024-01-01"), day("2024-03-01")).await;
    let chunks: Vec<_> = days.unwrap().try_collect().await.unwrap();
    for chunk in &chunks {
        let newest_first = chunk.items.iter().map(|one| Reverse(one.created));
        assert!(newest_first.is_sorted(), "{chunk:?}");
    }
    let read = chunks.iter().map(|chunk| chunk.items.len());
    assert_eq!(read.sum::<usize>(), entries.len());
    assert!(chunks.iter().any(|chunk| chunk.items.len() > 5));
}

#[tokio::test]
async fn what_no_list_made_is_no_place() {
    for text in ["", "yesterday", "2024-02-10", "#x"] {
        assert_eq!(Place::parse(text), None, "{text}");
    }
}

#[tokio::test]
async fn the_first_page_makes_the_same_calls_whatever_there_is() {
    let mut calls = Vec::new();
    for count in [400, 1_200] {
        let (store, _) = ledger(count).await;
        let days = day("2000-01-01")..=day("2024-03-01");
        let (_, made) = counted(&store, page(&store, days, None, 25)).await;
        calls.push(made);
    }
    assert_eq!(calls[0], calls[1]);
    let queries = calls[0].get(&(TableId::FloatDesk, Operation::Query));
    assert_eq!(queries, Some(&5), "the days, and each shard of the newest");
}
