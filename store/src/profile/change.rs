//! Writing a new profile version: one transaction of the user's guard, the new item and the audit
//! event. Old versions are never touched.

use super::{encode, overruled};
use crate::encoder::Encoder;
use crate::guard::{self, Attempt, Outcome};
use crate::table::{Condition, Write};
use crate::user::partition;
use crate::{ErrorKind, Store, StoreError, TableId, audit};
use domain::audit::AuditEvent;
use domain::item::Record;
use domain::overruled::Overruled;
use domain::profile::FloatProfile;
use domain::role::{Permit, WriteProfiles};
use domain::value::{Attributes, Value};

/// What belongs to the item that it stands in, and not to the settings: a new version that took over
/// the old one's `ttl` would be deleted with it.
const OF_ONE_ITEM: [&str; 3] = ["ttl", "GSI2PK", "GSI2SK"];

/// What a new version takes over of the one it starts from, beside what its type knows.
pub fn carried_over(base: Option<&Record<FloatProfile>>) -> Attributes {
    let mut unknown = base.map(|base| base.unknown.clone()).unwrap_or_default();
    unknown.retain(|name, _| !OF_ONE_ITEM.contains(&name.as_str()));
    unknown
}

/// Writes a version that starts from `base`, or from the default where there is none. One of the
/// same second is a conflict. `overruled` are ended or adjusted with it.
pub async fn add(
    store: &Store,
    permit: &Permit<WriteProfiles>,
    attempt: &Attempt,
    base: Option<&Record<FloatProfile>>,
    new: &FloatProfile,
    overruled: &[Overruled],
    event: &AuditEvent,
) -> Result<Outcome, StoreError> {
    let mut item = encode(new);
    for (name, value) in carried_over(base) {
        item.entry(name).or_insert(value);
    }
    let mut writes = audit::writes(event);
    writes.push(Write::new_item(TableId::Underwriting, item));
    if let Some(sort) = base.and_then(|base| base.key.sort.clone()) {
        let key = Encoder::new()
            .keys(partition(&new.user_id), sort.clone())
            .done();
        let is_there = Condition::Is("SK", Value::text(sort));
        writes.push(Write::check(TableId::Underwriting, key, is_there));
    }
    let done = overruled::writes(store, permit, attempt, overruled, event).await;
    let (others, waiting) = match done {
        Ok(done) => done,
        // Done before, it finds none of them any more.
        Err(error) if error.kind == ErrorKind::Conflict => {
            return if guard::is_done(store, attempt).await? {
                Ok(Outcome::Before)
            } else {
                Err(error)
            };
        }
        Err(error) => return Err(error),
    };
    writes.extend(others);
    guard::write(store, attempt, &waiting, writes).await
}
