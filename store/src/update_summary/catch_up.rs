//! Summarises updates that others wrote: scripts write snapshots and no summaries.

use super::{PARTITION, encode, sound};
use crate::rulebook_update::{self, Found};
use crate::table::{Condition, Query, SortRange};
use crate::{Store, StoreError, TableId, off_thread};
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::rulebook_update::UpdateSummary;
use std::collections::BTreeSet;

/// How far behind the newest summary a writer's clock may be.
const OVERLAP_SECONDS: i64 = 3_600;
/// How many updates are looked through at a time.
const PART: u32 = 50;
/// How many updates are summarised at a time: each is read with its snapshot.
const BATCH: usize = 50;

/// What one call of [`catch_up`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaughtUp {
    /// How many summaries it wrote.
    pub made: usize,
    /// Whether the summaries reach back to the first update. Between there and the newest there may
    /// still be gaps, which show in that a summary's `previous` isn't the next one.
    pub to_first: bool,
}

/// The updates that are newer than the newest summary, or were written shortly before it with a late
/// clock, and have no summary yet: oldest first, about a batch at most. Writes nothing, so that pages can
/// ask.
pub async fn pending(store: &Store) -> Result<Vec<UpdateId>, StoreError> {
    let newest = super::list(store, 1, None).await?.summaries;
    // By its key, which is where others sort: what a script says of its time may be anything.
    let from = newest.first().map_or(Instant::EPOCH, overlap);
    let (mut after, mut ids) = (None, Vec::new());
    loop {
        let part = rulebook_update::part_since(store, from, after.as_ref(), PART).await?;
        ids.extend(missing(store, &part.ids).await?.into_iter().map(|it| it.id));
        match part.ids.into_iter().next_back() {
            Some(last) if part.has_more && ids.len() < BATCH => after = Some(last),
            _ => return Ok(ids),
        }
    }
}

/// From when on updates are compared with the summaries, of which this is the newest.
fn overlap(newest: &UpdateSummary) -> Instant {
    let at = newest.id.at().unwrap_or(newest.at);
    at.plus_seconds(-OVERLAP_SECONDS)
}

/// Whether updates between these summaries, newest first, aren't summarized yet.
pub fn has_gap(newest_first: &[UpdateSummary]) -> bool {
    gap(newest_first).is_some()
}

/// Makes summaries that are missing, a batch at most: newer ones first, then what is missing among
/// the newest, then older ones. Costs three small reads where nothing is missing, however many updates
/// there are.
pub async fn catch_up(store: &Store) -> Result<CaughtUp, StoreError> {
    let newest = super::list(store, PART, None).await?.summaries;
    let Some(first) = newest.first() else {
        return older(store, rulebook_update::latest(store).await?).await;
    };
    let oldest = Query::new(PARTITION, SortRange::All);
    let oldest = store.table(TableId::FloatDesk).first(oldest).await?;
    let oldest = sound(oldest.into_iter().collect()).pop();
    let to_first = oldest.as_ref().is_some_and(|it| it.previous.is_none());
    let made = newer(store, overlap(first)).await?;
    if made == BATCH {
        return Ok(CaughtUp { made, to_first });
    }
    if let Some((known, last)) = gap(&newest) {
        let made = made + between(store, known, last).await?;
        return Ok(CaughtUp { made, to_first });
    }
    let Some(oldest) = oldest.filter(|_| !to_first) else {
        return Ok(CaughtUp { made, to_first });
    };
    let older = older(store, rulebook_update::before(store, &oldest.id).await?).await?;
    Ok(CaughtUp {
        made: made + older.made,
        ..older
    })
}

/// Behind which of these summaries, newest first, others are missing, and which is the last to be summed up:
/// Float Desk published after scripts had written for days. One that takes an older update for the one before
/// it than there is, because both were written at the same time or by clocks that disagree, is itself summed up
/// anew.
fn gap(newest: &[UpdateSummary]) -> Option<(&UpdateId, &UpdateId)> {
    newest.windows(2).find_map(|pair| {
        let (previous, known) = (pair[0].previous.as_ref()?, &pair[1].id);
        let last = if previous < known {
            &pair[0].id
        } else {
            previous
        };
        (previous != known).then_some((known, last))
    })
}

/// From behind a summary that is right to the last one missing. Oldest first: what is more than a batch is
/// then still missing next to the newest, where the next catching up finds it.
async fn between(store: &Store, known: &UpdateId, last: &UpdateId) -> Result<usize, StoreError> {
    let mut current = rulebook_update::after(store, known).await?;
    let mut previous = rulebook_update::get(store, known).await?;
    for made in 0..BATCH {
        let Some(update) = current.filter(|(id, _)| id <= last) else {
            return Ok(made);
        };
        record(store, &update, previous.as_ref()).await?;
        current = rulebook_update::after(store, &update.0).await?;
        previous = Some(update);
    }
    Ok(BATCH)
}

