use crate::harness::{TestStore, intact, item, sound};
use crate::sample::{noon, rulebook};
use domain::id::{RulebookId, StaffId};
use domain::rulebook::RulebookType;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Number, Value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use std::collections::BTreeMap;
use store::TableId;
use store::rulebook::{all, decode, encode, get, of_type};
use store::rulebook_update;

#[tokio::test]
async fn rulebooks_are_found_all_together_by_type_and_each_by_its_id() {
    let store = TestStore::underwriting().await;
    let core = rulebook("core_v2", RulebookType::Floats);
    let core_2 = rulebook("core_v2#2", RulebookType::Floats);
    let loans = rulebook("loans", RulebookType::Loan);
    let odd = rulebook("odd", RulebookType::Unknown("float".to_owned()));
    let items = [&core, &core_2, &loans, &odd].map(encode);
    store.put(TableId::Underwriting, items).await;

    let found = sound(all(&store).await.unwrap());
    assert_eq!(
        found,
        [core.clone(), core_2.clone(), loans.clone(), odd.clone()]
    );
    for (kind, expected) in [
        (RulebookType::Floats, vec![core, core_2]),
        (RulebookType::Loan, vec![loans]),
        (odd.kind.clone(), vec![odd.clone()]),
    ] {
        assert_eq!(sound(of_type(&store, &kind).await.unwrap()), expected);
    }
    let one = get(&store, &odd.rulebook_id).await.unwrap().unwrap();
    assert_eq!(intact(one), odd);
    let none = RulebookId::new("core");
    assert!(get(&store, &none).await.unwrap().is_none());
}

/// A rulebook as documents and services write one, and `others` beside what is documented.
fn stored() -> Attributes {
    item(json!({
        "PK": "RULEBOOK",
        "SK": "RULEBOOK#core_v2",
        "GSI1PK": "RULEBOOK_TYPE#floats",
        "GSI1SK": "RULEBOOK#core_v2",
        "item_type": "rulebook",
        "rulebook_id": "core_v2",
        "rulebook_name": "Core Float Approval v2",
        "type": "floats",
        "apply_to": 10000,
        "priority": 100,
        "superseding": false,
        "last_updated": "2024-01-15T10:00:00Z",
        "rules": [
            { "rule": "RuleGoodStanding", "rule_arn": "", "props": {}, "rule_type": "all" },
        ],
    }))
}

fn read_and_written(item: Attributes) -> Attributes {
    encode(&decode(item).unwrap().value)
}

#[test]
fn reading_and_writing_the_documents_rulebook_changes_nothing() {
    assert_eq!(read_and_written(stored()), stored());
}

#[test]
fn null_stays_null_until_it_is_given_a_value() {
    let mut item = stored();
    item.insert("ab_group".to_owned(), Value::Null);
    assert_eq!(read_and_written(item.clone()), item);
    let mut edited = decode(item).unwrap().value;
    edited.ab_group = Some("B".to_owned());
    assert_eq!(encode(&edited)["ab_group"], Value::text("B"));
}

#[test]
fn null_props_stay_null_until_they_are_given_a_value() {
    let mut item = stored();
    let bare = item_of(
        "RuleA",
        &[("props", Value::Null), ("rule_arn", Value::Null)],
    );
    item.insert("rules".to_owned(), Value::List(vec![Value::Map(bare)]));
    assert_eq!(read_and_written(item.clone()), item);
    let mut edited = decode(item).unwrap().value;
    edited.rules[0].rule_arn = Some("arn".to_owned());
    let Value::List(rules) = &encode(&edited)["rules"] else {
        panic!("rules are a list");
    };
    let expected = item_of(
        "RuleA",
        &[("props", Value::Null), ("rule_arn", Value::text("arn"))],
    );
    assert_eq!(rules[0], Value::Map(expected));
}

fn item_of(rule: &str, fields: &[(&str, Value)]) -> Attributes {
    let mut item = item(json!({ "rule": rule, "rule_type": "all" }));
    for (name, value) in fields {
        item.insert((*name).to_owned(), value.clone());
    }
    item
}

#[test]
fn a_rule_without_arn_and_props_stays_without() {
    let mut item = stored();
    let bare = item_of("RuleA", &[]);
    item.insert("rules".to_owned(), Value::List(vec![Value::Map(bare)]));
    assert_eq!(read_and_written(item.clone()), item);
}

#[test]
fn a_moment_with_fractions_or_an_offset_is_written_back_as_it_was() {
    for text in ["2024-01-15T10:00:00.123456Z", "2024-01-15T11:00:00+01:00"] {
        let mut item = stored();
        item.insert("last_updated".to_owned(), Value::text(text));
        assert_eq!(read_and_written(item.clone()), item);
    }
}

#[test]
fn another_type_moves_the_rulebook_to_another_place_in_the_index() {
    let mut edited = decode(stored()).unwrap().value;
    edited.kind = RulebookType::Loan;
    let written = encode(&edited);
    assert_eq!(written["GSI1PK"], Value::text("RULEBOOK_TYPE#loan"));
    assert_eq!(written["SK"], stored()["SK"]);
}

fn number() -> impl Strategy<Value = Value> {
    "-?[1-9][0-9]{0,37}".prop_map(|digits| Value::Number(Number::from_stored(digits)))
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number(),
        ".{0,20}".prop_map(Value::Text),
        vec(any::<u8>(), 0..9).prop_map(Value::Binary),
        Just(Value::TextSet(vec!["a".to_owned(), "b".to_owned()])),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::List),
            btree_map("[a-z]{1,6}", inner, 0..4).prop_map(Value::Map),
        ]
    })
}

