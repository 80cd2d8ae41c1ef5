//! One table: the only room that calls the SDK. Single items here; ranges in [`query`], whole
//! tables in [`scan`], what changes in them in [`change_stream`], many items at once in [`batch`] and [`batch_get`], all or nothing in [`transact`], one on a condition in [`conditional`], the
//! table itself in [`admin`], the connection in [`client`].

mod admin;
mod attempts;
mod batch;
mod batch_get;
mod change_stream;
mod client;
mod conditional;
mod query;
mod scan;
mod transact;

pub(crate) use change_stream::{Change, ChangedItem, Changes, Gone, StreamShard};
pub(crate) use client::{Connection, connection};
pub(crate) use query::{Query, SortRange};
pub(crate) use scan::Scan;
pub(crate) use transact::{Condition, Write};

use crate::attribute::{from_sdk_item, to_sdk_item};
use crate::calls::{CallCounts, Ended, Operation};
use crate::error::{ErrorKind, StoreError};
use crate::table_id::TableId;
use attempts::Attempts;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use domain::value::Attributes;
use futures::FutureExt;
use futures::future::BoxFuture;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// A table of this installation.
#[derive(Debug, Clone)]
pub struct Table {
    pub id: TableId,
    pub name: String,
    pub region: String,
    client: Client,
    streams: aws_sdk_dynamodbstreams::Client,
    calls: Arc<CallCounts>,
}

impl Table {
    pub(crate) fn new(
        id: TableId,
        name: String,
        region: String,
        connection: Connection,
        calls: Arc<CallCounts>,
    ) -> Self {
        Self {
            id,
            name,
            region,
            client: connection.tables,
            streams: connection.streams,
            calls,
        }
    }

    /// One item, as it is at this moment.
    pub(crate) async fn get(&self, key: Attributes) -> Result<Option<Attributes>, StoreError> {
        let request = self
            .client
            .get_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)))
            .consistent_read(true);
        let output = self.call(Operation::Get, request.send().boxed()).await?;
        Ok(output.item.map(from_sdk_item))
    }

    /// Puts an item where none is; one that is already there is a conflict.
    pub(crate) async fn put_new(&self, item: Attributes) -> Result<(), StoreError> {
        self.calls.write(self.id, &item);
        let request = self
            .client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(to_sdk_item(item)))
            .condition_expression("attribute_not_exists(#p)")
            .expression_attribute_names("#p", self.id.partition_key().name);
        self.call(Operation::Put, request.send().boxed())
            .await
            .map(drop)
    }

    pub(crate) async fn delete(&self, key: Attributes) -> Result<(), StoreError> {
        self.calls.write(self.id, &key);
        let request = self
            .client
            .delete_item()
            .table_name(&self.name)
            .set_key(Some(to_sdk_item(key)));
        self.call(Operation::Delete, request.send().boxed())
            .await
            .map(drop)
    }

    /// Makes a call: counted, timed, and its failure told apart. Every call goes through here. The SDK's
    /// futures are tens of kilobytes each: boxed, they do not grow every caller's.
    async fn call<T, E>(
        &self,
        operation: Operation,
        sending: BoxFuture<'_, Result<T, SdkError<E>>>,
    ) -> Result<T, StoreError>
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        self.calls.begin(self.id, operation);
        let (clock, attempts) = (Instant::now(), Arc::new(Attempts::default()));
        let answer = attempts.during(sending).await;
        let answer = answer.map_err(|error| self.error(operation, &error));
        let failure = answer.as_ref().err().map(|error| error.kind);
        let failure = failure.filter(|kind| !is_answer(operation, *kind));
        let ended = Ended {
            at: Instant::now(),
            took: clock.elapsed(),
            is_failed: failure.is_some(),
            retries: attempts.retries(),
            throttled: attempts.throttled(),
        };
        self.calls.end(self.id, operation, failure, ended);
        answer
    }

    pub(crate) fn fault(&self, operation: Operation, detail: String) -> StoreError {
        StoreError {
            table: self.id,
            operation,
            kind: ErrorKind::Rejected,
            detail,
        }
    }

    /// For writing that others got in the way of again and again.
    pub(crate) fn collision(&self, detail: &str) -> StoreError {
        StoreError {
            kind: ErrorKind::Conflict,
            ..self.fault(Operation::Transact, detail.to_owned())
        }
    }

    fn error<E>(&self, operation: Operation, error: &SdkError<E>) -> StoreError
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        StoreError::from_sdk(self.id, operation, error)
    }
}

/// The part of an item that is its key.
pub(crate) fn key_of(table: TableId, item: &Attributes) -> Attributes {
    let names = [Some(table.partition_key()), table.sort_key()];
    let key = names.into_iter().flatten().filter_map(|key| {
        let value = item.get(key.name)?;
        Some((key.name.to_owned(), value.clone()))
    });
    key.collect()
}

/// That a condition did not hold, or that there is no table to describe, is what was asked; that others
/// write at the same time is no failure of the table's.
fn is_answer(operation: Operation, kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Conflict | ErrorKind::Contended)
        || (operation == Operation::Describe && kind == ErrorKind::NoSuchTable)
}
