//! Requirements bypasses: requirements-bypass, `user_id`. They are changed by way of an intent only,
//! which is put on record before (see [`crate::bypass_intent`]).

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::Condition;
use crate::{Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::bypass::Bypass;
use domain::day::Day;
use domain::id::UserId;
use domain::item::Stored;
use domain::value::Attributes;
use sha2::{Digest, Sha256};

pub(crate) fn key(user: &UserId) -> Attributes {
    Encoder::new().text("user_id", user.as_str()).done()
}

/// A user's bypass as it was read, which a change of it is held to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    user: UserId,
    item: Option<Attributes>,
}

impl Found {
    pub fn item(&self) -> Option<&Attributes> {
        self.item.as_ref()
    }

    pub fn stored(&self) -> Option<Stored<Bypass>> {
        self.item.clone().map(decode)
    }

    /// Tells whether two readings found the same, every attribute of it; short enough for a form.
    pub fn fingerprint(&self) -> String {
        let Some(item) = &self.item else {
            return "none".to_owned();
        };
        // With the kind of each value, which the words for a person leave out.
        let text = serde_json::to_vec(item).unwrap_or_default();
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
    }

    /// The item with this last day and note. What no document names stays as it is.
    pub fn with(&self, last_day: Day, note: &str) -> Attributes {
        let granted = encode(&Bypass {
            user_id: self.user.clone(),
            expiration_date: last_day,
            reason: note.to_owned(),
        });
        let mut item = self.item.clone().unwrap_or_default();
        item.extend(granted);
        item
    }
}

/// What is stored for a user, sound or not.
pub async fn find(store: &Store, user: &UserId) -> Result<Found, StoreError> {
    let item = store
        .table(TableId::RequirementsBypass)
        .get(key(user))
        .await?;
    Ok(Found {
        user: user.clone(),
        item,
    })
}

pub async fn of_user(store: &Store, user: &UserId) -> Result<Option<Stored<Bypass>>, StoreError> {
    Ok(find(store, user).await?.stored())
}

/// Puts or deletes, on condition that what is stored is what was read.
pub(crate) async fn change(
    store: &Store,
    user: &UserId,
    before: Option<&Attributes>,
    after: Option<&Attributes>,
) -> Result<(), StoreError> {
    let table = store.table(TableId::RequirementsBypass);
    let unchanged = match before {
        Some(item) => Condition::Same(item.clone()),
        None => Condition::Absent,
    };
    match after {
        Some(item) => table.put_if(item.clone(), unchanged).await,
        None => table.delete_if(key(user), unchanged).await,
    }
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
