//! Compares each table with what it should be, and creates what is missing where that is ours to do.

mod reach;

pub use reach::reach;

use crate::config::Assumptions;
use crate::error::StoreError;
use crate::table_id::{KeyAttribute, TableId};
use crate::{ErrorKind, Store};
use futures::future::join_all;
use std::fmt;

/// A table's keys, indexes and TTL; as found, also its state and approximate size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    pub partition: KeyShape,
    pub sort: Option<KeyShape>,
    pub indexes: Vec<IndexShape>,
    pub ttl: Ttl,
    pub is_active: bool,
    pub items: i64,
    pub bytes: i64,
}

/// The attribute by which a table's items expire.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Ttl {
    #[default]
    Off,
    By(String),
    /// The engine has no such thing, or does not let us ask.
    NotKnown,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyShape {
    pub name: String,
    pub kind: KeyKind,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KeyKind {
    #[default]
    Text,
    Number,
    Binary,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexShape {
    pub name: String,
    pub partition: KeyShape,
    pub sort: Option<KeyShape>,
    /// Whether it holds whole items: what is read through an index is read whole.
    pub holds_all: bool,
    pub is_active: bool,
}

/// What was found out about one table.
#[derive(Debug)]
pub struct TableReport {
    pub id: TableId,
    pub name: String,
    pub region: String,
    pub outcome: Result<Vec<Finding>, StoreError>,
    /// The table as it describes itself, where there is one.
    pub shape: Option<Shape>,
}

impl TableReport {
    /// Whether Float Desk can work with the table as it is.
    pub fn is_fine(&self) -> bool {
        self.outcome
            .as_ref()
            .is_ok_and(|findings| findings.iter().all(Finding::is_harmless))
    }
}

/// A difference between a table and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    NoSuchTable,
    NotActive,
    PartitionKey {
        expected: KeyShape,
        found: KeyShape,
    },
    SortKey {
        expected: Option<KeyShape>,
        found: Option<KeyShape>,
    },
    NoIndex(String),
    IndexKeys(String),
    IndexNotWhole(String),
    IndexNotActive(String),
    Ttl {
        expected: Ttl,
        found: Ttl,
    },
    /// Missing, and nothing depends on it.
    UnusedAndMissing,
}

impl Finding {
    /// Items that never expire cost money, not correctness: Float Desk hides expired ones itself.
    pub fn is_harmless(&self) -> bool {
        matches!(self, Self::UnusedAndMissing | Self::Ttl { .. })
    }
}

impl fmt::Display for KeyShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            KeyKind::Text => "text",
            KeyKind::Number => "number",
            KeyKind::Binary => "binary",
        };
        write!(f, "{} ({kind})", self.name)
    }
}

impl fmt::Display for Ttl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::By(attribute) => attribute,
            Self::NotKnown => "not known",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = |key: &Option<KeyShape>| {
            key.as_ref()
                .map_or_else(|| "none".to_owned(), ToString::to_string)
        };
        match self {
            Self::NoSuchTable => f.write_str("there is no such table"),
            Self::NotActive => f.write_str("the table is not active"),
            Self::PartitionKey { expected, found } => {
                write!(f, "partition key is {found}, expected {expected}")
            }
            Self::SortKey { expected, found } => {
                write!(f, "sort key is {}, expected {}", key(found), key(expected))
            }
            Self::NoIndex(name) => write!(f, "index {name} is missing"),
            Self::IndexKeys(name) => write!(f, "index {name} has other keys than expected"),
            Self::IndexNotWhole(name) => write!(f, "index {name} does not hold whole items"),
            Self::IndexNotActive(name) => write!(f, "index {name} is not active"),
            Self::Ttl { expected, found } => write!(f, "TTL is {found}, expected {expected}"),
            Self::UnusedAndMissing => f.write_str("missing, and not used for anything"),
        }
    }
}

/// Who waits for a table to describe itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// Somebody who looks at a page: as soon as any other call.
    ForAPage,
    /// A command or a server that starts: the embedded engine counts a table to describe it, which takes
    /// seconds where there are millions of items.
    ForACommand,
}

