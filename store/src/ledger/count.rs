//! The counts of a day, two items for each kind of decision that it had:
//!
//! | what | partition / sort |
//! |---|---|
//! | of the day (`decisions`, `amount`) | `COUNT#<day>` / `<day>#<product>#<outcome>#<status>#<deciding>#<snapshot>` |
//! | of each hour that had any (`decisions_14`, `amount_14`) | `COUNT#<day>` / `hours#<product>#…` |
//!
//! With an item for each hour, what adds up days would read twenty times as many, and ever more of them the
//! more is decided.

mod numbers;

use super::{Retention, day, within_bounds};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::evaluation::{EvaluationStatus, Product};
use domain::id::{RulebookId, UpdateId};
use domain::item::Stored;
use domain::ledger::{Counted, DailyCount, HourlyCount};
use domain::value::Attributes;
use futures::TryFutureExt;
use futures::stream::{self, StreamExt, TryStreamExt};
use numbers::HourNumbers;
use std::collections::HashMap;

const OF_A_DAY: &str = "ledger_day_count";
const OF_ITS_HOURS: &str = "ledger_hourly_counts";
/// Once each hour had an item of its own. Such a one counts beside those of its day.
const OF_AN_HOUR: &str = "ledger_count";
/// What a kind of decisions on a day has.
pub(super) const ITEMS: usize = 2;
/// Sorts the hours behind the days, and behind the hours that have an item of their own.
const HOURS: &str = "hours";
/// What is read where neither hours nor snapshots matter. Not the keys, which are longer than all of it.
const DAILY: &[&str] = &[
    "product",
    "approved",
    "status",
    "deciding",
    "decisions",
    "amount",
];
/// So many days are asked for at the same time.
const AT_ONCE: usize = 8;

fn partition(day: Day) -> String {
    format!("COUNT#{}", day.stored())
}

/// No two kinds alike: what could be mistaken for the mark between two parts is spelled out, and nothing is
/// not the same as an empty text.
pub(super) fn kind(of: &Counted) -> String {
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
    parts.join("#")
}

/// The counts of every hour of these days, both included.
pub async fn counts(store: &Store, from: Day, to: Day) -> Result<Vec<HourlyCount>, StoreError> {
    let of_day = |day| Query::new(partition(day), SortRange::All);
    let items = read(store, (from, to), of_day, decode).await?;
    Ok(items.into_iter().flatten().collect())
}

/// The counts of these days, both included, without their hours and snapshots.
pub async fn daily_counts(
    store: &Store,
    from: Day,
    to: Day,
) -> Result<Vec<DailyCount>, StoreError> {
    let of_day = |day: Day| {
        let range = SortRange::Prefix(day.stored());
        Query::new(partition(day), range).only(DAILY)
    };
    read(store, (from, to), of_day, decode_daily).await
}

/// Every count of these days that can be read, the oldest day first.
async fn read<T>(
    store: &Store,
    (from, to): (Day, Day),
    of_day: impl Fn(Day) -> Query,
    decode: impl Fn(Attributes) -> Stored<T>,
) -> Result<Vec<T>, StoreError> {
    let mut days = day::days(store, from..=to, u32::MAX).await?;
    days.reverse();
    let table = store.table(TableId::FloatDesk);
    let reads =
        stream::iter(days).map(|day| table.all(of_day(day)).map_ok(move |items| (day, items)));
    let found: Vec<_> = reads.buffered(AT_ONCE).try_collect().await?;
    let mut counts = Vec::new();
    for (day, items) in found {
        for item in items {
            match decode(item) {
                Ok(record) => counts.push(record.value),
                Err(broken) => {
                    let partition = partition(day);
                    tracing::error!(partition, key = %broken.key, %broken, "a count cannot be read");
                }
            }
        }
    }
    Ok(counts)
}

/// What adds these to the counts, in the transaction that puts in the entries which they count.
pub(super) fn additions(
    counts: impl Iterator<Item = HourlyCount>,
    keep: Retention,
) -> impl Iterator<Item = Write> {
    parts(counts).map(move |part| {
        let fields = part.with_fields(Encoder::new(), keep).done();
        let key = part.key().done();
        Write::add(TableId::FloatDesk, key, fields, part.numbers)
    })
}

