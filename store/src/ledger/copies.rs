//! Copies of overrides that others wrote: the table deletes them at their end, the copy stays.

use crate::table::{Condition, Write};
use crate::{ErrorKind, Store, StoreError, TableId, override_copy, temporary_profile};
use domain::item::BrokenItem;
use domain::override_copy::OverrideCopy;
use domain::temporary_profile::TemporaryProfile;
use domain::value::Attributes;

/// An override as it was seen.
#[derive(Debug, Clone)]
pub struct Seen {
    profile: TemporaryProfile,
    /// Everything that is stored of it.
    item: Attributes,
}

/// Keeps a copy of each of these overrides that has none yet, and gives how many were new. What Float
/// Desk itself wrote has one, which says more. One that is no longer stored is left: Float Desk may have
/// moved its end, and the copy would be of something that never was.
pub async fn keep_copies(store: &Store, overrides: Vec<Seen>) -> Result<u64, StoreError> {
    let profiles: Vec<_> = overrides.iter().map(|seen| &seen.profile).collect();
    let known = override_copy::existing(store, &profiles).await?;
    let mut new = 0;
    for seen in overrides {
        if known.contains(&override_copy::key(&seen.profile)) {
            continue;
        }
        match store.transact(seen.copy()).await {
            Ok(()) => new += 1,
            Err(error) if error.kind == ErrorKind::Conflict => {}
            Err(error) => return Err(error),
        }
    }
    Ok(new)
}

impl Seen {
    pub fn read(item: Attributes) -> Result<Self, BrokenItem> {
        let profile = temporary_profile::decode(item.clone())?.value;
        Ok(Self { profile, item })
    }

    fn copy(self) -> Vec<Write> {
        let Self { profile, item } = self;
        let created = item.get("created_on").cloned();
        let is_there = created.map(|created| {
            let key = crate::table::key_of(TableId::Underwriting, &item);
            let unchanged = Condition::Is("created_on", created);
            Write::check(TableId::Underwriting, key, unchanged)
        });
        let copy = OverrideCopy::new(profile, None);
        let mut writes = vec![override_copy::keep_seen(&copy, &item)];
        writes.extend(is_there);
        writes
    }
}
