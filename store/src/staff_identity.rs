//! People whom an identity provider vouched for: float-desk, `STAFF_IDENTITY` / `<hash of issuer and
//! subject>`. An identity belongs to one account, or is held until an admin decides. Each change of that is
//! written together with its audit event, and with the account that it concerns.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::staff_account::{self, StoredAccount};
use crate::table::{Condition, Query, SortRange, Write};
use crate::{ErrorKind, Store, StoreError, TableId};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::audit::AuditEvent;
use domain::id::StaffId;
use domain::item::{BrokenItem, Stored};
use domain::role::{ManageStaff, Permit, Role};
use domain::staff_account::StaffAccount;
use domain::staff_identity::{Doubt, HeldIdentity, ProviderIdentity, Rejection};
use domain::value::{Attributes, Value};
use sha2::{Digest, Sha256};

const PARTITION: &str = "STAFF_IDENTITY";
const ITEM_TYPE: &str = "staff_identity";

/// An identity that Float Desk knows, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownIdentity {
    pub standing: Standing,
    /// Raised by each decision, so that two decisions made at the same time don't both succeed.
    pub version: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    Linked(StaffId),
    Held(HeldIdentity),
}

/// An identity that becomes the one of an account which exists already.
#[derive(Debug)]
pub struct Linking<'a> {
    pub identity: &'a ProviderIdentity,
    /// The version at which the identity was read; nothing where it wasn't known.
    pub read: Option<i64>,
    /// The account as it will be.
    pub account: &'a StoredAccount,
    /// The generation at which the account was read.
    pub generation: i64,
    /// The admin who has to remain one.
    pub stays: Option<&'a StaffAccount>,
    /// Whom the account belonged to, and the version at which that was read.
    pub replaced: Option<(HeldIdentity, i64)>,
}

/// Hashed, since issuer and subject together can be longer than a key. The length of the first keeps
/// two pairs that read the same apart.
fn sort(identity: &ProviderIdentity) -> String {
    let ProviderIdentity { issuer, subject } = identity;
    let hash = Sha256::new()
        .chain_update(issuer.len().to_be_bytes())
        .chain_update(issuer)
        .chain_update(subject);
    BASE64_URL_SAFE_NO_PAD.encode(hash.finalize())
}

pub async fn get(
    store: &Store,
    identity: &ProviderIdentity,
) -> Result<Option<Stored<KnownIdentity>>, StoreError> {
    let key = Encoder::new().keys(PARTITION, sort(identity)).done();
    let found = store.table(TableId::FloatDesk).get(key).await?;
    Ok(found.map(decode))
}

/// Everyone whom an admin has to decide on, or has rejected.
pub async fn all_held(store: &Store) -> Result<Vec<Result<HeldIdentity, BrokenItem>>, StoreError> {
    let query = Query::new(PARTITION, SortRange::All);
    let items = store.table(TableId::FloatDesk).all(query).await?;
    let held = items
        .into_iter()
        .map(|item| match decode(item)?.value.standing {
            Standing::Held(held) => Ok(Some(held)),
            Standing::Linked(_) => Ok(None),
        });
    Ok(held.filter_map(Result::transpose).collect())
}

/// Holds an identity that was read at this version, or wasn't known. A decision made meanwhile is a
/// conflict.
pub async fn hold(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    held: &HeldIdentity,
    read: Option<i64>,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    staff_account::write(store, vec![held_write(held, read)], event).await
}

/// Notes that someone who is held tried again. If an admin has decided just now, there's nothing to note.
pub async fn note_attempt(
    store: &Store,
    held: &HeldIdentity,
    version: i64,
) -> Result<(), StoreError> {
    let table = store.table(TableId::FloatDesk);
    let noted = table.put_if(encode_held(held, version), unchanged_since(Some(version)));
    match noted.await {
        Err(error) if error.kind == ErrorKind::Conflict => Ok(()),
        other => other,
    }
}

