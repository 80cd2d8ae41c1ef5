use crate::harness::{TestStore, intact};
use crate::sample::noon;
use store::TableId;
use store::lease::{Lease, get, renew, take};

async fn taken(store: &TestStore, holder: &str, after: i64) -> Option<Lease> {
    let now = noon().plus_seconds(after);
    take(store, "tidying", holder, now, now.plus_seconds(60))
        .await
        .unwrap()
}

#[tokio::test]
async fn one_server_holds_a_lease_until_it_falls_silent() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    assert!(taken(&store, "one", 0).await.is_some());
    assert!(taken(&store, "two", 59).await.is_none());
    assert!(taken(&store, "one", 30).await.is_some());
    assert!(taken(&store, "two", 89).await.is_none());
    assert!(taken(&store, "two", 90).await.is_some());
}

#[tokio::test]
async fn of_two_that_take_it_at_once_one_has_it() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    for round in 0..20 {
        let after = round * 100;
        let (one, two) = tokio::join!(taken(&store, "one", after), taken(&store, "two", after));
        assert!(one.is_some() != two.is_some(), "{one:?} {two:?}");
    }
}

#[tokio::test]
async fn what_was_noted_reaches_the_next_holder_and_a_lost_lease_is_not_renewed() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let first = taken(&store, "one", 0).await.unwrap();
    let until = noon().plus_seconds(60);
    let progress = Some("2024-02-09".to_owned());
    let renewed = renew(&store, &first, until, progress.clone())
        .await
        .unwrap();
    let second = taken(&store, "two", 60).await.unwrap();
    assert_eq!(second.progress, progress);
    let late = renew(&store, &renewed.unwrap(), until, None).await.unwrap();
    assert_eq!(late, None);
    let stored = get(&store, "tidying").await.unwrap().unwrap();
    assert_eq!(intact(stored), second);
}
