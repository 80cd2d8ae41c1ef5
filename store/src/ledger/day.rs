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
const TTL: &str = "ttl";

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

/// `ends` is when one of its entries goes; others follow within the day. The same whichever entry that is,
/// so that it is written again only where the ledger is to be kept longer.
pub(super) fn encode(day: Day, ends: Instant) -> Attributes {
    let all_gone = Instant::EPOCH.plus_days(ends.day().number() + 2);
    Encoder::new()
        .keys(PARTITION, day.stored())
        .text("item_type", ITEM_TYPE)
        .optional_epoch(TTL, Some(all_gone))
        .done()
}

/// Whether a day that is stored goes before this one would. One without an end never goes.
pub(super) fn goes_earlier(stored: &Attributes, day: &Attributes) -> bool {
    let ttl = |item: &Attributes| match item.get(TTL) {
        Some(Value::Number(ttl)) => ttl.as_i64(),
        _ => None,
    };
    matches!((ttl(stored), ttl(day)), (Some(stored), Some(new)) if stored < new)
}
