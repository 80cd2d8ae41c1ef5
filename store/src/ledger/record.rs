//! Puts evaluations into the ledger: each once, however often it is seen and by whomever.

use super::{Retention, count, day, entry, finder};
use crate::table::{Write, key_of};
use crate::{ErrorKind, LARGEST_TRANSACTION, MOST_ACTIONS, Store, StoreError, TableId, item_size};
use domain::day::Day;
use domain::instant::Instant;
use domain::ledger::{FinderKind, LedgerEntry, Tally};
use domain::value::Attributes;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

/// How often a transaction is tried that collides with another one.
const TRIES: u32 = 10;
const FIRST_PAUSE: Duration = Duration::from_millis(10);
/// Half of what a transaction may do: a table with a single lock is not held up for long.
const MOST_AT_ONCE: usize = MOST_ACTIONS / 2;
/// Room for the counts beside the entries.
const MOST_BYTES: usize = LARGEST_TRANSACTION * 3 / 4;

/// What became of evaluations that were seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recorded {
    pub new: u64,
    /// Seen before, or twice at once.
    pub known: u64,
    /// Made longer ago than the ledger keeps anything.
    pub too_old: u64,
    /// The table does not take them; why is in the log.
    pub refused: u64,
}

pub(super) struct Prepared<'a> {
    entry: &'a LedgerEntry,
    key: Attributes,
    /// The entry and its finder.
    pub(super) items: Vec<Attributes>,
}

/// Keeps evaluations, each with its finder, and counts them. An entry that is there already is left as
/// it is, and is not counted again, whoever put it in and whenever: the counts change in the transaction
/// that puts it in, and only in that one.
pub async fn record(
    store: &Store,
    entries: &[LedgerEntry],
    keep: Retention,
) -> Result<Recorded, StoreError> {
    let mut recorded = Recorded::default();
    let (mut prepared, mut days) = (HashMap::new(), BTreeMap::new());
    for one in entries {
        let Some(ends) = keep.ends(one.created) else {
            recorded.too_old += 1;
            continue;
        };
        days.insert(one.created.day(), ends);
        let one = prepare(one, ends);
        if prepared.insert(one.key.clone(), one).is_some() {
            recorded.known += 1;
        }
    }
    let known = existing(store, prepared.keys().cloned().collect()).await?;
    recorded.known += known.len() as u64;
    prepared.retain(|key, _| !known.contains(key));
    if prepared.is_empty() {
        return Ok(recorded);
    }
    note_days(store, days).await?;
    let mut new: Vec<_> = prepared.into_values().collect();
    // Those of a day share their counts, so that more of them fit into one transaction.
    new.sort_by_key(|one| one.entry.created);
    for batch in batches(new) {
        put(store, batch, keep, &mut recorded).await?;
    }
    Ok(recorded)
}

pub(super) fn prepare(entry: &LedgerEntry, ends: Instant) -> Prepared<'_> {
    let item = entry::encode(entry, ends);
    let finder = entry.finder(FinderKind::Evaluation, entry.result_id.as_str());
    Prepared {
        entry,
        key: key_of(TableId::FloatDesk, &item),
        items: [Some(item), finder::encode(&finder, ends)]
            .into_iter()
            .flatten()
            .collect(),
    }
}

