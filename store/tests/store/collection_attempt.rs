use crate::harness::{TestStore, intact, sound};
use crate::sample::attempt;
use domain::collection_attempt::{AchModel, CollectionOutcome, CollectionProcess};
use domain::id::FloatId;
use store::TableId;
use store::collection_attempt::{encode, latest_of_float, of_float};

#[tokio::test]
async fn attempts_keep_every_digit_and_come_in_the_order_of_their_nanoseconds() {
    let store = TestStore::with(&[TableId::CollectionHistory]).await;
    // A float number holds these to 256 nanoseconds at best, and text would put the short one last.
    let run_times = [
        "999999999999999999",
        "1707575400123456788",
        "1707575400123456789",
        "1707575400123456790",
    ];
    let attempts = run_times.map(|run_time| attempt("float-789", run_time));
    let items = attempts.iter().rev().map(encode);
    store.put(TableId::CollectionHistory, items).await;
    let other = encode(&attempt("float-78", "1807575400123456789"));
    store.put(TableId::CollectionHistory, [other]).await;

    let float = FloatId::new("float-789");
    let found = sound(of_float(&store, &float).await.unwrap());
    assert_eq!(found, attempts);
    let digits = found.iter().map(|one| one.run_time.as_stored().as_str());
    assert!(digits.eq(run_times));
    let newest = latest_of_float(&store, &float).await.unwrap().unwrap();
    assert_eq!(intact(newest), attempts[3]);
}

#[tokio::test]
async fn words_that_no_document_lists_and_fields_left_out_are_kept_as_they_are() {
    let store = TestStore::with(&[TableId::CollectionHistory]).await;
    let mut odd = attempt("float-1", "1707575400123456789");
    odd.process = CollectionProcess::Unknown("MIDNIGHT".to_owned());
    odd.outcome = CollectionOutcome::Unknown("PENDING".to_owned());
    odd.confirmation_id = None;
    odd.ach_model = AchModel::default();
    odd.due_date = None;
    store.put(TableId::CollectionHistory, [encode(&odd)]).await;
    let found = of_float(&store, &FloatId::new("float-1")).await.unwrap();
    assert_eq!(sound(found), [odd]);
}
