//! What services in Go write beside what the documents show: lists and times that aren't set, numbers and
//! texts in each other's place, discriminators that no document names. Each item here is a document's own
//! example with one oddity; it is read with a notice, never as a broken item.

use crate::harness::{TestStore, item, notices};
use crate::sample::{account, bank_item, day, noon, user};
use domain::id::{FloatId, RulebookId};
use domain::item::Stored;
use domain::rulebook::RulebookType;
use serde::Serialize;
use serde_json::{Value, json};
use store::insight::{payday, recurring};
use store::{PageRequest, TableId};

/// In place of a value: the attribute isn't there.
const MISSING: &str = "<missing>";

/// What is odd, the notices that it gives, and what is read all the same, by its path.
struct Odd {
    changes: Value,
    notices: &'static [&'static str],
    read: &'static [(&'static str, &'static str)],
}

fn odd(
    changes: Value,
    notices: &'static [&'static str],
    read: &'static [(&'static str, &'static str)],
) -> Odd {
    Odd {
        changes,
        notices,
        read,
    }
}

fn with(base: &Value, changes: &Value) -> Value {
    let mut item = base.clone();
    let (attributes, changes) = (item.as_object_mut().unwrap(), changes.as_object().unwrap());
    for (name, value) in changes {
        match value {
            Value::String(text) if text == MISSING => attributes.remove(name),
            value => attributes.insert(name.clone(), value.clone()),
        };
    }
    item
}

/// Puts each odd item into the table and reads it as pages do.
async fn check<T: Serialize + std::fmt::Debug>(
    table: TableId,
    base: Value,
    cases: &[Odd],
    read: impl AsyncFn(&TestStore) -> Stored<T>,
) {
    let store = TestStore::with(&[table]).await;
    for case in cases {
        store.put(table, [item(with(&base, &case.changes))]).await;
        let record = match read(&store).await {
            Ok(record) => record,
            Err(broken) => panic!("{}: {broken}", case.changes),
        };
        assert_eq!(notices(&record), case.notices, "{}", case.changes);
        let value = serde_json::to_value(&record.value).unwrap();
        for (path, expected) in case.read {
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(value.pointer(path), Some(&expected), "{path}: {value}");
        }
    }
}

#[tokio::test]
async fn odd_profile_versions_are_read() {
    let base = json!({
        "PK": "USER#user-12345",
        "SK": "PROFILE#2024-02-10T11:30:00Z",
        "item_type": "float_profile",
        "user_id": "user-12345",
        "is_float_enabled": true,
        "is_loan_enabled": true,
        "cfi_enabled": true,
        "floats": [{ "id": "1", "amount": 1000, "is_enabled": true }],
        "loans": [{ "id": "1", "amount_cents": 20000, "is_enabled": true }],
        "created_on": "2024-02-10T11:30:00Z",
        "reason": "CFI limit increase to $30",
        "notes": "User reached sub rank 2, float rank 3"
    });
    let cases = [
        odd(
            json!({ "floats": null }),
            &["floats is null, read as an empty list"],
            &[("/floats", "[]"), ("/loans/0/amount", "20000")],
        ),
        odd(
            json!({ "loans": MISSING }),
            &["loans is missing, read as an empty list"],
            &[("/loans", "[]"), ("/floats/0/amount", "1000")],
        ),
        odd(
            json!({ "floats": [{ "id": 3, "amount": "3000", "is_enabled": true }] }),
            &[
                "floats[0].id is the number 3, read as text",
                "floats[0].amount is the text “3000”, read as a number",
            ],
            &[("/floats/0/id", "\"3\""), ("/floats/0/amount", "3000")],
        ),
        odd(
            json!({ "loans": [{ "id": 1, "amount_cents": 20000, "is_enabled": true }] }),
            &["loans[0].id is the number 1, read as text"],
            &[("/loans/0/id", "\"1\"")],
        ),
        odd(
            json!({ "created_on": "" }),
            &["created_on is empty, read as the one in the sort key"],
            &[("/reason", "\"CFI limit increase to $30\"")],
        ),
        odd(
            json!({ "created_on": MISSING, "notes": 7 }),
            &[
                "created_on is missing, read as the one in the sort key",
                "notes is the number 7, read as text",
            ],
            &[("/notes", "\"7\"")],
        ),
        odd(
            json!({ "item_type": "FloatProfile" }),
            &["item_type should be “float_profile”, but is the text “FloatProfile”"],
            &[("/is_float_enabled", "true")],
        ),
    ];
    check(TableId::Underwriting, base, &cases, async |store| {
        let found = store::profile::latest(store, &user()).await.unwrap();
        found.unwrap()
    })
    .await;
}

