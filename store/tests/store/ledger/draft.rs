//! A made-up ledger is what recording its entries leaves.

use super::many::{entries, keep, many};
use crate::harness::TestStore;
use aws_sdk_dynamodb::types::AttributeValue;
use std::collections::HashMap;
use store::TableId;
use store::ledger::{Draft, record};

async fn everything(store: &TestStore) -> Vec<HashMap<String, AttributeValue>> {
    let sdk = store.sdk(TableId::FloatDesk).await;
    let name = &store.table(TableId::FloatDesk).name;
    let pages = sdk.scan().table_name(name).into_paginator().items().send();
    let mut items = pages.try_collect().await.unwrap();
    let key = |item: &HashMap<String, AttributeValue>| format!("{:?}{:?}", item["PK"], item["SK"]);
    items.sort_by_key(key);
    items
}

#[tokio::test]
async fn a_draft_is_what_recording_leaves() {
    let entries = entries(&many(150));
    let recorded = TestStore::with(&[TableId::FloatDesk]).await;
    record(&recorded, &entries, keep()).await.unwrap();
    let imported = TestStore::with(&[TableId::FloatDesk]).await;
    let mut draft = Draft::new(keep());
    let mut items: Vec<_> = entries.iter().flat_map(|one| draft.add(one)).collect();
    assert_eq!(items.len(), 300, "each with its finder");
    items.extend(draft.finish());
    imported.import(TableId::FloatDesk, items).await;
    assert_eq!(everything(&imported).await, everything(&recorded).await);
}