/// Oldest first, so that no gap is left where there are more than a batch.
async fn newer(store: &Store, from: Instant) -> Result<usize, StoreError> {
    let (mut after, mut done) = (None, 0);
    loop {
        let part = rulebook_update::part_since(store, from, after.as_ref(), PART).await?;
        for one in missing(store, &part.ids).await? {
            if done == BATCH {
                return Ok(done);
            }
            insert(store, &one).await?;
            done += 1;
        }
        match part.ids.into_iter().next_back() {
            Some(last) if part.has_more => after = Some(last),
            _ => return Ok(done),
        }
    }
}

/// Looks through part of all updates, from behind `after`, for such as were written with a date long
/// past, and sums these up. Gives the place to go on from; nothing at the end.
pub async fn look_through(
    store: &Store,
    after: Option<&UpdateId>,
) -> Result<Option<UpdateId>, StoreError> {
    let ids = rulebook_update::ids_after(store, after, PART).await?;
    for one in missing(store, &ids).await? {
        insert(store, &one).await?;
    }
    Ok(ids.last().cloned())
}

/// An update that is not summed up yet.
struct Missing {
    id: UpdateId,
    /// Whether the one after it is missing too.
    is_followed: bool,
}

/// Of these updates, which are in order, those that are not summed up yet.
async fn missing(store: &Store, ids: &[UpdateId]) -> Result<Vec<Missing>, StoreError> {
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else {
        return Ok(Vec::new());
    };
    let range = SortRange::Between(first.to_string(), last.to_string());
    let known = store
        .table(TableId::FloatDesk)
        .all(Query::new(PARTITION, range))
        .await?;
    let known: BTreeSet<UpdateId> = sound(known).into_iter().map(|it| it.id).collect();
    let is_missing = |id: &UpdateId| !known.contains(id);
    let missing = ids.iter().enumerate().filter(|(_, id)| is_missing(id));
    let missing = missing.map(|(place, id)| Missing {
        id: id.clone(),
        is_followed: ids.get(place + 1).is_some_and(is_missing),
    });
    Ok(missing.collect())
}

/// Sums up an update, and anew the one that follows it, which now differs from another one.
async fn insert(store: &Store, missing: &Missing) -> Result<(), StoreError> {
    let id = &missing.id;
    let Some(update) = rulebook_update::get(store, id).await? else {
        return Ok(());
    };
    let previous = rulebook_update::before(store, id).await?;
    record(store, &update, previous.as_ref()).await?;
    if missing.is_followed {
        return Ok(());
    }
    if let Some(next) = rulebook_update::after(store, id).await? {
        record(store, &next, Some(&update)).await?;
    }
    Ok(())
}

/// From this update back in time.
async fn older(store: &Store, start: Option<Found>) -> Result<CaughtUp, StoreError> {
    let mut current = start;
    for made in 0..BATCH {
        let Some(update) = current else {
            let to_first = true;
            return Ok(CaughtUp { made, to_first });
        };
        let previous = rulebook_update::before(store, &update.0).await?;
        record(store, &update, previous.as_ref()).await?;
        current = previous;
    }
    let to_first = current.is_none();
    Ok(CaughtUp {
        made: BATCH,
        to_first,
    })
}

/// Two servers that do this at the same time write the same.
async fn record(
    store: &Store,
    (id, update): &Found,
    previous: Option<&Found>,
) -> Result<(), StoreError> {
    // What Float Desk knew when it was published.
    let known = super::get(store, id).await?;
    let (reason, provenance) = known.map(|it| (it.reason, it.provenance)).unzip();
    let (reason, provenance) = (reason.flatten(), provenance.flatten());
    // Behind one that cannot be read, the change since the last that can.
    let readable = rulebook_update::readable(store, previous.cloned()).await?;
    let previous = previous.map(|(id, _)| id.clone());
    let (id, update) = (id.clone(), update.clone());
    let summary = off_thread(move || {
        let readable = readable.as_ref().map(|(_, update)| update);
        let summary = match update {
            Ok(record) => {
                let previous = previous.map(|id| (id, readable));
                UpdateSummary::between(previous, (id, &record.value))
            }
            Err(broken) => UpdateSummary::unreadable(id, broken, previous),
        };
        UpdateSummary {
            reason,
            provenance,
            ..summary
        }
    });
    let summary = summary.await;
    store
        .table(TableId::FloatDesk)
        .put_if(encode(&summary), Condition::Always)
        .await
}
