use crate::harness::{TestStore, counted, sound};
use crate::sample::{account, balance, day, user};
use domain::balance::BalanceSnapshot;
use domain::id::UserId;
use domain::money::Cents;
use domain::value::Value;
use std::slice;
use store::balance::{encode, of_account, of_account_between, of_user};
use store::{Operation, TableId};

async fn with(snapshots: &[BalanceSnapshot]) -> TestStore {
    let store = TestStore::with(&[TableId::Transactions]).await;
    let items = snapshots.iter().map(encode);
    store.put(TableId::Transactions, items).await;
    store
}

fn of(account: &str, taken: &str) -> BalanceSnapshot {
    balance(&user(), account, taken)
}

#[tokio::test]
async fn a_users_balances_come_by_account_and_then_by_time() {
    let mut card = of("account-2", "2024-02-01");
    card.limit = Some(Cents(500_000));
    card.available = None;
    let snapshots = [
        of("account-1", "2024-02-01"),
        of("account-1", "2024-02-03"),
        card,
    ];
    let store = with(&snapshots).await;
    let elsewhere = balance(&UserId::new("user-1234"), "account-1", "2024-02-02");
    store.put(TableId::Transactions, [encode(&elsewhere)]).await;
    assert_eq!(sound(of_user(&store, &user()).await.unwrap()), snapshots);
}

#[tokio::test]
async fn balances_that_take_several_answers_all_come() {
    let days = |day: i64| format!("2024-02-{:02}", day + 1);
    let snapshots: Vec<_> = (0..25).map(|day| of("account-1", &days(day))).collect();
    let store = TestStore::with(&[TableId::Transactions]).await;
    for snapshot in &snapshots {
        let mut item = encode(snapshot);
        item.insert("padding".to_owned(), Value::text("x".repeat(100_000)));
        store.put(TableId::Transactions, [item]).await;
    }
    let (found, calls) = counted(&store, async { of_user(&store, &user()).await }).await;
    let taken = |it: &BalanceSnapshot| it.taken.clone();
    let found: Vec<_> = sound(found.unwrap()).iter().map(taken).collect();
    assert_eq!(found, snapshots.iter().map(taken).collect::<Vec<_>>());
    assert_eq!(calls[&(TableId::Transactions, Operation::Query)], 3);
}

#[tokio::test]
async fn account_1_never_finds_account_10_nor_an_account_whose_key_begins_alike() {
    let snapshots = [
        of("account-1", "2024-02-01"),
        of("account-10", "2024-02-02"),
        of("account-1#x", "2024-02-03"),
        of("account-1#2024-02-04", "2024-02-04"),
    ];
    let store = with(&snapshots).await;
    for snapshot in &snapshots {
        let id = &snapshot.account_id;
        let found = of_account(&store, &user(), id).await.unwrap();
        assert_eq!(sound(found), slice::from_ref(snapshot), "{id}");
        let (from, to) = (day("2024-01-01"), day("2024-12-31"));
        let found = of_account_between(&store, &user(), id, from, to).await;
        assert_eq!(sound(found.unwrap()), slice::from_ref(snapshot), "{id}");
    }
}

#[tokio::test]
async fn a_range_of_days_includes_both_whether_keys_hold_days_or_moments() {
    let days = ["2024-02-01", "2024-02-02", "2024-02-03", "2024-02-04"];
    let moments = [
        "2024-02-01T23:59:59Z",
        "2024-02-02T00:00:00Z",
        "2024-02-03T23:59:59.999Z",
        "2024-02-04T00:00:00Z",
    ];
    for taken in [days, moments] {
        let snapshots = taken.map(|taken| of("account-1", taken));
        let store = with(&snapshots).await;
        let (from, to) = (day("2024-02-02"), day("2024-02-03"));
        let found = of_account_between(&store, &user(), &account("account-1"), from, to).await;
        assert_eq!(sound(found.unwrap()), snapshots[1..3]);
    }
}
