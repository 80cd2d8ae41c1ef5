//! Summaries of rulebook updates: float-desk, `UPDATE_SUMMARY` / `<time>#<user>`. A snapshot has
//! hundreds of kilobytes, a summary one line: the history is listed from these.

mod catch_up;
mod provenance;

pub use catch_up::{CaughtUp, catch_up, has_gap, look_through, pending};

use crate::encoder::Encoder;
use crate::fields::{ItemFields, as_list, as_text};
use crate::page::{Cursor, PageRequest};
use crate::table::{Condition, Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::id::{RulebookId, StaffId, UpdateId};
use domain::item::Stored;
use domain::rulebook_update::UpdateSummary;
use domain::value::{Attributes, Value};

const PARTITION: &str = "UPDATE_SUMMARY";
const ITEM_TYPE: &str = "update_summary";

/// Part of the list, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summaries {
    pub summaries: Vec<UpdateSummary>,
    /// Where the next part starts.
    pub next: Option<UpdateId>,
}

/// From behind the update `after`. A summary that cannot be read is left out: it can be made anew.
pub async fn list(
    store: &Store,
    size: u32,
    after: Option<&UpdateId>,
) -> Result<Summaries, StoreError> {
    part(store, size, after, SortRange::All).await
}

/// The same of a range of days, both included, with a day's room on either side: a key may hold a
/// moment of another time zone.
pub async fn list_within(
    store: &Store,
    size: u32,
    after: Option<&UpdateId>,
    (from, to): (Option<Day>, Option<Day>),
) -> Result<Summaries, StoreError> {
    // A blank sorts before every moment, and the last letter behind.
    let first = from.map_or(" ".to_owned(), |day| day.plus_days(-1).stored());
    let end = to.map_or("\u{10ffff}".to_owned(), |day| day.plus_days(2).stored());
    // A place outside the range is no place to start from.
    let after = after.filter(|id| *id.as_str() < *end);
    if after.is_some_and(|id| *id.as_str() < *first) || end < first {
        return Ok(Summaries {
            summaries: Vec::new(),
            next: None,
        });
    }
    part(store, size, after, SortRange::Between(first, end)).await
}

async fn part(
    store: &Store,
    size: u32,
    after: Option<&UpdateId>,
    range: SortRange,
) -> Result<Summaries, StoreError> {
    let start = after.map(|id| Cursor(Encoder::new().keys(PARTITION, id.as_str()).done()));
    let request = PageRequest { size, after: start };
    let query = Query::new(PARTITION, range).newest_first();
    let page = store.table(TableId::FloatDesk).page(query, request).await?;
    let next = page
        .next
        .and_then(|Cursor(mut key)| match key.remove("SK") {
            Some(Value::Text(sort)) => Some(UpdateId::new(sort)),
            _ => None,
        });
    Ok(Summaries {
        summaries: sound(page.items),
        next,
    })
}

pub async fn get(store: &Store, id: &UpdateId) -> Result<Option<UpdateSummary>, StoreError> {
    let key = Encoder::new().keys(PARTITION, id.as_str()).done();
    let item = store.table(TableId::FloatDesk).get(key).await?;
    Ok(sound(item.into_iter().collect()).pop())
}

/// Those of these updates that are summed up, in no order; no id may come twice.
pub async fn get_all(store: &Store, ids: &[UpdateId]) -> Result<Vec<UpdateSummary>, StoreError> {
    let key = |id: &UpdateId| Encoder::new().keys(PARTITION, id.as_str()).done();
    let keys = ids.iter().map(key).collect();
    Ok(sound(store.table(TableId::FloatDesk).get_all(keys).await?))
}

fn sound(items: Vec<Attributes>) -> Vec<UpdateSummary> {
    let records = items.into_iter().filter_map(|item| decode(item).ok());
    records.map(|record| record.value).collect()
}

/// The write that records one, to go into the transaction that publishes.
pub(crate) fn write(summary: &UpdateSummary) -> Write {
    Write::put(TableId::FloatDesk, encode(summary), Condition::Absent)
}

pub fn encode(summary: &UpdateSummary) -> Attributes {
    let touched = summary.rulebooks.iter();
    let touched = touched.map(|id| Value::text(id.as_str())).collect();
    let encoder = Encoder::new()
        .keys(PARTITION, summary.id.as_str())
        .text("item_type", ITEM_TYPE)
        .text("by", summary.by.as_str())
        .instant("at", summary.at)
        .text("line", &summary.line)
        .value("rulebooks", Value::List(touched))
        .optional_text("reason", summary.reason.as_deref())
        .optional_text("previous", summary.previous.as_ref().map(UpdateId::as_str));
    provenance::encode(encoder, summary.provenance.as_ref()).done()
}

pub(crate) fn decode(item: Attributes) -> Stored<UpdateSummary> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let touched = fields.assumed("rulebooks", as_list).unwrap_or_default();
    let summary = UpdateSummary {
        id: UpdateId::new(fields.sort_key()),
        by: StaffId::new(fields.text("by")),
        at: fields.instant("at"),
        line: fields.text("line"),
        rulebooks: touched
            .iter()
            .filter_map(as_text)
            .map(RulebookId::new)
            .collect(),
        reason: fields.optional_text("reason"),
        previous: fields.optional_text("previous").map(UpdateId::new),
        provenance: provenance::decode(&mut fields),
    };
    fields.close(summary)
}
