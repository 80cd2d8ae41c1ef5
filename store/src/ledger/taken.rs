//! What was taken: `TAKEN#<day>` / `<created>#<user>#<result>`, by the day of its evaluation.

use super::record::{note_days, without_twins};
use super::stream::{Chunk, Partition, read_partitions};
use super::{Retention, day, entry, finder, sort};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::id::{FloatId, LoanId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::{LedgerEntry, Taken};
use domain::value::Attributes;
use futures::Stream;
use std::collections::{BTreeMap, HashMap};

const ITEM_TYPE: &str = "ledger_taken";

fn partition(day: Day) -> String {
    format!("TAKEN#{}", day.stored())
}

/// What was taken on evaluations of these days, both included, part by part and in no order.
pub async fn taken(
    store: &Store,
    from: Day,
    to: Day,
) -> Result<impl Stream<Item = Result<Chunk<Taken>, StoreError>> + use<>, StoreError> {
    let days = day::days(store, from..=to, u32::MAX).await?;
    let partitions: Vec<Partition> = days.into_iter().map(partition).collect();
    Ok(read_partitions(store, partitions, decode))
}

/// Keeps what was taken. Seen again, it is written only where it has changed: nothing is counted, so
/// that writing it twice does no harm.
pub async fn record_taken(
    store: &Store,
    taken: &[Taken],
    keep: Retention,
) -> Result<u64, StoreError> {
    let taken = in_agreement(store, taken).await?;
    let kept = taken
        .iter()
        .filter_map(|one| Some((one, keep.ends(one.on.created)?)));
    let mut items: Vec<Attributes> = Vec::new();
    let mut days: BTreeMap<Day, Instant> = BTreeMap::new();
    for (one, ends) in kept {
        items.push(encode(one, ends));
        let finders = one.finders();
        items.extend(finders.iter().filter_map(|one| finder::encode(one, ends)));
        days.insert(one.on.created.day(), ends);
    }
    let table = store.table(TableId::FloatDesk);
    let items = without_twins(items);
    let known = table.get_all(items.keys().cloned().collect()).await?;
    let known: HashMap<_, _> = known
        .into_iter()
        .map(|item| (key_of(&item), item))
        .collect();
    let new: Vec<_> = items
        .into_iter()
        .filter(|(key, item)| known.get(key) != Some(item))
        .map(|(_, item)| item)
        .collect();
    // Even where nothing has changed: an earlier version left days to go before what was taken on them.
    note_days(store, days).await?;
    if new.is_empty() {
        return Ok(0);
    }
    let count = new.iter().filter(|item| is_taken(item)).count();
    table.put_all(new, |_| {}).await?;
    Ok(count as u64)
}

/// Under the same snapshot as the entries of the same evaluations, where those are in the ledger: an
/// evaluation is taken in before what was taken on it, unless it had gone by then.
async fn in_agreement(store: &Store, taken: &[Taken]) -> Result<Vec<Taken>, StoreError> {
    let entries = entry::same(store, taken.iter().map(|one| &one.on)).await?;
    let of = |one: &LedgerEntry| (one.user_id.clone(), one.result_id.clone(), one.created);
    let entries: HashMap<_, _> = entries.iter().map(|one| (of(one), one)).collect();
    let agreeing = taken.iter().cloned().map(|mut one| {
        if let Some(entry) = entries.get(&of(&one.on)) {
            one.agree_with(entry);
        }
        one
    });
    Ok(agreeing.collect())
}

fn is_taken(item: &Attributes) -> bool {
    item.get("item_type") == Some(&domain::value::Value::text(ITEM_TYPE))
}

fn key_of(item: &Attributes) -> Attributes {
    crate::table::key_of(TableId::FloatDesk, item)
}

fn encode(taken: &Taken, ends: Instant) -> Attributes {
    let on = &taken.on;
    let place = sort(on.created, &on.user_id, &on.result_id);
    let item = Encoder::new().keys(partition(on.created.day()), place);
    entry::with_fields(item.text("item_type", ITEM_TYPE), on)
        .cents("amount", taken.amount)
        .optional_text("float_id", taken.float_id.as_ref().map(FloatId::as_str))
        .optional_text("loan_id", taken.loan_id.as_ref().map(LoanId::as_str))
        .optional_epoch("ttl", Some(ends))
        .done()
}

fn decode(item: Attributes) -> Stored<Taken> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let taken = Taken {
        on: entry::fields_of(&mut fields),
        amount: fields.cents("amount"),
        float_id: fields.optional_text("float_id").map(FloatId::new),
        loan_id: fields.optional_text("loan_id").map(LoanId::new),
    };
    fields.close(taken)
}
