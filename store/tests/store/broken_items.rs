use crate::harness::{TestStore, item, problems};
use crate::sample::{balance, evaluation, noon, outcome, profile, rulebook, temporary, user};
use domain::rulebook::RulebookType;
use domain::value::{Attributes, Number, Value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;
use store::{PageRequest, TableId};

/// The item with these attributes changed; null in `changes` removes one.
fn changed(mut item: Attributes, changes: serde_json::Value) -> Attributes {
    for (name, value) in self::item(changes) {
        match value {
            Value::Null => item.remove(&name),
            value => item.insert(name, value),
        };
    }
    item
}

#[tokio::test]
async fn broken_versions_stand_among_sound_ones_and_say_what_is_wrong() {
    let store = TestStore::underwriting().await;
    let version = |age: i64| store::profile::encode(&profile(&user(), noon().plus_days(-age)));
    let items = [
        version(0),
        changed(
            version(1),
            json!({ "is_float_enabled": null, "created_on": null }),
        ),
        changed(version(2), json!({ "cfi_enabled": "yes", "floats": 7 })),
        changed(version(3), json!({ "item_type": "temp_float_profile" })),
        changed(version(4), json!({ "user_id": "user-1234" })),
        changed(
            version(5),
            json!({
                "floats": [
                    { "id": "1", "amount": 1000, "is_enabled": true },
                    { "id": "2", "amount": "twenty", "is_enabled": true },
                    { "id": 3, "amount": 30.5 },
                    "4",
                ],
                "reason": ["a list"],
            }),
        ),
        version(6),
    ];
    store.put(TableId::Underwriting, items).await;
    let page = store::profile::history(&store, &user(), PageRequest::first(20)).await;
    let mut found = page.unwrap().items;
    assert_eq!(found.len(), 7);
    assert!(found.pop().unwrap().is_ok());
    assert!(found.remove(0).is_ok());
    let said: Vec<_> = found.into_iter().map(problems).collect();
    assert_eq!(
        said,
        [
            vec!["is_float_enabled is missing"],
            vec![
                "cfi_enabled should be yes/no, but is the text “yes”",
                "floats should be a list, but is the number 7",
            ],
            vec!["item_type should be “float_profile”, but is the text “temp_float_profile”"],
            vec!["the partition key should be “USER#user-1234”, but is “USER#user-12345”"],
            vec![
                "floats[1].amount should be an amount in cents, but is the text “twenty”",
                "floats[2].amount should be an amount in cents, but is the number 30.5",
                "floats[2].is_enabled is missing",
                "floats[3] should be a map, but is the text “4”",
                "reason should be text, but is a list",
            ],
        ]
    );
}

#[tokio::test]
async fn a_broken_item_says_where_it_lies_so_that_it_can_be_opened_raw() {
    let store = TestStore::underwriting().await;
    let lonely = item(json!({ "PK": "USER#user-12345", "SK": "PROFILE#whenever" }));
    store.put(TableId::Underwriting, [lonely]).await;
    let found = store::profile::latest(&store, &user()).await.unwrap();
    let broken = found.unwrap().unwrap_err();
    assert_eq!(broken.key.table, "underwriting");
    assert_eq!(broken.key.to_string(), "USER#user-12345 / PROFILE#whenever");
}

#[tokio::test]
async fn broken_ones_of_every_kind_are_kept_in_their_lists() {
    let tables = [TableId::Underwriting, TableId::Transactions];
    let store = TestStore::with(&tables).await;
    let of = ("item", "account");
    let broken = [
        changed(
            store::temporary_profile::encode(&temporary(&user(), noon())),
            json!({ "expires_on": "soon" }),
        ),
        changed(
            store::evaluation::encode(&evaluation(&user(), of, noon())),
            json!({ "float_results": { "approved": true, "status": "OK", "results": [{}] } }),
        ),
        changed(
            store::rule_outcome::encode(&outcome(&user(), "RuleA", None)),
            json!({ "ttl": "2024-02-10" }),
        ),
        changed(
            store::rulebook::encode(&rulebook("core", RulebookType::Floats)),
            json!({ "priority": "high", "rules": [{ "rule": "RuleA", "props": 1 }] }),
        ),
    ];
    store.put(TableId::Underwriting, broken).await;
    let snapshot = changed(
        store::balance::encode(&balance(&user(), "account", "2024-02-10")),
        json!({ "current": 0.5 }),
    );
    store.put(TableId::Transactions, [snapshot]).await;

    let mut temporaries = store::temporary_profile::unexpired(&store, &user(), noon())
        .await
        .unwrap();
    assert_eq!(
        problems(temporaries.remove(0)),
        ["expires_on should be a moment (RFC 3339), but is the text “soon”"]
    );
    let page = store::evaluation::recent(&store, &user(), PageRequest::first(5)).await;
    assert_eq!(
        problems(page.unwrap().items.remove(0)),
        [
            "float_results.results[0].rulebook_id is missing",
            "float_results.results[0].result is missing",
            "float_results.results[0].calc_status is missing",
        ]
    );
    let mut outcomes = store::rule_outcome::unexpired(&store, &user(), noon())
        .await
        .unwrap();
    assert_eq!(
        problems(outcomes.remove(0)),
        ["ttl should be seconds since 1970, but is the text “2024-02-10”"]
    );
    for mut rulebooks in [
        store::rulebook::all(&store).await.unwrap(),
        store::rulebook::of_type(&store, &RulebookType::Floats)
            .await
            .unwrap(),
    ] {
        assert_eq!(
            problems(rulebooks.remove(0)),
            [
                "rules[0].props should be a map, but is the number 1",
                "rules[0].rule_type is missing",
                "priority should be a whole number, but is the text “high”",
            ]
        );
    }
    let mut balances = store::balance::of_user(&store, &user()).await.unwrap();
    assert_eq!(
        problems(balances.remove(0)),
        ["current should be an amount in cents, but is the number 0.5"]
    );
}

#[tokio::test]
async fn attributes_that_no_document_names_come_along() {
    let store = TestStore::underwriting().await;
    let odd = json!({ "GSI2PK": "later", "score": 1.50, "nested": { "a": [1, null] } });
    let version = changed(store::profile::encode(&profile(&user(), noon())), odd);
    store.put(TableId::Underwriting, [version]).await;
    let found = store::profile::latest(&store, &user()).await.unwrap();
    let record = found.unwrap().unwrap();
    let names: Vec<_> = record.unknown.keys().map(String::as_str).collect();
    assert_eq!(names, ["GSI2PK", "nested", "score"]);
}

#[tokio::test]
async fn an_item_without_its_discriminator_is_sound() {
    let version = store::profile::encode(&profile(&user(), noon()));
    let version = changed(version, json!({ "item_type": null }));
    assert!(store::profile::decode(version).is_ok());
}

/// Every attribute that some type reads, so that generated items hit them.
const NAMES: [&str; 52] = [
    "PK",
    "SK",
    "item_type",
    "user_id",
    "is_float_enabled",
    "floats",
    "loans",
    "created_on",
    "expires_on",
    "reason",
    "ttl",
    "rule_name",
    "loan",
    "error",
    "features",
    "updated_date",
    "result_id",
    "item_id",
    "account_id",
    "float_results",
    "cfi_state",
    "created_date",
    "amount",
    "float_id",
    "loan_id",
    "rulebook_id",
    "type",
    "rules",
    "apply_to",
    "priority",
    "last_updated",
    "update_user",
    "update_time",
    "rulebooks",
    "run_time",
    "due_date",
    "process",
    "outcome",
    "PartitionKey",
    "data",
    "deleteOn",
    "expiration_date",
    "available",
    "limit",
    "id",
    "is_enabled",
    "approved",
    "status",
    "results",
    "rule",
    "rule_type",
    "props",
];

fn any_name() -> impl Strategy<Value = String> {
    select(&NAMES[..]).prop_map(str::to_owned)
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        "-?[0-9]{1,38}(\\.[0-9]{1,4})?(E[+-]?[0-9]{1,3})?"
            .prop_map(|digits| Value::Number(Number::from_stored(digits))),
        ".{0,12}".prop_map(Value::Text),
        "[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}Z)?".prop_map(Value::Text),
        vec(any::<u8>(), 0..9).prop_map(Value::Binary),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::List),
            btree_map(any_name(), inner, 0..8).prop_map(Value::Map),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_item_of_any_shape_makes_reading_panic(item in btree_map(any_name(), any_value(), 0..24)) {
        let _ = store::profile::decode(item.clone());
        let _ = store::temporary_profile::decode(item.clone());
        let _ = store::evaluation::decode(item.clone());
        let _ = store::historical_evaluation::decode(item.clone());
        let _ = store::rule_outcome::decode(item.clone());
        let _ = store::rulebook::decode(item.clone());
        let _ = store::rulebook_update::decode(item.clone());
        let _ = store::collection_attempt::decode(item.clone());
        let _ = store::lock::decode(item.clone());
        let _ = store::bypass::decode(item.clone());
        let _ = store::balance::decode(item);
    }
}
