//! Requirements bypasses: requirements-bypass, `user_id`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::{Store, StoreError, TableId};
use domain::bypass::Bypass;
use domain::id::UserId;
use domain::item::Stored;
use domain::role::{OverrideProfiles, Permit};
use domain::value::Attributes;

fn key(user: &UserId) -> Attributes {
    Encoder::new().text("user_id", user.as_str()).done()
}

pub async fn of_user(store: &Store, user: &UserId) -> Result<Option<Stored<Bypass>>, StoreError> {
    Ok(store
        .table(TableId::RequirementsBypass)
        .get(key(user))
        .await?
        .map(decode))
}

/// Grants a bypass, in place of one that is there.
pub async fn save(
    store: &Store,
    _permit: &Permit<OverrideProfiles>,
    bypass: &Bypass,
) -> Result<(), StoreError> {
    store
        .table(TableId::RequirementsBypass)
        .put(encode(bypass))
        .await
}

pub async fn remove(
    store: &Store,
    _permit: &Permit<OverrideProfiles>,
    user: &UserId,
) -> Result<(), StoreError> {
    store
        .table(TableId::RequirementsBypass)
        .delete(key(user))
        .await
}

pub fn encode(bypass: &Bypass) -> Attributes {
    Encoder::new()
        .text("user_id", bypass.user_id.as_str())
        .day("expiration_date", bypass.expiration_date)
        .text("reason", &bypass.reason)
        .done()
}

pub fn decode(item: Attributes) -> Stored<Bypass> {
    let mut fields = ItemFields::open(TableId::RequirementsBypass, item);
    let bypass = Bypass {
        user_id: UserId::new(fields.text("user_id")),
        expiration_date: fields.day("expiration_date"),
        reason: fields.optional_text("reason").unwrap_or_default(),
    };
    fields.close(bypass)
}
