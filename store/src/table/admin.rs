//! Describes and creates a table.

use super::Table;
use super::client::describing;
use crate::calls::Operation;
use crate::error::{ErrorKind, StoreError};
use crate::schema::{Asking, IndexShape, KeyKind, KeyShape, Shape, Ttl};
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeySchemaElement, KeyType,
    Projection, ProjectionType, ScalarAttributeType, TableDescription, TableStatus,
    TimeToLiveSpecification, TimeToLiveStatus,
};
use futures::FutureExt;
use std::time::Duration;

impl Table {
    /// The table as it is; nothing where there is none of that name.
    pub(crate) async fn shape(&self, asking: Asking) -> Result<Option<Shape>, StoreError> {
        let request = self.client.describe_table().table_name(&self.name);
        let sending = match asking {
            Asking::ForAPage => request.send().boxed(),
            Asking::ForACommand => {
                let request = request.customize().config_override(describing());
                request.send().boxed()
            }
        };
        let description = match self.call(Operation::Describe, sending).await {
            Ok(output) => output.table,
            Err(error) if error.kind == ErrorKind::NoSuchTable => None,
            Err(error) => return Err(error),
        };
        let Some(description) = description else {
            return Ok(None);
        };
        let ttl = self.ttl().await?;
        Ok(Some(shape_of(&description, ttl)))
    }

    async fn ttl(&self) -> Result<Ttl, StoreError> {
        let request = self.client.describe_time_to_live().table_name(&self.name);
        let output = match self.call(Operation::Describe, request.send().boxed()).await {
            Ok(output) => output,
            Err(error) if error.kind == ErrorKind::AccessDenied || is_unknown_to_engine(&error) => {
                return Ok(Ttl::NotKnown);
            }
            Err(error) => return Err(error),
        };
        let on = [TimeToLiveStatus::Enabled, TimeToLiveStatus::Enabling];
        let description = output.time_to_live_description.filter(|ttl| {
            ttl.time_to_live_status()
                .is_some_and(|status| on.contains(status))
        });
        let attribute = description.and_then(|ttl| ttl.attribute_name);
        Ok(attribute.map_or(Ttl::Off, Ttl::By))
    }

    /// Creates the table with the keys, indexes and TTL of `shape`, and waits until it can be used.
    pub(crate) async fn create(&self, shape: &Shape) -> Result<(), StoreError> {
        let (definitions, schema, indexes) =
            definitions(shape).map_err(|error| self.fault(Operation::Create, error.to_string()))?;
        let request = self
            .client
            .create_table()
            .table_name(&self.name)
            .billing_mode(BillingMode::PayPerRequest)
            .set_attribute_definitions(Some(definitions))
            .set_key_schema(Some(schema))
            .set_global_secondary_indexes((!indexes.is_empty()).then_some(indexes));
        self.call(Operation::Create, request.send().boxed()).await?;
        self.wait_until_active().await?;
        match &shape.ttl {
            Ttl::By(attribute) => self.expire_by(attribute).await,
            Ttl::Off | Ttl::NotKnown => Ok(()),
        }
    }

