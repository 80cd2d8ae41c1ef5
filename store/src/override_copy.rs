//! Copies of overrides: float-desk, `OVERRIDE#<user>` / `<created>#<expires>`.
//!
//! DynamoDB deletes an override when it ends, and cancelling deletes it at once; the copy stays. It
//! is written in the transaction that writes or ends the override itself; of those that others write,
//! the indexer keeps one when it comes across them.

use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::page::PageRequest;
use crate::table::{Condition, Query, SortRange, Write};
use crate::table_id::GSI1;
use crate::{Store, StoreError, TableId, temporary_profile};
use domain::id::{CampaignId, StaffId, UserId};
use domain::instant::Instant;
use domain::item::{BrokenItem, Stored};
use domain::override_copy::{Ended, HowEnded, Interruption, MovedEnd, OverrideCopy};
use domain::temporary_profile::TemporaryProfile;
use domain::value::{Attributes, Value};
use std::collections::HashSet;

/// The partition of the index in which overrides that run are found by their end.
const ENDS: &str = "OVERRIDE_END";
const ITEM_TYPE: &str = "override_copy";

pub(crate) fn partition(user: &UserId) -> String {
    format!("OVERRIDE#{user}")
}

/// Two overrides that were made in the same second with the same end share a key in the table too.
fn sort(profile: &TemporaryProfile) -> String {
    format!(
        "{}#{}",
        profile.created_on.stored(),
        profile.expires_on.stored()
    )
}

pub(crate) fn key(profile: &TemporaryProfile) -> Attributes {
    Encoder::new()
        .keys(partition(&profile.user_id), sort(profile))
        .done()
}

