//! Counts every call to DynamoDB by table and operation, and knows how those of the last minute went.

mod last_minute;

pub use last_minute::LastMinute;
pub(crate) use last_minute::{Ended, Recent};

use crate::error::ErrorKind;
use crate::table_id::TableId;
use domain::value::{Attributes, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What was asked of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    Get,
    Query,
    Put,
    Delete,
    BatchWrite,
    BatchGet,
    Transact,
    Scan,
    Stream,
    Describe,
    Create,
}

impl Operation {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Query => "query",
            Self::Put => "put",
            Self::Delete => "delete",
            Self::BatchWrite => "batch_write",
            Self::BatchGet => "batch_get",
            Self::Transact => "transact",
            Self::Scan => "scan",
            Self::Stream => "stream",
            Self::Describe => "describe",
            Self::Create => "create",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The calls of one store since it was connected; also kept as metrics, whose names begin with
/// `dynamodb_`.
#[derive(Debug, Default)]
pub struct CallCounts {
    made: Mutex<BTreeMap<(TableId, Operation), u64>>,
    written: Mutex<BTreeMap<(TableId, String), u64>>,
    recent: Recent,
}

impl CallCounts {
    pub(crate) fn begin(&self, table: TableId, operation: Operation) {
        metrics::counter!(
            "dynamodb_calls_total",
            "table" => table.role(),
            "operation" => operation.as_str()
        )
        .increment(1);
        let mut counts = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((table, operation)).or_default() += 1;
    }

    /// Counts an item that is put, changed or deleted; its key is enough.
    pub(crate) fn write(&self, table: TableId, item: &Attributes) {
        let kind = kind_of(table, item);
        metrics::counter!(
            "dynamodb_items_written_total",
            "table" => table.role(),
            "kind" => kind.clone()
        )
        .increment(1);
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        *written.entry((table, kind)).or_default() += 1;
    }

    pub(crate) fn end(
        &self,
        table: TableId,
        operation: Operation,
        failure: Option<ErrorKind>,
        ended: Ended,
    ) {
        let labels = [("table", table.role()), ("operation", operation.as_str())];
        metrics::histogram!("dynamodb_call_seconds", &labels).record(ended.took);
        if let Some(kind) = failure {
            let kind = kind.to_string();
            metrics::counter!("dynamodb_errors_total", "table" => table.role(), "operation" => operation.as_str(), "kind" => kind)
                .increment(1);
        }
        for (name, count) in [
            ("dynamodb_retries_total", ended.retries),
            ("dynamodb_throttles_total", ended.throttled),
        ] {
            metrics::counter!(name, "table" => table.role()).increment(u64::from(count));
        }
        self.recent.add(table, ended);
    }

    /// How a table's calls of the last minute went, on this server.
    pub fn last_minute(&self, table: TableId) -> LastMinute {
        self.recent.last_minute(table, Instant::now())
    }

    pub fn by_table_and_operation(&self) -> BTreeMap<(TableId, Operation), u64> {
        self.made
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// How many items were put, changed or deleted, by table and kind.
    pub fn written(&self) -> BTreeMap<(TableId, String), u64> {
        self.written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn total(&self) -> u64 {
        self.by_table_and_operation().values().sum()
    }
}

/// How the partition of one of Float Desk's own items begins, such as `SESSION`. What other services
/// keep is of one kind, since their partitions may be anything.
fn kind_of(table: TableId, item: &Attributes) -> String {
    let partition = match item.get(table.partition_key().name) {
        Some(Value::Text(partition)) if table == TableId::FloatDesk => partition.as_str(),
        _ => return "item".to_owned(),
    };
    let kind = partition.split('#').next().unwrap_or(partition);
    kind.to_owned()
}
