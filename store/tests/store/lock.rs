use crate::harness::{TestStore, intact, item};
use crate::sample::{noon, user};
use domain::id::UserId;
use domain::lock::Lock;
use domain::value::{Number, Value};
use serde_json::json;
use store::TableId;
use store::lock::{encode, of_user};

#[tokio::test]
async fn a_lock_is_found_by_its_user() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let lock = Lock {
        user_id: user(),
        acquired: Some(Number::from_stored("1707575400123456789")),
        delete_on: Some(noon()),
        lease_duration: Some("1m0s".to_owned()),
        owner: Some("lambda-7".to_owned()),
        record_version_number: Some("42".to_owned()),
    };
    store.put(TableId::Locks, [encode(&lock)]).await;
    let found = of_user(&store, &user()).await.unwrap().unwrap();
    assert_eq!(intact(found), lock);
    let other = UserId::new("user-1234");
    assert!(of_user(&store, &other).await.unwrap().is_none());
}

#[tokio::test]
async fn the_moment_of_a_lock_is_read_from_the_bytes_of_its_digits() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let mut stored = item(json!({ "PartitionKey": "loan-processing:user_id:user-12345" }));
    let digits = b"1707575400123456789".to_vec();
    stored.insert("data".to_owned(), Value::Binary(digits));
    store.put(TableId::Locks, [stored]).await;
    let found = of_user(&store, &user()).await.unwrap().unwrap();
    assert_eq!(
        intact(found).acquired,
        Some(Number::from_stored("1707575400123456789"))
    );
}