/// The counts as adding to them leaves them.
pub(super) fn items(
    counts: impl Iterator<Item = HourlyCount>,
    keep: Retention,
) -> impl Iterator<Item = Attributes> {
    parts(counts).map(move |part| {
        let item = part.with_fields(part.key(), keep);
        let whole = |item: Encoder, (name, number)| item.whole(name, number);
        part.numbers.into_iter().fold(item, whole).done()
    })
}

/// What is added to one item.
struct Part {
    day: Day,
    of: Counted,
    item_type: &'static str,
    numbers: Vec<(&'static str, i64)>,
}

fn parts(counts: impl Iterator<Item = HourlyCount>) -> impl Iterator<Item = Part> {
    let mut kinds = HashMap::<(Day, Counted), Vec<HourNumbers>>::new();
    for count in counts {
        let numbers = HourNumbers::of(&count);
        let kind = (count.hour.day(), count.of);
        kinds.entry(kind).or_default().push(numbers);
    }
    kinds.into_iter().flat_map(|((day, of), hours)| {
        let part = |item_type, of, numbers| Part {
            day,
            of,
            item_type,
            numbers,
        };
        [
            part(OF_A_DAY, of.clone(), numbers::of_day(&hours)),
            part(OF_ITS_HOURS, of, numbers::of_hours(&hours)),
        ]
    })
}

impl Part {
    fn key(&self) -> Encoder {
        let day = self.day.stored();
        let first = if self.item_type == OF_A_DAY {
            &day
        } else {
            HOURS
        };
        let sort = within_bounds(first, &kind(&self.of));
        Encoder::new().keys(partition(self.day), sort)
    }

    fn with_fields(&self, item: Encoder, keep: Retention) -> Encoder {
        let Self { day, of, .. } = self;
        item.text("item_type", self.item_type)
            .day("day", *day)
            .text("product", of.product.as_str())
            .boolean("approved", of.approved)
            .text("status", of.status.as_stored())
            .optional_text("deciding", of.deciding.as_ref().map(RulebookId::as_str))
            .optional_text("snapshot", of.snapshot.as_ref().map(UpdateId::as_str))
            .optional_epoch("ttl", Some(keep.last(*day)))
    }
}

fn decode(item: Attributes) -> Stored<Vec<HourlyCount>> {
    let (is_of_a_day, is_of_an_hour) = (
        item.contains_key(numbers::DECISIONS),
        item.contains_key("hour"),
    );
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    let of = counted(&mut fields);
    let counts = if is_of_an_hour {
        fields.discriminator("item_type", OF_AN_HOUR);
        let hour = fields.instant("hour");
        let (decisions, amount) = numbers::sums(&mut fields);
        vec![HourlyCount {
            hour,
            of,
            decisions,
            amount,
        }]
    } else if is_of_a_day {
        // Its hours have an item of their own.
        Vec::new()
    } else {
        fields.discriminator("item_type", OF_ITS_HOURS);
        numbers::hours(&mut fields, &of)
    };
    fields.close(counts)
}

fn decode_daily(item: Attributes) -> Stored<DailyCount> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    let of = counted(&mut fields);
    let (decisions, amount) = numbers::sums(&mut fields);
    fields.close(DailyCount {
        product: of.product,
        approved: of.approved,
        status: of.status,
        deciding: of.deciding,
        decisions,
        amount,
    })
}

fn counted(fields: &mut ItemFields) -> Counted {
    let product = fields.one_of("product", "float or loan", Product::parse);
    Counted {
        product: product.unwrap_or(Product::Float),
        approved: fields.boolean("approved"),
        status: EvaluationStatus::from_stored(&fields.text("status")),
        deciding: fields.optional_text("deciding").map(RulebookId::new),
        snapshot: fields.optional_text("snapshot").map(UpdateId::new),
    }
}
