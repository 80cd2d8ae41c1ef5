//! Writes one item on a condition, in tables that no transaction of Float Desk's reaches.

use super::Table;
use super::transact::{Condition, conditioned, expression};
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
        let put = self.client.put_item().set_item(Some(to_sdk_item(item)));
        let answer = conditioned!(put, self, expression(self, only_if)).send();
        let answer = answer.boxed().await.map(drop);
        answer.map_err(|error| self.error(Operation::Put, &error))
    }

    /// Deletes an item; a condition that does not hold is a conflict.
    pub(crate) async fn delete_if(
        &self,
        key: Attributes,
        only_if: Condition,
    ) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Delete);
        let delete = self.client.delete_item().set_key(Some(to_sdk_item(key)));
        let answer = conditioned!(delete, self, expression(self, only_if)).send();
        let answer = answer.boxed().await.map(drop);
        answer.map_err(|error| self.error(Operation::Delete, &error))
    }
}
