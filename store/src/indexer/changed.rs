//! Takes in what a stream says has changed.

use super::intake::PREFIXES;
use super::pace::Backoff;
use super::{Indexer, Progress, position};
use crate::table::{Change, ChangedItem, Changes};
use crate::{StoreError, TableId};
use domain::indexer::Shard;
use domain::value::{Attributes, Value};
use std::collections::HashSet;

/// So many changes are taken in at once. A call gives a thousand, which where it only tells their keys may
/// be a hundred megabytes of items.
const AT_ONCE: usize = 100;

impl Indexer {
    /// Gives whether all were taken in before it was over.
    pub(super) async fn take_changes(
        &self,
        at: &mut Shard,
        changes: Changes,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<bool, StoreError> {
        let mut changes = changes.changes.into_iter().peekable();
        while changes.peek().is_some() {
            let part: Vec<_> = changes.by_ref().take(AT_ONCE).collect();
            let looked_at = part.len() as u64;
            let last = part.last().map(|last| (last.sequence.clone(), last.at));
            let Some(items) = self.whole(part, is_over).await? else {
                return Ok(false);
            };
            let taken_in = self.intake.take(items).await?;
            if taken_in.left_out() > 0 {
                position::note_left_out(&self.store, taken_in.left_out()).await?;
            }
            if let Some((sequence, made)) = last {
                at.after = Some(sequence);
                at.last_record = made.or(at.last_record);
            }
            tell(Progress {
                looked_at,
                taken_in,
            });
        }
        Ok(true)
    }

    /// The items that changed; where the stream only tells which, as they are by now, as gently as
    /// everything else is read. Nothing where it was over before all of them were there.
    async fn whole(
        &self,
        changes: Vec<Change>,
        is_over: &(impl Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Attributes>>, StoreError> {
        let (mut items, mut keys) = (Vec::new(), HashSet::new());
        for changed in changes.into_iter().filter_map(|change| change.item) {
            match changed {
                ChangedItem::Whole(item) => items.push(item),
                ChangedItem::Key(key) if concerns_the_ledger(&key) => {
                    keys.insert(key);
                }
                ChangedItem::Key(_) => {}
            }
        }
        let table = self.store.table(TableId::Underwriting);
        let (mut keys, mut backoff) = (Vec::from_iter(keys), Backoff::default());
        while !keys.is_empty() {
            if is_over() {
                return Ok(None);
            }
            let got = table.get_some(keys.clone()).await;
            let Some(got) = backoff.after(got, is_over).await? else {
                continue;
            };
            items.extend(got.items);
            keys = got.left;
            self.pace.pay(got.read_units, is_over).await;
        }
        Ok(Some(items))
    }
}

/// What else changes in the table is not fetched.
fn concerns_the_ledger(key: &Attributes) -> bool {
    let Some(Value::Text(sort)) = key.get("SK") else {
        return false;
    };
    PREFIXES.iter().any(|prefix| sort.starts_with(prefix))
}
