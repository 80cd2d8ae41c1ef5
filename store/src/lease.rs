//! The lease of a background worker: float-desk, `LEASE#<worker>` / `LEASE`. Of all servers one holds
//! it at a time; when that one falls silent, another takes over once the lease has run out.
//!
//! A lease keeps servers out of each other's way. That nothing happens twice even where two believe
//! to hold it is the business of the conditions on what they write.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Write};
use crate::{ErrorKind, Store, StoreError, TableId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::{Attributes, Value};

const SORT: &str = "LEASE";
const ITEM_TYPE: &str = "lease";

/// Who does a worker's work, until when, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub worker: String,
    /// The server that holds it.
    pub holder: String,
    pub until: Instant,
    /// Raised at every write, so that nobody renews what has gone to another.
    pub version: i64,
    /// Where the next one to work goes on, in the worker's own words.
    pub progress: Option<String>,
}

fn key(worker: &str) -> Attributes {
    Encoder::new().keys(format!("LEASE#{worker}"), SORT).done()
}

/// The lease of a worker, whoever holds it.
pub async fn get(store: &Store, worker: &str) -> Result<Option<Stored<Lease>>, StoreError> {
    let item = store.table(TableId::FloatDesk).get(key(worker)).await?;
    Ok(item.map(decode))
}

/// Takes the lease for `holder` until then, if nobody else holds it at `now`.
pub async fn take(
    store: &Store,
    worker: &str,
    holder: &str,
    now: Instant,
    until: Instant,
) -> Result<Option<Lease>, StoreError> {
    let found = get(store, worker).await?;
    let Some(found) = found else {
        let first = Lease {
            worker: worker.to_owned(),
            holder: holder.to_owned(),
            until,
            version: 1,
            progress: None,
        };
        return written(store, first, Condition::Absent).await;
    };
    let (lease, condition) = match found {
        Ok(record) => {
            let unchanged = Condition::Is("version", Value::number(record.value.version));
            (record.value, unchanged)
        }
        // What cannot be read holds nobody off.
        Err(_) => (Lease::unreadable(worker), Condition::Always),
    };
    if lease.holder != holder && now < lease.until {
        return Ok(None);
    }
    let taken = Lease {
        holder: holder.to_owned(),
        until,
        version: lease.version + 1,
        ..lease
    };
    written(store, taken, condition).await
}

/// Holds on to a lease until then, and notes how far the work has come; nothing where it is lost.
pub async fn renew(
    store: &Store,
    lease: &Lease,
    until: Instant,
    progress: Option<String>,
) -> Result<Option<Lease>, StoreError> {
    let renewed = Lease {
        until,
        version: lease.version + 1,
        progress,
        ..lease.clone()
    };
    let unchanged = Condition::Is("version", Value::number(lease.version));
    written(store, renewed, unchanged).await
}

async fn written(
    store: &Store,
    lease: Lease,
    only_if: Condition,
) -> Result<Option<Lease>, StoreError> {
    let write = Write::put(TableId::FloatDesk, encode(&lease), only_if);
    match store.transact(vec![write]).await {
        Ok(()) => Ok(Some(lease)),
        Err(error) if error.kind == ErrorKind::Conflict => Ok(None),
        Err(error) => Err(error),
    }
}

impl Lease {
    fn unreadable(worker: &str) -> Self {
        Self {
            worker: worker.to_owned(),
            holder: String::new(),
            until: Instant::EPOCH,
            version: 0,
            progress: None,
        }
    }
}

fn encode(lease: &Lease) -> Attributes {
    Encoder::new()
        .keys(format!("LEASE#{}", lease.worker), SORT)
        .text("item_type", ITEM_TYPE)
        .text("worker", &lease.worker)
        .text("holder", &lease.holder)
        .instant("until", lease.until)
        .whole("version", lease.version)
        .optional_text("progress", lease.progress.as_deref())
        .done()
}

fn decode(item: Attributes) -> Stored<Lease> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let lease = Lease {
        worker: fields.text("worker"),
        holder: fields.text("holder"),
        until: fields.instant("until"),
        version: fields.whole("version"),
        progress: fields.optional_text("progress"),
    };
    fields.close(lease)
}
