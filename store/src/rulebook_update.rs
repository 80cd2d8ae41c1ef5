//! Rulebook updates: `RULEBOOKCONFIGUPDATE` / `USER#<update_time>#<update_user>`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::page::{Page, PageRequest};
use crate::rulebook::{decode_nested, encode_nested};
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::id::StaffName;
use domain::instant::Instant;
use domain::item::Stored;
use domain::rulebook_update::RulebookUpdate;
use domain::value::Attributes;

const PARTITION: &str = "RULEBOOKCONFIGUPDATE";
const ITEM_TYPE: &str = "rulebook_update";
/// Sorts after every name that can follow a moment.
const END: char = '\u{10FFFF}';

fn sort(update_time: Instant, update_user: &StaffName) -> String {
    format!("USER#{}#{update_user}", update_time.stored())
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
        .keys(PARTITION, sort(update.update_time, &update.update_user))
        .text("item_type", ITEM_TYPE)
        .text("update_user", update.update_user.as_str())
        .instant("update_time", update.update_time)
        .list("rulebooks", &update.rulebooks, encode_nested)
        .done()
}

pub fn decode(item: Attributes) -> Stored<RulebookUpdate> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let update = RulebookUpdate {
        update_user: StaffName::new(fields.text("update_user")),
        update_time: fields.instant("update_time"),
        rulebooks: fields.list_of("rulebooks", decode_nested),
    };
    fields.lies_in(PARTITION);
    fields.sorts_at(&sort(update.update_time, &update.update_user));
    fields.close(update)
}
