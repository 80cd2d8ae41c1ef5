//! Reads a whole table part by part, beside others who read its other parts.

use super::Table;
use super::client::patient;
use crate::attribute::{from_sdk_item, to_sdk, to_sdk_item};
use crate::calls::Operation;
use crate::error::StoreError;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use domain::value::{Attributes, Value};
use futures::FutureExt;

/// Which part of a table, and from where.
pub(crate) struct Scan<'a> {
    pub(crate) segment: u32,
    pub(crate) of: u32,
    /// What the sort keys of the wanted items begin with; without any, all are wanted. DynamoDB reads the
    /// others all the same, but does not send them.
    pub(crate) prefixes: &'a [&'a str],
    /// Looks at so many items at the most.
    pub(crate) limit: i32,
    pub(crate) after: Option<Attributes>,
}

impl Scan<'_> {
    /// The only part is read as a table without parts: to the engine of this machine that is not the same.
    fn is_part(&self) -> bool {
        self.of > 1
    }
}

/// What one call gave.
pub(crate) struct Scanned {
    pub(crate) items: Vec<Attributes>,
    /// How many were looked at.
    pub(crate) looked_at: u64,
    pub(crate) next: Option<Attributes>,
    /// What it cost.
    pub(crate) read_units: f64,
}

impl Table {
    /// Not consistently: that would cost twice as much, and what is missed comes by the stream or the
    /// next time.
    pub(crate) async fn scan(&self, scan: Scan<'_>) -> Result<Scanned, StoreError> {
        let sort = self.id.sort_key().map_or("", |key| key.name);
        let mut request = self
            .client
            .scan()
            .table_name(&self.name)
            .set_segment(scan.is_part().then_some(scan.segment.cast_signed()))
            .set_total_segments(scan.is_part().then_some(scan.of.cast_signed()))
            .limit(scan.limit)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .set_exclusive_start_key(scan.after.map(to_sdk_item));
        let mut terms = Vec::new();
        for (index, prefix) in scan.prefixes.iter().enumerate() {
            terms.push(format!("begins_with(#s, :p{index})"));
            let prefix = to_sdk(Value::text(*prefix));
            request = request.expression_attribute_values(format!(":p{index}"), prefix);
        }
        if !terms.is_empty() {
            request = request
                .expression_attribute_names("#s", sort)
                .filter_expression(terms.join(" OR "));
        }
        let request = request.customize().config_override(patient());
        let output = self.call(Operation::Scan, request.send().boxed()).await?;
        let cost = output
            .consumed_capacity
            .and_then(|cost| cost.capacity_units);
        Ok(Scanned {
            looked_at: u64::try_from(output.scanned_count).unwrap_or_default(),
            next: output.last_evaluated_key.map(from_sdk_item),
            read_units: cost.unwrap_or_default(),
            items: output
                .items
                .unwrap_or_default()
                .into_iter()
                .map(from_sdk_item)
                .collect(),
        })
    }
}
