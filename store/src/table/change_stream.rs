//! Reads a table's stream of changes.

use super::Table;
use super::client::describing;
use crate::calls::Operation;
use crate::error::{ErrorKind, StoreError};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::StreamSpecification;
use aws_sdk_dynamodbstreams::types::{
    AttributeValue, OperationType, Record, ShardIteratorType, StreamRecord,
};
use domain::instant::Instant;
use domain::value::{Attributes, Number, Value};
use futures::FutureExt;
use std::collections::HashMap;

/// Part of a stream. Items of one key are always in one shard, or in one and then in its child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StreamShard {
    pub(crate) id: String,
    pub(crate) parent: Option<String>,
}

/// What one call gave.
#[derive(Debug)]
pub(crate) struct Changes {
    pub(crate) changes: Vec<Change>,
    /// How to read on; nothing at the end of a closed shard.
    pub(crate) next: Option<String>,
}

/// An item that was put or changed.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) sequence: String,
    pub(crate) at: Option<Instant>,
    /// Nothing where it was deleted.
    pub(crate) item: Option<ChangedItem>,
}

#[derive(Debug)]
pub(crate) enum ChangedItem {
    Whole(Attributes),
    /// Of a stream that only tells which.
    Key(Attributes),
}

/// Where a place in a shard has gone: its records are kept for a day.
#[derive(Debug)]
pub(crate) enum Gone {
    /// The way to it has timed out; there is another.
    Iterator,
    /// The records themselves.
    Records,
    Error(StoreError),
}

impl Table {
    /// The stream of this table, if it has one.
    pub(crate) async fn stream(&self) -> Result<Option<String>, StoreError> {
        let request = self.client.describe_table().table_name(&self.name);
        let request = request.customize().config_override(describing());
        let output = self
            .call(Operation::Describe, request.send().boxed())
            .await?;
        let Some(table) = output.table else {
            return Ok(None);
        };
        let is_on = table
            .stream_specification()
            .is_some_and(StreamSpecification::stream_enabled);
        Ok(table.latest_stream_arn.filter(|_| is_on))
    }

    /// Every shard of a stream, closed ones among them.
    pub(crate) async fn shards(&self, stream: &str) -> Result<Vec<StreamShard>, StoreError> {
        let (mut shards, mut after) = (Vec::new(), None);
        loop {
            let request = self
                .streams
                .describe_stream()
                .stream_arn(stream)
                .set_exclusive_start_shard_id(after.take());
            let output = self.call(Operation::Stream, request.send().boxed()).await?;
            let Some(described) = output.stream_description else {
                return Ok(shards);
            };
            after = described.last_evaluated_shard_id;
            let found = described.shards.unwrap_or_default();
            shards.extend(found.into_iter().filter_map(|shard| {
                Some(StreamShard {
                    id: shard.shard_id?,
                    parent: shard.parent_shard_id,
                })
            }));
            if after.is_none() {
                return Ok(shards);
            }
        }
    }

    /// A way to read a shard from behind a record, or from the oldest one that is kept.
    pub(crate) async fn shard_iterator(
        &self,
        stream: &str,
        shard: &str,
        after: Option<&str>,
    ) -> Result<String, Gone> {
        let from = match after {
            Some(_) => ShardIteratorType::AfterSequenceNumber,
            None => ShardIteratorType::TrimHorizon,
        };
        let request = self
            .streams
            .get_shard_iterator()
            .stream_arn(stream)
            .shard_id(shard)
            .shard_iterator_type(from)
            .set_sequence_number(after.map(str::to_owned));
        let output = self.call(Operation::Stream, request.send().boxed()).await;
        let iterator = output.map_err(gone)?.shard_iterator;
        iterator.ok_or(Gone::Records)
    }

    pub(crate) async fn changes(&self, iterator: &str) -> Result<Changes, Gone> {
        self.some_changes(iterator, None).await
    }

    /// Whether a shard may be read: to know of it is one right, to read it takes two more.
    pub(crate) async fn try_shard(&self, stream: &str, shard: &str) -> Result<(), StoreError> {
        let looked = async {
            let iterator = self.shard_iterator(stream, shard, None).await?;
            self.some_changes(&iterator, Some(1)).await
        };
        match looked.await {
            Err(Gone::Error(error)) => Err(error),
            Ok(_) | Err(Gone::Iterator | Gone::Records) => Ok(()),
        }
    }

    async fn some_changes(&self, iterator: &str, limit: Option<i32>) -> Result<Changes, Gone> {
        let request = self.streams.get_records().shard_iterator(iterator);
        let request = request.set_limit(limit);
        let output = self.call(Operation::Stream, request.send().boxed()).await;
        let output = output.map_err(gone)?;
        let records = output.records.unwrap_or_default();
        Ok(Changes {
            changes: records.into_iter().filter_map(change).collect(),
            next: output.next_shard_iterator,
        })
    }
}

fn gone(error: StoreError) -> Gone {
    match error.kind {
        ErrorKind::Rejected if error.detail.contains("ExpiredIterator") => Gone::Iterator,
        ErrorKind::Rejected if error.detail.contains("TrimmedDataAccess") => Gone::Records,
        _ => Gone::Error(error),
    }
}

fn change(record: Record) -> Option<Change> {
    let is_deleted = record.event_name == Some(OperationType::Remove);
    let StreamRecord {
        approximate_creation_date_time,
        keys,
        new_image,
        sequence_number,
        ..
    } = record.dynamodb?;
    let whole = new_image.map(|item| ChangedItem::Whole(from_stream_item(item)));
    let item = whole.or_else(|| Some(ChangedItem::Key(from_stream_item(keys?))));
    Some(Change {
        sequence: sequence_number?,
        at: approximate_creation_date_time.and_then(|at| Instant::from_epoch_seconds(at.secs())),
        item: item.filter(|_| !is_deleted),
    })
}

fn from_stream_item(item: HashMap<String, AttributeValue>) -> Attributes {
    item.into_iter()
        .map(|(name, value)| (name, from_stream(value)))
        .collect()
}

/// The same values as in the table, in types of the stream's own.
fn from_stream(value: AttributeValue) -> Value {
    match value {
        AttributeValue::Bool(yes) => Value::Bool(yes),
        AttributeValue::N(number) => Value::Number(Number::from_stored(number)),
        AttributeValue::S(text) => Value::Text(text),
        AttributeValue::B(bytes) => Value::Binary(bytes.into_inner()),
        AttributeValue::L(list) => Value::List(list.into_iter().map(from_stream).collect()),
        AttributeValue::M(map) => Value::Map(from_stream_item(map)),
        AttributeValue::Ss(set) => Value::TextSet(set),
        AttributeValue::Ns(set) => {
            Value::NumberSet(set.into_iter().map(Number::from_stored).collect())
        }
        AttributeValue::Bs(set) => {
            Value::BinarySet(set.into_iter().map(Blob::into_inner).collect())
        }
        // `Null`, and kinds that this SDK does not know yet.
        _ => Value::Null,
    }
}