/// Adds the account of someone who has none. A taken ID, and a decision made meanwhile, are conflicts.
pub async fn add_account(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    identity: &ProviderIdentity,
    read: Option<i64>,
    new: &StoredAccount,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let mut writes = staff_account::additions(store, new).await?;
    writes.push(linked_write(identity, &new.account.id, read));
    staff_account::write(store, writes, event).await
}

/// Links an identity to an account; whoever had it before is held. A change of any of them since they
/// were read is a conflict. The account's sessions are over, and go.
pub async fn link(
    store: &Store,
    _permit: &Permit<ManageStaff>,
    linking: &Linking<'_>,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let id = &linking.account.account.id;
    let mut writes = staff_account::changes(linking.account, linking.generation, linking.stays);
    writes.push(linked_write(linking.identity, id, linking.read));
    let replaced = linking.replaced.as_ref();
    writes.extend(replaced.map(|(held, version)| held_write(held, Some(*version))));
    staff_account::write(store, writes, event).await?;
    staff_account::forget_sessions(store, id).await;
    Ok(())
}

fn unchanged_since(version: Option<i64>) -> Condition {
    match version {
        Some(version) => Condition::Is("version", Value::number(version)),
        None => Condition::Absent,
    }
}

fn held_write(held: &HeldIdentity, read: Option<i64>) -> Write {
    let item = encode_held(held, next(read));
    Write::put(TableId::FloatDesk, item, unchanged_since(read))
}

fn linked_write(identity: &ProviderIdentity, account: &StaffId, read: Option<i64>) -> Write {
    let item = common(identity, next(read))
        .text("account", account.as_str())
        .done();
    Write::put(TableId::FloatDesk, item, unchanged_since(read))
}

fn next(read: Option<i64>) -> i64 {
    read.unwrap_or_default() + 1
}

fn common(identity: &ProviderIdentity, version: i64) -> Encoder {
    Encoder::new()
        .keys(PARTITION, sort(identity))
        .text("item_type", ITEM_TYPE)
        .text("issuer", &identity.issuer)
        .text("subject", &identity.subject)
        .whole("version", version)
}

fn encode_held(held: &HeldIdentity, version: i64) -> Attributes {
    let rejection = held.rejection.as_ref();
    common(&held.identity, version)
        .text("label", &held.label)
        .text("role", held.role.as_str())
        .text("doubt", held.doubt.as_stored())
        .instant("first_seen", held.first_seen)
        .instant("last_seen", held.last_seen)
        .optional_text("rejected_by", rejection.map(|it| it.by.as_str()))
        .optional_instant("rejected_at", rejection.map(|it| it.at))
        .optional_text("rejected_because", rejection.map(|it| it.reason.as_str()))
        .done()
}

fn decode(item: Attributes) -> Stored<KnownIdentity> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let identity = ProviderIdentity {
        issuer: fields.text("issuer"),
        subject: fields.text("subject"),
    };
    fields.sorts_at(&sort(&identity));
    let version = fields.whole("version");
    let standing = match fields.optional_text("account") {
        Some(account) => Standing::Linked(StaffId::new(account)),
        None => Standing::Held(decode_held(&mut fields, identity)),
    };
    fields.close(KnownIdentity { standing, version })
}

fn decode_held(fields: &mut ItemFields, identity: ProviderIdentity) -> HeldIdentity {
    let (by, at, reason) = (
        fields.optional_text("rejected_by"),
        fields.optional_instant("rejected_at"),
        fields.optional_text("rejected_because"),
    );
    HeldIdentity {
        identity,
        label: fields.text("label"),
        role: fields
            .one_of("role", "support, analyst or admin", Role::parse)
            .unwrap_or(Role::Support),
        doubt: Doubt::from_stored(&fields.text("doubt")),
        first_seen: fields.instant("first_seen"),
        last_seen: fields.instant("last_seen"),
        rejection: by.zip(at).map(|(by, at)| Rejection {
            by: StaffId::new(by),
            at,
            reason: reason.unwrap_or_default(),
        }),
    }
}