/// Compares every table with what is expected of it, all at the same time.
pub async fn check(store: &Store, asking: Asking) -> Vec<TableReport> {
    join_all(TableId::ALL.map(|id| async move {
        let table = store.table(id);
        let found = table.shape(asking).await;
        let outcome = found.as_ref().map_err(Clone::clone);
        let outcome = outcome.map(|shape| match shape {
            Some(shape) => differences(&expected(id, store.assumptions()), shape),
            None if id.is_unused() => vec![Finding::UnusedAndMissing],
            None => vec![Finding::NoSuchTable],
        });
        TableReport {
            shape: found.ok().flatten(),
            id,
            name: table.name.clone(),
            region: table.region.clone(),
            outcome,
        }
    }))
    .await
}

/// Creates those of `ids` that do not exist yet, and says which.
pub async fn create_missing(store: &Store, ids: &[TableId]) -> Result<Vec<TableId>, StoreError> {
    let mut created = Vec::new();
    for id in ids {
        let table = store.table(*id);
        if table.shape(Asking::ForACommand).await?.is_none() {
            match table.create(&expected(*id, store.assumptions())).await {
                Ok(()) => created.push(*id),
                // Another server was a moment faster.
                Err(error) if error.kind == ErrorKind::Conflict => {
                    table.wait_until_active().await?;
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(created)
}

/// What a table should look like.
fn expected(id: TableId, assumptions: &Assumptions) -> Shape {
    let key = |KeyAttribute { name, is_number }| KeyShape {
        name: name.to_owned(),
        kind: if is_number {
            KeyKind::Number
        } else {
            KeyKind::Text
        },
    };
    let text = |name: &str| KeyShape {
        name: name.to_owned(),
        kind: KeyKind::Text,
    };
    Shape {
        partition: text(assumptions.partition_key(id)),
        sort: id.sort_key().map(key),
        indexes: id
            .indexes()
            .iter()
            .map(|index| IndexShape {
                name: index.name.to_owned(),
                partition: text(index.partition),
                sort: Some(text(index.sort)),
                holds_all: true,
                is_active: true,
            })
            .collect(),
        ttl: match assumptions.ttl_attribute(id) {
            Some(attribute) => Ttl::By(attribute.to_owned()),
            None => Ttl::Off,
        },
        is_active: true,
        items: 0,
        bytes: 0,
    }
}

fn differences(expected: &Shape, found: &Shape) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !found.is_active {
        findings.push(Finding::NotActive);
    }
    if found.partition != expected.partition {
        findings.push(Finding::PartitionKey {
            expected: expected.partition.clone(),
            found: found.partition.clone(),
        });
    }
    if found.sort != expected.sort {
        findings.push(Finding::SortKey {
            expected: expected.sort.clone(),
            found: found.sort.clone(),
        });
    }
    for index in &expected.indexes {
        let name = || index.name.clone();
        match found
            .indexes
            .iter()
            .find(|candidate| candidate.name == index.name)
        {
            None => findings.push(Finding::NoIndex(name())),
            Some(other) if (&other.partition, &other.sort) != (&index.partition, &index.sort) => {
                findings.push(Finding::IndexKeys(name()));
            }
            Some(other) if !other.holds_all => findings.push(Finding::IndexNotWhole(name())),
            Some(other) if !other.is_active => findings.push(Finding::IndexNotActive(name())),
            Some(_) => {}
        }
    }
    if found.ttl != expected.ttl {
        findings.push(Finding::Ttl {
            expected: expected.ttl.clone(),
            found: found.ttl.clone(),
        });
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn underwriting() -> Shape {
        expected(TableId::Underwriting, &Assumptions::default())
    }

    #[test]
    fn a_table_as_expected_has_no_findings() {
        assert_eq!(differences(&underwriting(), &underwriting()), []);
    }

    #[test]
    fn an_index_of_keys_alone_and_a_binary_key_are_named() {
        let mut found = underwriting();
        found.indexes[0].holds_all = false;
        found.partition.kind = KeyKind::Binary;
        found.ttl = Ttl::NotKnown;
        let findings = differences(&underwriting(), &found);
        let said: Vec<_> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "partition key is PK (binary), expected PK (text)",
                "index GSI1 does not hold whole items",
                "TTL is not known, expected ttl"
            ]
        );
    }

    #[test]
    fn each_difference_is_named() {
        let mut found = underwriting();
        found.partition.name = "id".to_owned();
        found.sort = None;
        found.indexes.clear();
        found.ttl = Ttl::Off;
        let said: Vec<_> = differences(&underwriting(), &found)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            said,
            [
                "partition key is id (text), expected PK (text)",
                "sort key is none, expected SK (text)",
                "index GSI1 is missing",
                "TTL is off, expected ttl"
            ]
        );
    }
}
