//! Temporary overrides: `USER#<user>` / `TEMP_FLOAT_PROFILE#EXPIRES#<expires_on>`.

pub mod change;

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::profile::{decode_float, decode_loan, encode_float, encode_loan};
use crate::table::{Query, SortRange};
use crate::user::partition;
use crate::{Store, StoreError, TableId};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{ItemKey, Stored};
use domain::temporary_profile::TemporaryProfile;
use domain::value::{Attributes, Value};

pub(crate) const PREFIX: &str = "TEMP_FLOAT_PROFILE#";
const EXPIRES: &str = "TEMP_FLOAT_PROFILE#EXPIRES#";
/// Sorts after every moment that can follow the prefix.
const END: char = '\u{10FFFF}';
const ITEM_TYPE: &str = "temp_float_profile";

/// Where an override with this end lies.
pub(crate) fn sort(expires_on: Instant) -> String {
    format!("{EXPIRES}{}", expires_on.stored())
}

/// The key of one, by its sort key as it is stored: another writer may spell a moment otherwise.
fn key(user: &UserId, sort: &str) -> Attributes {
    Encoder::new().keys(partition(user), sort).done()
}

/// Those that end at `now` or later, soonest first. Never an open `>`, which would run on into
/// whatever sorts behind.
pub async fn unexpired(
    store: &Store,
    user: &UserId,
    now: Instant,
) -> Result<Vec<Stored<TemporaryProfile>>, StoreError> {
    let range = SortRange::Between(sort(now), format!("{EXPIRES}{END}"));
    let items = store
        .table(TableId::Underwriting)
        .all(Query::new(partition(user), range))
        .await?;
    Ok(items.into_iter().map(decode).collect())
}

/// Whether what lies there ends at `now` or later, whatever its attributes say.
pub fn lies_ahead(key: &ItemKey, now: Instant) -> bool {
    key.sort
        .as_deref()
        .is_some_and(|key| key >= sort(now).as_str())
}

/// What lies last of all that is known of a user, where overrides lie by their end.
pub(crate) enum LastOrOther {
    /// An override, the last to end.
    Ends(Instant),
    Other,
}

/// Whether a user has an override and whether anything is stored at all, in one question: overrides
/// sort behind everything else, the last to end as the very last.
pub(crate) async fn last_or_other(
    store: &Store,
    user: &UserId,
) -> Result<Option<LastOrOther>, StoreError> {
    let range = SortRange::Between(" ".to_owned(), format!("{EXPIRES}{END}"));
    let query = Query::new(partition(user), range).newest_first();
    let last = store.table(TableId::Underwriting).first(query).await?;
    let end = |item: &Attributes| match item.get("SK") {
        Some(Value::Text(sort)) => Instant::parse(sort.strip_prefix(EXPIRES)?),
        _ => None,
    };
    Ok(last.map(|item| end(&item).map_or(LastOrOther::Other, LastOrOther::Ends)))
}

/// All that are still stored, expired ones among them.
pub async fn all(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<TemporaryProfile>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let items = store
        .table(TableId::Underwriting)
        .all(Query::new(partition(user), range))
        .await?;
    Ok(items.into_iter().map(decode).collect())
}

pub fn encode(temporary: &TemporaryProfile) -> Attributes {
    Encoder::new()
        .keys(partition(&temporary.user_id), sort(temporary.expires_on))
        .text("item_type", ITEM_TYPE)
        .text("user_id", temporary.user_id.as_str())
        .instant("created_on", temporary.created_on)
        .instant("expires_on", temporary.expires_on)
        .text("reason", &temporary.reason)
        .optional_boolean("is_float_enabled", temporary.is_float_enabled)
        .optional_boolean("is_loan_enabled", temporary.is_loan_enabled)
        .optional_list("floats", temporary.floats.as_deref(), encode_float)
        .optional_list("loans", temporary.loans.as_deref(), encode_loan)
        .optional_epoch("ttl", temporary.ttl)
        .done()
}

pub fn decode(item: Attributes) -> Stored<TemporaryProfile> {
    let mut fields = ItemFields::open(TableId::Underwriting, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let in_key = fields.moment_in_key(EXPIRES);
    let temporary = TemporaryProfile {
        user_id: UserId::new(fields.text("user_id")),
        created_on: fields.instant("created_on"),
        expires_on: fields.instant_or("expires_on", in_key),
        reason: fields.optional_text("reason").unwrap_or_default(),
        is_float_enabled: fields.optional_boolean("is_float_enabled"),
        is_loan_enabled: fields.optional_boolean("is_loan_enabled"),
        floats: fields.optional_list_of("floats", decode_float),
        loans: fields.optional_list_of("loans", decode_loan),
        ttl: fields.optional_epoch("ttl"),
    };
    fields.lies_in(&partition(&temporary.user_id));
    fields.sorts_at(&sort(temporary.expires_on));
    fields.close(temporary)
}
