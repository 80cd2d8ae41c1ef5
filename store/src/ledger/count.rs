//! The counts of a day, two items for each kind of decision that it had:
//!
//! | what | partition / sort |
//! |---|---|
//! | of the day (`decisions`, `amount`) | `COUNT#<version>#<day>` / `<day>#<product>#<decision>#<status>#<deciding>#<snapshot>` |
//! | of each hour that had any (`decisions_14`, `amount_14`) | `COUNT#<version>#<day>` / `hours#<product>#…` |
//! | the same of entries that an earlier version recorded | `COUNT#<version>#<day>` / `<day>#recounted#…`, `hours#recounted#…` |
//!
//! With an item for each hour, what adds up days would read twenty times as many, and ever more of them the
//! more is decided. The first version counted by what was approved, without asking whether anything had been
//! evaluated; its counts (`COUNT#<day>`) are no longer read, and go with their days.

mod numbers;

use super::{Retention, day, within_bounds};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::decision::Decision;
use domain::evaluation::{EvaluationStatus, Product};
use domain::id::{RulebookId, UpdateId};
use domain::item::Stored;
use domain::ledger::{Counted, DailyCount, HourlyCount};
use domain::value::{Attributes, Value};
use futures::TryFutureExt;
use futures::stream::{self, StreamExt, TryStreamExt};
use numbers::HourNumbers;
use std::collections::HashMap;

/// Raised when a decision is counted as something else than before: then every day is recounted.
pub(super) const VERSION: i64 = 2;
const OF_A_DAY: &str = "ledger_day_count";
const OF_ITS_HOURS: &str = "ledger_hourly_counts";
/// What a kind of decisions on a day has.
pub(super) const ITEMS: usize = 2;
/// Sorts the hours behind the days.
const HOURS: &str = "hours";
/// What is read where neither hours nor snapshots matter. Not the keys, which are longer than all of it.
const DAILY: &[&str] = &[
    "product",
    "decision",
    "status",
    "deciding",
    "decisions",
    "amount",
];
/// So many days are asked for at the same time.
const AT_ONCE: usize = 8;

/// The counts of some days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts<T> {
    pub counts: Vec<T>,
    /// Days that are being recounted, newest first. Their counts are left out until that is done.
    pub being_recounted: Vec<Day>,
}

/// How what is counted came into the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Added as it was recorded.
    Recorded,
    /// Recorded by an earlier version, and counted since.
    Recounted,
}

fn partition(day: Day) -> String {
    format!("COUNT#{VERSION}#{}", day.stored())
}

/// No two kinds alike: what could be mistaken for the mark between two parts is spelled out, and nothing is
/// not the same as an empty text.
pub(super) fn kind(of: &Counted) -> String {
    let escaped = |text: &str| text.replace('%', "%25").replace('#', "%23");
    let optional = |id: Option<&str>| id.map_or("-".to_owned(), |id| format!("={}", escaped(id)));
    let parts = [
        of.product.as_str().to_owned(),
        of.decision.word().to_owned(),
        optional(of.status.as_ref().map(EvaluationStatus::as_stored)),
        optional(of.deciding.as_ref().map(RulebookId::as_str)),
        optional(of.snapshot.as_ref().map(UpdateId::as_str)),
    ];
    parts.join("#")
}

/// The counts of every hour of these days, both included, as the installation reads decisions.
pub async fn counts(store: &Store, from: Day, to: Day) -> Result<Counts<HourlyCount>, StoreError> {
    let of_day = |day| Query::new(partition(day), SortRange::All);
    let found = read(store, (from, to), of_day, |item| decode(store, item)).await?;
    Ok(Counts {
        counts: found.counts.into_iter().flatten().collect(),
        being_recounted: found.being_recounted,
    })
}

/// The counts of these days, both included, without their hours and snapshots.
pub async fn daily_counts(
    store: &Store,
    from: Day,
    to: Day,
) -> Result<Counts<DailyCount>, StoreError> {
    let of_day = |day: Day| {
        let range = SortRange::Prefix(day.stored());
        Query::new(partition(day), range).only(DAILY)
    };
    let decode = |item| decode_daily(store, item);
    read(store, (from, to), of_day, decode).await
}

/// How many decisions a day has by the counts of the first version.
pub(super) async fn earlier_decisions(store: &Store, day: Day) -> Result<i64, StoreError> {
    let range = SortRange::Prefix(day.stored());
    let query = Query::new(format!("COUNT#{}", day.stored()), range);
    let query = query.only(&[numbers::DECISIONS]);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let decisions = items.iter().map(|item| match item.get(numbers::DECISIONS) {
        Some(Value::Number(number)) => number.as_i64().unwrap_or_default(),
        _ => 0,
    });
    Ok(decisions.fold(0, i64::saturating_add))
}

