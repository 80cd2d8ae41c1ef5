//! What an engine holds, as it holds it.

use super::poison::MARK;
use crate::desk::Engine;
use reqwest::Client;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::{Store, TableId};

/// Texts that neither people nor other services choose.
pub const NEVER_TYPED: [&str; 20] = [
    // Made by Float Desk: random names, positions in a table or a stream, names of workers.
    "after",
    "holder",
    "note_id",
    "operation",
    "operations",
    "progress",
    "stream",
    "unpins",
    "worker",
    // Never shown: what a session holds, and what is left of a password.
    "data",
    "password_hash",
    // Checked against a list before they're stored; another word counts as none.
    "decision",
    "ended_how",
    "isReleased",
    "loan_tiers",
    "scope",
    "tiers",
    // Checked to be a link with nothing in it that makes an element.
    "ticket",
    // Fields of an address, written by Float Desk with everything escaped.
    "query",
    // A campaign's ID, which campaigns themselves have with the payload; copied by a worker.
    "campaign",
];

/// The attributes that hold the payload in some item, wherever in it.
pub async fn names_with_payload(store: &Store, engine: &Engine) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for table in TableId::ALL {
        let mut scan = json!({ "TableName": store.table(table).name });
        loop {
            let page = ask(engine, &scan).await;
            for item in page["Items"].as_array().unwrap() {
                note(item, "", &mut found);
            }
            match page.get("LastEvaluatedKey") {
                Some(last) if !last.is_null() => scan["ExclusiveStartKey"] = last.clone(),
                _ => break,
            }
        }
    }
    found
}

async fn ask(engine: &Engine, scan: &Value) -> Value {
    let credential = "AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/dynamodb/aws4_request, \
                      SignedHeaders=host, Signature=x";
    let request = Client::new()
        .post(engine.url())
        .header("content-type", "application/x-amz-json-1.0")
        .header("x-amz-target", "DynamoDB_20120810.Scan")
        .header("authorization", credential)
        .body(scan.to_string());
    let answer = request.send().await.unwrap().text().await.unwrap();
    serde_json::from_str(&answer).unwrap()
}

/// `S`, `M` and `L` are types, everything else is a name.
fn note(value: &Value, name: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.contains(MARK) => {
            found.insert(name.to_owned());
        }
        Value::Object(map) => {
            for (key, value) in map {
                let is_type = ["S", "M", "L", "SS"].contains(&key.as_str());
                note(value, if is_type { name } else { key }, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| note(value, name, found)),
        _ => {}
    }
}
