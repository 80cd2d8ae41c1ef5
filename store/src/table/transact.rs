//! Writes several items or none.

use super::Table;
use crate::attribute::{to_sdk, to_sdk_item};
use crate::calls::Operation;
use crate::error::StoreError;
use crate::{Store, TableId};
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{Put, TransactWriteItem};
use domain::value::{Attributes, Value};
use futures::FutureExt;

/// One item of a transaction.
#[derive(Debug, Clone)]
pub(crate) struct Write {
    pub(crate) table: TableId,
    pub(crate) item: Attributes,
    pub(crate) only_if: Condition,
}

/// What must hold for a put to happen; otherwise the whole transaction is a conflict.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    /// Nothing is there yet.
    Absent,
    /// This attribute is as it was read.
    Is(&'static str, Value),
}

impl Store {
    /// All of `writes`, or none of them. Every table must be in the region of Float Desk's own.
    pub(crate) async fn transact(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let own = self.table(TableId::FloatDesk);
        self.calls().record(own.id, Operation::Transact);
        let items = writes
            .into_iter()
            .map(|write| transact_item(self.table(write.table), write))
            .collect::<Result<_, _>>()
            .map_err(|error: BuildError| own.fault(Operation::Transact, error.to_string()))?;
        let request = own
            .client
            .transact_write_items()
            .set_transact_items(Some(items));
        let answer = request.send().boxed().await;
        answer
            .map(drop)
            .map_err(|error| own.error(Operation::Transact, &error))
    }
}

fn transact_item(table: &Table, write: Write) -> Result<TransactWriteItem, BuildError> {
    let put = Put::builder()
        .table_name(&table.name)
        .set_item(Some(to_sdk_item(write.item)));
    let put = match write.only_if {
        Condition::Absent => put
            .condition_expression("attribute_not_exists(#a)")
            .expression_attribute_names("#a", table.id.partition_key().name),
        Condition::Is(name, value) => put
            .condition_expression("#a = :a")
            .expression_attribute_names("#a", name)
            .expression_attribute_values(":a", to_sdk(value)),
    };
    Ok(TransactWriteItem::builder().put(put.build()?).build())
}
