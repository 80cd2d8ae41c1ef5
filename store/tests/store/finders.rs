//! What leads from an account or from a collection's confirmation ID to its user.

use crate::harness::{TestStore, item};
use crate::sample::{at, evaluation, noon, user};
use domain::id::{FloatId, UserId};
use domain::ledger::{Finder, FinderKind, LedgerEntry};
use serde_json::json;
use store::TableId;
use store::indexer::finders::{keep_accounts_of_day, keep_collections_after};
use store::indexer::{Indexer, Settings};
use store::ledger::{Retention, find, keep_accounts, record};

fn keep() -> Retention {
    Retention {
        now: noon().plus_days(1),
        days: Retention::DEFAULT_DAYS,
    }
}

fn entry(user: &str, account: &str, day: i64) -> LedgerEntry {
    let made = evaluation(
        &UserId::new(user),
        ("item", account),
        noon().plus_days(-day),
    );
    LedgerEntry::of(&made)
}

/// Whom an account leads to.
async fn users(store: &TestStore, id: &str) -> Vec<String> {
    let found = find(store, id).await.unwrap();
    let is_account = |finder: &&Finder| finder.kind == FinderKind::Account;
    let found = found.iter().filter(is_account);
    found.map(|finder| finder.user_id.to_string()).collect()
}

#[tokio::test]
async fn an_account_leads_to_each_of_its_users_and_is_written_once_a_month() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let entries = [entry("mia", "shared", 2), entry("noah", "shared", 2)];
    let written = async |entries: &[LedgerEntry]| {
        let kept = keep_accounts(&store, entries.iter().collect(), keep()).await;
        kept.unwrap()
    };
    assert_eq!(written(&entries).await, 2);
    assert_eq!(written(&entries).await, 0);
    assert_eq!(written(&[entry("mia", "shared", 0)]).await, 0);
    assert_eq!(users(&store, "shared").await, ["mia", "noah"]);
    let mut later = entry("mia", "shared", 0);
    later.created = later.created.plus_days(29);
    assert_eq!(written(&[later]).await, 1);
}

#[tokio::test]
async fn the_indexer_makes_accounts_findable() {
    let tables = [TableId::FloatDesk, TableId::Underwriting];
    let store = TestStore::with(&tables).await;
    let made = evaluation(&user(), ("item", "account-xyz"), noon());
    let made = store::evaluation::encode(&made);
    store.put(TableId::Underwriting, [made]).await;
    let settings = Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: 1_000_000,
        parts: 1,
        clock: || at("2024-02-11T12:00:00Z"),
    };
    let indexer = Indexer::new((*store).clone(), settings);
    assert!(indexer.turn(&|| false, &|_| {}).await.unwrap());
    assert_eq!(users(&store, "account-xyz").await, ["user-12345"]);
}

#[tokio::test]
async fn a_ledger_from_before_is_gone_through_day_by_day() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let entries = [entry("mia", "one", 0), entry("noah", "two", 40)];
    record(&store, &entries, keep()).await.unwrap();
    assert_eq!(users(&store, "one").await, [""; 0]);
    let mut before = noon().day().plus_days(2);
    let mut days = Vec::new();
    while let Some(day) = keep_accounts_of_day(&store, before, keep()).await.unwrap() {
        days.push(day);
        before = day;
    }
    let day = |age: i64| noon().plus_days(-age).day();
    assert_eq!(days, [day(0), day(40)]);
    assert_eq!(users(&store, "one").await, ["mia"]);
    assert_eq!(users(&store, "two").await, ["noah"]);
}

#[tokio::test]
async fn every_confirmation_leads_to_its_float_and_user() {
    let tables = [TableId::FloatDesk, TableId::CollectionHistory];
    let store = TestStore::with(&tables).await;
    let attempts = (0..450).map(|number| {
        item(json!({
            "loan_id": format!("float-{number}"),
            "run_time": 1_707_566_400_000_000_000_i64 + number,
            "user_id": format!("user-{number}"),
            "process": "RETRY",
            "outcome": "ACHSENT",
            // Not every attempt submitted a payment.
            "confirmation_id": if number == 7 { String::new() } else { format!("conf-{number}") },
        }))
    });
    let attempts: Vec<_> = attempts.collect();
    store.put(TableId::CollectionHistory, attempts).await;
    let (mut after, mut calls) = (None, 0);
    loop {
        let read = keep_collections_after(&store, after, keep()).await.unwrap();
        calls += 1;
        match read.next {
            Some(next) => after = Some(next),
            None => break,
        }
    }
    assert!(calls > 1, "{calls}");
    for number in [0, 449] {
        let found = find(&store, &format!("conf-{number}")).await.unwrap();
        let expected = (
            FinderKind::Collection,
            UserId::new(format!("user-{number}")),
            Some(FloatId::new(format!("float-{number}"))),
        );
        let [finder] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (
                finder.kind.clone(),
                finder.user_id.clone(),
                finder.float_id.clone()
            ),
            expected
        );
    }
    assert_eq!(find(&store, "").await.unwrap(), []);
}
