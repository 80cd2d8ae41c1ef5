//! Writes several items or none.

use super::Table;
use crate::attribute::{to_sdk, to_sdk_item};
use crate::calls::Operation;
use crate::error::StoreError;
use crate::{Store, TableId};
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem};
use domain::value::{Attributes, Value};
use futures::FutureExt;
use std::collections::HashMap;

/// What a transaction does to one item, and on which condition; a condition that does not hold makes
/// the whole transaction a conflict.
#[derive(Debug, Clone)]
pub(crate) struct Write {
    table: TableId,
    deed: Deed,
    only_if: Condition,
}

#[derive(Debug, Clone)]
enum Deed {
    Put(Attributes),
    /// With the key of what goes.
    Delete(Attributes),
    /// With the key of what is only looked at.
    Check(Attributes),
}

#[derive(Debug, Clone)]
pub(crate) enum Condition {
    /// Nothing is there yet.
    Absent,
    /// This attribute is as it was read.
    Is(&'static str, Value),
    /// Every attribute is as it was read.
    Same(Attributes),
    /// Whatever is there, for what only ever changes together with an item that has a condition.
    Always,
    /// Every attribute is as it was read, and none of these has been added.
    SameAndWithout(Attributes, Vec<&'static str>),
}

impl Write {
    /// An item where none is yet.
    pub(crate) fn new_item(table: TableId, item: Attributes) -> Self {
        Self::put(table, item, Condition::Absent)
    }

    pub(crate) fn put(table: TableId, item: Attributes, only_if: Condition) -> Self {
        Self {
            table,
            deed: Deed::Put(item),
            only_if,
        }
    }

    pub(crate) fn delete(table: TableId, key: Attributes, only_if: Condition) -> Self {
        Self {
            table,
            deed: Deed::Delete(key),
            only_if,
        }
    }

    /// Changes nothing, but holds the transaction to a condition on this item too.
    pub(crate) fn check(table: TableId, key: Attributes, only_if: Condition) -> Self {
        Self {
            table,
            deed: Deed::Check(key),
            only_if,
        }
    }
}

impl Store {
    /// All of `writes`, or none of them. Every table must be in the region of Float Desk's own.
    pub(crate) async fn transact(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let own = self.table(TableId::FloatDesk);
        let items = writes
            .into_iter()
            .map(|write| transact_item(self.table(write.table), write))
            .collect::<Result<_, _>>()
            .map_err(|error: BuildError| own.fault(Operation::Transact, error.to_string()))?;
        let request = own
            .client
            .transact_write_items()
            .set_transact_items(Some(items));
        own.call(Operation::Transact, request.send().boxed())
            .await
            .map(drop)
    }
}

/// Five kinds of requests take a condition, by the same methods of five types.
macro_rules! conditioned {
    ($builder:expr, $table:expr, $condition:expr) => {{
        let condition = $condition;
        $builder
            .table_name(&$table.name)
            .set_condition_expression(condition.text)
            .set_expression_attribute_names(condition.names)
            .set_expression_attribute_values(condition.values)
    }};
}
pub(super) use conditioned;

fn transact_item(table: &Table, write: Write) -> Result<TransactWriteItem, BuildError> {
    let condition = expression(table, write.only_if);
    let item = TransactWriteItem::builder();
    Ok(match write.deed {
        Deed::Put(attributes) => {
            let put = Put::builder().set_item(Some(to_sdk_item(attributes)));
            item.put(conditioned!(put, table, condition).build()?)
        }
        Deed::Delete(key) => {
            let delete = Delete::builder().set_key(Some(to_sdk_item(key)));
            item.delete(conditioned!(delete, table, condition).build()?)
        }
        Deed::Check(key) => {
            let check = ConditionCheck::builder().set_key(Some(to_sdk_item(key)));
            item.condition_check(conditioned!(check, table, condition).build()?)
        }
    }
    .build())
}

/// A condition in DynamoDB's words; nothing where there is none. The engine refuses empty maps.
#[derive(Default)]
pub(super) struct Expression {
    pub(super) text: Option<String>,
    pub(super) names: Option<HashMap<String, String>>,
    pub(super) values: Option<HashMap<String, AttributeValue>>,
}

pub(super) fn expression(table: &Table, condition: Condition) -> Expression {
    let mut absent = Vec::new();
    let attributes: Vec<(String, Value)> = match condition {
        Condition::Absent => {
            let key = table.id.partition_key().name.to_owned();
            return Expression {
                text: Some("attribute_not_exists(#a)".to_owned()),
                names: Some(HashMap::from([("#a".to_owned(), key)])),
                values: None,
            };
        }
        Condition::Always => return Expression::default(),
        Condition::Is(name, value) => vec![(name.to_owned(), value)],
        Condition::Same(attributes) => attributes.into_iter().collect(),
        Condition::SameAndWithout(attributes, without) => {
            absent = without;
            attributes.into_iter().collect()
        }
    };
    let (mut terms, mut names, mut values) = (Vec::new(), HashMap::new(), HashMap::new());
    for (index, (name, value)) in attributes.into_iter().enumerate() {
        terms.push(format!("#a{index} = :a{index}"));
        names.insert(format!("#a{index}"), name);
        values.insert(format!(":a{index}"), to_sdk(value));
    }
    for (index, name) in absent.into_iter().enumerate() {
        terms.push(format!("attribute_not_exists(#n{index})"));
        names.insert(format!("#n{index}"), name.to_owned());
    }
    Expression {
        text: Some(terms.join(" AND ")),
        names: Some(names),
        values: Some(values),
    }
}
