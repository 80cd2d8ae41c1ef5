//! The days that have entries: `LEDGER_DAYS` / `<day>`. Written before the first entry of its day, so
//! that no entry lies where nobody looks.

use super::count;
use crate::encoder::Encoder;
use crate::page::PageRequest;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId};
use domain::day::Day;
use domain::instant::Instant;
use domain::value::{Attributes, Value};
use std::ops::RangeInclusive;

const PARTITION: &str = "LEDGER_DAYS";
const ITEM_TYPE: &str = "ledger_day";
const TTL: &str = "ttl";
/// The version of the day's counts. Days of an earlier one are recounted in the background.
const COUNTED: &str = "count_version";
/// How many decisions the earlier counts of a day had when it was recounted. Where they have grown since, a
/// server of an earlier version has recorded something.
const EARLIER: &str = "earlier_decisions";

/// A day that has entries, as far as its counts go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CountedDay {
    pub(super) day: Day,
    pub(super) is_counted: bool,
    pub(super) earlier: i64,
}

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

/// The same days with the state of their counts, all of them.
pub(super) async fn counted(
    store: &Store,
    range: RangeInclusive<Day>,
) -> Result<Vec<CountedDay>, StoreError> {
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let between = SortRange::Between(range.start().stored(), range.end().stored());
    let query = Query::new(PARTITION, between).newest_first();
    let query = query.only(&["SK", COUNTED, EARLIER]);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let state = |item: &Attributes| {
        Some(CountedDay {
            day: day_of(item)?,
            is_counted: number(item, COUNTED) == Some(count::VERSION),
            earlier: number(item, EARLIER).unwrap_or_default(),
        })
    };
    Ok(items.iter().filter_map(state).collect())
}

/// Those of these days, both included, whose counts aren't complete, newest first.
pub async fn being_recounted(store: &Store, from: Day, to: Day) -> Result<Vec<Day>, StoreError> {
    let days = counted(store, from..=to).await?.into_iter();
    Ok(days.filter(|it| !it.is_counted).map(|it| it.day).collect())
}

/// Notes that a day has been recounted, if it is still as it was read.
pub(super) async fn set_counted(store: &Store, day: Day, earlier: i64) -> Result<bool, StoreError> {
    let table = store.table(TableId::FloatDesk);
    let Some(stored) = table.get(key(day)).await? else {
        // Everything of that day has expired.
        return Ok(true);
    };
    let mut counted = stored.clone();
    counted.insert(COUNTED.to_owned(), Value::number(count::VERSION));
    counted.insert(EARLIER.to_owned(), Value::number(earlier));
    let unchanged = Condition::Same(stored);
    let write = Write::put(TableId::FloatDesk, counted, unchanged);
    match store.transact(vec![write]).await {
        Ok(()) => Ok(true),
        Err(error) if error.kind == ErrorKind::Conflict => Ok(false),
        Err(error) => Err(error),
    }
}

fn number(item: &Attributes, name: &str) -> Option<i64> {
    match item.get(name) {
        Some(Value::Number(number)) => number.as_i64(),
        _ => None,
    }
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
        // Nothing was counted on it before this version did.
        .whole(COUNTED, count::VERSION)
        .done()
}

/// A stored day with the end of this one, where it would go earlier; nothing else of it changes. One without
/// an end never goes.
pub(super) fn lasting_longer(stored: &Attributes, day: &Attributes) -> Option<Attributes> {
    let (old, new) = (number(stored, TTL)?, number(day, TTL)?);
    (old < new).then(|| {
        let mut longer = stored.clone();
        longer.insert(TTL.to_owned(), Value::number(new));
        longer
    })
}
