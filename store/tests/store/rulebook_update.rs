use crate::harness::{TestStore, sound};
use crate::sample::{noon, update};
use domain::value::Value;
use store::rulebook_update::{decode, encode, history, possibly_in_force};
use store::{PageRequest, TableId};

#[tokio::test]
async fn changes_come_newest_first_page_by_page_with_all_they_hold() {
    let store = TestStore::underwriting().await;
    let mut updates: Vec<_> = (0..12)
        .map(|age| update(noon().plus_days(-age), "admin-jane"))
        .collect();
    // In the same second, another person.
    updates.insert(0, update(noon(), "admin-zoe"));
    let items = updates.iter().map(encode);
    store.put(TableId::Underwriting, items).await;

    let first = history(&store, PageRequest::first(5)).await.unwrap();
    let rest = PageRequest::after(20, first.next.unwrap());
    let rest = history(&store, rest).await.unwrap();
    assert!(rest.next.is_none());
    let found = [sound(first.items), sound(rest.items)].concat();
    assert_eq!(found, updates);
}

#[tokio::test]
async fn what_may_have_been_in_force_goes_back_to_the_first_that_was_so_for_everybody() {
    let store = TestStore::underwriting().await;
    let updates: Vec<_> = [-5, 60, 120, 180, 900, 9_000]
        .map(|seconds| update(noon().plus_seconds(-seconds), "admin-jane"))
        .into();
    store
        .put(TableId::Underwriting, updates.iter().map(encode))
        .await;
    let in_force = async |at| {
        let settled = noon().plus_seconds(-600);
        sound(possibly_in_force(&store, at, settled).await.unwrap())
    };
    let found = in_force(noon()).await;
    assert_eq!(found, updates[1..5]);
    let by_then = in_force(noon().plus_seconds(-180)).await;
    assert_eq!(by_then, updates[3..5]);
    assert_eq!(in_force(noon().plus_days(-9)).await, []);
}

#[test]
fn an_entry_that_is_no_map_is_told_and_leaves_the_snapshot_incomplete() {
    let mut item = encode(&update(noon(), "admin-jane"));
    if let Some(Value::List(rulebooks)) = item.get_mut("rulebooks") {
        rulebooks.push(Value::text("core_v3"));
    }
    let update = decode(item).unwrap().value;
    assert_eq!(update.rulebooks.len(), 1);
    let gaps: Vec<_> = update.gaps().into_iter().map(|(_, what)| what).collect();
    assert_eq!(
        gaps,
        ["cannot be read: rulebooks[1] should be a map, but is the text \u{201c}core_v3\u{201d}"]
    );
}
