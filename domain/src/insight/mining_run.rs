//! Mining runs: each writes its findings afresh beside those of the runs before it.

use crate::insight::expiry::Expires;
use crate::instant::Instant;
use crate::item::{BrokenItem, Record, Stored};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Something that a mining run found.
pub trait Mined: Expires {
    /// When the run was that found it; the same for all that one run found.
    fn mined_at(&self) -> Instant;
}

/// What several runs found: the newest run's findings are current, all others are history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings<T> {
    /// What the newest run found and has not expired.
    pub current: Vec<Record<T>>,
    /// What earlier runs found, and what has expired, newest run first.
    pub history: Vec<Record<T>>,
    pub broken: Vec<BrokenItem>,
}

impl<T: Mined> Findings<T> {
    pub fn at(now: Instant, rows: Vec<Stored<T>>) -> Self {
        let mut findings = Self {
            current: Vec::new(),
            history: Vec::new(),
            broken: Vec::new(),
        };
        let newest = rows.iter().flatten().map(|row| row.value.mined_at()).max();
        for row in rows {
            match row {
                Err(broken) => findings.broken.push(broken),
                Ok(row)
                    if Some(row.value.mined_at()) == newest && !row.value.is_expired_at(now) =>
                {
                    findings.current.push(row);
                }
                Ok(row) => findings.history.push(row),
            }
        }
        findings
            .history
            .sort_by_key(|row| Reverse(row.value.mined_at()));
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::{Fault, ItemKey, Problem};
    use crate::value::Attributes;

    #[derive(Debug, PartialEq)]
    struct Found {
        name: &'static str,
        mined_at: Instant,
        ttl: Option<Instant>,
    }

    impl Expires for Found {
        fn ttl(&self) -> Option<Instant> {
            self.ttl
        }
    }

    impl Mined for Found {
        fn mined_at(&self) -> Instant {
            self.mined_at
        }
    }

    fn key() -> ItemKey {
        ItemKey {
            table: "pave".to_owned(),
            partition: "USERS#anna".to_owned(),
            sort: None,
        }
    }

    fn found(name: &'static str, mined_at: Instant) -> Found {
        Found {
            name,
            mined_at,
            ttl: None,
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a sound item among stored ones")]
    fn stored(value: Found) -> Stored<Found> {
        Ok(Record {
            key: key(),
            value,
            unknown: Attributes::new(),
            notices: Vec::new(),
        })
    }

    fn names(rows: &[Record<Found>]) -> Vec<&str> {
        rows.iter().map(|row| row.value.name).collect()
    }

    fn now() -> Instant {
        Instant::parse("2024-02-10T14:30:00Z").unwrap()
    }

    #[test]
    fn the_newest_run_is_current_and_the_others_are_history_newest_first() {
        let day = |days| now().plus_days(days);
        let rows = vec![
            stored(found("rent, then", day(-3))),
            stored(found("rent, before", day(-2))),
            stored(found("rent", day(-1))),
            stored(found("wages", day(-1))),
        ];
        let findings = Findings::at(now(), rows);
        assert_eq!(names(&findings.current), ["rent", "wages"]);
        assert_eq!(names(&findings.history), ["rent, before", "rent, then"]);
    }

    #[test]
    fn what_has_expired_is_history_even_of_the_newest_run() {
        let expired = Found {
            ttl: Some(now()),
            ..found("gym", now().plus_days(-1))
        };
        let rows = vec![
            stored(expired),
            stored(found("older run", now().plus_days(-2))),
        ];
        let findings = Findings::at(now(), rows);
        assert!(findings.current.is_empty());
        assert_eq!(names(&findings.history), ["gym", "older run"]);
    }

    #[test]
    fn a_broken_row_is_kept_and_hides_nothing() {
        let broken = BrokenItem {
            key: key(),
            problems: vec![Problem {
                path: "the sort key".to_owned(),
                what: Fault::Missing,
            }],
        };
        let rows = vec![Err(broken.clone()), stored(found("rent", now()))];
        let findings = Findings::at(now(), rows);
        assert_eq!(findings.broken, [broken]);
        assert_eq!(names(&findings.current), ["rent"]);
    }
}
