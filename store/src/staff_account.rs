//! Staff accounts: float-desk, `STAFF` / `<name>`. Each change is written together with its audit
//! event, on condition that nobody changed the account since it was read.

use crate::audit;
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::audit::AuditEvent;
use domain::id::StaffName;
use domain::item::Stored;
use domain::role::Role;
use domain::staff_account::{KeptBy, StaffAccount};
use domain::value::{Attributes, Value};

const PARTITION: &str = "STAFF";
const ITEM_TYPE: &str = "staff_account";

/// An account with the hash of its password, which never leaves the server.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredAccount {
    pub account: StaffAccount,
    pub password_hash: Option<String>,
}

/// Without the hash: what is printed can end in a log.
impl std::fmt::Debug for StoredAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.account.fmt(f)
    }
}

fn key(name: &StaffName) -> Attributes {
    Encoder::new().keys(PARTITION, name.as_str()).done()
}

pub async fn get(
    store: &Store,
    name: &StaffName,
) -> Result<Option<Stored<StoredAccount>>, StoreError> {
    Ok(store
        .table(TableId::FloatDesk)
        .get(key(name))
        .await?
        .map(decode))
}

/// Everybody, by name. As many as a company has staff.
pub async fn all(store: &Store) -> Result<Vec<Stored<StoredAccount>>, StoreError> {
    let query = Query::new(PARTITION, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Adds an account; one of that name is a conflict.
pub async fn add(store: &Store, new: &StoredAccount, event: &AuditEvent) -> Result<(), StoreError> {
    write(store, new, Condition::Absent, event).await
}

/// Changes an account that was read at `generation`; a change meanwhile is a conflict.
pub async fn change(
    store: &Store,
    changed: &StoredAccount,
    generation: i64,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let unchanged = Condition::Is("generation", Value::number(generation));
    write(store, changed, unchanged, event).await
}

async fn write(
    store: &Store,
    account: &StoredAccount,
    only_if: Condition,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let mut writes = audit::writes(event);
    writes.push(Write::put(TableId::FloatDesk, encode(account), only_if));
    store.transact(writes).await
}

fn encode(
    StoredAccount {
        account,
        password_hash,
    }: &StoredAccount,
) -> Attributes {
    Encoder::new()
        .keys(PARTITION, account.name.as_str())
        .text("item_type", ITEM_TYPE)
        .text("name", account.name.as_str())
        .text("role", account.role.as_str())
        .boolean("is_kept_by_provider", account.kept_by == KeptBy::Provider)
        .boolean("is_disabled", account.is_disabled)
        .instant("created_on", account.created_on)
        .optional_instant("last_seen", account.last_seen)
        .whole("generation", account.generation)
        .optional_text("password_hash", password_hash.as_deref())
        .done()
}

fn decode(item: Attributes) -> Stored<StoredAccount> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let name = StaffName::new(fields.text("name"));
    let kept_by_provider = fields.boolean("is_kept_by_provider");
    let account = StaffAccount {
        name,
        role: fields
            .one_of("role", "support, analyst or admin", Role::parse)
            .unwrap_or(Role::Support),
        kept_by: if kept_by_provider {
            KeptBy::Provider
        } else {
            KeptBy::Us
        },
        is_disabled: fields.boolean("is_disabled"),
        created_on: fields.instant("created_on"),
        last_seen: fields.optional_instant("last_seen"),
        generation: fields.whole("generation"),
    };
    let password_hash = fields.optional_text("password_hash");
    fields.close(StoredAccount {
        account,
        password_hash,
    })
}