#[tokio::test]
async fn odd_temporary_profiles_are_read() {
    let base = json!({
        "PK": "USER#user-12345",
        "SK": "TEMP_FLOAT_PROFILE#EXPIRES#2024-02-24T00:00:00Z",
        "item_type": "temp_float_profile",
        "user_id": "user-12345",
        "created_on": "2024-02-10T11:30:00Z",
        "expires_on": "2024-02-24T00:00:00Z",
        "reason": "promotional_campaign_presidents_day",
        "is_float_enabled": true,
        "floats": [{ "id": "4", "amount": 4000, "is_enabled": true }],
        "ttl": 1_708_732_800
    });
    let cases = [
        // A list that is null inherits, like one that is missing: nothing is odd about it.
        odd(json!({ "floats": null }), &[], &[("/floats", "null")]),
        odd(
            json!({ "expires_on": "" }),
            &["expires_on is empty, read as the one in the sort key"],
            &[("/floats/0/amount", "4000")],
        ),
        odd(
            json!({ "ttl": "1708732800" }),
            &["ttl is the text “1708732800”, read as a number"],
            &[("/reason", "\"promotional_campaign_presidents_day\"")],
        ),
        odd(
            json!({ "ttl": 0 }),
            &["ttl is the number 0, read as not set"],
            &[("/ttl", "null")],
        ),
    ];
    check(TableId::Underwriting, base, &cases, async |store| {
        let found = store::temporary_profile::unexpired(store, &user(), noon()).await;
        found.unwrap().remove(0)
    })
    .await;
}

#[tokio::test]
async fn odd_evaluations_are_read() {
    let base = json!({
        "PK": "USER#user-12345",
        "SK": "EVAL_RESULTS#item-abc#account-xyz#2024-02-10T14:30:00Z",
        "GSI1PK": "USER#user-12345",
        "GSI1SK": "EVAL_RESULTS#1707574200_550e8400-e29b-41d4",
        "item_type": "evaluation_result",
        "result_id": "1707574200_550e8400-e29b-41d4",
        "user_id": "user-12345",
        "item_id": "item-abc",
        "account_id": "account-xyz",
        "float_results": {
            "approved": true, "amount": 3000, "deciding_rulebook": "core_v2", "status": "OK",
            "results": [{ "rulebook_id": "core_v2", "result": -1, "calc_status": "OK" }]
        },
        "created_date": "2024-02-10T14:30:00Z",
        "ttl": 1_710_288_000
    });
    let cases = [
        odd(
            json!({ "created_date": "0001-01-01T00:00:00Z" }),
            &["created_date is empty, read as the one in the sort key"],
            &[("/float_results/amount", "3000")],
        ),
        odd(
            json!({ "float_results": { "approved": true, "amount": "3000", "status": "OK",
                "results": null } }),
            &["float_results.amount is the text “3000”, read as a number"],
            &[
                ("/float_results/amount", "3000"),
                ("/float_results/results", "[]"),
            ],
        ),
        odd(
            json!({ "float_results": { "approved": false, "status": "OK",
                "results": [{ "rulebook_id": 2, "result": "0", "calc_status": "OK" }] } }),
            &[
                "float_results.results[0].rulebook_id is the number 2, read as text",
                "float_results.results[0].result is the text “0”, read as a number",
            ],
            &[("/float_results/results/0/rulebook_id", "\"2\"")],
        ),
        odd(
            json!({ "ttl": 0 }),
            &["ttl is the number 0, read as not set"],
            &[("/ttl", "null")],
        ),
    ];
    check(TableId::Underwriting, base, &cases, async |store| {
        let (item, account) = (bank_item("item-abc"), account("account-xyz"));
        let found = store::evaluation::latest_of_account(store, &user(), &item, &account).await;
        found.unwrap().unwrap()
    })
    .await;
}

