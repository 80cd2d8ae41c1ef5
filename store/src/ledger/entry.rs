//! Entries: `LEDGER#<day>#<shard>` / `<created>#<user>#<result>`.

use super::packed::{self, packed};
use super::{SHARDS, count, sort};
use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::id::{AccountId, BankItemId, ResultId, UpdateId, UserId};
use domain::instant::Instant;
use domain::item::{Record, Stored};
use domain::ledger::{Finder, LedgerEntry};
use domain::value::{Attributes, Value};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

const ITEM_TYPE: &str = "ledger_entry";
/// The version of the counts that the entry was added to as it was recorded.
const COUNTED: &str = "count_version";

pub(super) fn shards() -> std::ops::Range<u8> {
    0..SHARDS
}

pub(super) fn partition(day: Day, shard: u8) -> String {
    format!("LEDGER#{}#{shard}", day.stored())
}

fn partition_of(created: Instant, user: &UserId, result: &ResultId) -> String {
    let hash = Sha256::new()
        .chain_update(user.as_str())
        .chain_update("#")
        .chain_update(result.as_str())
        .finalize();
    partition(created.day(), hash[0] % SHARDS)
}

fn key_of(created: Instant, user: &UserId, result: &ResultId) -> Encoder {
    Encoder::new().keys(
        partition_of(created, user, result),
        sort(created, user, result),
    )
}

/// The entry that an id leads to.
pub async fn get(
    store: &Store,
    finder: &Finder,
) -> Result<Option<Stored<LedgerEntry>>, StoreError> {
    let key = key_of(finder.created, &finder.user_id, &finder.result_id).done();
    let item = store.table(TableId::FloatDesk).get(key).await?;
    Ok(item.map(decode))
}

/// The entry of the same evaluation, for each of these that has one that can be read.
pub(super) async fn same(
    store: &Store,
    of: impl Iterator<Item = &LedgerEntry>,
) -> Result<Vec<LedgerEntry>, StoreError> {
    let keys = of.map(|one| key_of(one.created, &one.user_id, &one.result_id).done());
    // Something may have been taken twice on one evaluation, and no key may be asked for twice.
    let keys: HashSet<_> = keys.collect();
    let table = store.table(TableId::FloatDesk);
    let items = table.get_all(keys.into_iter().collect()).await?;
    let entries = items.into_iter().filter_map(|item| decode(item).ok());
    Ok(entries.map(|record| record.value).collect())
}

pub(super) fn encode(entry: &LedgerEntry, ends: Instant) -> Attributes {
    let item = key_of(entry.created, &entry.user_id, &entry.result_id);
    with_fields(item.text("item_type", ITEM_TYPE), entry)
        .optional_epoch("ttl", Some(ends))
        .whole(COUNTED, count::VERSION)
        .done()
}

/// What an entry and what was taken on it have in common.
pub(super) fn with_fields(item: Encoder, entry: &LedgerEntry) -> Encoder {
    item.text("result_id", entry.result_id.as_str())
        .text("user_id", entry.user_id.as_str())
        .text("item_id", entry.item_id.as_str())
        .text("account_id", entry.account_id.as_str())
        .instant("created", entry.created)
        .optional_epoch("expires", entry.expires)
        .optional("float", entry.float.as_ref().map(packed))
        .optional("loan", entry.loan.as_ref().map(packed))
        .optional_text("snapshot", entry.snapshot.as_ref().map(UpdateId::as_str))
}

pub(super) fn decode(item: Attributes) -> Stored<LedgerEntry> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    fields.optional_epoch("ttl");
    fields.optional_whole(COUNTED);
    let entry = fields_of(&mut fields);
    fields.close(entry)
}

/// The entry, unless it was put into the counts of this version as it was recorded.
pub(super) fn decode_uncounted(item: Attributes) -> Stored<Option<LedgerEntry>> {
    let is_counted = item.get(COUNTED) == Some(&Value::number(count::VERSION));
    let Record {
        key,
        value,
        unknown,
        notices,
    } = decode(item)?;
    Ok(Record {
        key,
        value: (!is_counted).then_some(value),
        unknown,
        notices,
    })
}

/// Every partition of a day.
pub(super) fn partitions(day: Day) -> impl Iterator<Item = String> {
    shards().map(move |shard| partition(day, shard))
}

pub(super) fn fields_of(fields: &mut Fields) -> LedgerEntry {
    LedgerEntry {
        result_id: ResultId::new(fields.text("result_id")),
        user_id: UserId::new(fields.text("user_id")),
        item_id: BankItemId::new(fields.text("item_id")),
        account_id: AccountId::new(fields.text("account_id")),
        created: fields.instant("created"),
        expires: fields.optional_epoch("expires"),
        float: packed::read(fields, "float"),
        loan: packed::read(fields, "loan"),
        snapshot: fields.optional_text("snapshot").map(UpdateId::new),
    }
}
