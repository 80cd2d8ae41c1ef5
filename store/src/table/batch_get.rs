//! Reads many items by their keys.

use super::Table;
use super::client::patient;
use crate::attribute::{SdkItem, from_sdk_item, to_sdk_item};
use crate::calls::Operation;
use crate::error::StoreError;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};
use domain::value::Attributes;
use futures::FutureExt;
use std::time::Duration;

/// DynamoDB takes at most this many keys at once.
const BATCH: usize = 100;
/// How long a table without capacity is left alone.
const BREATHER: Duration = Duration::from_millis(200);

/// What one call gave.
pub(crate) struct Got {
    pub(crate) items: Vec<Attributes>,
    /// The keys that the table had no capacity for, or that did not fit the answer.
    pub(crate) left: Vec<Attributes>,
    /// What it cost.
    pub(crate) read_units: f64,
}

impl Table {
    /// As many of these items as one call gives, for those who pace themselves; no more than a hundred keys,
    /// and none twice.
    pub(crate) async fn get_some(&self, keys: Vec<Attributes>) -> Result<Got, StoreError> {
        let mut items = Vec::new();
        let keys = keys.into_iter().map(to_sdk_item).collect();
        let (left, read_units) = self.get_batch(keys, None, &mut items).await?;
        Ok(Got {
            items,
            left: left.into_iter().map(from_sdk_item).collect(),
            read_units,
        })
    }

    /// Those of these items that there are, as they are at this moment; no key may come twice.
    pub(crate) async fn get_all(
        &self,
        keys: Vec<Attributes>,
    ) -> Result<Vec<Attributes>, StoreError> {
        self.in_batches(keys, None).await
    }

    /// The keys of those of these items that there are.
    pub(crate) async fn existing(
        &self,
        keys: Vec<Attributes>,
    ) -> Result<Vec<Attributes>, StoreError> {
        let names = [Some(self.id.partition_key()), self.id.sort_key()];
        let names: Vec<_> = names.into_iter().flatten().map(|key| key.name).collect();
        self.in_batches(keys, Some(names.join(", "))).await
    }

    async fn in_batches(
        &self,
        keys: Vec<Attributes>,
        projection: Option<String>,
    ) -> Result<Vec<Attributes>, StoreError> {
        let mut found = Vec::new();
        let mut keys = keys.into_iter().map(to_sdk_item).peekable();
        while keys.peek().is_some() {
            let mut wanted: Vec<SdkItem> = keys.by_ref().take(BATCH).collect();
            while !wanted.is_empty() {
                (wanted, _) = self
                    .get_batch(wanted, projection.clone(), &mut found)
                    .await?;
                if !wanted.is_empty() {
                    tokio::time::sleep(BREATHER).await;
                }
            }
        }
        Ok(found)
    }

    /// Gives back the keys that the table had no capacity for, or that did not fit the answer, and what
    /// the others cost.
    async fn get_batch(
        &self,
        keys: Vec<SdkItem>,
        projection: Option<String>,
        found: &mut Vec<Attributes>,
    ) -> Result<(Vec<SdkItem>, f64), StoreError> {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .set_projection_expression(projection)
            .consistent_read(true)
            .build()
            .map_err(|error| self.fault(Operation::BatchGet, error.to_string()))?;
        let request = self
            .client
            .batch_get_item()
            .request_items(&self.name, wanted)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .customize()
            .config_override(patient());
        let output = self
            .call(Operation::BatchGet, request.send().boxed())
            .await?;
        let items = output
            .responses
            .and_then(|mut tables| tables.remove(&self.name));
        found.extend(items.unwrap_or_default().into_iter().map(from_sdk_item));
        let left = output
            .unprocessed_keys
            .and_then(|mut tables| tables.remove(&self.name));
        let costs = output.consumed_capacity.unwrap_or_default();
        let cost = costs.iter().filter_map(|cost| cost.capacity_units).sum();
        Ok((left.map(|left| left.keys).unwrap_or_default(), cost))
    }
}
