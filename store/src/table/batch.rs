//! Writes many items at once, for seeding.

use super::Table;
use super::client::patient;
use crate::attribute::to_sdk_item;
use crate::calls::Operation;
use crate::error::StoreError;
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use domain::value::Attributes;
use futures::FutureExt;
use futures::stream::{self, TryStreamExt};
use std::time::Duration;

/// DynamoDB takes at most this many items in one batch.
const BATCH: usize = 25;
/// How long a table without capacity is left alone.
const BREATHER: Duration = Duration::from_millis(200);

impl Table {
    /// Puts any number of items with other keys each, for seeding. Calls `done` after each batch
    /// with the number of items written.
    pub async fn put_all(
        &self,
        items: Vec<Attributes>,
        done: impl Fn(u64),
    ) -> Result<(), StoreError> {
        let mut batches = Vec::new();
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            batches.push(items.by_ref().take(BATCH).collect::<Vec<_>>());
        }
        stream::iter(batches.into_iter().map(Ok))
            .try_for_each_concurrent(4, |batch| async {
                let size = batch.len() as u64;
                self.put_batch(batch).await?;
                done(size);
                Ok(())
            })
            .await
    }

    async fn put_batch(&self, batch: Vec<Attributes>) -> Result<(), StoreError> {
        let mut requests = Vec::with_capacity(batch.len());
        for item in batch {
            self.calls.write(self.id, &item);
            let put = PutRequest::builder()
                .set_item(Some(to_sdk_item(item)))
                .build();
            let put = put.map_err(|error| self.fault(Operation::BatchWrite, error.to_string()))?;
            requests.push(WriteRequest::builder().put_request(put).build());
        }
        while !requests.is_empty() {
            let request = self
                .client
                .batch_write_item()
                .request_items(&self.name, requests)
                .customize()
                .config_override(patient());
            let output = self
                .call(Operation::BatchWrite, request.send().boxed())
                .await?;
            // What the table had no capacity for comes back, and is sent again after a moment.
            requests = output
                .unprocessed_items
                .and_then(|mut unprocessed| unprocessed.remove(&self.name))
                .unwrap_or_default();
            if !requests.is_empty() {
                tokio::time::sleep(BREATHER).await;
            }
        }
        Ok(())
    }
}
