//! One table: the only room that calls the SDK. Single items here; ranges in [`query`], many items
//! at once in [`batch`], all or nothing in [`transact`], one on a condition in [`conditional`], the
//! table itself in [`admin`], the connection in [`client`].

mod admin;
mod batch;
mod client;
mod conditional;
mod query;
mod transact;

pub(crate) use client::client;
pub(crate) use query::{Query, SortRange};
pub(crate) use transact::{Condition, Write};

use crate::attribute::{from_sdk_item, to_sdk_item};
use crate::calls::{CallCounts, Operation};
use crate::error::{ErrorKind, StoreError};
use crate::table_id::TableId;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use domain::value::Attributes;
// The SDK's futures are tens of kilobytes each: boxed here, they do not grow every caller's.
use futures::FutureExt;
use std::error::Error;
use std::sync::Arc;

/// A table of this installation.
#[derive(Debug, Clone)]
pub struct Table {
    pub id: TableId,
    pub name: String,
    pub region: String,
    client: Client,
    calls: Arc<CallCounts>,
}

impl Table {
    pub(crate) fn new(
        id: TableId,
        name: String,
        region: String,
        client: Client,
        calls: Arc<CallCounts>,
    ) -> Self {
        Self {
            id,
            name,
            region,
            client,
            calls,
        }
    }

    /// One item, as it is at this moment.
    pub(crate) async fn get(&self, key: Attributes) -> Result<Option<Attributes>, StoreError> {
        self.calls.record(self.id, Operation::Get);
        let answer = self
            .client
            .get_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)))
            .consistent_read(true)
            .send()
            .boxed()
            .await;
        let output = answer.map_err(|error| self.error(Operation::Get, &error))?;
        Ok(output.item.map(from_sdk_item))
    }

    /// Puts an item where none is; one that is already there is a conflict.
    pub(crate) async fn put_new(&self, item: Attributes) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Put);
        let answer = self
            .client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(to_sdk_item(item)))
            .condition_expression("attribute_not_exists(#p)")
            .expression_attribute_names("#p", self.id.partition_key().name)
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Put, &error))
    }

    pub(crate) async fn delete(&self, key: Attributes) -> Result<(), StoreError> {
        self.calls.record(self.id, Operation::Delete);
        let answer = self
            .client
            .delete_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)))
            .send()
            .boxed()
            .await;
        answer
            .map(drop)
            .map_err(|error| self.error(Operation::Delete, &error))
    }

    pub(crate) fn fault(&self, operation: Operation, detail: String) -> StoreError {
        StoreError {
            table: self.id,
            operation,
            kind: ErrorKind::Rejected,
            detail,
        }
    }

    pub(crate) fn error<E>(&self, operation: Operation, error: &SdkError<E>) -> StoreError
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        StoreError::from_sdk(self.id, operation, error)
    }
}
