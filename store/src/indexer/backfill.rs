//! Reads everything that is there: the table in several parts at the same time, each from where it was
//! left.

use super::intake::PREFIXES;
use super::pace::Backoff;
use super::{Indexer, Progress, position};
use crate::table::Scan;
use crate::{StoreError, TableId};
use domain::indexer::{Pass, Position, Segment};
use futures::future::try_join_all;

/// So many items are looked at in one call: no more than can be brought to an end while a server stops,
/// and nothing for an engine to collect that it would then cut off at a megabyte.
const AT_ONCE: i32 = 100;

impl Indexer {
    /// Reads on with a pass; gives whether it came to its end.
    pub(super) async fn backfill(
        &self,
        position: &Position,
        pass: &Pass,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<bool, StoreError> {
        let of = self.parts;
        let segments = (0..of).map(|number| {
            let mut noted = position.segments.iter();
            let is_it =
                |one: &&Segment| (one.pass, one.number, one.of) == (pass.number, number, of);
            let begun = noted.find(is_it).cloned();
            let segment = begun.unwrap_or_else(|| unread(pass.number, number, of));
            self.read_segment(segment, is_over, tell)
        });
        let done = try_join_all(segments).await?;
        Ok(done.into_iter().all(|is_done| is_done))
    }

    async fn read_segment(
        &self,
        mut segment: Segment,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<bool, StoreError> {
        let table = self.store.table(TableId::Underwriting);
        let mut backoff = Backoff::default();
        while !segment.is_done && !is_over() {
            let scan = Scan {
                segment: segment.number,
                of: segment.of,
                prefixes: &PREFIXES,
                limit: AT_ONCE,
                after: segment.after.clone(),
            };
            let scanned = table.scan(scan).await;
            let Some(scanned) = backoff.after(scanned, is_over).await? else {
                continue;
            };
            let taken_in = self.intake.take(scanned.items).await?;
            segment.is_done = scanned.next.is_none();
            segment.after = scanned.next;
            segment.looked_at += scanned.looked_at;
            segment.new += taken_in.evaluations.new;
            segment.left_out += taken_in.left_out();
            position::note_segment(&self.store, &segment).await?;
            tell(Progress {
                looked_at: scanned.looked_at,
                taken_in,
            });
            self.pace.pay(scanned.read_units, is_over).await;
        }
        Ok(segment.is_done)
    }
}

fn unread(pass: i64, number: u32, of: u32) -> Segment {
    Segment {
        pass,
        number,
        of,
        after: None,
        is_done: false,
        looked_at: 0,
        new: 0,
        left_out: 0,
    }
}
