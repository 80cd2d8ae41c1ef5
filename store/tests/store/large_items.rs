//! DynamoDB ends an answer at 1 MB; whoever asked for a page of twenty still gets twenty.

use crate::harness::{TestStore, counted, sound};
use crate::sample::{noon, profile, temporary, user};
use store::profile::{history, latest};
use store::{Operation, PageRequest, TableId, temporary_profile};

const QUERY: (TableId, Operation) = (TableId::Underwriting, Operation::Query);

/// Ten of them fill an answer.
fn filler() -> String {
    "x".repeat(100_000)
}

async fn with_large_versions(count: i64) -> TestStore {
    let store = TestStore::underwriting().await;
    for age in 0..count {
        let mut version = profile(&user(), noon().plus_days(-age));
        version.notes = filler();
        let item = store::profile::encode(&version);
        store.put(TableId::Underwriting, [item]).await;
    }
    store
}

#[tokio::test]
async fn a_page_is_full_though_it_needs_several_answers() {
    let store = with_large_versions(25).await;
    let request = PageRequest::first(20);
    let (page, calls) = counted(&store, history(&store, &user(), request)).await;
    let page = page.unwrap();
    assert!((2..=3).contains(&calls[&QUERY]), "{calls:?}");
    let request = PageRequest::after(20, page.next.unwrap());
    let rest = history(&store, &user(), request).await.unwrap();
    assert!(rest.next.is_none());
    let versions = [sound(page.items), sound(rest.items)].concat();
    let dates: Vec<_> = versions.iter().map(|one| one.created_on).collect();
    let expected: Vec<_> = (0..25).map(|age| noon().plus_days(-age)).collect();
    assert_eq!(dates, expected);
}

#[tokio::test]
async fn the_latest_of_many_large_ones_takes_one_answer() {
    let store = with_large_versions(12).await;
    let (found, calls) = counted(&store, latest(&store, &user())).await;
    assert_eq!(calls[&QUERY], 1);
    assert_eq!(found.unwrap().unwrap().unwrap().value.notes, filler());
}

#[tokio::test]
async fn a_whole_range_is_read_to_its_end() {
    let store = TestStore::underwriting().await;
    let ends: Vec<_> = (1..=25).map(|days| noon().plus_days(days)).collect();
    for end in &ends {
        let mut one = temporary(&user(), *end);
        one.reason = filler();
        let item = temporary_profile::encode(&one);
        store.put(TableId::Underwriting, [item]).await;
    }
    let (found, calls) = counted(&store, temporary_profile::all(&store, &user())).await;
    let found: Vec<_> = sound(found.unwrap())
        .iter()
        .map(|one| one.expires_on)
        .collect();
    assert_eq!(found, ends);
    assert!((3..=4).contains(&calls[&QUERY]), "{calls:?}");
}
