//! Profile versions: `USER#<user>` / `PROFILE#<created_on>`.

pub mod change;

use crate::encoder::Encoder;
use crate::fields::{Fields, ItemFields};
use crate::page::{Page, PageRequest};
use crate::table::{Query, SortRange};
use crate::user::partition;
use crate::{Store, StoreError, TableId};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{ItemKey, Stored};
use domain::profile::FloatProfile;
use domain::tier::{FloatSetting, LoanSetting};
use domain::value::Attributes;

const PREFIX: &str = "PROFILE#";
/// Sorts after every moment that can follow the prefix.
const END: char = '\u{10FFFF}';
const ITEM_TYPE: &str = "float_profile";

fn sort(created_on: Instant) -> String {
    format!("{PREFIX}{}", created_on.stored())
}

/// Where a version stands among the others, which its own time may disagree with.
pub fn place(key: &ItemKey) -> Option<Instant> {
    Instant::parse(key.sort.as_deref()?.strip_prefix(PREFIX)?)
}

/// The newest version, whenever it is dated.
pub async fn latest(
    store: &Store,
    user: &UserId,
) -> Result<Option<Stored<FloatProfile>>, StoreError> {
    let versions = Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned()));
    let item = store
        .table(TableId::Underwriting)
        .first(versions.newest_first())
        .await?;
    Ok(item.map(decode))
}

/// The newest version created by `at`.
pub async fn in_force_at(
    store: &Store,
    user: &UserId,
    at: Instant,
) -> Result<Option<Stored<FloatProfile>>, StoreError> {
    let item = store
        .table(TableId::Underwriting)
        .first(created_by(user, at))
        .await?;
    Ok(item.map(decode))
}

/// The versions created by `at`, newest first.
pub async fn history_at(
    store: &Store,
    user: &UserId,
    at: Instant,
    request: PageRequest,
) -> Result<Page<Stored<FloatProfile>>, StoreError> {
    let page = store
        .table(TableId::Underwriting)
        .page(created_by(user, at), request)
        .await?;
    Ok(page.map(decode))
}

/// The versions created after `at`, oldest first.
pub async fn after(
    store: &Store,
    user: &UserId,
    at: Instant,
    request: PageRequest,
) -> Result<Page<Stored<FloatProfile>>, StoreError> {
    // Keys hold whole seconds, so that the next one is the first that is later.
    let range = SortRange::Between(sort(at.plus_seconds(1)), format!("{PREFIX}{END}"));
    let page = store
        .table(TableId::Underwriting)
        .page(Query::new(partition(user), range), request)
        .await?;
    Ok(page.map(decode))
}

/// Every version, newest first.
pub async fn history(
    store: &Store,
    user: &UserId,
    request: PageRequest,
) -> Result<Page<Stored<FloatProfile>>, StoreError> {
    let versions = Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned()));
    let page = store
        .table(TableId::Underwriting)
        .page(versions.newest_first(), request)
        .await?;
    Ok(page.map(decode))
}

fn created_by(user: &UserId, at: Instant) -> Query {
    let range = SortRange::Between(PREFIX.to_owned(), sort(at));
    Query::new(partition(user), range).newest_first()
}

pub fn encode(profile: &FloatProfile) -> Attributes {
    Encoder::new()
        .keys(partition(&profile.user_id), sort(profile.created_on))
        .text("item_type", ITEM_TYPE)
        .text("user_id", profile.user_id.as_str())
        .boolean("is_float_enabled", profile.is_float_enabled)
        .boolean("is_loan_enabled", profile.is_loan_enabled)
        .boolean("cfi_enabled", profile.cfi_enabled)
        .list("floats", &profile.floats, encode_float)
        .list("loans", &profile.loans, encode_loan)
        .instant("created_on", profile.created_on)
        .text("reason", &profile.reason)
        .text("notes", &profile.notes)
        .done()
}

pub fn decode(item: Attributes) -> Stored<FloatProfile> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let in_key = fields.moment_in_key(PREFIX);
    let profile = FloatProfile {
        user_id: UserId::new(fields.text("user_id")),
        is_float_enabled: fields.boolean("is_float_enabled"),
        is_loan_enabled: fields.boolean("is_loan_enabled"),
        cfi_enabled: fields.boolean("cfi_enabled"),
        floats: fields.list_or_empty("floats", decode_float),
        loans: fields.list_or_empty("loans", decode_loan),
        created_on: fields.instant_or("created_on", in_key),
        reason: fields.optional_text("reason").unwrap_or_default(),
        notes: fields.optional_text("notes").unwrap_or_default(),
    };
    fields.lies_in(&partition(&profile.user_id));
    fields.sorts_at(&sort(profile.created_on));
    fields.close(profile)
}

pub(crate) fn encode_float(setting: &FloatSetting) -> Attributes {
    Encoder::new()
        .text("id", &setting.id)
        .cents("amount", setting.amount)
        .boolean("is_enabled", setting.is_enabled)
        .with(&setting.unknown)
        .done()
}

pub(crate) fn decode_float(fields: &mut Fields) -> FloatSetting {
    FloatSetting {
        id: fields.text("id"),
        amount: fields.cents("amount"),
        is_enabled: fields.boolean("is_enabled"),
        unknown: fields.rest_as_stored(),
    }
}

pub(crate) fn encode_loan(setting: &LoanSetting) -> Attributes {
    Encoder::new()
        .text("id", &setting.id)
        .cents("amount_cents", setting.amount)
        .boolean("is_enabled", setting.is_enabled)
        .with(&setting.unknown)
        .done()
}

pub(crate) fn decode_loan(fields: &mut Fields) -> LoanSetting {
    LoanSetting {
        id: fields.text("id"),
        amount: fields.cents("amount_cents"),
        is_enabled: fields.boolean("is_enabled"),
        unknown: fields.rest_as_stored(),
    }
}
