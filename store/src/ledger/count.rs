//! Hourly counts: `COUNT#<day>` / `<hour>#<product>#<outcome>#<status>#<deciding>#<snapshot>`.

use super::{day, within_bounds};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::evaluation::{EvaluationStatus, Product};
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::{Counted, HourlyCount};
use domain::value::Attributes;
use futures::stream::{self, Stream, StreamExt, TryStreamExt};

const ITEM_TYPE: &str = "ledger_count";
/// So many days are asked for at the same time.
const AT_ONCE: usize = 8;

fn partition(day: Day) -> String {
    format!("COUNT#{}", day.stored())
}

/// What a count is by, no two alike: what could be mistaken for the mark between two parts is spelled
/// out, and nothing is not the same as an empty text.
pub(super) fn sort(of: &Counted) -> String {
    let outcome = if of.approved { "approved" } else { "denied" };
    let escaped = |text: &str| text.replace('%', "%25").replace('#', "%23");
    let optional = |id: Option<&str>| id.map_or("-".to_owned(), |id| format!("={}", escaped(id)));
    let parts = [
        of.product.as_str().to_owned(),
        outcome.to_owned(),
        escaped(of.status.as_stored()),
        optional(of.deciding.as_ref().map(RulebookId::as_str)),
        optional(of.snapshot.as_ref().map(UpdateId::as_str)),
    ];
    within_bounds(of.hour, parts.join("#"))
}

/// The counts of every hour of these days, both included.
pub async fn counts(store: &Store, from: Day, to: Day) -> Result<Vec<HourlyCount>, StoreError> {
    let by_day = counts_by_day(store, from, to).await?;
    let mut days: Vec<Vec<HourlyCount>> = by_day.try_collect().await?;
    days.reverse();
    Ok(days.into_iter().flatten().collect())
}

/// The same a day at a time, the newest first, for who adds them up: a year has hundreds of thousands.
pub async fn counts_by_day(
    store: &Store,
    from: Day,
    to: Day,
) -> Result<impl Stream<Item = Result<Vec<HourlyCount>, StoreError>>, StoreError> {
    let days = day::days(store, from..=to, u32::MAX).await?;
    let of_days = stream::iter(days).map(move |day| of_day(store, day));
    Ok(of_days.buffered(AT_ONCE))
}

async fn of_day(store: &Store, day: Day) -> Result<Vec<HourlyCount>, StoreError> {
    let query = Query::new(partition(day), SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let mut counts = Vec::with_capacity(items.len());
    for item in items {
        match decode(item) {
            Ok(record) => counts.push(record.value),
            Err(broken) => tracing::error!(key = %broken.key, %broken, "a count cannot be read"),
        }
    }
    Ok(counts)
}

/// Adds to a count, in the transaction that puts in the entries which it counts.
pub(super) fn add(count: &HourlyCount, ends: Instant) -> Write {
    let key = key(&count.of).done();
    let fields = with_fields(Encoder::new(), &count.of, ends).done();
    Write::add(TableId::FloatDesk, key, fields, numbers(count).into())
}

/// A count as adding to it leaves it.
pub(super) fn encode(count: &HourlyCount, ends: Instant) -> Attributes {
    let item = with_fields(key(&count.of), &count.of, ends);
    let whole = |item: Encoder, (name, number)| item.whole(name, number);
    numbers(count).into_iter().fold(item, whole).done()
}

fn key(of: &Counted) -> Encoder {
    Encoder::new().keys(partition(of.hour.day()), sort(of))
}

fn with_fields(item: Encoder, of: &Counted, ends: Instant) -> Encoder {
    item.text("item_type", ITEM_TYPE)
        .instant("hour", of.hour)
        .text("product", of.product.as_str())
        .boolean("approved", of.approved)
        .text("status", of.status.as_stored())
        .optional_text("deciding", of.deciding.as_ref().map(RulebookId::as_str))
        .optional_text("snapshot", of.snapshot.as_ref().map(UpdateId::as_str))
        .optional_epoch("ttl", Some(ends))
}

fn numbers(count: &HourlyCount) -> [(&'static str, i64); 2] {
    let decisions = i64::try_from(count.decisions).unwrap_or(i64::MAX);
    [("decisions", decisions), ("amount", count.amount.0)]
}

fn decode(item: Attributes) -> Stored<HourlyCount> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let product = fields.one_of("product", "float or loan", Product::parse);
    let count = HourlyCount {
        of: Counted {
            hour: fields.instant("hour"),
            product: product.unwrap_or(Product::Float),
            approved: fields.boolean("approved"),
            status: EvaluationStatus::from_stored(&fields.text("status")),
            deciding: fields.optional_text("deciding").map(RulebookId::new),
            snapshot: fields.optional_text("snapshot").map(UpdateId::new),
        },
        decisions: fields.whole("decisions").unsigned_abs(),
        amount: fields.cents("amount"),
    };
    fields.close(count)
}
