//! Sign-in attempts of late: float-desk, `ATTEMPT#<what>#<hash>` / `ATTEMPT`. Every server counts here,
//! so that more servers are not more guesses.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Write};
use crate::{Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::instant::Instant;
use domain::value::{Attributes, Value};
use sha2::{Digest, Sha256};
use std::net::IpAddr;

const SORT: &str = "ATTEMPT";
const ITEM_TYPE: &str = "sign_in_attempt";
const FORGOTTEN: &str = "forgotten_at";

/// What attempts are counted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountedBy {
    /// The name that was typed, whether or not there is such an account.
    Account(String),
    /// Where it was typed.
    Address(IpAddr),
    /// Where somebody came back from the identity provider to.
    Return(IpAddr),
}

impl CountedBy {
    /// Hashed, since what is typed into the wrong field may be a password.
    fn partition(&self) -> String {
        let (what, text) = match self {
            Self::Account(name) => ("ACCOUNT", name.to_lowercase()),
            Self::Address(address) => ("ADDRESS", address.to_string()),
            Self::Return(address) => ("RETURN", address.to_string()),
        };
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text));
        format!("ATTEMPT#{what}#{hash}")
    }
}

/// A count as it was read, and as it is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    pub by: CountedBy,
    pub read: Option<Instant>,
    pub forgotten: Instant,
}

/// When all attempts so far will be forgotten; nothing where none are known.
pub async fn forgotten_at(store: &Store, by: &CountedBy) -> Result<Option<Instant>, StoreError> {
    let key = Encoder::new().keys(by.partition(), SORT).done();
    let Some(item) = store.table(TableId::FloatDesk).get(key).await? else {
        return Ok(None);
    };
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let seconds = fields.whole(FORGOTTEN);
    Ok(Instant::from_epoch_seconds(seconds))
}

/// Writes all of these counts; if one is no longer what was read, none, and that is a conflict.
pub async fn count(store: &Store, counts: &[Counted]) -> Result<(), StoreError> {
    let writes = counts.iter().map(|counted| {
        let only_if = match counted.read {
            Some(read) => Condition::Is(FORGOTTEN, Value::number(read.epoch_seconds())),
            None => Condition::Absent,
        };
        Write::put(TableId::FloatDesk, encode(counted), only_if)
    });
    store.transact(writes.collect()).await
}

fn encode(counted: &Counted) -> Attributes {
    Encoder::new()
        .keys(counted.by.partition(), SORT)
        .text("item_type", ITEM_TYPE)
        .whole(FORGOTTEN, counted.forgotten.epoch_seconds())
        .optional_epoch("ttl", Some(counted.forgotten))
        .done()
}
