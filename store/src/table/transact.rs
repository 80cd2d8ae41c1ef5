//! Writes several items or none.

use super::Table;
use super::client::patient;
use crate::attribute::{to_sdk, to_sdk_item};
use crate::calls::Operation;
use crate::error::{ErrorKind, StoreError};
use crate::{Store, TableId};
use aws_sdk_dynamodb::error::{BuildError, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_write_items::{
    TransactWriteItemsError, TransactWriteItemsOutput,
};
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem, Update,
};
use domain::value::{Attributes, Value};
use futures::FutureExt;
use futures::future::BoxFuture;
use std::collections::HashMap;
use std::time::Duration;

/// How often a transaction is tried that meets others: the SDK tries each of them once.
const ATTEMPTS: u32 = 4;
const BREATHER: Duration = Duration::from_millis(25);

type Sending =
    BoxFuture<'static, Result<TransactWriteItemsOutput, SdkError<TransactWriteItemsError>>>;

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
    Add {
        key: Attributes,
        /// Set to these, whatever they were.
        fields: Attributes,
        /// Raised by so much, from zero where there is none yet.
        by: Vec<(&'static str, i64)>,
    },
}

#[derive(Debug, Clone)]
pub(crate) enum Condition {
    /// Nothing is there yet.
    Absent,
    /// This attribute is as it was read.
    Is(&'static str, Value),
    /// Every attribute is as it was read.
    Same(Attributes),
    /// Nothing is there yet, or this number is not beyond the one that is written.
    NotBeyond(&'static str, i64),
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

    /// An item of Float Desk's own, whatever was there.
    pub(crate) fn over_any(item: Attributes) -> Self {
        Self::put(TableId::FloatDesk, item, Condition::Always)
    }

    /// Raises numbers of an item, which is made where there is none.
    pub(crate) fn add(
        table: TableId,
        key: Attributes,
        fields: Attributes,
        by: Vec<(&'static str, i64)>,
    ) -> Self {
        Self {
            table,
            deed: Deed::Add { key, fields, by },
            only_if: Condition::Always,
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
        let request = self.transaction(writes)?;
        self.insist(|| request.clone().send().boxed()).await
    }

    /// The same for what nobody waits for, and which may take its time.
    pub(crate) async fn transact_patiently(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let request = self.transaction(writes)?;
        self.insist(|| {
            let request = request.clone().customize();
            request.config_override(patient()).send().boxed()
        })
        .await
    }

    /// Two transactions that meet on an item can both be turned away, though neither was wrong.
    async fn insist(&self, send: impl Fn() -> Sending) -> Result<(), StoreError> {
        let own = self.table(TableId::FloatDesk);
        let mut tried = 1;
        loop {
            match own.call(Operation::Transact, send()).await {
                Err(error) if error.kind == ErrorKind::Contended && tried < ATTEMPTS => {
                    tokio::time::sleep(BREATHER * tried).await;
                    tried += 1;
                }
                other => return other.map(drop),
            }
        }
    }

    fn transaction(
        &self,
        writes: Vec<Write>,
    ) -> Result<TransactWriteItemsFluentBuilder, StoreError> {
        let own = self.table(TableId::FloatDesk);
        for write in &writes {
            if let Deed::Put(item) | Deed::Delete(item) | Deed::Add { key: item, .. } = &write.deed
            {
                own.calls.write(write.table, item);
            }
        }
        let items = writes
            .into_iter()
            .map(|write| transact_item(self.table(write.table), write))
            .collect::<Result<_, _>>()
            .map_err(|error: BuildError| own.fault(Operation::Transact, error.to_string()))?;
        let request = own.client.transact_write_items();
        Ok(request.set_transact_items(Some(items)))
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
        Deed::Add { key, fields, by } => item.update(addition(table, key, fields, by)?),
    }
    .build())
}

fn addition(
    table: &Table,
    key: Attributes,
    fields: Attributes,
    by: Vec<(&'static str, i64)>,
) -> Result<Update, BuildError> {
    let mut update = Update::builder()
        .table_name(&table.name)
        .set_key(Some(to_sdk_item(key)));
    let (mut sets, mut adds) = (Vec::new(), Vec::new());
    for (index, (name, value)) in fields.into_iter().enumerate() {
        sets.push(format!("#s{index} = :s{index}"));
        update = update
            .expression_attribute_names(format!("#s{index}"), name)
            .expression_attribute_values(format!(":s{index}"), to_sdk(value));
    }
    for (index, (name, by)) in by.into_iter().enumerate() {
        adds.push(format!("#d{index} :d{index}"));
        update = update
            .expression_attribute_names(format!("#d{index}"), name)
            .expression_attribute_values(format!(":d{index}"), to_sdk(Value::number(by)));
    }
    let expression = format!("SET {} ADD {}", sets.join(", "), adds.join(", "));
    update.update_expression(expression).build()
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
        Condition::NotBeyond(name, number) => {
            let number = to_sdk(Value::number(number));
            return Expression {
                text: Some("attribute_not_exists(#a) OR #a <= :a".to_owned()),
                names: Some(HashMap::from([("#a".to_owned(), name.to_owned())])),
                values: Some(HashMap::from([(":a".to_owned(), number)])),
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
