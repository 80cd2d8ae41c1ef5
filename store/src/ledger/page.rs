//! Entries newest first, page by page: a page costs the same however many there are.

use super::entry::{decode, partition, shards};
use super::{day, stream};
use crate::page::PageRequest;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::day::Day;
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::LedgerEntry;
use domain::value::Attributes;
use futures::future::try_join_all;
use std::ops::RangeInclusive;

/// So many days are looked up at once.
const DAYS: u32 = 16;
/// Sorts before every entry of a day.
const BEGINNING: &str = "0";
/// And this behind all of them.
const END: &str = "\u{10FFFF}";

/// A place in the list: right behind the entry with this sort key. It names only what the list holds
/// anyway, so there is nothing in it to forge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    day: Day,
    sort: String,
}

impl Place {
    /// Behind everything that was made after this moment.
    pub fn before(at: Instant) -> Self {
        Self {
            day: at.day(),
            sort: at.stored(),
        }
    }

    /// As it stands in an address.
    pub fn as_str(&self) -> &str {
        &self.sort
    }

    /// Reads what stands in an address; nothing where no list could have made it.
    pub fn parse(text: &str) -> Option<Self> {
        let time = text.split('#').next()?;
        let fits = text.len() <= super::LONGEST_SORT;
        let at = Instant::parse(time).filter(|_| fits)?;
        Some(Self {
            day: at.day(),
            sort: text.to_owned(),
        })
    }

    /// Down to when everything was looked at.
    pub fn day(&self) -> Day {
        self.day
    }
}

/// Part of the ledger, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerPage {
    pub entries: Vec<Stored<LedgerEntry>>,
    /// Where the next part starts; nothing at the end of the range.
    pub next: Option<Place>,
}

/// The newest entries of a range of days, or those behind a place.
pub async fn page(
    store: &Store,
    range: RangeInclusive<Day>,
    after: Option<&Place>,
    size: u32,
) -> Result<LedgerPage, StoreError> {
    let size = size.max(1) as usize;
    let mut found: Vec<(String, Attributes)> = Vec::new();
    let mut to = after.map_or(*range.end(), |place| place.day.min(*range.end()));
    loop {
        let days = day::days(store, *range.start()..=to, DAYS).await?;
        let (asked, last) = (days.len(), days.last().copied());
        for day in days {
            let upper = after.filter(|place| place.day == day);
            let wanted = size - found.len();
            found.extend(of_day(store, day, upper, wanted).await?);
            if found.len() >= size {
                return Ok(part(found, size));
            }
        }
        match last {
            Some(last) if asked == DAYS as usize => to = last.plus_days(-1),
            _ => return Ok(part(found, usize::MAX)),
        }
    }
}

fn part(found: Vec<(String, Attributes)>, full_at: usize) -> LedgerPage {
    let last = found.last().filter(|_| found.len() >= full_at);
    LedgerPage {
        next: last.and_then(|(sort, _)| Place::parse(sort)),
        entries: found.into_iter().map(|(_, item)| decode(item)).collect(),
    }
}

/// The newest entries of a day across its shards.
async fn of_day(
    store: &Store,
    day: Day,
    before: Option<&Place>,
    wanted: usize,
) -> Result<Vec<(String, Attributes)>, StoreError> {
    let upper = before.map_or(END, |place| place.sort.as_str());
    // The entry at the place itself comes back too, and is dropped.
    let size = u32::try_from(wanted + 1).unwrap_or(u32::MAX);
    let shards = shards().map(|shard| {
        let between = SortRange::Between(BEGINNING.to_owned(), upper.to_owned());
        let query = Query::new(partition(day, shard), between).newest_first();
        let table = store.table(TableId::FloatDesk);
        table.page(query, PageRequest::first(size))
    });
    let mut found: Vec<_> = try_join_all(shards)
        .await?
        .into_iter()
        .flat_map(|page| page.items)
        .map(|item| (stream::sort_of(&item), item))
        .filter(|(sort, _)| before.is_none_or(|place| *sort < place.sort))
        .collect();
    found.sort_by(|(one, _), (other, _)| other.cmp(one));
    found.truncate(wanted);
    Ok(found)
}
