//! Fills in the finders of what the indexer doesn't see: accounts of entries from before accounts were found,
//! and collection attempts, which lie in a table of their own.

use crate::ledger::{Retention, days, keep_accounts, keep_collections, stream_days, taken};
use crate::table::Scan;
use crate::{Store, StoreError, TableId, collection_attempt};
use domain::day::Day;
use domain::instant::Instant;
use domain::value::Attributes;
use futures::TryStreamExt;

/// So many attempts are looked at in one call.
const AT_ONCE: i32 = 200;

/// Makes the accounts of the newest day with entries before `before` lead to their users. Gives that day;
/// nothing where no day is left.
pub async fn keep_accounts_of_day(
    store: &Store,
    before: Day,
    keep: Retention,
) -> Result<Option<Day>, StoreError> {
    let range = Instant::EPOCH.day()..=before.plus_days(-1);
    let Some(day) = days(store, range, 1).await?.into_iter().next() else {
        return Ok(None);
    };
    let mut entries = std::pin::pin!(stream_days(store, day, day).await?);
    while let Some(chunk) = entries.try_next().await? {
        keep_accounts(store, chunk.items.iter().collect(), keep).await?;
    }
    let mut taken = std::pin::pin!(taken(store, day, day).await?);
    while let Some(chunk) = taken.try_next().await? {
        let evaluated = chunk.items.iter().map(|one| &one.on);
        keep_accounts(store, evaluated.collect(), keep).await?;
    }
    Ok(Some(day))
}

/// Some collection attempts that were looked at.
#[derive(Debug)]
pub struct Attempts {
    /// Where to go on; nothing at the end of the table.
    pub next: Option<Attributes>,
    pub read_units: f64,
}

/// Makes the confirmation IDs of the attempts behind a place in their table lead to their users.
pub async fn keep_collections_after(
    store: &Store,
    after: Option<Attributes>,
    keep: Retention,
) -> Result<Attempts, StoreError> {
    let scan = Scan {
        segment: 0,
        of: 1,
        prefixes: &[],
        limit: AT_ONCE,
        after,
    };
    let table = store.table(TableId::CollectionHistory);
    let scanned = table.scan(scan).await?;
    let attempts = scanned.items.into_iter().map(collection_attempt::decode);
    let attempts: Vec<_> = attempts.flatten().map(|record| record.value).collect();
    keep_collections(store, &attempts, keep).await?;
    Ok(Attempts {
        next: scanned.next,
        read_units: scanned.read_units,
    })
}
