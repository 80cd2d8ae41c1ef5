use crate::harness::{TestStore, intact, sound};
use crate::sample::{balance, evaluation, noon, outcome, profile, taken, temporary};
use domain::bypass::Bypass;
use domain::id::UserId;
use domain::lock::Lock;
use store::{PageRequest, TableId};

/// Ids that a key, a link or a careless prefix could mistake for one another.
fn tricky() -> Vec<UserId> {
    let long = "x".repeat(999);
    let mut ids = [
        "a",
        "A",
        "a ",
        " a",
        "a#",
        "#a",
        "a#b",
        "a#PROFILE",
        "a#PROFILE#2024-02-10T12:00:00Z",
        "a/b",
        "a%2Fb",
        "a%252Fb",
        "..",
        "../a",
        "a b",
        "a+b",
        "a%20b",
        "🐢",
        "🐢#",
        "é",
        "e\u{301}",
        "user-1",
        "user-10",
        "USER#a",
        "\u{10ffff}",
        "\n",
        "\"",
        "{\"S\":\"a\"}",
    ]
    .map(str::to_owned)
    .to_vec();
    ids.extend([long.clone() + "1", long.clone() + "2", long]);
    ids.into_iter().map(UserId::new).collect()
}

#[tokio::test]
async fn every_id_reaches_its_own_partition_of_underwriting_and_no_other() {
    let store = TestStore::underwriting().await;
    let ids = tricky();
    let of = ("item", "account");
    let items = ids.iter().flat_map(|id| {
        [
            store::profile::encode(&profile(id, noon())),
            store::temporary_profile::encode(&temporary(id, noon())),
            store::evaluation::encode(&evaluation(id, of, noon())),
            store::historical_evaluation::encode(&taken(id, of, noon())),
            store::rule_outcome::encode(&outcome(id, "RuleA", None)),
        ]
    });
    store.put(TableId::Underwriting, items).await;
    for id in &ids {
        let request = || PageRequest::first(100);
        let versions = store::profile::history(&store, id, request()).await;
        assert_eq!(sound(versions.unwrap().items), [profile(id, noon())]);
        let temporaries = store::temporary_profile::all(&store, id).await;
        assert_eq!(sound(temporaries.unwrap()), [temporary(id, noon())]);
        let recent = store::evaluation::recent(&store, id, request()).await;
        assert_eq!(sound(recent.unwrap().items), [evaluation(id, of, noon())]);
        let floats = store::historical_evaluation::all(&store, id).await;
        assert_eq!(sound(floats.unwrap()), [taken(id, of, noon())]);
        let outcomes = store::rule_outcome::unexpired(&store, id, noon()).await;
        assert_eq!(sound(outcomes.unwrap()), [outcome(id, "RuleA", None)]);
    }
}

#[tokio::test]
async fn every_id_reaches_its_own_item_in_the_other_tables() {
    let tables = [
        TableId::RequirementsBypass,
        TableId::Locks,
        TableId::Transactions,
    ];
    let store = TestStore::with(&tables).await;
    let ids = tricky();
    let bypass = |id: &UserId| Bypass {
        user_id: id.clone(),
        expiration_date: noon().day(),
        reason: format!("for {id}"),
    };
    let lock = |id: &UserId| Lock {
        user_id: id.clone(),
        acquired: None,
        delete_on: None,
        lease_duration: None,
        owner: Some(format!("of {id}")),
        record_version_number: None,
        is_released: false,
    };
    let [bypasses, locks, balances] = tables;
    let items = ids.iter().map(|id| store::bypass::encode(&bypass(id)));
    store.put(bypasses, items).await;
    let items = ids.iter().map(|id| store::lock::encode(&lock(id)));
    store.put(locks, items).await;
    let snapshot = |id: &UserId| balance(id, "account", "2024-02-10");
    let items = ids.iter().map(|id| store::balance::encode(&snapshot(id)));
    store.put(balances, items).await;
    for id in &ids {
        let found = store::bypass::of_user(&store, id).await.unwrap().unwrap();
        assert_eq!(intact(found), bypass(id));
        let found = store::lock::of_user(&store, id).await.unwrap().unwrap();
        assert_eq!(intact(found), lock(id));
        let found = store::balance::of_user(&store, id).await.unwrap();
        assert_eq!(sound(found), [snapshot(id)]);
    }
}
