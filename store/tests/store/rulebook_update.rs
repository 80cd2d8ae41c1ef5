use crate::harness::{TestStore, sound};
use crate::sample::{noon, update};
use store::rulebook_update::{encode, history};
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
