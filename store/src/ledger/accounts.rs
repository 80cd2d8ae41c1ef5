//! Finders that no entry brings along: an account's, which many entries share, and a collection attempt's by
//! its confirmation ID. They are counted nowhere, so that writing one twice does no harm.

use super::{Retention, finder};
use crate::table::key_of;
use crate::{Store, StoreError, TableId};
use domain::collection_attempt::CollectionAttempt;
use domain::instant::Instant;
use domain::ledger::{Finder, LedgerEntry};
use domain::value::{Attributes, Value};
use std::collections::HashMap;

const TTL: &str = "ttl";
/// An account is evaluated again and again. Its finder is kept longer a month at a time.
const RENEWED_EVERY_SECONDS: i64 = 30 * 86_400;

/// Makes the accounts of these entries lead to their users; gives how many finders were written.
pub async fn keep_accounts(
    store: &Store,
    entries: Vec<&LedgerEntry>,
    keep: Retention,
) -> Result<u64, StoreError> {
    let finders = entries.into_iter().filter_map(LedgerEntry::account_finder);
    keep_finders(store, finders.collect(), keep).await
}

/// Makes the confirmation IDs of these attempts lead to their users.
pub async fn keep_collections(
    store: &Store,
    attempts: &[CollectionAttempt],
    keep: Retention,
) -> Result<u64, StoreError> {
    let finders = attempts.iter().filter_map(Finder::of_collection);
    keep_finders(store, finders.collect(), keep).await
}

/// Writes those that aren't there, or that would go much sooner.
async fn keep_finders(
    store: &Store,
    finders: Vec<Finder>,
    keep: Retention,
) -> Result<u64, StoreError> {
    let mut items: HashMap<Attributes, Attributes> = HashMap::new();
    for one in finders {
        let item = keep
            .ends(one.created)
            .and_then(|ends| finder::encode(&one, ends));
        let Some(item) = item else { continue };
        let key = key_of(TableId::FloatDesk, &item);
        let is_later = |known: &Attributes| ttl(known) < ttl(&item);
        if items.get(&key).is_none_or(is_later) {
            items.insert(key, item);
        }
    }
    let table = store.table(TableId::FloatDesk);
    for known in table.get_all(items.keys().cloned().collect()).await? {
        let key = key_of(TableId::FloatDesk, &known);
        let lasts = |new: &Attributes| {
            ttl(&known).map(|ends| ends.plus_seconds(RENEWED_EVERY_SECONDS)) >= ttl(new)
        };
        if items.get(&key).is_some_and(lasts) {
            items.remove(&key);
        }
    }
    let count = items.len() as u64;
    table.put_all(items.into_values().collect(), |_| {}).await?;
    Ok(count)
}

fn ttl(item: &Attributes) -> Option<Instant> {
    match item.get(TTL) {
        Some(Value::Number(seconds)) => Instant::from_epoch_seconds(seconds.as_i64()?),
        _ => None,
    }
}
