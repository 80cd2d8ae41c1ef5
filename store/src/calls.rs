//! Counts every call to DynamoDB by table and operation.

use crate::table_id::TableId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// What was asked of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    Get,
    Query,
    Put,
    Delete,
    BatchWrite,
    Transact,
    Scan,
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
            Self::Transact => "transact",
            Self::Scan => "scan",
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

/// The calls of one store since it was connected; also kept as the metric `dynamodb_calls_total`.
#[derive(Debug, Default)]
pub struct CallCounts(Mutex<BTreeMap<(TableId, Operation), u64>>);

impl CallCounts {
    pub(crate) fn record(&self, table: TableId, operation: Operation) {
        metrics::counter!(
            "dynamodb_calls_total",
            "table" => table.role(),
            "operation" => operation.as_str()
        )
        .increment(1);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((table, operation)).or_default() += 1;
    }

    pub fn by_table_and_operation(&self) -> BTreeMap<(TableId, Operation), u64> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn total(&self) -> u64 {
        self.by_table_and_operation().values().sum()
    }
}
