//! Rulebook updates: `RULEBOOKCONFIGUPDATE` / `USER#<update_time>#<update_user>`.

use crate::encoder::Encoder;
use crate::fields::{ItemFields, Misfit};
use crate::page::{Cursor, Page, PageRequest};
use crate::rulebook::decode_nested;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::id::{RulebookId, StaffId, UpdateId};
use domain::instant::Instant;
use domain::item::{ItemKey, Stored};
use domain::rulebook::Rulebook;
use domain::rulebook_update::{RulebookUpdate, Unreadable};
use domain::value::{Attributes, Value};

const PARTITION: &str = "RULEBOOKCONFIGUPDATE";
const ITEM_TYPE: &str = "rulebook_update";
/// Sorts after every name that can follow a moment.
const END: char = '\u{10FFFF}';

const PREFIX: &str = "USER#";

/// The name of an update, and the part of its key that tells it from others.
pub fn id(update_time: Instant, update_user: &StaffId) -> UpdateId {
    UpdateId::of(update_time, update_user)
}

fn sort(id: &UpdateId) -> String {
    format!("{PREFIX}{id}")
}

fn key(id: &UpdateId) -> Attributes {
    Encoder::new().keys(PARTITION, sort(id)).done()
}

/// The id under which an update lies, whatever its attributes say.
pub(crate) fn id_in(key: &ItemKey) -> UpdateId {
    let sort = key.sort.as_deref().unwrap_or_default();
    UpdateId::new(sort.strip_prefix(PREFIX).unwrap_or(sort))
}

/// An update, and the id under which it lies.
pub type Found = (UpdateId, Stored<RulebookUpdate>);

fn found(item: Attributes) -> Found {
    let stored = decode(item);
    let key = match &stored {
        Ok(record) => &record.key,
        Err(broken) => &broken.key,
    };
    (id_in(key), stored)
}

pub async fn get(store: &Store, id: &UpdateId) -> Result<Option<Found>, StoreError> {
    let item = store.table(TableId::Underwriting).get(key(id)).await?;
    Ok(item.map(found))
}

/// The newest update, whose snapshot is what the record says is in force.
pub async fn latest(store: &Store) -> Result<Option<Found>, StoreError> {
    let query = Query::new(PARTITION, SortRange::All).newest_first();
    let item = store.table(TableId::Underwriting).first(query).await?;
    Ok(item.map(found))
}

/// The last update at or before an instant.
pub async fn in_force_at(store: &Store, at: Instant) -> Result<Option<Found>, StoreError> {
    // `$` follows `#`, so this ends behind every update of that second.
    let until = format!("{PREFIX}{}$", at.stored());
    let query = Query::new(PARTITION, SortRange::Between(PREFIX.to_owned(), until)).newest_first();
    let item = store.table(TableId::Underwriting).first(query).await?;
    Ok(item.map(found))
}

/// The update before this one.
pub async fn before(store: &Store, id: &UpdateId) -> Result<Option<Found>, StoreError> {
    next_to(
        store,
        id,
        Query::new(PARTITION, SortRange::All).newest_first(),
    )
    .await
}

/// So many updates in a row that cannot be read are gone back behind.
const UNREADABLE: usize = 10;

/// An update, where it can be read, or the nearest before it that can.
pub async fn readable(
    store: &Store,
    from: Option<Found>,
) -> Result<Option<(UpdateId, RulebookUpdate)>, StoreError> {
    let mut current = from;
    for _ in 0..=UNREADABLE {
        match current {
            Some((id, Ok(record))) => return Ok(Some((id, record.value))),
            Some((id, Err(_))) => current = before(store, &id).await?,
            None => break,
        }
    }
    Ok(None)
}

/// The update after this one.
pub async fn after(store: &Store, id: &UpdateId) -> Result<Option<Found>, StoreError> {
    next_to(store, id, Query::new(PARTITION, SortRange::All)).await
}

async fn next_to(store: &Store, id: &UpdateId, query: Query) -> Result<Option<Found>, StoreError> {
    let behind = PageRequest::after(1, Cursor(key(id)));
    let page = store
        .table(TableId::Underwriting)
        .page(query, behind)
        .await?;
    Ok(page.items.into_iter().next().map(found))
}

/// The ids of all updates since an instant, oldest first, without their snapshots.
pub async fn ids_since(store: &Store, from: Instant) -> Result<Vec<UpdateId>, StoreError> {
    let range = SortRange::Between(
        format!("{PREFIX}{}", from.stored()),
        format!("{PREFIX}\u{10ffff}"),
    );
    let query = Query::new(PARTITION, range).keys_only();
    let items = store.table(TableId::Underwriting).all(query).await?;
    Ok(items.into_iter().filter_map(id_of).collect())
}

/// Part of the ids of updates, oldest first.
pub struct IdPart {
    pub ids: Vec<UpdateId>,
    pub has_more: bool,
}

