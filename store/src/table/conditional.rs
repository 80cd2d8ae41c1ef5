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
        self.calls.write(self.id, &item);
        let put = self.client.put_item().set_item(Some(to_sdk_item(item)));
        let sending = conditioned!(put, self, expression(self, only_if)).send();
        self.call(Operation::Put, sending.boxed()).await.map(drop)
    }

    /// Deletes an item; a condition that does not hold is a conflict.
    pub(crate) async fn delete_if(
        &self,
        key: Attributes,
        only_if: Condition,
    ) -> Result<(), StoreError> {
        self.calls.write(self.id, &key);
        let delete = self.client.delete_item().set_key(Some(to_sdk_item(key)));
        let sending = conditioned!(delete, self, expression(self, only_if)).send();
        self.call(Operation::Delete, sending.boxed())
            .await
            .map(drop)
    }
}
