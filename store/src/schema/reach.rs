//! Whether each table answers at all, asked the way that pages ask: by reading an item.

use crate::table_id::{KeyAttribute, TableId};
use crate::{Store, StoreError};
use domain::value::{Attributes, Value};
use futures::future::join_all;

/// No item has this key, and none has to: a table that says so has answered.
const NOBODY: &str = "FLOAT_DESK_REACH";

/// Asks every table that is used for anything, all at the same time.
pub async fn reach(store: &Store) -> Vec<(TableId, Result<(), StoreError>)> {
    let used = TableId::ALL.into_iter().filter(|id| !id.is_unused());
    join_all(used.map(|id| async move {
        let answer = store.table(id).get(nobody(store, id)).await;
        (id, answer.map(drop))
    }))
    .await
}

fn nobody(store: &Store, id: TableId) -> Attributes {
    let partition = store.assumptions().partition_key(id).to_owned();
    let sort = id.sort_key().map(|KeyAttribute { name, is_number }| {
        let value = if is_number {
            Value::number(0)
        } else {
            Value::text(NOBODY)
        };
        (name.to_owned(), value)
    });
    let key = [(partition, Value::text(NOBODY))].into_iter();
    key.chain(sort).collect()
}
