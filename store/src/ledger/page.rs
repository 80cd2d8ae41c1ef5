//! Entries newest first, page by page: a page costs the same however many there are.

use super::entry::{decode, partition, shards};
use super::{SHARDS, day, stream};
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
/// What a page shows at the most.
const A_PAGE: usize = 64;
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

    /// Behind an entry, be it sound or not.
    pub fn behind(entry: &Stored<LedgerEntry>) -> Option<Self> {
        let key = entry
            .as_ref()
            .map_or_else(|broken| &broken.key, |record| &record.key);
        key.sort.as_deref().and_then(Self::parse)
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
            let mut upper = after.filter(|place| place.day == day).cloned();
            loop {
                let wanted = size - found.len();
                let (part_of_day, is_over) = of_day(store, day, upper.as_ref(), wanted).await?;
                upper = part_of_day.last().and_then(|(sort, _)| Place::parse(sort));
                found.extend(part_of_day);
                if found.len() >= size {
                    return Ok(part(found, size));
                }
                if is_over || upper.is_none() {
                    break;
                }
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

/// The newest entries of a day across its shards, and whether those are all. Fewer than wanted may come
/// though there are more, at least one of them.
async fn of_day(
    store: &Store,
    day: Day,
    before: Option<&Place>,
    wanted: usize,
) -> Result<(Vec<(String, Attributes)>, bool), StoreError> {
    let upper = before.map_or(END, |place| place.sort.as_str());
    let shards = shards().map(|shard| {
        let between = SortRange::Between(BEGINNING.to_owned(), upper.to_owned());
        let query = Query::new(partition(day, shard), between).newest_first();
        let table = store.table(TableId::FloatDesk);
        table.page(query, PageRequest::first(of_shard(wanted)))
    });
    let (mut found, mut seen_down_to) = (Vec::new(), None);
    for page in try_join_all(shards).await? {
        let items = page.items.into_iter();
        let items: Vec<_> = items.map(|item| (stream::sort_of(&item), item)).collect();
        // Below the last that one shard gave, others may have given what it still has something between.
        if page.next.is_some() {
            seen_down_to = seen_down_to.max(items.last().map(|(sort, _)| sort.clone()));
        }
        found.extend(items);
    }
    found.retain(|(sort, _)| {
        // The entry at the place itself comes back too.
        before.is_none_or(|place| *sort < place.sort)
            && seen_down_to.as_ref().is_none_or(|down_to| down_to <= sort)
    });
    found.sort_by(|(one, _), (other, _)| other.cmp(one));
    let is_over = seen_down_to.is_none() && found.len() <= wanted;
    found.truncate(wanted);
    Ok((found, is_over))
}

/// How many entries are asked of each shard. Few are asked of each whole, so that one round is enough;
/// of many, an even share and a little more, or most of what is read would be thrown away.
fn of_shard(wanted: usize) -> u32 {
    let size = if wanted <= A_PAGE {
        wanted + 1
    } else {
        wanted / usize::from(SHARDS) + wanted / 16 + 2
    };
    u32::try_from(size).unwrap_or(u32::MAX)
}
