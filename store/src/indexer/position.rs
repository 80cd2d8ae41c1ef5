//! Where the indexer is: float-desk, `INDEXER` / `PASS`, `SEGMENT#<number>`, `SHARD#<id>`, and what the
//! stream left out since the pass began, `LEFT_OUT`.
//!
//! Places are written without conditions: whoever writes one has everything before it in the ledger, so
//! that an older place costs reading again and nothing else. A pass is not: one that is said to be finished
//! in place of a later one would leave a gap that the later one was to fill.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId};
use domain::indexer::{Pass, Position, Segment, Shard};
use domain::item::Stored;
use domain::value::{Attributes, Value};

const PARTITION: &str = "INDEXER";
const PASS: &str = "PASS";
const LEFT_OUT: &str = "LEFT_OUT";
const SEGMENT: &str = "SEGMENT#";
const SHARD: &str = "SHARD#";
const ITEM_TYPE: &str = "indexer_position";

/// Everything that is noted. What cannot be read counts for nothing, and is read again.
pub async fn read(store: &Store) -> Result<Position, StoreError> {
    let query = Query::new(PARTITION, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let mut position = Position::default();
    for item in items {
        let Some(Value::Text(sort)) = item.get("SK") else {
            continue;
        };
        if sort == PASS {
            position.pass = sound(decode_pass(item));
        } else if sort == LEFT_OUT {
            position.left_out_of_stream = sound(decode_left_out(item)).unwrap_or_default();
        } else if sort.starts_with(SEGMENT) {
            position.segments.extend(sound(decode_segment(item)));
        } else if sort.starts_with(SHARD) {
            position.shards.extend(sound(decode_shard(item)));
        }
    }
    Ok(position)
}

fn sound<T>(stored: Stored<T>) -> Option<T> {
    stored.ok().map(|record| record.value)
}

/// A conflict where a later pass has begun: then whoever notes this one knows too little to go on. One that
/// begins meets again what the stream left out so far.
pub(super) async fn note_pass(store: &Store, pass: &Pass) -> Result<(), StoreError> {
    let item = item(PASS.to_owned())
        .whole("number", pass.number)
        .instant("started", pass.started)
        .optional_instant("finished", pass.finished)
        .optional_text("stream", pass.stream.as_deref())
        .optional_instant("complete_to", pass.complete_to)
        .done();
    let put = async |only_if| {
        let mut writes = vec![Write::put(TableId::FloatDesk, item.clone(), only_if)];
        if pass.finished.is_none() {
            let left_out = key(LEFT_OUT);
            writes.push(Write::delete(
                TableId::FloatDesk,
                left_out,
                Condition::Always,
            ));
        }
        store.transact_patiently(writes).await
    };
    match put(Condition::NotBeyond("number", pass.number)).await {
        Err(error) if error.kind == ErrorKind::Conflict => match unreadable_pass(store).await? {
            Some(unreadable) => put(Condition::Same(unreadable)).await,
            None => Err(error),
        },
        noted => noted,
    }
}

/// What cannot be read holds nobody off, whatever its number.
async fn unreadable_pass(store: &Store) -> Result<Option<Attributes>, StoreError> {
    let item = store.table(TableId::FloatDesk).get(key(PASS)).await?;
    Ok(item.filter(|item| decode_pass(item.clone()).is_err()))
}

pub(super) async fn note_segment(store: &Store, segment: &Segment) -> Result<(), StoreError> {
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let item = item(format!("{SEGMENT}{}", segment.number))
        .whole("pass", segment.pass)
        .whole("number", segment.number.into())
        .whole("of", segment.of.into())
        .optional("after", segment.after.clone().map(Value::Map))
        .boolean("is_done", segment.is_done)
        .whole("looked_at", whole(segment.looked_at))
        .whole("new", whole(segment.new))
        .whole("left_out", whole(segment.left_out));
    put(store, item).await
}

pub(super) async fn note_shard(store: &Store, shard: &Shard) -> Result<(), StoreError> {
    let item = item(format!("{SHARD}{}", shard.id))
        .text("id", &shard.id)
        .optional_text("after", shard.after.as_deref())
        .boolean("is_done", shard.is_done)
        .optional_instant("last_record", shard.last_record)
        .optional_instant("caught_up", shard.caught_up);
    put(store, item).await
}

/// Forgets a shard that the stream no longer has.
pub(super) async fn forget_shard(store: &Store, id: &str) -> Result<(), StoreError> {
    let key = key(&format!("{SHARD}{id}"));
    store.table(TableId::FloatDesk).delete(key).await
}

pub(super) async fn note_left_out(store: &Store, more: u64) -> Result<(), StoreError> {
    let fields = Encoder::new().text("item_type", ITEM_TYPE).done();
    let more = i64::try_from(more).unwrap_or(i64::MAX);
    let by = vec![("left_out", more)];
    let write = Write::add(TableId::FloatDesk, key(LEFT_OUT), fields, by);
    store.transact_patiently(vec![write]).await
}

fn key(sort: &str) -> Attributes {
    Encoder::new().keys(PARTITION, sort).done()
}

fn item(sort: String) -> Encoder {
    Encoder::new()
        .keys(PARTITION, sort)
        .text("item_type", ITEM_TYPE)
}

async fn put(store: &Store, item: Encoder) -> Result<(), StoreError> {
    let write = Write::over_any(item.done());
    store.transact_patiently(vec![write]).await
}

fn open(item: Attributes) -> ItemFields {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    fields
}

fn decode_pass(item: Attributes) -> Stored<Pass> {
    let mut fields = open(item);
    let pass = Pass {
        number: fields.whole("number"),
        started: fields.instant("started"),
        finished: fields.optional_instant("finished"),
        stream: fields.optional_text("stream"),
        complete_to: fields.optional_instant("complete_to"),
    };
    fields.close(pass)
}

fn decode_segment(item: Attributes) -> Stored<Segment> {
    let mut fields = open(item);
    let segment = Segment {
        pass: fields.whole("pass"),
        number: u32::try_from(fields.whole("number")).unwrap_or(u32::MAX),
        of: u32::try_from(fields.whole("of")).unwrap_or_default(),
        after: fields.optional_map("after"),
        is_done: fields.boolean("is_done"),
        looked_at: fields.whole("looked_at").unsigned_abs(),
        new: fields.whole("new").unsigned_abs(),
        left_out: fields
            .optional_whole("left_out")
            .unwrap_or_default()
            .unsigned_abs(),
    };
    fields.close(segment)
}

fn decode_shard(item: Attributes) -> Stored<Shard> {
    let mut fields = open(item);
    let shard = Shard {
        id: fields.text("id"),
        after: fields.optional_text("after"),
        is_done: fields.boolean("is_done"),
        last_record: fields.optional_instant("last_record"),
        caught_up: fields.optional_instant("caught_up"),
    };
    fields.close(shard)
}

fn decode_left_out(item: Attributes) -> Stored<u64> {
    let mut fields = open(item);
    let left_out = fields.whole("left_out").unsigned_abs();
    fields.close(left_out)
}