#[tokio::test]
async fn odd_kept_evaluations_are_read() {
    let base = json!({
        "PK": "USER#user-12345",
        "SK": "HISTORICAL_EVALUATION#item-abc#account-xyz#2024-02-10T14:30:00Z",
        "item_type": "historical_evaluation",
        "result_id": "1707574200_550e8400-e29b-41d4",
        "user_id": "user-12345",
        "item_id": "item-abc",
        "account_id": "account-xyz",
        "amount": 3000,
        "float_id": "float-789",
        "loan_id": "",
        "created_date": "2024-02-10T14:30:00Z"
    });
    let cases = [
        odd(
            json!({ "float_id": 789, "amount": "3000" }),
            &[
                "amount is the text “3000”, read as a number",
                "float_id is the number 789, read as text",
            ],
            &[("/float_id", "\"789\""), ("/amount", "3000")],
        ),
        odd(
            json!({ "created_date": "" }),
            &["created_date is empty, read as the one in the sort key"],
            &[("/float_id", "\"float-789\"")],
        ),
    ];
    check(TableId::Underwriting, base, &cases, async |store| {
        let found = store::historical_evaluation::all(store, &user()).await;
        found.unwrap().remove(0)
    })
    .await;
}

#[tokio::test]
async fn odd_rule_outcomes_are_read() {
    let base = json!({
        "PK": "USER#user-12345",
        "SK": "RULE_OUTCOME#RuleAgeOfAccount",
        "item_type": "rule_outcome",
        "user_id": "user-12345",
        "rule_name": "RuleAgeOfAccount",
        "loan": -1,
        "error": false,
        "features": { "account_age_days": 180 },
        "updated_date": "2024-02-10T11:30:00Z",
        "ttl": 1_710_288_000
    });
    let cases = [
        odd(
            json!({ "loan": "-1" }),
            &["loan is the text “-1”, read as a number"],
            &[("/rule_name", "\"RuleAgeOfAccount\"")],
        ),
        odd(json!({ "features": null }), &[], &[("/features", "{}")]),
        // Nobody's clock runs in 1970: the outcome hasn't expired.
        odd(
            json!({ "ttl": 0 }),
            &["ttl is the number 0, read as not set"],
            &[("/ttl", "null")],
        ),
    ];
    check(TableId::Underwriting, base, &cases, async |store| {
        let found = store::rule_outcome::unexpired(store, &user(), noon()).await;
        found.unwrap().remove(0)
    })
    .await;
}

#[tokio::test]
async fn odd_rulebooks_are_read() {
    let base = json!({
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
        "rules": [{ "rule": "RuleGoodStanding", "rule_arn": "", "props": {}, "rule_type": "all" }]
    });
    let cases = [
        odd(
            json!({ "rules": null }),
            &["rules is null, read as an empty list"],
            &[("/rules", "[]")],
        ),
        odd(
            json!({ "rules": MISSING }),
            &["rules is missing, read as an empty list"],
            &[("/rules", "[]"), ("/priority", "100")],
        ),
        odd(
            json!({ "priority": "100", "rulebook_name": 2 }),
            &[
                "rulebook_name is the number 2, read as text",
                "priority is the text “100”, read as a number",
            ],
            &[("/priority", "100"), ("/rulebook_name", "\"2\"")],
        ),
        odd(
            json!({ "last_updated": "" }),
            &["last_updated is empty, read as not set"],
            &[("/last_updated", "null")],
        ),
    ];
    check(TableId::Underwriting, base.clone(), &cases, async |store| {
        let found = store::rulebook::get(store, &RulebookId::new("core_v2")).await;
        found.unwrap().unwrap()
    })
    .await;
    check(TableId::Underwriting, base, &cases, async |store| {
        let found = store::rulebook::of_type(store, &RulebookType::Floats).await;
        found.unwrap().remove(0)
    })
    .await;
}

#[tokio::test]
async fn odd_rulebooks_of_a_snapshot_are_read() {
    let base = json!({
        "PK": "RULEBOOKCONFIGUPDATE",
        "SK": "USER#2024-02-10T14:30:00Z#admin-jane",
        "item_type": "rulebook_update",
        "update_user": "admin-jane",
        "update_time": "2024-02-10T14:30:00Z",
        "rulebooks": []
    });
    let cases = [
        odd(
            json!({ "rulebooks": [{ "rulebook_id": "core_v2", "rulebook_name": "Core",
                "type": "floats", "priority": "100", "rules": null }] }),
            &[
                "rulebooks[0].rules is null, read as an empty list",
                "rulebooks[0].priority is the text “100”, read as a number",
            ],
            &[("/rulebooks/0/rules", "[]"), ("/unreadable", "[]")],
        ),
        odd(
            json!({ "update_time": "" }),
            &["update_time is empty, read as the one in the sort key"],
            &[("/update_user", "\"admin-jane\"")],
        ),
    ];
    check(TableId::Underwriting, base, &cases, async |store| {
        let page = store::rulebook_update::history(store, PageRequest::first(1)).await;
        page.unwrap().items.remove(0)
    })
    .await;
}

