//! How the calls to each table went in the last minute.

use crate::table_id::TableId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_mins(1);
/// A busy table's minute is judged by its newest calls: so many are kept, and no more memory used.
const MOST: usize = 5_000;

/// One call that came to an end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended {
    pub at: Instant,
    pub took: Duration,
    pub is_failed: bool,
    /// Every attempt but the first.
    pub retries: u32,
    /// Attempts that the table had no capacity for.
    pub throttled: u32,
}

/// A table's last minute in figures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LastMinute {
    pub calls: u64,
    pub failed: u64,
    pub retries: u64,
    pub throttled: u64,
    /// Half of the calls were faster; nothing where there was no call.
    pub median: Option<Duration>,
    pub slowest: Option<Duration>,
}

#[derive(Debug, Default)]
pub(crate) struct Recent(Mutex<BTreeMap<TableId, VecDeque<Ended>>>);

impl Recent {
    pub(crate) fn add(&self, table: TableId, ended: Ended) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let calls = recent.entry(table).or_default();
        forget(calls, ended.at);
        if calls.len() == MOST {
            calls.pop_front();
        }
        calls.push_back(ended);
    }

    pub(crate) fn last_minute(&self, table: TableId, now: Instant) -> LastMinute {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(calls) = recent.get_mut(&table) else {
            return LastMinute::default();
        };
        forget(calls, now);
        let mut times: Vec<_> = calls.iter().map(|call| call.took).collect();
        times.sort_unstable();
        LastMinute {
            calls: calls.len() as u64,
            failed: calls.iter().filter(|call| call.is_failed).count() as u64,
            retries: calls.iter().map(|call| u64::from(call.retries)).sum(),
            throttled: calls.iter().map(|call| u64::from(call.throttled)).sum(),
            median: times.get(times.len() / 2).copied(),
            slowest: times.last().copied(),
        }
    }
}

fn forget(calls: &mut VecDeque<Ended>, now: Instant) {
    let is_old = |call: &Ended| now.saturating_duration_since(call.at) > MINUTE;
    while calls.front().is_some_and(is_old) {
        calls.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(at: Instant, milliseconds: u64) -> Ended {
        Ended {
            at,
            took: Duration::from_millis(milliseconds),
            is_failed: milliseconds > 100,
            retries: 1,
            throttled: 0,
        }
    }

    #[test]
    fn what_is_older_than_a_minute_no_longer_counts() {
        let (recent, start) = (Recent::default(), Instant::now());
        for (second, milliseconds) in [(0, 500), (30, 4), (50, 2), (70, 9)] {
            let at = start + Duration::from_secs(second);
            recent.add(TableId::Pave, ended(at, milliseconds));
        }
        let figures = recent.last_minute(TableId::Pave, start + Duration::from_secs(80));
        assert_eq!((figures.calls, figures.failed, figures.retries), (3, 0, 3));
        assert_eq!(figures.median, Some(Duration::from_millis(4)));
        assert_eq!(figures.slowest, Some(Duration::from_millis(9)));
        let later = recent.last_minute(TableId::Pave, start + Duration::from_secs(200));
        assert_eq!(later, LastMinute::default());
        assert_eq!(
            recent.last_minute(TableId::Locks, start),
            LastMinute::default()
        );
    }

    #[test]
    fn a_busy_table_keeps_its_newest_calls_only() {
        let (recent, now) = (Recent::default(), Instant::now());
        for milliseconds in 0..u64::try_from(MOST).unwrap() + 10 {
            recent.add(TableId::Locks, ended(now, milliseconds));
        }
        let figures = recent.last_minute(TableId::Locks, now);
        assert_eq!(figures.calls, MOST as u64);
        assert_eq!(figures.slowest, Some(Duration::from_millis(5_009)));
    }
}
