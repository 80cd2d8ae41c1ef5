//! The days that have entries: `LEDGER_DAYS` / `<day>`. Written before the first entry of its day, so
//! that no entry lies where nobody looks.

use crate::encoder::Encoder;
use crate::page::PageRequest;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::instant::Instant;
use domain::value::{Attributes, Value};
use std::ops::RangeInclusive;

const PARTITION: &str = "LEDGER_DAYS";
const ITEM_TYPE: &str = "ledger_day";

pub(super) fn key(day: Day) -> Attributes {
    Encoder::new().keys(PARTITION, day.stored()).done()
}

/// The newest days of a range that have entries, or on which something was taken; newest first.
pub async fn days(
    store: &Store,
    range: RangeInclusive<Day>,
    most: u32,
) -> Result<Vec<Day>, StoreError> {
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let between = SortRange::Between(range.start().stored(), range.end().stored());
    let query = Query::new(PARTITION, between).newest_first().keys_only();
    let request = PageRequest::first(most);
    let page = store.table(TableId::FloatDesk).page(query, request).await?;
    Ok(page.items.iter().filter_map(day_of).collect())
}

fn day_of(item: &Attributes) -> Option<Day> {
    match item.get("SK") {
        Some(Value::Text(day)) => Day::parse(day),
        _ => None,
    }
}

/// `ends` is when one of its entries goes; others follow within the day.
pub(super) fn encode(day: Day, ends: Instant) -> Attributes {
    Encoder::new()
        .keys(PARTITION, day.stored())
        .text("item_type", ITEM_TYPE)
        .optional_epoch("ttl", Some(ends.plus_days(1)))
        .done()
}
