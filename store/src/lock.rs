//! Locks on a user's float processing: locks, `loan-processing:user_id:<user>`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::{Store, StoreError, TableId};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::lock::Lock;
use domain::value::{Attributes, Number, Value};

const PREFIX: &str = "loan-processing:user_id:";
/// About when a lock without `deleteOn` was acquired: only byte orders are told apart by it.
fn lately() -> Instant {
    Instant::EPOCH.plus_days(56 * 365)
}

/// How the client marks a lock that it let go of.
const RELEASED: &str = "1";

fn partition(user: &UserId) -> String {
    format!("{PREFIX}{user}")
}

pub(crate) fn key(user: &UserId) -> Attributes {
    Encoder::new().text("PartitionKey", partition(user)).done()
}

pub async fn of_user(store: &Store, user: &UserId) -> Result<Option<Stored<Lock>>, StoreError> {
    let item = store.table(TableId::Locks).get(key(user)).await?;
    Ok(item.map(decode))
}

pub fn encode(lock: &Lock) -> Attributes {
    let bytes = |number: &Number| Value::Binary(number.as_str().as_bytes().to_vec());
    Encoder::new()
        .text("PartitionKey", partition(&lock.user_id))
        .optional("data", lock.acquired.as_ref().map(bytes))
        .optional_epoch("deleteOn", lock.delete_on)
        .optional_text("leaseDuration", lock.lease_duration.as_deref())
        .optional_text("ownerName", lock.owner.as_deref())
        .optional_text("recordVersionNumber", lock.record_version_number.as_deref())
        .optional_text("isReleased", lock.is_released.then_some(RELEASED))
        .done()
}

pub fn decode(item: Attributes) -> Stored<Lock> {
    let mut fields = ItemFields::open(TableId::Locks, item);
    let key = fields.text("PartitionKey");
    let user_id = UserId::new(key.strip_prefix(PREFIX).unwrap_or_default());
    // The client stores `ownerName`; the document calls it `owner`.
    let (owner_name, owner) = (
        fields.optional_text("ownerName"),
        fields.optional_text("owner"),
    );
    let delete_on = fields.optional_epoch("deleteOn");
    let lock = Lock {
        acquired: fields.optional_nanoseconds("data", delete_on.unwrap_or_else(lately)),
        delete_on,
        lease_duration: fields.optional_text("leaseDuration"),
        owner: owner_name.or(owner),
        record_version_number: fields.optional_text("recordVersionNumber"),
        // The client goes by the attribute's being there, whatever it holds.
        is_released: fields.take("isReleased").is_some(),
        user_id,
    };
    fields.lies_in(&partition(&lock.user_id));
    fields.close(lock)
}
