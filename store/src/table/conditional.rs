//! Writes one item on a condition, in tables that no transaction of Float Desk's reaches.

use super::Table;
use super::transact::{Condition, expression};
use crate::attribute::to_sdk_item;
use crate::calls::Operation;
use crate::error::StoreError;
use domain::value::Attributes;
use futures::FutureExt;

impl Table {
    /// Puts an item; a condition that does not hold is a conflict.
    pub(crate) async fn put_if(
        &self,
        item: Attributes,
        only_if: Condition,
    ) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Put);
        let condition = expression(self, only_if);
        let answer = self
            .client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(to_sdk_item(item)))
            .set_condition_expression(condition.text)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Put, &error))
    }

    /// Deletes an item; a condition that does not hold is a conflict.
    pub(crate) async fn delete_if(
        &self,
        key: Attributes,
        only_if: Condition,
    ) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Delete);
        let condition = expression(self, only_if);
        let answer = self
            .client
            .delete_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)))
            .set_condition_expression(condition.text)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Delete, &error))
    }
}