/// Every override of a user that Float Desk wrote or ended, newest first. As many as people made.
pub async fn of_user(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<OverrideCopy>>, StoreError> {
    let query = Query::new(partition(user), SortRange::All).newest_first();
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// The copy of an override, where there is one.
pub(crate) async fn of_override(
    store: &Store,
    profile: &TemporaryProfile,
) -> Result<Option<OverrideCopy>, StoreError> {
    let copy = store.table(TableId::FloatDesk).get(key(profile)).await?;
    let copy = copy.and_then(|item| decode(item).ok());
    Ok(copy.map(|record| record.value))
}

/// The override as it was written, to the letter.
pub(crate) async fn item_of(
    store: &Store,
    profile: &TemporaryProfile,
) -> Result<Option<Attributes>, StoreError> {
    let copy = store.table(TableId::FloatDesk).get(key(profile)).await?;
    Ok(copy.and_then(|mut copy| match copy.remove("item") {
        Some(Value::Map(item)) => Some(item),
        _ => None,
    }))
}

/// Keeps a copy of an override, whose item goes with it as it is stored. One that runs on is also
/// found by its end; not one of a campaign's thousands, which is told by its campaign.
pub(crate) fn keep(copy: &OverrideCopy, item: &Attributes) -> Write {
    let mut copied = encode(copy, item);
    if copy.ended.is_none() && copy.campaign.is_none() {
        copied.extend(Encoder::new().gsi1(ENDS, end_sort(&copy.profile)).done());
    }
    Write::put(TableId::FloatDesk, copied, Condition::Always)
}

/// The same for one that somebody else wrote, unless there is a copy already.
pub(crate) fn keep_seen(copy: &OverrideCopy, item: &Attributes) -> Write {
    Write::new_item(TableId::FloatDesk, encode(copy, item))
}

/// The keys of the copies that there are of these overrides.
pub(crate) async fn existing(
    store: &Store,
    profiles: &[&TemporaryProfile],
) -> Result<HashSet<Attributes>, StoreError> {
    let keys: HashSet<Attributes> = profiles.iter().map(|one| key(one)).collect();
    let table = store.table(TableId::FloatDesk);
    let found = table.existing(keys.into_iter().collect()).await?;
    Ok(found.into_iter().collect())
}

fn end_sort(profile: &TemporaryProfile) -> String {
    format!("{}#{}", profile.expires_on.stored(), profile.user_id)
}

/// The overrides that Float Desk wrote and that end between two moments, soonest first; those of
/// campaigns are not among them. By an index, so one of a moment ago may be missing.
pub async fn ending(
    store: &Store,
    from: Instant,
    to: Instant,
    most: u32,
) -> Result<Vec<Stored<OverrideCopy>>, StoreError> {
    let range = SortRange::Between(from.stored(), format!("{}~", to.stored()));
    let query = Query::new(ENDS, range).on(GSI1);
    let request = PageRequest::first(most);
    let page = store.table(TableId::FloatDesk).page(query, request).await?;
    Ok(page.items.into_iter().map(decode).collect())
}

fn encode(copy: &OverrideCopy, item: &Attributes) -> Attributes {
    let ended = copy.ended.as_ref();
    Encoder::new()
        .keys(partition(&copy.profile.user_id), sort(&copy.profile))
        .text("item_type", ITEM_TYPE)
        .text("user_id", copy.profile.user_id.as_str())
        .optional_text("written_by", copy.written_by.as_ref().map(StaffId::as_str))
        .map("item", item.clone())
        .optional_instant("ended_on", ended.map(|ended| ended.at))
        .optional_text("ended_by", ended.map(|ended| ended.by.as_str()))
        .optional_text("ended_how", ended.map(|ended| ended.how.as_stored()))
        .optional_text("ended_why", ended.map(|ended| ended.reason.as_str()))
        .optional_text("campaign", copy.campaign.as_ref().map(CampaignId::as_str))
        .optional_list("moves", some(&copy.moves), encode_move)
        .optional_list(
            "interruptions",
            some(&copy.interruptions),
            encode_interruption,
        )
        .done()
}

/// Most copies have none of these, and don't say so.
fn some<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

fn encode_move(moved: &MovedEnd) -> Attributes {
    Encoder::new()
        .instant("at", moved.at)
        .text("by", moved.by.as_str())
        .instant("from", moved.from)
        .instant("to", moved.to)
        .text("reason", &moved.reason)
        .done()
}

fn encode_interruption(interruption: &Interruption) -> Attributes {
    Encoder::new()
        .instant("from", interruption.from)
        .instant("until", interruption.until)
        .text("by", interruption.by.as_str())
        .text("reason", &interruption.reason)
        .done()
}

fn decode_move(fields: &mut Fields) -> MovedEnd {
    MovedEnd {
        at: fields.instant("at"),
        by: StaffId::new(fields.text("by")),
        from: fields.instant("from"),
        to: fields.instant("to"),
        reason: fields.text("reason"),
    }
}

fn decode_interruption(fields: &mut Fields) -> Interruption {
    Interruption {
        from: fields.instant("from"),
        until: fields.instant("until"),
        by: StaffId::new(fields.text("by")),
        reason: fields.text("reason"),
    }
}

/// Forgets the copy of an override whose end was moved: it lives on under its new end.
pub(crate) fn forget(profile: &TemporaryProfile) -> Write {
    Write::delete(TableId::FloatDesk, key(profile), Condition::Always)
}

/// Whether two overrides would have the same copy.
pub(crate) fn is_same(one: &TemporaryProfile, other: &TemporaryProfile) -> bool {
    sort(one) == sort(other)
}

fn decode(item: Attributes) -> Stored<OverrideCopy> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let user = UserId::new(fields.text("user_id"));
    fields.lies_in(&partition(&user));
    let item = fields.optional_map("item").unwrap_or_default();
    let written_by = fields.optional_text("written_by").map(StaffId::new);
    let ended = fields.optional_instant("ended_on").map(|at| Ended {
        at,
        by: StaffId::new(fields.text("ended_by")),
        how: HowEnded::from_stored(&fields.text("ended_how")),
        reason: fields.optional_text("ended_why").unwrap_or_default(),
    });
    let campaign = fields.optional_text("campaign").map(CampaignId::new);
    let moves = fields.optional_list_of("moves", decode_move);
    let interruptions = fields.optional_list_of("interruptions", decode_interruption);
    let copy = fields.close((item, written_by, ended))?;
    let (item, written_by, ended) = copy.value;
    let original = temporary_profile::decode(item).map_err(|broken| BrokenItem {
        key: copy.key.clone(),
        problems: broken.problems,
    })?;
    Ok(domain::item::Record {
        key: copy.key,
        value: OverrideCopy {
            profile: original.value,
            written_by,
            ended,
            campaign,
            moves: moves.unwrap_or_default(),
            interruptions: interruptions.unwrap_or_default(),
        },
        unknown: original.unknown,
        notices: original.notices,
    })
}
