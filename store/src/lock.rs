//! Locks on a user's float processing: locks, `loan-processing:user_id:<user>`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::{Store, StoreError, TableId};
use domain::id::UserId;
use domain::item::Stored;
use domain::lock::Lock;
use domain::value::{Attributes, Number, Value};

const PREFIX: &str = "loan-processing:user_id:";

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
        .optional_text("owner", lock.owner.as_deref())
        .optional_text("recordVersionNumber", lock.record_version_number.as_deref())
        .done()
}

pub fn decode(item: Attributes) -> Stored<Lock> {
    let mut fields = ItemFields::open(TableId::Locks, item);
    let key = fields.text("PartitionKey");
    let user_id = UserId::new(key.strip_prefix(PREFIX).unwrap_or_default());
    let lock = Lock {
        acquired: fields.optional_digits("data"),
        delete_on: fields.optional_epoch("deleteOn"),
        lease_duration: fields.optional_text("leaseDuration"),
        owner: fields.optional_text("owner"),
        record_version_number: fields.optional_text("recordVersionNumber"),
        user_id,
    };
    fields.lies_in(&partition(&lock.user_id));
    fields.close(lock)
}
