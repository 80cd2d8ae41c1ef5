//! Staff accounts: float-desk, `STAFF` / `<ID>`, with `STAFF_NAME` / `<ID in lower case>`, which keeps a
//! second account from an ID that differs in case only. Each change is written together with its audit
//! event, on condition that nobody changed the account since it was read.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Condition, Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use crate::{audit, session};
use domain::audit::AuditEvent;
use domain::id::StaffId;
use domain::item::Stored;
use domain::role::{EndOwnSessions, ManageStaff, Permit, Role};
use domain::staff_account::{KeptBy, Link, StaffAccount, folded};
use domain::staff_identity::ProviderIdentity;
use domain::value::{Attributes, Value};

const PARTITION: &str = "STAFF";
const NAMES: &str = "STAFF_NAME";
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

fn key(id: &StaffId) -> Attributes {
    Encoder::new().keys(PARTITION, id.as_str()).done()
}

pub async fn get(store: &Store, id: &StaffId) -> Result<Option<Stored<StoredAccount>>, StoreError> {
    Ok(store
        .table(TableId::FloatDesk)
        .get(key(id))
        .await?
        .map(decode))
}

/// Everybody, by ID. As many as a company has staff.
pub async fn all(store: &Store) -> Result<Vec<Stored<StoredAccount>>, StoreError> {
    let query = Query::new(PARTITION, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Adds an account. One whose ID is the same, or differs in case only, is a conflict.
pub async fn add(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    new: &StoredAccount,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    write(store, additions(store, new).await?, event).await
}

/// What adding an account writes. Earlier versions reserved no names, so their accounts are looked at;
/// the reserved name decides between two accounts that are added at the same time.
pub(crate) async fn additions(
    store: &Store,
    new: &StoredAccount,
) -> Result<Vec<Write>, StoreError> {
    let table = store.table(TableId::FloatDesk);
    let name = folded(new.account.id.as_str());
    let keys = Query::new(PARTITION, SortRange::All).keys_only();
    let is_taken =
        |item: &Attributes| matches!(item.get("SK"), Some(Value::Text(id)) if folded(id) == name);
    if table.all(keys).await?.iter().any(is_taken) {
        return Err(table.collision("an account has this ID, in this case or another"));
    }
    let reserved = Encoder::new()
        .keys(NAMES, name)
        .text("item_type", "staff_name")
        .done();
    Ok(vec![
        Write::new_item(TableId::FloatDesk, encode(new)),
        Write::new_item(TableId::FloatDesk, reserved),
    ])
}

/// Changes an account that was read at `generation`; a change meanwhile is a conflict. So is one to
/// `stays`, the admin who has to remain one. The sessions begun before are over, and go.
pub async fn change(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    changed: &StoredAccount,
    generation: i64,
    stays: Option<&StaffAccount>,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    write(store, changes(changed, generation, stays), event).await?;
    forget_sessions(store, &changed.account.id).await;
    Ok(())
}

pub(crate) fn changes(
    changed: &StoredAccount,
    generation: i64,
    stays: Option<&StaffAccount>,
) -> Vec<Write> {
    let mut writes = vec![Write::put(
        TableId::FloatDesk,
        encode(changed),
        unchanged_since(generation),
    )];
    writes.extend(stays.map(|admin| {
        let unchanged = unchanged_since(admin.generation);
        Write::check(TableId::FloatDesk, key(&admin.id), unchanged)
    }));
    writes
}

/// Changes what an account's person is called; their sessions go on. A change since it was read is a
/// conflict.
pub async fn rename(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    renamed: &StoredAccount,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    write(
        store,
        changes(renamed, renamed.account.generation, None),
        event,
    )
    .await
}

/// Ends every session of the permit's own person, on every server.
pub async fn end_own_sessions(
    store: &Store,
    permit: &Permit<EndOwnSessions>,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let id = &permit.staff().id;
    let Some(Ok(record)) = get(store, id).await? else {
        // The demo's people have no account, only sessions.
        audit::record(store, event).await?;
        return session::forget_all_of(store, id).await;
    };
    let mut changed = record.value;
    let read_at = unchanged_since(changed.account.generation);
    changed.account.generation += 1;
    let end = Write::put(TableId::FloatDesk, encode(&changed), read_at);
    write(store, vec![end], event).await?;
    forget_sessions(store, id).await;
    Ok(())
}

fn unchanged_since(generation: i64) -> Condition {
    Condition::Is("generation", Value::number(generation))
}

pub(crate) async fn write(
    store: &Store,
    mut writes: Vec<Write>,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    writes.extend(audit::writes(event));
    store.transact(writes).await
}

/// Sessions of an older generation let nobody in; what is left of them is only counted wrongly.
pub(crate) async fn forget_sessions(store: &Store, id: &StaffId) {
    if let Err(error) = session::forget_all_of(store, id).await {
        tracing::warn!(%error, "sessions that are over could not be deleted; they expire by themselves");
    }
}

fn encode(
    StoredAccount {
        account,
        password_hash,
    }: &StoredAccount,
) -> Attributes {
    let link = account.link.as_ref();
    Encoder::new()
        .keys(PARTITION, account.id.as_str())
        .text("item_type", ITEM_TYPE)
        .text("name", account.id.as_str())
        .optional_text("label", account.staff().own_label().as_deref())
        .text("role", account.role.as_str())
        .boolean("is_kept_by_provider", account.kept_by == KeptBy::Provider)
        .boolean("is_disabled", account.is_disabled)
        .instant("created_on", account.created_on)
        .whole("generation", account.generation)
        .optional_text("issuer", link.map(|link| link.identity.issuer.as_str()))
        .optional_text("subject", link.map(|link| link.identity.subject.as_str()))
        .optional_boolean("is_linked_by_name", link.map(|link| link.is_by_name))
        .optional_boolean("is_retired", account.is_retired.then_some(true))
        .optional_text("password_hash", password_hash.as_deref())
        .done()
}

fn decode(item: Attributes) -> Stored<StoredAccount> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let id = StaffId::new(fields.text("name"));
    let kept_by_provider = fields.boolean("is_kept_by_provider");
    let identity = fields
        .optional_text("issuer")
        .zip(fields.optional_text("subject"));
    let is_by_name = fields
        .optional_boolean("is_linked_by_name")
        .unwrap_or(false);
    let account = StaffAccount {
        label: fields
            .optional_text("label")
            .unwrap_or_else(|| id.to_string()),
        id,
        role: fields
            .one_of("role", "support, analyst or admin", Role::parse)
            .unwrap_or(Role::Support),
        kept_by: if kept_by_provider {
            KeptBy::Provider
        } else {
            KeptBy::Us
        },
        link: identity.map(|(issuer, subject)| Link {
            identity: ProviderIdentity { issuer, subject },
            is_by_name,
        }),
        is_disabled: fields.boolean("is_disabled"),
        is_retired: fields.optional_boolean("is_retired").unwrap_or(false),
        created_on: fields.instant("created_on"),
        generation: fields.whole("generation"),
    };
    let password_hash = fields.optional_text("password_hash");
    fields.close(StoredAccount {
        account,
        password_hash,
    })
}
