use crate::harness::{TestStore, sound};
use crate::sample::{noon, temporary, user};
use domain::instant::Instant;
use domain::value::Value;
use store::TableId;
use store::temporary_profile::{all, encode, unexpired};

/// Overrides that end at these moments.
async fn ending(ends: &[Instant]) -> TestStore {
    let store = TestStore::underwriting().await;
    let items = ends.iter().map(|end| encode(&temporary(&user(), *end)));
    store.put(TableId::Underwriting, items).await;
    store
}

async fn ends(store: &TestStore, now: Instant) -> Vec<Instant> {
    let found = unexpired(store, &user(), now).await.unwrap();
    sound(found).iter().map(|one| one.expires_on).collect()
}

#[tokio::test]
async fn an_override_comes_back_as_it_was_written() {
    let store = ending(&[noon()]).await;
    let found = all(&store, &user()).await.unwrap();
    assert_eq!(sound(found), [temporary(&user(), noon())]);
}

#[tokio::test]
async fn unexpired_ones_come_soonest_end_first() {
    let [first, second, third] = [1, 20, 300].map(|days| noon().plus_days(days));
    let store = ending(&[third, noon().plus_days(-1), first, second]).await;
    assert_eq!(ends(&store, noon()).await, [first, second, third]);
    assert_eq!(all(&store, &user()).await.unwrap().len(), 4);
}

#[tokio::test]
async fn one_that_ends_this_second_is_read_but_no_longer_in_force() {
    let end = noon();
    let store = ending(&[end]).await;
    assert_eq!(ends(&store, end.plus_seconds(-1)).await, [end]);
    assert_eq!(ends(&store, end).await, [end]);
    assert_eq!(ends(&store, end.plus_seconds(1)).await, []);
    let found = unexpired(&store, &user(), end).await.unwrap();
    let one = sound(found).remove(0);
    assert!(one.is_active_at(end.plus_seconds(-1)));
    assert!(!one.is_active_at(end));
}

#[tokio::test]
async fn a_fraction_of_a_second_before_the_end_still_finds_it() {
    let store = ending(&[noon()]).await;
    let just_before = crate::sample::at("2024-02-10T11:59:59.999Z");
    assert_eq!(ends(&store, just_before).await, [noon()]);
}

#[tokio::test]
async fn unexpired_ones_never_run_on_into_what_sorts_behind() {
    let end = noon().plus_days(1);
    let store = ending(&[end]).await;
    let strangers = [
        "TEMP_FLOAT_PROFILE#F",
        "TEMP_FLOAT_PROFILE#EXPIRET",
        "TEMP_FLOAT_PROFILE$",
        "USER",
        "USER#2024-02-10T14:30:00Z",
        "ZZZ",
    ];
    let items = strangers.map(|sort| {
        let mut item = encode(&temporary(&user(), end));
        item.insert("SK".to_owned(), Value::text(sort));
        item
    });
    store.put(TableId::Underwriting, items).await;
    assert_eq!(ends(&store, noon()).await, [end]);
}

#[tokio::test]
async fn fields_that_inherit_stay_absent_and_an_empty_list_stays_empty() {
    let mut hold = temporary(&user(), noon());
    hold.is_float_enabled = None;
    hold.floats = Some(Vec::new());
    hold.ttl = None;
    let store = TestStore::underwriting().await;
    store.put(TableId::Underwriting, [encode(&hold)]).await;
    assert_eq!(sound(all(&store, &user()).await.unwrap()), [hold]);
}