/// Every count of these days that can be read, the oldest day first.
async fn read<T>(
    store: &Store,
    (from, to): (Day, Day),
    of_day: impl Fn(Day) -> Query,
    decode: impl Fn(Attributes) -> Stored<T>,
) -> Result<Counts<T>, StoreError> {
    let days = day::counted(store, from..=to).await?;
    let (days, left_out): (Vec<_>, Vec<_>) = days.into_iter().partition(|it| it.is_counted);
    let table = store.table(TableId::FloatDesk);
    let reads = stream::iter(days.into_iter().rev()).map(|counted| {
        let day = counted.day;
        table.all(of_day(day)).map_ok(move |items| (day, items))
    });
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
    Ok(Counts {
        counts,
        being_recounted: left_out.into_iter().map(|counted| counted.day).collect(),
    })
}

/// What adds these to the counts, in the transaction that puts in the entries which they count.
pub(super) fn additions(
    counts: impl Iterator<Item = HourlyCount>,
    keep: Retention,
) -> impl Iterator<Item = Write> {
    parts(counts, Origin::Recorded).map(move |part| {
        let fields = part.with_fields(Encoder::new(), keep).done();
        let key = part.key().done();
        Write::add(TableId::FloatDesk, key, fields, part.numbers)
    })
}

/// The counts as adding to them leaves them.
pub(super) fn items(
    counts: impl Iterator<Item = HourlyCount>,
    keep: Retention,
    origin: Origin,
) -> impl Iterator<Item = Attributes> {
    parts(counts, origin).map(move |part| {
        let item = part.with_fields(part.key(), keep);
        let whole = |item: Encoder, (name, number)| item.whole(name, number);
        part.numbers.into_iter().fold(item, whole).done()
    })
}

/// What is added to one item.
struct Part {
    day: Day,
    of: Counted,
    origin: Origin,
    item_type: &'static str,
    numbers: Vec<(&'static str, i64)>,
}

fn parts(counts: impl Iterator<Item = HourlyCount>, origin: Origin) -> impl Iterator<Item = Part> {
    let mut kinds = HashMap::<(Day, Counted), Vec<HourNumbers>>::new();
    for count in counts {
        let numbers = HourNumbers::of(&count);
        let kind = (count.hour.day(), count.of);
        kinds.entry(kind).or_default().push(numbers);
    }
    kinds.into_iter().flat_map(move |((day, of), hours)| {
        let part = |item_type, of, numbers| Part {
            day,
            of,
            origin,
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
        let kind = kind(&self.of);
        let sort = match self.origin {
            Origin::Recorded => within_bounds(first, &kind),
            Origin::Recounted => within_bounds(first, &format!("recounted#{kind}")),
        };
        Encoder::new().keys(partition(self.day), sort)
    }

    fn with_fields(&self, item: Encoder, keep: Retention) -> Encoder {
        let Self { day, of, .. } = self;
        let status = of.status.as_ref().map(EvaluationStatus::as_stored);
        item.text("item_type", self.item_type)
            .day("day", *day)
            .text("product", of.product.as_str())
            .text("decision", of.decision.word())
            .optional_text("status", status)
            .optional_text("deciding", of.deciding.as_ref().map(RulebookId::as_str))
            .optional_text("snapshot", of.snapshot.as_ref().map(UpdateId::as_str))
            .optional_epoch("ttl", Some(keep.last(*day)))
    }
}

fn decode(store: &Store, item: Attributes) -> Stored<Vec<HourlyCount>> {
    let is_of_a_day = item.contains_key(numbers::DECISIONS);
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    let of = counted(store, &mut fields);
    let counts = if is_of_a_day {
        // Its hours have an item of their own.
        Vec::new()
    } else {
        fields.discriminator("item_type", OF_ITS_HOURS);
        numbers::hours(&mut fields, &of)
    };
    fields.close(counts)
}

fn decode_daily(store: &Store, item: Attributes) -> Stored<DailyCount> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    let of = counted(store, &mut fields);
    let (decisions, amount) = numbers::sums(&mut fields);
    fields.close(DailyCount {
        product: of.product,
        decision: of.decision,
        status: of.status,
        deciding: of.deciding,
        decisions,
        amount,
    })
}

/// What has no results is stored as that, and read as the installation says.
fn counted(store: &Store, fields: &mut ItemFields) -> Counted {
    let product = fields.one_of("product", "float or loan", Product::parse);
    let decision = fields.one_of("decision", "a decision", Decision::parse);
    let status = fields.optional_text("status");
    Counted {
        product: product.unwrap_or(Product::Float),
        decision: decision.unwrap_or(Decision::Error).read(store.no_results()),
        status: status.map(|status| EvaluationStatus::from_stored(&status)),
        deciding: fields.optional_text("deciding").map(RulebookId::new),
        snapshot: fields.optional_text("snapshot").map(UpdateId::new),
    }
}
