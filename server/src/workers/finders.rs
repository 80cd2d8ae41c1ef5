//! Makes account IDs and the confirmation IDs of collections lead to their users. The ledger is gone through
//! once, newest day first, for accounts of entries that were there before accounts were found; since then the
//! indexer sees to them. Collection attempts are read again and again: their table tells nobody what is new.

use super::{Shift, Worker, now};
use async_trait::async_trait;
use domain::day::Day;
use domain::instant::Instant;
use domain::value::Attributes;
use domain::worker;
use std::time::Duration;
use store::StoreError;
use store::indexer::Settings;
use store::indexer::finders::{keep_accounts_of_day, keep_collections_after};
use store::ledger::Retention;

const PAUSE: Duration = Duration::from_secs(20);
/// So much is done in one turn, a day of the ledger or a part of the attempts each.
const STEPS: usize = 100;
/// Attempts are read again nine times as long after the end as it took, within these.
const SHORTEST_REST_SECONDS: i64 = 5 * 60;
const LONGEST_REST_SECONDS: i64 = 12 * 3_600;

pub struct FillFinders {
    settings: Settings,
}

impl FillFinders {
    pub fn new(settings: Settings) -> Self {
        Self { settings }
    }
}

/// Where the last turn left off, as it is noted in the lease.
#[derive(Debug, Clone, PartialEq)]
enum Place {
    /// Every day of the ledger from this one on is done.
    Accounts {
        from: Day,
    },
    /// The attempts up to there have been read, since `started`.
    Collections {
        started: Instant,
        after: Option<Attributes>,
    },
    AtRest {
        started: Instant,
        finished: Instant,
    },
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(' ')?;
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(match kind {
            "accounts" => Self::Accounts {
                from: Day::parse(first)?,
            },
            "collections" => Self::Collections {
                started: Instant::parse(first)?,
                after: serde_json::from_str(second).ok(),
            },
            "at-rest" => Self::AtRest {
                started: Instant::parse(first)?,
                finished: Instant::parse(second)?,
            },
            _ => return None,
        })
    }

    fn text(&self) -> String {
        match self {
            Self::Accounts { from } => format!("accounts {}", from.stored()),
            Self::Collections { started, after } => {
                let after = after.as_ref().map(serde_json::to_string);
                let after = after.and_then(Result::ok).unwrap_or_default();
                format!("collections {} {after}", started.stored())
            }
            Self::AtRest { started, finished } => {
                format!("at-rest {} {}", started.stored(), finished.stored())
            }
        }
    }

    fn is_resting_at(&self, now: Instant) -> bool {
        let Self::AtRest { started, finished } = self else {
            return false;
        };
        let took = finished.epoch_seconds() - started.epoch_seconds();
        let rest = (took * 9).clamp(SHORTEST_REST_SECONDS, LONGEST_REST_SECONDS);
        now < finished.plus_seconds(rest)
    }
}

#[async_trait]
impl Worker for FillFinders {
    fn name(&self) -> &'static str {
        worker::FINDERS.name
    }

    fn pause(&self) -> Duration {
        PAUSE
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        let noted = shift.progress();
        // Entries of today and tomorrow are the indexer's already, and are gone through all the same.
        let begin = || Place::Accounts {
            from: now().day().plus_days(2),
        };
        let mut place = noted
            .and_then(|noted| Place::parse(&noted))
            .unwrap_or_else(begin);
        for _ in 0..STEPS {
            if shift.is_over() || place.is_resting_at(now()) {
                break;
            }
            place = self.step(shift, place).await?;
            shift.note(place.text());
        }
        Ok(())
    }
}

impl FillFinders {
    async fn step(&self, shift: &Shift, place: Place) -> Result<Place, StoreError> {
        let now = now();
        let keep = Retention {
            now,
            days: self.settings.retention_days,
        };
        let begin = Place::Collections {
            started: now,
            after: None,
        };
        match place {
            Place::Accounts { from } => {
                let done = keep_accounts_of_day(&shift.store, from, keep).await?;
                Ok(done.map_or(begin, |from| Place::Accounts { from }))
            }
            Place::AtRest { .. } => Ok(begin),
            Place::Collections { started, after } => {
                let read = keep_collections_after(&shift.store, after, keep).await?;
                let rate = f64::from(self.settings.read_units_per_second.max(1));
                tokio::time::sleep(Duration::from_secs_f64(read.read_units.max(0.0) / rate)).await;
                Ok(match read.next {
                    None => Place::AtRest {
                        started,
                        finished: now,
                    },
                    after => Place::Collections { started, after },
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::value::{Number, Value};

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    #[test]
    fn a_place_comes_back_from_its_note() {
        let started = at("2024-02-10T12:00:00Z");
        let key = Attributes::from([
            ("loan_id".to_owned(), Value::text("a float with spaces")),
            (
                "run_time".to_owned(),
                Value::Number(Number::from_stored("1707575400123456789")),
            ),
        ]);
        let places = [
            Place::Accounts {
                from: started.day(),
            },
            Place::Collections {
                started,
                after: None,
            },
            Place::Collections {
                started,
                after: Some(key),
            },
            Place::AtRest {
                started,
                finished: started.plus_seconds(70),
            },
        ];
        for place in places {
            assert_eq!(Place::parse(&place.text()), Some(place));
        }
        assert_eq!(Place::parse("elsewhere"), None);
    }

    #[test]
    fn attempts_rest_nine_times_as_long_as_they_took_to_read() {
        let started = at("2024-02-10T12:00:00Z");
        let rests = |took: i64, after: i64| {
            let finished = started.plus_seconds(took);
            Place::AtRest { started, finished }.is_resting_at(finished.plus_seconds(after))
        };
        assert!(rests(1, 299) && !rests(1, 300));
        assert!(rests(100, 899) && !rests(100, 900));
        assert!(rests(100_000, 43_199) && !rests(100_000, 43_200));
    }
}
