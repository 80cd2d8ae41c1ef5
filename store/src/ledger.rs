//! The decision ledger: float-desk.
//!
//! | what | partition / sort |
//! |---|---|
//! | an evaluation | `LEDGER#<day>#<shard>` / `<created>#<user>#<result>` |
//! | what was taken on one | `TAKEN#<day>` / `<created>#<user>#<result>` |
//! | how many decisions of a kind a day and its hours had | `COUNT#<version>#<day>` / `<day>#<product>#<decision>#…`, `hours#<product>#…` |
//! | what an id leads to | `FIND#<id>` / `<kind>#<user>` |
//! | a day that has entries | `LEDGER_DAYS` / `<day>` |
//!
//! An entry, its finder and what it adds to the counts are written in one transaction, on condition
//! that the entry is not there yet: however often an evaluation is seen, it is counted once. Entries say which
//! version of the counts that was; [`recount`] counts those of earlier versions.

mod accounts;
mod copies;
mod count;
mod day;
mod draft;
mod entry;
mod finder;
mod packed;
mod page;
mod record;
mod recount;
mod stream;
mod taken;

pub use accounts::{keep_accounts, keep_collections};
pub use copies::{Seen, keep_copies};
pub use count::{Counts, counts, daily_counts};
pub use day::{being_recounted, days};
pub use draft::Draft;
pub use entry::get;
pub use finder::find;
pub use page::{LedgerPage, Place, page};
pub use record::{Recorded, record};
pub use recount::{Recounted, grown, progress as recount_progress, recount};
pub use stream::{Chunk, stream_days};
pub use taken::{record_taken, taken};

use domain::day::Day;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A day's entries lie in so many partitions, so that a busy day is written and read by several at
/// once. Part of the keys: it cannot be changed once there are entries.
const SHARDS: u8 = 4;
/// Sort keys end here.
const LONGEST_SORT: usize = 1_024;
/// What has just outlived its time is left a little longer: by then no server's clock is so far behind
/// that it would put it in again.
const GRACE_DAYS: i64 = 2;

/// How long the ledger keeps what it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    pub now: Instant,
    pub days: i64,
}

impl Retention {
    /// Shorter, and entries would go before the evaluations themselves, which would be counted again.
    pub const SHORTEST_DAYS: i64 = domain::evaluation::KEPT_DAYS + 8;
    /// Seven years.
    pub const DEFAULT_DAYS: i64 = 2_555;

    /// When something that happened then is deleted; nothing where it is too old to be kept at all.
    fn ends(self, created: Instant) -> Option<Instant> {
        let ends = created.plus_days(self.kept_days());
        (self.now < ends).then(|| ends.plus_days(GRACE_DAYS))
    }

    /// When the last of what happened on that day has gone.
    fn last(self, day: Day) -> Instant {
        let days = day.number() + 1 + self.kept_days() + GRACE_DAYS;
        Instant::EPOCH.plus_days(days)
    }

    fn kept_days(self) -> i64 {
        self.days.max(Self::SHORTEST_DAYS)
    }
}

/// By time, then by what tells two of the same second apart.
fn sort(created: Instant, user: &UserId, result: &ResultId) -> String {
    within_bounds(&created.stored(), &format!("{user}#{result}"))
}

/// Ids have up to a thousand bytes each: those that do not fit a key stand in it by their hash.
fn within_bounds(time: &str, rest: &str) -> String {
    let sort = format!("{time}#{rest}");
    if sort.len() <= LONGEST_SORT {
        return sort;
    }
    let mut hashed = format!("{time}#~");
    for byte in Sha256::digest(rest) {
        // Writing to a text cannot fail.
        let _ = write!(hashed, "{byte:02x}");
    }
    hashed
}
