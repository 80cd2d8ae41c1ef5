//! What machines show to be let in: float-desk, `TOKEN` / `<hash of the token>`. The token itself is
//! kept nowhere. All lie in one partition, so that the list after a change is never behind.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId, audit};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::api_token::{ApiToken, Revoked, TokenScope};
use domain::audit::AuditEvent;
use domain::id::StaffId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::role::{ManageStaff, Permit};
use domain::value::{Attributes, Value};
use sha2::{Digest, Sha256};
use std::fmt;

const PARTITION: &str = "TOKEN";
const ITEM_TYPE: &str = "api_token";
/// So that whoever finds one in a file knows what it opens.
const MARK: &str = "fd_";
const SECRET_BYTES: usize = 32;
/// As many letters of the hash as tell tokens apart.
const ID_LETTERS: usize = 12;

/// A token itself. Shown once to whoever made it; what is printed can end in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// One that nobody can guess: 256 random bits.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!(
            "{MARK}{}",
            BASE64_URL_SAFE_NO_PAD.encode(bytes)
        )))
    }

    /// As somebody has shown it.
    pub fn shown(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// A fast hash will do: there is nothing to guess in 256 random bits.
    fn hash(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&self.0))
    }

    /// Names the token without telling anything about it.
    pub fn id(&self) -> String {
        self.hash().chars().take(ID_LETTERS).collect()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// A token with the key it lies under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    pub token: ApiToken,
    hash: String,
}

fn key(hash: &str) -> Attributes {
    Encoder::new().keys(PARTITION, hash).done()
}

/// The token that was shown, good or not.
pub async fn find(
    store: &Store,
    secret: &Secret,
) -> Result<Option<Stored<StoredToken>>, StoreError> {
    let item = store
        .table(TableId::FloatDesk)
        .get(key(&secret.hash()))
        .await?;
    Ok(item.map(decode))
}

/// Every token there is or was, in no order. As many as a company has machines.
pub async fn all(store: &Store) -> Result<Vec<Stored<StoredToken>>, StoreError> {
    let query = Query::new(PARTITION, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Keeps a new token's hash, with its audit event.
pub async fn make(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    secret: &Secret,
    token: &ApiToken,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let item = encode(&secret.hash(), token);
    let mut writes = vec![Write::new_item(TableId::FloatDesk, item)];
    writes.extend(audit::writes(event));
    store.transact(writes).await
}

/// Shuts a token out from the next request on, with its audit event; one that was changed meanwhile
/// is a conflict.
pub async fn revoke(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    found: &StoredToken,
    revoked: Revoked,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let read_at = unchanged(found);
    let token = ApiToken {
        revoked: Some(revoked),
        version: found.token.version + 1,
        ..found.token.clone()
    };
    let item = encode(&found.hash, &token);
    let mut writes = vec![Write::put(TableId::FloatDesk, item, read_at)];
    writes.extend(audit::writes(event));
    store.transact(writes).await
}

/// Notes that a token was used. One that was revoked meanwhile stays so.
pub async fn note_use(store: &Store, found: &StoredToken, now: Instant) -> Result<(), StoreError> {
    let token = ApiToken {
        last_used_on: Some(now),
        ..found.token.clone()
    };
    let table = store.table(TableId::FloatDesk);
    let noted = table
        .put_if(encode(&found.hash, &token), unchanged(found))
        .await;
    match noted {
        Err(error) if error.kind == ErrorKind::Conflict => Ok(()),
        other => other,
    }
}

fn unchanged(found: &StoredToken) -> Condition {
    Condition::Is("version", Value::number(found.token.version))
}

fn encode(hash: &str, token: &ApiToken) -> Attributes {
    let revoked = token.revoked.as_ref();
    Encoder::new()
        .keys(PARTITION, hash)
        .text("item_type", ITEM_TYPE)
        .text("id", &token.id)
        .text("name", &token.name)
        .text("scope", token.scope.as_stored())
        .instant("made_on", token.made_on)
        .text("made_by", token.made_by.as_str())
        .optional_instant("last_used_on", token.last_used_on)
        .optional_instant("revoked_on", revoked.map(|revoked| revoked.on))
        .optional_text("revoked_by", revoked.map(|revoked| revoked.by.as_str()))
        .whole("version", token.version)
        .done()
}

fn decode(item: Attributes) -> Stored<StoredToken> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let hash = fields.sort_key().to_owned();
    let revoked_on = fields.optional_instant("revoked_on");
    let revoked_by = fields.optional_text("revoked_by").unwrap_or_default();
    let token = ApiToken {
        id: fields.text("id"),
        name: fields.text("name"),
        scope: TokenScope::from_stored(&fields.text("scope")),
        made_on: fields.instant("made_on"),
        made_by: StaffId::new(fields.text("made_by")),
        last_used_on: fields.optional_instant("last_used_on"),
        revoked: revoked_on.map(|on| Revoked {
            on,
            by: StaffId::new(revoked_by),
        }),
        version: fields.whole("version"),
    };
    fields.close(StoredToken { token, hash })
}
