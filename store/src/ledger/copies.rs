//! Copies of overrides that others wrote: the table deletes them at their end, the copy stays.

use crate::table::{Condition, Write};
use crate::{ErrorKind, Store, StoreError, TableId, override_copy, temporary_profile};
use domain::item::Record;
use domain::override_copy::OverrideCopy;
use domain::temporary_profile::TemporaryProfile;
use domain::value::Attributes;

/// Keeps a copy of each of these overrides that has none yet, and gives how many were new. What Float
/// Desk itself wrote has one, which says more. One that is no longer stored is left: Float Desk may have
/// moved its end, and the copy would be of something that never was.
pub async fn keep_copies(store: &Store, items: Vec<Attributes>) -> Result<u64, StoreError> {
    let overrides: Vec<(Attributes, Record<TemporaryProfile>)> = items
        .into_iter()
        .filter_map(|item| Some((item.clone(), temporary_profile::decode(item).ok()?)))
        .collect();
    let profiles: Vec<_> = overrides.iter().map(|(_, one)| &one.value).collect();
    let known = override_copy::existing(store, &profiles).await?;
    let mut new = 0;
    for (item, record) in overrides {
        if known.contains(&override_copy::key(&record.value)) {
            continue;
        }
        match store.transact(copy(item, record)).await {
            Ok(()) => new += 1,
            Err(error) if error.kind == ErrorKind::Conflict => {}
            Err(error) => return Err(error),
        }
    }
    Ok(new)
}

fn copy(item: Attributes, record: Record<TemporaryProfile>) -> Vec<Write> {
    let created = item.get("created_on").cloned();
    let is_there = created.map(|created| {
        let key = crate::table::key_of(TableId::Underwriting, &item);
        let unchanged = Condition::Is("created_on", created);
        Write::check(TableId::Underwriting, key, unchanged)
    });
    let copy = OverrideCopy {
        profile: record.value,
        written_by: None,
        ended: None,
    };
    let mut writes = vec![override_copy::keep_seen(&copy, &item)];
    writes.extend(is_there);
    writes
}