#[tokio::test]
async fn odd_collection_attempts_are_read() {
    let base = json!({
        "loan_id": "float-789",
        "run_time": 1_707_575_400_123_456_789_i64,
        "user_id": "user-12345",
        "due_date": "2024-02-10",
        "run_date": "2024-02-10",
        "process": "RETRY",
        "outcome": "ACHSENT",
        "confirmation_id": "conf-1",
        "ach_model_version": "v3",
        "ach_model_probability": 0.5
    });
    let cases = [
        odd(
            json!({ "ach_model_version": 3.1, "ach_model_probability": "0.5" }),
            &[
                "ach_model_version is the number 3.1, read as text",
                "ach_model_probability is the text “0.5”, read as a number",
            ],
            &[
                ("/ach_model/version", "\"3.1\""),
                ("/ach_model/probability", "\"0.5\""),
            ],
        ),
        odd(
            json!({ "due_date": "", "run_date": null, "confirmation_id": 17 }),
            &[
                "due_date is empty, read as not set",
                "confirmation_id is the number 17, read as text",
            ],
            &[("/due_date", "null"), ("/confirmation_id", "\"17\"")],
        ),
        odd(
            json!({ "user_id": 12345 }),
            &["user_id is the number 12345, read as text"],
            &[("/user_id", "\"12345\"")],
        ),
    ];
    check(TableId::CollectionHistory, base, &cases, async |store| {
        let float = FloatId::new("float-789");
        let found = store::collection_attempt::of_float(store, &float).await;
        found.unwrap().remove(0)
    })
    .await;
}

#[tokio::test]
async fn an_odd_bypass_and_odd_balances_are_read() {
    let bypass = json!({
        "user_id": "user-12345",
        "expiration_date": "2024-02-12",
        "reason": "outage",
    });
    let cases = [odd(
        json!({ "reason": 4711 }),
        &["reason is the number 4711, read as text"],
        &[("/reason", "\"4711\"")],
    )];
    check(TableId::RequirementsBypass, bypass, &cases, async |store| {
        let found = store::bypass::of_user(store, &user()).await;
        found.unwrap().unwrap()
    })
    .await;
    let balance = json!({
        "PK": "BALANCE#user-12345",
        "SK": "ACCOUNT#account-xyz#2024-02-10",
        "user_id": "user-12345",
        "account_id": "account-xyz",
        "available": 120_000,
        "current": 121_000,
        "limit": null,
        "iso_cc": "USD",
        "updated_date": "2024-02-10"
    });
    let cases = [
        odd(
            json!({ "available": "120000" }),
            &["available is the text “120000”, read as a number"],
            &[("/available", "120000")],
        ),
        odd(
            json!({ "updated_date": "" }),
            &["updated_date is empty, read as the one in the sort key"],
            &[("/current", "121000")],
        ),
    ];
    check(TableId::Transactions, balance, &cases, async |store| {
        let found = store::balance::of_user(store, &user()).await;
        found.unwrap().remove(0)
    })
    .await;
}

#[tokio::test]
async fn insights_with_a_discriminator_that_no_document_names_are_read() {
    let base = json!({
        "PK": "USERS#user-12345",
        "SK": "RECURRING#2024-02-10T10:00:00Z#a",
        "DBType": "recurring",
        "due_date": "2024-03-01"
    });
    let cases = [
        odd(
            json!({ "DBType": "RECURRING" }),
            &["DBType should be “recurring”, but is the text “RECURRING”"],
            &[("/uuid", "\"a\"")],
        ),
        odd(
            json!({ "DBType": 3 }),
            &["DBType should be “recurring”, but is the number 3"],
            &[("/uuid", "\"a\"")],
        ),
        // The attribute's name is our guess, so a value that doesn't fit is no fault of the item.
        odd(json!({ "due_date": "" }), &[], &[("/due_date", "null")]),
    ];
    check(TableId::Pave, base, &cases, async |store| {
        recurring::all(store, &user()).await.unwrap().remove(0)
    })
    .await;
    let base = json!({
        "PK": "PAYDAY#user-12345",
        "SK": "EXPIRES#2024-02-16",
        "DBType": "payday"
    });
    let cases = [odd(
        json!({ "DBType": "payday_v2" }),
        &["DBType should be “payday”, but is the text “payday_v2”"],
        &[],
    )];
    check(TableId::Pave, base, &cases, async |store| {
        let found = payday::upcoming(store, &user(), day("2024-02-10")).await;
        found.unwrap().remove(0)
    })
    .await;
}
