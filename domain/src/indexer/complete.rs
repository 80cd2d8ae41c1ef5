//! Up to when the ledger holds everything, for those who read numbers that come from it.

use super::{Position, Shard};
use crate::instant::Instant;
use crate::money::grouped;

/// A ledger that is no farther behind, in seconds, is told as it is: a reader of rates is not served by
/// a warning that never goes.
const CURRENT: i64 = 300;

impl Position {
    /// Everything that was decided up to this moment is in the ledger; nothing before everything was read once.
    pub fn complete_to(&self) -> Option<Instant> {
        let pass = self.pass.as_ref()?;
        let read_to = pass.read_to();
        if pass.stream.is_none() || pass.finished.is_none() {
            return read_to;
        }
        self.followed_to().min().flatten().max(read_to)
    }

    /// Up to when each open shard has been seen. The one that is farthest behind counts.
    pub(super) fn followed_to(&self) -> impl Iterator<Item = Option<Instant>> {
        let open = self.shards.iter().filter(|shard| !shard.is_done);
        open.map(Shard::seen_until)
    }

    /// What a page that is made from the ledger says of how much of it there is; nothing where it is complete.
    pub fn notice(&self, now: Instant) -> Option<String> {
        let filling = "The ledger is still being filled";
        if self.pass.is_none() {
            return Some(format!("{filling}: nothing has been read into it yet."));
        }
        match self.complete_to() {
            None => {
                let looked_at: u64 = self.of_pass().map(|segment| segment.looked_at).sum();
                Some(format!(
                    "{filling}: {} stored items have been read so far. What is still to come is in no number here.",
                    grouped(looked_at)
                ))
            }
            Some(to) if now.epoch_seconds() - to.epoch_seconds() <= CURRENT => None,
            Some(to) => Some(format!(
                "The ledger is complete up to {to}. Of what was decided since then some is still to come."
            )),
        }
    }
}

impl Shard {
    /// Everything up to this moment has been seen.
    fn seen_until(&self) -> Option<Instant> {
        self.caught_up.max(self.last_record)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pass;
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant::from_epoch_seconds(1_700_000_000 + seconds).unwrap()
    }

    fn position(stream: Option<&str>, finished: Option<i64>, complete_to: Option<i64>) -> Position {
        Position {
            pass: Some(Pass {
                number: 2,
                started: at(0),
                finished: finished.map(at),
                stream: stream.map(str::to_owned),
                complete_to: complete_to.map(at),
            }),
            ..Position::default()
        }
    }

    fn shard(caught_up: Option<i64>, is_done: bool) -> Shard {
        Shard {
            id: "shard".to_owned(),
            after: None,
            is_done,
            last_record: None,
            caught_up: caught_up.map(at),
        }
    }

    #[test]
    fn without_a_stream_it_is_complete_up_to_the_start_of_the_last_reading() {
        assert_eq!(Position::default().complete_to(), None);
        assert_eq!(position(None, None, None).complete_to(), None);
        assert_eq!(position(None, None, Some(-50)).complete_to(), Some(at(-50)));
        assert_eq!(
            position(None, Some(900), Some(-50)).complete_to(),
            Some(at(0))
        );
    }

    #[test]
    fn with_a_stream_the_shard_that_is_farthest_behind_counts_once_everything_is_read() {
        let mut followed = position(Some("s"), Some(900), None);
        assert_eq!(followed.complete_to(), Some(at(0)));
        followed.shards = vec![
            shard(Some(10), true),
            shard(Some(2_000), false),
            shard(Some(1_500), false),
        ];
        assert_eq!(followed.complete_to(), Some(at(1_500)));
        followed.shards.push(shard(None, false));
        assert_eq!(followed.complete_to(), Some(at(0)));
        let mut reading = position(Some("s"), None, None);
        reading.shards = vec![shard(Some(2_000), false)];
        assert_eq!(reading.complete_to(), None);
    }

    #[test]
    fn says_nothing_of_a_ledger_that_is_complete_and_how_far_any_other_is() {
        let begins = |position: &Position, seconds, words: &str| {
            let said = position.notice(at(seconds)).unwrap();
            assert!(said.starts_with(words), "{said}");
        };
        begins(
            &Position::default(),
            0,
            "The ledger is still being filled: nothing",
        );
        begins(
            &position(None, None, None),
            0,
            "The ledger is still being filled: 0 stored items",
        );
        let read = position(None, Some(100), None);
        assert_eq!(read.notice(at(300)), None);
        begins(
            &read,
            301,
            "The ledger is complete up to 14 Nov 2023, 22:13 UTC.",
        );
    }
}