    pub(crate) async fn wait_until_active(&self) -> Result<(), StoreError> {
        while !self
            .shape(Asking::ForACommand)
            .await?
            .is_some_and(|shape| shape.is_active)
        {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    async fn expire_by(&self, attribute: &str) -> Result<(), StoreError> {
        let specification = TimeToLiveSpecification::builder()
            .enabled(true)
            .attribute_name(attribute)
            .build()
            .map_err(|error| self.fault(Operation::Create, error.to_string()))?;
        let request = self
            .client
            .update_time_to_live()
            .table_name(&self.name)
            .time_to_live_specification(specification);
        match self.call(Operation::Create, request.send().boxed()).await {
            // Some engines know no TTL. Their tables do: expired items are hidden anyway.
            Err(error) if is_unknown_to_engine(&error) => {
                tracing::warn!(table = self.name, "this engine never expires items");
                Ok(())
            }
            other => other.map(drop),
        }
    }
}

/// Not every engine that speaks DynamoDB's language knows all of it.
fn is_unknown_to_engine(error: &StoreError) -> bool {
    error.detail.contains("UnknownOperationException")
}

fn shape_of(description: &TableDescription, ttl: Ttl) -> Shape {
    let kind_of = |name: &str| {
        let mut definitions = description.attribute_definitions().iter();
        let named = definitions.find(|definition| definition.attribute_name() == name);
        match named.map(AttributeDefinition::attribute_type) {
            Some(ScalarAttributeType::N) => KeyKind::Number,
            Some(ScalarAttributeType::B) => KeyKind::Binary,
            _ => KeyKind::Text,
        }
    };
    let key = |schema: &[KeySchemaElement], kind: &KeyType| {
        let element = schema.iter().find(|element| element.key_type() == kind)?;
        let name = element.attribute_name().to_owned();
        Some(KeyShape {
            kind: kind_of(&name),
            name,
        })
    };
    let keys = description.key_schema();
    Shape {
        partition: key(keys, &KeyType::Hash).unwrap_or_default(),
        sort: key(keys, &KeyType::Range),
        indexes: description
            .global_secondary_indexes()
            .iter()
            .map(|index| IndexShape {
                name: index.index_name().unwrap_or_default().to_owned(),
                partition: key(index.key_schema(), &KeyType::Hash).unwrap_or_default(),
                sort: key(index.key_schema(), &KeyType::Range),
                holds_all: index
                    .projection()
                    .is_some_and(|of| of.projection_type() == Some(&ProjectionType::All)),
                is_active: index.index_status() == Some(&IndexStatus::Active),
            })
            .collect(),
        ttl,
        is_active: description.table_status() == Some(&TableStatus::Active),
        items: description.item_count().unwrap_or_default(),
        bytes: description.table_size_bytes().unwrap_or_default(),
    }
}

type Definitions = (
    Vec<AttributeDefinition>,
    Vec<KeySchemaElement>,
    Vec<GlobalSecondaryIndex>,
);

fn definitions(shape: &Shape) -> Result<Definitions, BuildError> {
    let mut attributes: Vec<&KeyShape> = Vec::new();
    let index_keys = shape
        .indexes
        .iter()
        .flat_map(|i| [Some(&i.partition), i.sort.as_ref()]);
    for key in [Some(&shape.partition), shape.sort.as_ref()]
        .into_iter()
        .chain(index_keys)
        .flatten()
    {
        if !attributes.contains(&key) {
            attributes.push(key);
        }
    }
    let definitions = attributes
        .into_iter()
        .map(|key| {
            let kind = match key.kind {
                KeyKind::Text => ScalarAttributeType::S,
                KeyKind::Number => ScalarAttributeType::N,
                KeyKind::Binary => ScalarAttributeType::B,
            };
            AttributeDefinition::builder()
                .attribute_name(&key.name)
                .attribute_type(kind)
                .build()
        })
        .collect::<Result<_, _>>()?;
    let indexes = shape
        .indexes
        .iter()
        .map(|index| {
            GlobalSecondaryIndex::builder()
                .index_name(&index.name)
                .set_key_schema(Some(key_schema(&index.partition, index.sort.as_ref())?))
                .projection(
                    Projection::builder()
                        .projection_type(ProjectionType::All)
                        .build(),
                )
                .build()
        })
        .collect::<Result<_, _>>()?;
    Ok((
        definitions,
        key_schema(&shape.partition, shape.sort.as_ref())?,
        indexes,
    ))
}

fn key_schema(
    partition: &KeyShape,
    sort: Option<&KeyShape>,
) -> Result<Vec<KeySchemaElement>, BuildError> {
    let element = |key: &KeyShape, kind| {
        KeySchemaElement::builder()
            .attribute_name(&key.name)
            .key_type(kind)
            .build()
    };
    let mut schema = vec![element(partition, KeyType::Hash)?];
    if let Some(sort) = sort {
        schema.push(element(sort, KeyType::Range)?);
    }
    Ok(schema)
}
