//! Counts again what an earlier version of Float Desk counted by another definition.
//!
//! Every entry says whether it was added to the counts of this version as it was recorded. The others are
//! there before the recount begins, and none comes: what they come to is the same however often it is worked
//! out. So it is written over whatever was there, beside the counts that recording adds to, and the day is
//! noted as counted last. Whoever is killed before that, or is one of two, leaves the same items.
//!
//! A server of an earlier version may still record, while servers are replaced one after the other. It adds to
//! its own counts, which are read before the entries: where they have grown since, the day is counted again.

use super::count::{self, Origin};
use super::stream::read_partitions;
use super::{Retention, day, entry};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::evaluation::KEPT_DAYS;
use domain::instant::Instant;
use domain::ledger::Tally;
use domain::recount::Recount;
use futures::{TryStreamExt, pin_mut};

/// What recounting a day gave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recounted {
    pub entries: u64,
    /// Entries that cannot be read are in no count.
    pub broken: u64,
    /// Something else changed the day meanwhile: it has to be counted once more.
    pub is_done: bool,
}

/// How far the counts have come.
pub async fn progress(store: &Store, now: Instant) -> Result<Recount, StoreError> {
    let days = day::counted(store, every_day(now)).await?;
    let all = days.len();
    let waiting = days.into_iter().filter(|it| !it.is_counted);
    Ok(Recount {
        days: all as u64,
        waiting: waiting.map(|it| it.day).collect(),
    })
}

/// Days that were counted, and to which a server of an earlier version has added since. Evaluations are gone
/// after a month, so that it cannot have been an older day.
pub async fn grown(store: &Store, now: Instant) -> Result<Vec<Day>, StoreError> {
    let from = now.day().plus_days(-KEPT_DAYS - 8);
    let mut grown = Vec::new();
    for counted in day::counted(store, from..=now.day().plus_days(1)).await? {
        if counted.is_counted
            && counted.earlier < count::earlier_decisions(store, counted.day).await?
        {
            grown.push(counted.day);
        }
    }
    Ok(grown)
}

fn every_day(now: Instant) -> std::ops::RangeInclusive<Day> {
    // Other clocks may be a little ahead of this one.
    Instant::EPOCH.day()..=now.day().plus_days(1)
}

/// Counts the entries of a day that earlier versions recorded.
pub async fn recount(store: &Store, day: Day, keep: Retention) -> Result<Recounted, StoreError> {
    let earlier = count::earlier_decisions(store, day).await?;
    let mut recounted = Recounted::default();
    let mut tally = Tally::default();
    let partitions = entry::partitions(day).collect();
    let chunks = read_partitions(store, partitions, entry::decode_uncounted);
    pin_mut!(chunks);
    while let Some(chunk) = chunks.try_next().await? {
        recounted.broken += chunk.broken;
        for entry in chunk.items.into_iter().flatten() {
            recounted.entries += 1;
            tally.add(&entry);
        }
    }
    if recounted.broken > 0 {
        let (day, broken) = (day.stored(), recounted.broken);
        tracing::error!(day, broken, "entries cannot be read, and are in no count");
    }
    let items = count::items(tally.counts(), keep, Origin::Recounted).collect();
    let table = store.table(TableId::FloatDesk);
    table.put_all(items, |_| {}).await?;
    recounted.is_done = day::set_counted(store, day, earlier).await?;
    Ok(recounted)
}
