//! A user's items as they are stored, list by list.

use crate::harness::{TestStore, counted, item};
use crate::sample::{attempt, noon, profile, taken, user};
use domain::instant::Instant;
use domain::value::Value;
use serde_json::json;
use store::raw_item::{RawList, page};
use store::{Operation, TableId};

#[tokio::test]
async fn an_item_comes_whole_with_its_size_and_end_however_odd_it_is() {
    let store = TestStore::underwriting().await;
    let odd = item(json!({
        "PK": "USER#user-12345", "SK": "NOBODY_KNOWS", "ttl": 1_707_574_200,
        "nested": {"list": [1, null, true]}, "long": "x".repeat(1_000),
    }));
    store.put(TableId::Underwriting, [odd.clone()]).await;
    let list = RawList::by_name("underwriting").unwrap();
    let found = page(&store, &user(), list, 10, None).await.unwrap();
    let [raw] = &found.items[..] else {
        panic!("{found:?}")
    };
    assert_eq!(raw.attributes, odd);
    assert_eq!(raw.sort.as_deref(), Some("NOBODY_KNOWS"));
    assert_eq!(
        raw.expires_on.map(Instant::epoch_seconds),
        Some(1_707_574_200)
    );
    assert!((1_000..1_200).contains(&raw.bytes), "{}", raw.bytes);
    assert!(found.next.is_none());
}

#[tokio::test]
async fn a_list_is_read_page_by_page_and_one_call_each() {
    let store = TestStore::underwriting().await;
    let versions =
        (0..5).map(|age| store::profile::encode(&profile(&user(), noon().plus_days(-age))));
    store.put(TableId::Underwriting, versions).await;
    let list = RawList::by_name("underwriting").unwrap();
    let (user, mut sorts) = (user(), Vec::new());
    let mut after: Option<String> = None;
    loop {
        let reading = page(&store, &user, list, 2, after.as_deref());
        let (found, calls) = counted(&store, reading).await;
        assert_eq!(
            calls,
            [((TableId::Underwriting, Operation::Query), 1)].into()
        );
        let found = found.unwrap();
        sorts.extend(found.items.into_iter().filter_map(|raw| raw.sort));
        after = sorts.last().cloned();
        if found.next.is_none() {
            break;
        }
    }
    assert_eq!(sorts.len(), 5);
    assert!(sorts.is_sorted());
}

#[tokio::test]
async fn attempts_are_found_through_the_floats_that_were_taken() {
    let store = TestStore::with(&[TableId::Underwriting, TableId::CollectionHistory]).await;
    let taken = store::historical_evaluation::encode(&taken(&user(), ("item", "account"), noon()));
    store.put(TableId::Underwriting, [taken]).await;
    let attempts = [
        attempt("float-789", "2"),
        attempt("float-789", "1"),
        attempt("other", "1"),
    ];
    let attempts = attempts.iter().map(store::collection_attempt::encode);
    store.put(TableId::CollectionHistory, attempts).await;
    let list = RawList::by_name("collection-history").unwrap();
    let found = page(&store, &user(), list, 10, None).await.unwrap();
    let places: Vec<_> = found
        .items
        .iter()
        .map(|raw| (raw.partition.as_str(), raw.sort.as_deref().unwrap()))
        .collect();
    assert_eq!(places, [("float-789", "1"), ("float-789", "2")]);
    assert!(matches!(
        found.items[0].attributes["run_time"],
        Value::Number(_)
    ));

    // One at a time it is the same.
    let first = page(&store, &user(), list, 1, None).await.unwrap();
    assert!(first.next.is_some());
    let place = list.place_of(&first.items[0]).unwrap();
    let second = page(&store, &user(), list, 1, Some(&place)).await.unwrap();
    assert_eq!(second.items, found.items[1..]);
    assert!(second.next.is_none());
}

#[test]
fn every_table_that_is_used_has_a_list_and_every_list_its_own_name() {
    for table in TableId::ALL {
        let has_one = RawList::ALL.iter().any(|list| list.table == table);
        assert_eq!(has_one, !table.is_unused(), "{table}");
    }
    for list in RawList::ALL {
        assert_eq!(RawList::by_name(list.name).unwrap().holds, list.holds);
    }
}