/// Part of the ids of the updates since an instant, from behind one of them; without their snapshots.
pub async fn part_since(
    store: &Store,
    from: Instant,
    after: Option<&UpdateId>,
    size: u32,
) -> Result<IdPart, StoreError> {
    let range = SortRange::Between(
        format!("{PREFIX}{}", from.stored()),
        format!("{PREFIX}{END}"),
    );
    let after = after.map(|id| Cursor(key(id)));
    let page = store
        .table(TableId::Underwriting)
        .page(
            Query::new(PARTITION, range).keys_only(),
            PageRequest { size, after },
        )
        .await?;
    Ok(IdPart {
        has_more: page.next.is_some(),
        ids: page.items.into_iter().filter_map(id_of).collect(),
    })
}

fn id_of(mut item: Attributes) -> Option<UpdateId> {
    match item.remove("SK") {
        Some(Value::Text(sort)) => sort.strip_prefix(PREFIX).map(UpdateId::new),
        _ => None,
    }
}

/// Part of the ids of all updates, oldest first, from behind one of them; without their snapshots.
pub async fn ids_after(
    store: &Store,
    after: Option<&UpdateId>,
    size: u32,
) -> Result<Vec<UpdateId>, StoreError> {
    let query = Query::new(PARTITION, SortRange::Prefix(PREFIX.to_owned())).keys_only();
    let after = after.map(|id| Cursor(key(id)));
    let page = store
        .table(TableId::Underwriting)
        .page(query, PageRequest { size, after })
        .await?;
    Ok(page.items.into_iter().filter_map(id_of).collect())
}

/// Every change of the rulebooks, newest first.
pub async fn history(
    store: &Store,
    request: PageRequest,
) -> Result<Page<Stored<RulebookUpdate>>, StoreError> {
    let query = Query::new(PARTITION, SortRange::All).newest_first();
    Ok(store
        .table(TableId::Underwriting)
        .page(query, request)
        .await?
        .map(decode))
}

/// So many are read at once: the one in force, and the one before it.
const AT_ONCE: u32 = 2;

/// The changes that may have been in force at `at`, newest first: back to the first one that was so
/// for everybody, being made at `settled_by` or before.
pub async fn possibly_in_force(
    store: &Store,
    at: Instant,
    settled_by: Instant,
) -> Result<Vec<Stored<RulebookUpdate>>, StoreError> {
    let until = format!("USER#{}#{END}", at.stored());
    let query = Query::new(PARTITION, SortRange::Between("USER#".to_owned(), until)).newest_first();
    let is_settled = |stored: &Stored<RulebookUpdate>| {
        stored
            .as_ref()
            .is_ok_and(|record| record.value.update_time <= settled_by)
    };
    let mut found: Vec<Stored<RulebookUpdate>> = Vec::new();
    let mut request = PageRequest::first(AT_ONCE);
    loop {
        let page = store
            .table(TableId::Underwriting)
            .page(query.clone(), request)
            .await?
            .map(decode);
        let is_enough = page.items.iter().any(is_settled);
        found.extend(page.items);
        match page.next {
            Some(next) if !is_enough => request = PageRequest::after(AT_ONCE, next),
            _ => return Ok(found),
        }
    }
}

pub fn encode(update: &RulebookUpdate) -> Attributes {
    Encoder::new()
        .keys(
            PARTITION,
            sort(&id(update.update_time, &update.update_user)),
        )
        .text("item_type", ITEM_TYPE)
        .text("update_user", update.update_user.as_str())
        .instant("update_time", update.update_time)
        .list("rulebooks", &update.rulebooks, Rulebook::to_plain)
        .done()
}

/// With the rulebooks as they are stored, every attribute and digit.
pub(crate) fn encode_stored(
    update_user: &StaffId,
    update_time: Instant,
    rulebooks: Vec<Attributes>,
) -> Attributes {
    let rulebooks = rulebooks.into_iter().map(Value::Map).collect();
    Encoder::new()
        .keys(PARTITION, sort(&id(update_time, update_user)))
        .text("item_type", ITEM_TYPE)
        .text("update_user", update_user.as_str())
        .instant("update_time", update_time)
        .value("rulebooks", Value::List(rulebooks))
        .done()
}

pub fn decode(item: Attributes) -> Stored<RulebookUpdate> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let in_key = fields.sort_key().strip_prefix(PREFIX);
    let in_key = in_key.and_then(|id| Instant::parse(id.split_once('#')?.0));
    let mut update = RulebookUpdate {
        update_user: StaffId::new(fields.text("update_user")),
        update_time: fields.instant_or("update_time", in_key),
        rulebooks: Vec::new(),
        unreadable: Vec::new(),
    };
    for rulebook in fields.list_of_each("rulebooks", decode_nested) {
        match rulebook {
            Ok(rulebook) => update.rulebooks.push(rulebook),
            Err(misfit) => update.unreadable.push(unreadable(&misfit)),
        }
    }
    fields.lies_in(PARTITION);
    fields.sorts_at(&sort(&id(update.update_time, &update.update_user)));
    fields.close(update)
}

fn unreadable(misfit: &Misfit) -> Unreadable {
    let id = match misfit.item.get("rulebook_id") {
        Some(Value::Text(id)) => id.as_str(),
        _ => "",
    };
    let problems: Vec<_> = misfit.problems.iter().map(ToString::to_string).collect();
    Unreadable {
        id: RulebookId::new(id),
        why: problems.join("; "),
    }
}
