//! Whom a person opened lately: float-desk, `PERSON#<name>` / `RECENT#<epoch>#<user>`.
//! Seconds since 1970, since the longest user id leaves 24 bytes of a sort key.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::page::PageRequest;
use crate::table::{Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::audit::AuditEvent;
use domain::id::{StaffId, UserId};
use domain::item::Stored;
use domain::recent_user::RecentUser;
use domain::value::Attributes;

const PREFIX: &str = "RECENT#";
const ITEM_TYPE: &str = "recent_user";
/// What a person opened a month ago is not recent; the table forgets it.
const KEPT_DAYS: i64 = 30;
/// So many looks are read. Several may be at the same user, an hour apart.
const LOOKS: u32 = 40;

pub(crate) fn partition(name: &StaffId) -> String {
    format!("PERSON#{name}")
}

/// Goes into the transaction that records the look.
pub(crate) fn write(look: &AuditEvent, user: &UserId) -> Write {
    let item = Encoder::new()
        .keys(
            partition(&look.who),
            format!("{PREFIX}{:012}#{user}", look.at.epoch_seconds()),
        )
        .text("item_type", ITEM_TYPE)
        .text("user_id", user.as_str())
        .instant("at", look.at)
        .optional_epoch("ttl", Some(look.at.plus_days(KEPT_DAYS)))
        .done();
    Write::new_item(TableId::FloatDesk, item)
}

/// The last looks of a person, newest first.
pub async fn of_person(
    store: &Store,
    name: &StaffId,
) -> Result<Vec<Stored<RecentUser>>, StoreError> {
    let query = Query::new(partition(name), SortRange::Prefix(PREFIX.to_owned()));
    let page = store
        .table(TableId::FloatDesk)
        .page(query.newest_first(), PageRequest::first(LOOKS))
        .await?;
    Ok(page.items.into_iter().map(decode).collect())
}

fn decode(item: Attributes) -> Stored<RecentUser> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let recent = RecentUser {
        user_id: UserId::new(fields.text("user_id")),
        at: fields.instant("at"),
    };
    // Only the table needs to know when it may forget.
    fields.optional_epoch("ttl");
    fields.close(recent)
}
