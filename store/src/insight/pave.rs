//! What the entities of the pave table share: how they are told apart, and how they are read.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::page::{Page, PageRequest};
use crate::table::Query;
use crate::{Store, StoreError, TableId};
use domain::id::UserId;
use domain::item::Stored;
use domain::value::Attributes;

pub(super) const TABLE: TableId = TableId::Pave;
/// Starts the partition that most of a user's entities lie in.
pub(super) const USERS: &str = "USERS#";
const DISCRIMINATOR: &str = "DBType";

pub(crate) fn users_partition(user: &UserId) -> String {
    format!("{USERS}{user}")
}

/// A new item of the kind that `db_type` names.
pub(super) fn item(partition: String, sort: String, db_type: &str) -> Encoder {
    Encoder::new()
        .keys(partition, sort)
        .text(DISCRIMINATOR, db_type)
}

/// An item that should be of the kind that `db_type` names.
pub(super) fn open(item: Attributes, db_type: &str) -> ItemFields {
    let mut fields = ItemFields::open(TABLE, item);
    fields.discriminator(DISCRIMINATOR, db_type);
    fields
}

pub(super) async fn get<T>(
    store: &Store,
    partition: String,
    sort: String,
    decode: impl Fn(Attributes) -> Stored<T>,
) -> Result<Option<Stored<T>>, StoreError> {
    let key = Encoder::new().keys(partition, sort).done();
    Ok(store.table(TABLE).get(key).await?.map(decode))
}

pub(super) async fn first<T>(
    store: &Store,
    query: Query,
    decode: impl Fn(Attributes) -> Stored<T>,
) -> Result<Option<Stored<T>>, StoreError> {
    Ok(store.table(TABLE).first(query).await?.map(decode))
}

/// Only for what expires, and so stays small.
pub(super) async fn all<T>(
    store: &Store,
    query: Query,
    decode: impl Fn(Attributes) -> Stored<T>,
) -> Result<Vec<Stored<T>>, StoreError> {
    let items = store.table(TABLE).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

pub(super) async fn page<T>(
    store: &Store,
    query: Query,
    request: PageRequest,
    decode: impl Fn(Attributes) -> Stored<T>,
) -> Result<Page<Stored<T>>, StoreError> {
    Ok(store.table(TABLE).page(query, request).await?.map(decode))
}
