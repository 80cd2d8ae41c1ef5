//! Reads the decision ledger part by part, newest first. The list and its export both go through here, so
//! that they hold the same.

use domain::day::Day;
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::LedgerEntry;
use domain::ledger_list::LedgerFilter;
use domain::looked::Looked;
use domain::recount;
use futures::{TryStreamExt, pin_mut};
use std::ops::RangeInclusive;
use store::ledger::{Chunk, Place, days, page, stream_days};
use store::{Store, StoreError, indexer};

/// What one read gave.
#[derive(Debug, Clone)]
pub struct Read {
    /// What the filter admits; what cannot be read is always admitted.
    pub entries: Vec<Stored<LedgerEntry>>,
    /// Where the next part starts; nothing at the end of the days.
    pub next: Option<Place>,
    /// How many entries were looked at, and how far back they went.
    pub looked_at: u64,
    pub back_to: Option<Instant>,
}

/// Looks at so many entries behind a place, and gives those that are wanted.
pub async fn part(
    store: &Store,
    filter: &LedgerFilter,
    after: Option<&Place>,
    size: u32,
    now: Instant,
) -> Result<Read, StoreError> {
    let from = filter.of.from.unwrap_or(Instant::EPOCH.day());
    // Other clocks may be a little ahead of this one.
    let to = filter.of.to.unwrap_or(now.day().plus_days(1));
    let part = page(store, from..=to, after, size).await?;
    let looked_at = part.entries.len() as u64;
    let last = part
        .entries
        .iter()
        .rev()
        .find_map(|entry| entry.as_ref().ok());
    let back_to = last.map(|record| record.value.created);
    let mut entries = part.entries;
    entries.retain(|entry| {
        entry
            .as_ref()
            .map_or(true, |it| filter.admits(&it.value, store.no_results()))
    });
    Ok(Read {
        entries,
        next: part.next,
        looked_at,
        back_to,
    })
}

/// Reads the entries of these days, the newest day first, of so many days and until they are so many: the day
/// in which that happens is read in part only.
pub async fn newest(
    store: &Store,
    range: RangeInclusive<Day>,
    (most_days, most): (usize, u64),
    mut take: impl FnMut(Chunk<LedgerEntry>) + Send,
) -> Result<Looked, StoreError> {
    let mut days = days(store, range, u32::MAX).await?.into_iter();
    let (mut looked, mut entries) = (Looked::default(), 0);
    for day in days.by_ref().take(most_days) {
        let chunks = stream_days(store, day, day).await?;
        pin_mut!(chunks);
        while let Some(chunk) = chunks.try_next().await? {
            if entries >= most {
                looked.part_of = Some(day);
                looked.goes_on = true;
                return Ok(looked);
            }
            entries += chunk.items.len() as u64;
            take(chunk);
        }
        looked.back_to = Some(day);
        if entries >= most {
            break;
        }
    }
    looked.goes_on = days.next().is_some();
    Ok(looked)
}

/// What a page that is made from the ledger says of how much of it there is.
pub async fn notice(store: &Store, now: Instant) -> Result<Option<String>, StoreError> {
    let position = indexer::position::read(store).await?;
    Ok(position.notice(now))
}

/// The same with the days that the page's counts leave out.
pub fn with_recount(notice: Option<String>, being_recounted: &[Day]) -> Option<String> {
    let parts: Vec<_> = [recount::notice(being_recounted), notice]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Whether there is no entry of any day.
pub async fn has_nothing(store: &Store, now: Instant) -> Result<bool, StoreError> {
    let newest = days(store, Instant::EPOCH.day()..=now.day().plus_days(1), 1).await?;
    Ok(newest.is_empty())
}
