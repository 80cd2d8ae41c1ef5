//! Sessions of signed-in staff: float-desk, `SESSION#<hash>` / `SESSION`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange};
use crate::table_id::GSI1;
use crate::{ErrorKind, Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::id::StaffId;
use domain::instant::Instant;
use domain::value::{Attributes, Value};
use sha2::{Digest, Sha256};

const SORT: &str = "SESSION";

/// What a session holds, as the sign-in layer wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    pub data: String,
    pub expires: Instant,
    /// Who is signed in with it; nobody while somebody is still on the way.
    pub owner: Option<StaffId>,
}

/// Only a hash is stored: whoever can read the table still cannot sign in with what they read.
fn partition(id: &str) -> String {
    format!(
        "SESSION#{}",
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(id))
    )
}

fn key(id: &str) -> Attributes {
    Encoder::new().keys(partition(id), SORT).done()
}

fn index_partition(owner: &StaffId) -> String {
    format!("STAFF#{owner}")
}

fn encode(id: &str, session: &StoredSession) -> Attributes {
    let item = match &session.owner {
        Some(owner) => Encoder::new()
            .gsi1(index_partition(owner), session.expires.stored())
            .text("owner", owner.as_str()),
        None => Encoder::new(),
    };
    item.keys(partition(id), SORT)
        .text("item_type", "session")
        .text("data", &session.data)
        .instant("expires_on", session.expires)
        .optional_epoch("ttl", Some(session.expires))
        .done()
}

/// Starts a session; one that already has this id is a conflict.
pub async fn create(store: &Store, id: &str, session: &StoredSession) -> Result<(), StoreError> {
    store
        .table(TableId::FloatDesk)
        .put_new(encode(id, session))
        .await
}

/// Saves a session that is still there. One that was ended meanwhile stays ended: a request that was
/// under way at the time must not bring it back.
pub async fn save(store: &Store, id: &str, session: &StoredSession) -> Result<(), StoreError> {
    let is_there = Condition::Is("SK", Value::text(SORT));
    let saved = store
        .table(TableId::FloatDesk)
        .put_if(encode(id, session), is_there)
        .await;
    match saved {
        Err(error) if error.kind == ErrorKind::Conflict => Ok(()),
        other => other,
    }
}

/// The session, unless it has ended by `now` or cannot be read.
pub async fn load(
    store: &Store,
    id: &str,
    now: Instant,
) -> Result<Option<StoredSession>, StoreError> {
    let Some(item) = store.table(TableId::FloatDesk).get(key(id)).await? else {
        return Ok(None);
    };
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    let session = StoredSession {
        data: fields.text("data"),
        expires: fields.instant("expires_on"),
        owner: fields.optional_text("owner").map(StaffId::new),
    };
    let readable = fields.close(session).ok().map(|record| record.value);
    Ok(readable.filter(|session| now < session.expires))
}

/// How many sessions of somebody have not ended by `now`. From an index, so a moment behind.
pub async fn count_of(store: &Store, owner: &StaffId, now: Instant) -> Result<u64, StoreError> {
    let query = Query::new(index_partition(owner), SortRange::All).on(GSI1);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let is_running = |item: &Attributes| matches!(item.get("GSI1SK"), Some(Value::Text(expires)) if *expires > now.stored());
    Ok(items.iter().filter(|item| is_running(item)).count() as u64)
}

pub async fn delete(store: &Store, id: &str) -> Result<(), StoreError> {
    store.table(TableId::FloatDesk).delete(key(id)).await
}

/// Deletes every session of somebody that the index knows. Not open to others: what ends sessions asks
/// for a permit and leaves an audit event.
pub(crate) async fn forget_all_of(store: &Store, owner: &StaffId) -> Result<(), StoreError> {
    let table = store.table(TableId::FloatDesk);
    let query = Query::new(index_partition(owner), SortRange::All).on(GSI1);
    for mut item in table.all(query).await? {
        item.retain(|name, _| name == "PK" || name == "SK");
        table.delete(item).await?;
    }
    Ok(())
}