/// Attributes that no document names.
fn others() -> impl Strategy<Value = Attributes> {
    btree_map("x_[a-zA-Z. #]{0,8}|GSI2(PK|SK)x?", any_value(), 0..4)
}

/// An optional attribute: absent, null, or a value.
fn maybe(name: &str, value: impl Strategy<Value = Value>) -> impl Strategy<Value = Attributes> {
    let name = name.to_owned();
    prop_oneof![Just(None), Just(Some(Value::Null)), value.prop_map(Some)].prop_map(move |value| {
        value
            .map(|value| (name.clone(), value))
            .into_iter()
            .collect()
    })
}

fn whole() -> impl Strategy<Value = Value> {
    any::<i64>().prop_map(Value::number)
}

fn text() -> impl Strategy<Value = Value> {
    ".{0,12}".prop_map(Value::Text)
}

fn any_rule() -> impl Strategy<Value = Value> {
    let arn = maybe("rule_arn", prop_oneof![Just(Value::Null), text()]);
    let props = btree_map("[a-z_]{1,8}", any_value(), 0..4).prop_map(Value::Map);
    let props = maybe("props", prop_oneof![Just(Value::Null), props]);
    let ab_group = maybe("ab_group", text());
    (text(), text(), arn, props, ab_group, others()).prop_map(
        |(rule, rule_type, arn, props, ab_group, others)| {
            let mut attributes = others;
            for option in [ab_group, arn, props] {
                attributes.extend(option);
            }
            attributes.extend([
                ("rule".to_owned(), rule),
                ("rule_type".to_owned(), rule_type),
            ]);
            Value::Map(attributes)
        },
    )
}

/// As services write it, and as others do.
fn moment() -> impl Strategy<Value = Value> {
    let text = "20[0-9]{2}-0[1-9]-[12][0-8]T[01][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]0[0-9]:30)";
    text.prop_map(Value::Text)
}

/// Any rulebook that could be stored, as a snapshot holds it.
fn any_nested() -> impl Strategy<Value = Attributes> {
    let options = (
        maybe("apply_to", whole()),
        maybe("superseding", any::<bool>().prop_map(Value::Bool)),
        maybe("last_updated", moment()),
        maybe("ab_group", text()),
    );
    let kind = prop_oneof![Just("floats"), Just("loan"), Just("other")];
    (
        "[a-z_#]{1,12}",
        text(),
        kind,
        whole(),
        vec(any_rule(), 0..4),
        options,
        others(),
    )
        .prop_map(|(id, name, kind, priority, rules, options, others)| {
            let mut attributes = others;
            let (apply_to, superseding, last_updated, ab_group) = options;
            for option in [apply_to, superseding, last_updated, ab_group] {
                attributes.extend(option);
            }
            attributes.extend([
                ("rulebook_id".to_owned(), Value::text(id)),
                ("rulebook_name".to_owned(), name),
                ("type".to_owned(), Value::text(kind)),
                ("priority".to_owned(), priority),
                ("rules".to_owned(), Value::List(rules)),
            ]);
            attributes
        })
}

fn with_keys(mut nested: Attributes) -> Attributes {
    let (Value::Text(id), Value::Text(kind)) = (&nested["rulebook_id"], &nested["type"]) else {
        panic!("ids and types are text");
    };
    let keys = item(json!({
        "PK": "RULEBOOK",
        "SK": format!("RULEBOOK#{id}"),
        "GSI1PK": format!("RULEBOOK_TYPE#{kind}"),
        "GSI1SK": format!("RULEBOOK#{id}"),
        "item_type": "rulebook",
    }));
    nested.extend(keys);
    nested
}

proptest! {
    #[test]
    fn reading_and_writing_any_stored_rulebook_changes_nothing(nested in any_nested()) {
        let item = with_keys(nested);
        prop_assert_eq!(read_and_written(item.clone()), item);
    }

    #[test]
    fn a_snapshot_holds_each_rulebook_as_it_is_stored(nested in vec(any_nested(), 0..4)) {
        let rulebooks = nested
            .iter()
            .map(|one| decode(with_keys(one.clone())).unwrap().value)
            .collect();
        let update = RulebookUpdate {
            update_user: StaffId::new("admin-jane"),
            update_time: noon(),
            rulebooks,
            unreadable: Vec::new(),
        };
        let item = rulebook_update::encode(&update);
        let expected = nested.into_iter().map(Value::Map).collect();
        prop_assert_eq!(&item["rulebooks"], &Value::List(expected));
        prop_assert_eq!(intact(rulebook_update::decode(item)), update);
    }
}

#[tokio::test]
async fn any_rulebook_goes_through_the_table_unchanged() {
    let mut runner = TestRunner::deterministic();
    let generated: BTreeMap<_, _> = (0..100)
        .map(|_| with_keys(any_nested().new_tree(&mut runner).unwrap().current()))
        .map(|item| (format!("{:?}", item["SK"]), item))
        .collect();
    let store = TestStore::underwriting().await;
    let items = generated.values().cloned();
    store.put(TableId::Underwriting, items).await;
    let read = sound(all(&store).await.unwrap());
    let read: Vec<_> = read.iter().map(encode).collect();
    let mut expected: Vec<_> = generated.into_values().collect();
    let place = |item: &Attributes| format!("{:?}", item["SK"]);
    expected.sort_by_key(place);
    let mut read = read;
    read.sort_by_key(place);
    assert_eq!(read, expected);
}
