//! Summarises updates that others wrote: scripts write snapshots and no summaries.

use super::{PARTITION, encode, sound};
use crate::rulebook_update::{self, Found};
use crate::table::{Condition, Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::configuration::Configuration;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::rulebook_diff::compare;
use domain::rulebook_update::UpdateSummary;
use std::collections::BTreeSet;

/// How far behind the newest summary a writer's clock may be.
const OVERLAP_SECONDS: i64 = 3_600;
/// How many updates are looked through at a time.
const PART: u32 = 50;
/// How many older updates are summarised at a time.
const BATCH: usize = 50;

/// Makes the summaries that are missing: all newer ones, and of the older ones a batch. Costs three
/// small reads where nothing is missing, however many updates there are.
pub async fn catch_up(store: &Store) -> Result<(), StoreError> {
    let table = store.table(TableId::FloatDesk);
    let whole = || Query::new(PARTITION, SortRange::All);
    let newest = table.first(whole().newest_first()).await?;
    let oldest = table.first(whole()).await?;
    let newest = sound(newest.into_iter().collect()).pop();
    let oldest = sound(oldest.into_iter().collect()).pop();
    match (newest, oldest) {
        (Some(newest), Some(oldest)) => {
            let from = newest.at.plus_seconds(-OVERLAP_SECONDS);
            newer(store, from).await?;
            if oldest.previous.is_some() {
                older(store, rulebook_update::before(store, &oldest.id).await?).await?;
            }
            Ok(())
        }
        _ => older(store, rulebook_update::latest(store).await?).await,
    }
}

async fn newer(store: &Store, from: Instant) -> Result<(), StoreError> {
    let ids = rulebook_update::ids_since(store, from).await?;
    insert_missing(store, &ids).await
}

/// Looks through part of all updates, from behind `after`, for such as were written with a date long
/// past, and sums these up. Gives the place to go on from; nothing at the end.
pub async fn look_through(
    store: &Store,
    after: Option<&UpdateId>,
) -> Result<Option<UpdateId>, StoreError> {
    let ids = rulebook_update::ids_after(store, after, PART).await?;
    insert_missing(store, &ids).await?;
    Ok(ids.last().cloned())
}

/// Of these updates, which are in order, sums up those that are not yet.
async fn insert_missing(store: &Store, ids: &[UpdateId]) -> Result<(), StoreError> {
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else {
        return Ok(());
    };
    let range = SortRange::Between(first.to_string(), last.to_string());
    let known = store
        .table(TableId::FloatDesk)
        .all(Query::new(PARTITION, range))
        .await?;
    let known: BTreeSet<UpdateId> = sound(known).into_iter().map(|it| it.id).collect();
    for id in ids.iter().filter(|id| !known.contains(id)) {
        insert(store, id).await?;
    }
    Ok(())
}

/// Sums up an update, and anew the one that follows it, which now differs from another one.
async fn insert(store: &Store, id: &UpdateId) -> Result<(), StoreError> {
    let Some(update) = rulebook_update::get(store, id).await? else {
        return Ok(());
    };
    let previous = rulebook_update::before(store, id).await?;
    record(store, &update, previous.as_ref()).await?;
    if let Some(next) = rulebook_update::after(store, id).await? {
        record(store, &next, Some(&update)).await?;
    }
    Ok(())
}

/// From this update back in time.
async fn older(store: &Store, start: Option<Found>) -> Result<(), StoreError> {
    let mut current = start;
    for _ in 0..BATCH {
        let Some(update) = current else {
            return Ok(());
        };
        let previous = rulebook_update::before(store, &update.0).await?;
        record(store, &update, previous.as_ref()).await?;
        current = previous;
    }
    Ok(())
}

/// Two servers that do this at the same time write the same.
async fn record(
    store: &Store,
    (id, update): &Found,
    previous: Option<&Found>,
) -> Result<(), StoreError> {
    let configuration = |found: &Found| match &found.1 {
        Ok(record) => record.value.configuration(),
        Err(_) => Configuration::default(),
    };
    // What Float Desk asked for when it was published.
    let reason = super::get(store, id).await?.and_then(|it| it.reason);
    let previous_id = previous.map(|(id, _)| id.clone());
    let before = previous.map(configuration).unwrap_or_default();
    let summary = match update {
        Ok(record) => {
            let update = &record.value;
            let diff = compare(&before, &update.configuration()).of_substance();
            let author = (update.update_user.clone(), update.update_time);
            UpdateSummary {
                reason,
                ..UpdateSummary::new(id.clone(), author, &diff, previous_id)
            }
        }
        Err(broken) => UpdateSummary {
            id: id.clone(),
            by: domain::id::StaffName::new("unknown"),
            at: instant_of(id),
            line: format!("cannot be read: {broken}"),
            rulebooks: Vec::new(),
            reason,
            previous: previous_id,
        },
    };
    store
        .table(TableId::FloatDesk)
        .put_if(encode(&summary), Condition::Always)
        .await
}

/// An update whose attributes cannot be read is listed where its key puts it.
fn instant_of(id: &UpdateId) -> Instant {
    let time = id.as_str().split('#').next();
    time.and_then(Instant::parse).unwrap_or(Instant::EPOCH)
}
