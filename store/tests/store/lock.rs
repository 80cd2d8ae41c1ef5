use crate::harness::{TestStore, intact, item, notices};
use crate::sample::{at, noon, user};
use domain::id::UserId;
use domain::lock::Lock;
use domain::lock_state::{LockReading, LockState};
use domain::value::{Attributes, Number, Value};
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
        is_released: false,
    };
    store.put(TableId::Locks, [encode(&lock)]).await;
    let found = of_user(&store, &user()).await.unwrap().unwrap();
    assert_eq!(intact(found), lock);
    let other = UserId::new("user-1234");
    assert!(of_user(&store, &other).await.unwrap().is_none());
}

/// As cirello.io/dynamolock writes one, with `deleteOn` as an additional attribute.
fn acquired() -> Attributes {
    item(json!({
        "PartitionKey": "loan-processing:user_id:user-12345",
        "ownerName": "Q5JXWD2LZ7",
        "leaseDuration": "1m0s",
        "recordVersionNumber": "1707575400123456789:MFRGGZDF",
        "deleteOn": 1_707_579_000,
    }))
}

async fn read(store: &TestStore, stored: Attributes) -> Lock {
    store.put(TableId::Locks, [stored]).await;
    let found = of_user(store, &user()).await.unwrap().unwrap();
    intact(found)
}

#[tokio::test]
async fn a_lock_is_read_as_its_client_writes_it() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let held = read(&store, acquired()).await;
    let expected = Lock {
        user_id: user(),
        acquired: None,
        delete_on: Some(at("2024-02-10T15:30:00Z")),
        lease_duration: Some("1m0s".to_owned()),
        owner: Some("Q5JXWD2LZ7".to_owned()),
        record_version_number: Some("1707575400123456789:MFRGGZDF".to_owned()),
        is_released: false,
    };
    assert_eq!(held, expected);
    // On release the client adds one attribute and leaves the others.
    let mut stored = acquired();
    stored.insert("isReleased".to_owned(), Value::text("1"));
    let released = read(&store, stored).await;
    assert_eq!(
        released,
        Lock {
            is_released: true,
            ..expected
        }
    );
}

#[tokio::test]
async fn the_owner_is_read_under_the_document_s_name_too() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let mut stored = acquired();
    let owner = stored.remove("ownerName").unwrap();
    stored.insert("owner".to_owned(), owner);
    assert_eq!(
        read(&store, stored).await.owner.as_deref(),
        Some("Q5JXWD2LZ7")
    );
}

#[tokio::test]
async fn the_moment_of_a_lock_is_read_from_digits_and_from_8_bytes() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let nanoseconds = 1_707_575_400_123_456_789_u64;
    for bytes in [
        b"1707575400123456789".to_vec(),
        nanoseconds.to_be_bytes().to_vec(),
        nanoseconds.to_le_bytes().to_vec(),
    ] {
        let mut stored = acquired();
        stored.insert("data".to_owned(), Value::Binary(bytes));
        assert_eq!(
            read(&store, stored).await.acquired,
            Some(Number::from_stored("1707575400123456789"))
        );
    }
}

#[tokio::test]
async fn other_bytes_leave_a_lock_readable() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let mut stored = acquired();
    stored.insert("data".to_owned(), Value::Binary(b"collections".to_vec()));
    store.put(TableId::Locks, [stored]).await;
    let found = of_user(&store, &user()).await.unwrap().unwrap();
    let found = found.unwrap();
    assert_eq!(
        notices(&found),
        ["data is bytes of an unknown form, read as not set"]
    );
    assert!(found.value.may_be_held_at(noon()));
}

/// The journey of a lock through the table, with the readings of a page that is open all the while.
#[tokio::test]
async fn heartbeats_tell_a_held_lock_from_one_that_was_left_behind() {
    let store = TestStore::with(&[TableId::Locks]).await;
    let with = |version: &str| {
        let mut stored = acquired();
        stored.insert("recordVersionNumber".to_owned(), Value::text(version));
        stored
    };
    let (first, second) = (noon(), noon().plus_seconds(2));
    let lock = read(&store, with("1")).await;
    let seen = LockReading::of(&lock, first).unwrap();
    let again = read(&store, with("1")).await;
    assert_eq!(seen.settle(Some(&again), second), LockState::None);
    let beaten = read(&store, with("2")).await;
    assert_eq!(seen.settle(Some(&beaten), second), LockState::Held);
    let mut released = with("2");
    released.insert("isReleased".to_owned(), Value::text("1"));
    let released = read(&store, released).await;
    assert_eq!(seen.settle(Some(&released), second), LockState::None);
}
