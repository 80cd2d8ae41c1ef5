//! Keeps sessions in Float Desk's own table, so that any number of servers share them.

use async_trait::async_trait;
use domain::id::StaffId;
use domain::instant::Instant;
use std::collections::HashMap;
use std::time::SystemTime;
use store::session::{self, StoredSession};
use store::{ErrorKind, Store};
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

#[derive(Debug, Clone)]
pub struct DynamoSessions {
    store: Store,
}

impl DynamoSessions {
    pub(super) fn new(store: Store) -> Self {
        Self { store }
    }
}

#[async_trait]
impl SessionStore for DynamoSessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        loop {
            match session::create(&self.store, &record.id.to_string(), &stored(record)?).await {
                // Somebody else has this very id: take another.
                Err(error) if error.kind == ErrorKind::Conflict => record.id = Id::default(),
                other => return other.map_err(backend),
            }
        }
    }

    async fn save(&self, record: &Record) -> Result<()> {
        session::save(&self.store, &record.id.to_string(), &stored(record)?)
            .await
            .map_err(backend)
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let now = Instant::from(SystemTime::now());
        let found = session::load(&self.store, &id.to_string(), now)
            .await
            .map_err(backend)?;
        let Some(session) = found else {
            return Ok(None);
        };
        let data: HashMap<_, _> = serde_json::from_str(&session.data)
            .map_err(|error| Error::Decode(error.to_string()))?;
        let expiry_date = OffsetDateTime::from_unix_timestamp(session.expires.epoch_seconds())
            .map_err(|error| Error::Decode(error.to_string()))?;
        Ok(Some(Record {
            id: *id,
            data,
            expiry_date,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        session::delete(&self.store, &id.to_string())
            .await
            .map_err(backend)
    }
}

fn stored(record: &Record) -> Result<StoredSession> {
    let data =
        serde_json::to_string(&record.data).map_err(|error| Error::Encode(error.to_string()))?;
    let expires = Instant::from_epoch_seconds(record.expiry_date.unix_timestamp())
        .ok_or_else(|| Error::Encode("the session ends beyond all time".to_owned()))?;
    Ok(StoredSession {
        data,
        expires,
        owner: owner(record),
    })
}

/// Whose session it is, from what the sign-in layer keeps in it.
fn owner(record: &Record) -> Option<StaffId> {
    let name = record
        .data
        .get("axum-login.data")?
        .get("user_id")?
        .get("name")?
        .as_str()?;
    Some(StaffId::new(name))
}

fn backend(error: store::StoreError) -> Error {
    Error::Backend(error.to_string())
}