/// As many as one transaction takes: an entry, its finder, and each count that it adds to.
fn batches(entries: Vec<Prepared<'_>>) -> Vec<Vec<Prepared<'_>>> {
    let (mut batches, mut batch) = (Vec::new(), Vec::new());
    let (mut items, mut bytes, mut counts) = (0, 0, BTreeSet::new());
    for one in entries {
        let adds: Vec<_> = one
            .entry
            .counted()
            .map(|(of, _)| (one.entry.created.day(), count::kind(&of)))
            .collect();
        let size: usize = one.items.iter().map(item_size).sum();
        let added = adds.iter().filter(|add| !counts.contains(*add)).count();
        let kinds = (counts.len() + added) * count::ITEMS;
        let is_full = items + one.items.len() + kinds > MOST_AT_ONCE || bytes + size > MOST_BYTES;
        if is_full && !batch.is_empty() {
            batches.push(std::mem::take(&mut batch));
            (items, bytes) = (0, 0);
            counts.clear();
        }
        items += one.items.len();
        bytes += size;
        counts.extend(adds);
        batch.push(one);
    }
    if !batch.is_empty() {
        batches.push(batch);
    }
    batches
}

async fn put(
    store: &Store,
    mut batch: Vec<Prepared<'_>>,
    keep: Retention,
    recorded: &mut Recorded,
) -> Result<(), StoreError> {
    let mut pause = FIRST_PAUSE;
    for _ in 0..TRIES {
        match store.transact_patiently(writes(&batch, keep)).await {
            Ok(()) => {
                recorded.new += batch.len() as u64;
                return Ok(());
            }
            Err(error) if matches!(error.kind, ErrorKind::Conflict | ErrorKind::Contended) => {}
            // One that the table does not take must not hold up the others for ever.
            Err(error) if error.kind == ErrorKind::Rejected && batch.len() > 1 => {
                for one in batch {
                    Box::pin(put(store, vec![one], keep, recorded)).await?;
                }
                return Ok(());
            }
            Err(error) if error.kind == ErrorKind::Rejected => {
                let result = batch.first().map(|one| &one.entry.result_id);
                tracing::error!(?result, %error, "an evaluation cannot be put into the ledger");
                recorded.refused += batch.len() as u64;
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        // Somebody else put some of them in meanwhile, or was adding to the same counts.
        tokio::time::sleep(pause).await;
        pause *= 2;
        let keys = batch.iter().map(|one| one.key.clone()).collect();
        let known = existing(store, keys).await?;
        recorded.known += known.len() as u64;
        batch.retain(|one| !known.contains(&one.key));
        if batch.is_empty() {
            return Ok(());
        }
    }
    let own = store.table(TableId::FloatDesk);
    Err(own.collision("others were writing into the ledger all the time"))
}

fn writes(batch: &[Prepared<'_>], keep: Retention) -> Vec<Write> {
    let mut tally = Tally::default();
    let mut writes = Vec::with_capacity(MOST_AT_ONCE);
    for one in batch {
        tally.add(one.entry);
        let [item, finders @ ..] = one.items.as_slice() else {
            continue;
        };
        writes.push(Write::new_item(TableId::FloatDesk, item.clone()));
        writes.extend(finders.iter().cloned().map(Write::over_any));
    }
    writes.extend(count::additions(tally.counts(), keep));
    writes
}

async fn existing(store: &Store, keys: Vec<Attributes>) -> Result<HashSet<Attributes>, StoreError> {
    let table = store.table(TableId::FloatDesk);
    let found = table.existing(keys).await?;
    Ok(found.into_iter().collect())
}

/// Items by their keys: two of one key cannot be written at once.
pub(super) fn without_twins(items: Vec<Attributes>) -> HashMap<Attributes, Attributes> {
    items
        .into_iter()
        .map(|item| (key_of(TableId::FloatDesk, &item), item))
        .collect()
}

/// Makes the days known on which there will be something, for as long as that is kept.
pub(super) async fn note_days(
    store: &Store,
    days: BTreeMap<Day, Instant>,
) -> Result<(), StoreError> {
    let table = store.table(TableId::FloatDesk);
    let keys = days.keys().map(|one| day::key(*one)).collect();
    let known = without_twins(table.get_all(keys).await?);
    let new = days.into_iter().filter_map(|(one, ends)| {
        let item = day::encode(one, ends);
        match known.get(&key_of(TableId::FloatDesk, &item)) {
            Some(stored) => day::lasting_longer(stored, &item),
            None => Some(item),
        }
    });
    table.put_all(new.collect(), |_| {}).await
}
