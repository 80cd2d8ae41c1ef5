//! How far the indexer has come with putting evaluations into the ledger.

mod complete;
mod in_words;

use crate::instant::Instant;
use crate::value::Attributes;
use serde::{Deserialize, Serialize};

/// After reading everything once, a table without a stream is left alone for so many times as long as
/// that took.
const REST: i64 = 9;
const SHORTEST_REST: i64 = 60;
const LONGEST_REST: i64 = 12 * 3_600;

/// Everything that is known of where it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Nothing before it has ever worked.
    pub pass: Option<Pass>,
    pub segments: Vec<Segment>,
    pub shards: Vec<Shard>,
    /// How many items came by the stream since the pass began that belong into the ledger and cannot be
    /// read, or are not taken by the table. The log names them.
    pub left_out_of_stream: u64,
}

/// Reading the whole table once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    pub number: i64,
    pub started: Instant,
    pub finished: Option<Instant>,
    /// The stream that is followed beside it and after it, where the table has one.
    pub stream: Option<String>,
    /// Everything up to this moment was in the ledger before it began; nothing where nobody had read
    /// everything yet.
    pub complete_to: Option<Instant>,
}

/// How far one part of the table has been read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Of which pass.
    pub pass: i64,
    pub number: u32,
    /// Of how many.
    pub of: u32,
    /// The key behind which it goes on.
    pub after: Option<Attributes>,
    pub is_done: bool,
    /// How many items the table had in it so far, of any kind.
    pub looked_at: u64,
    /// How many evaluations of it were new to the ledger.
    pub new: u64,
    /// How many items of it belong there and cannot be read, or are not taken by the table. The log names them.
    pub left_out: u64,
}

/// How far one shard of the stream has been read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub id: String,
    /// The record behind which it goes on.
    pub after: Option<String>,
    /// It is closed, and read to its end.
    pub is_done: bool,
    /// When the last record that was read was made.
    pub last_record: Option<Instant>,
    /// When it was last seen that no more records are there.
    pub caught_up: Option<Instant>,
}

impl Position {
    /// The parts of the pass that is at work, or of the last one; none where it has only begun. Where it
    /// was begun in another number of parts, those no longer count.
    pub fn of_pass(&self) -> impl Iterator<Item = &Segment> {
        let number = self.pass.as_ref().map(|pass| pass.number);
        let of_pass = move |segment: &&Segment| Some(segment.pass) == number;
        let mut all = self.segments.iter().filter(of_pass);
        // Every division has a first part, which takes the place of the one before.
        let first = all.clone().find(|segment| segment.number == 0);
        let of = first.or_else(|| all.next()).map(|segment| segment.of);
        let segments = self.segments.iter().filter(of_pass);
        segments.filter(move |segment| Some(segment.of) == of)
    }

    /// The pass to work on; nothing where there is none to do. A new one begins where there has been
    /// none, where the stream is another than the one that the last pass began beside, and where there
    /// is no stream and the last one is long enough ago.
    pub fn due(&self, stream: Option<&str>, now: Instant) -> Option<Pass> {
        let Some(pass) = &self.pass else {
            return Some(Pass::begun(1, stream, now));
        };
        let next = || Some(self.again(stream, now));
        if pass.stream.as_deref() != stream {
            return next();
        }
        match pass.rests_until() {
            None => Some(pass.clone()),
            Some(until) if stream.is_none() && until <= now => next(),
            Some(_) => None,
        }
    }

    /// Reads everything once more, since something may have been missed.
    pub fn again(&self, stream: Option<&str>, now: Instant) -> Pass {
        let number = self.pass.as_ref().map_or(0, |pass| pass.number);
        Pass {
            complete_to: self.complete_to(),
            ..Pass::begun(number + 1, stream, now)
        }
    }
}

impl Pass {
    fn begun(number: i64, stream: Option<&str>, now: Instant) -> Self {
        Self {
            number,
            started: now,
            finished: None,
            stream: stream.map(str::to_owned),
            complete_to: None,
        }
    }

    /// What was written up to this moment has been read. Of what was written while it went on, some lay
    /// behind the place where it was.
    fn read_to(&self) -> Option<Instant> {
        match self.finished {
            Some(_) => Some(self.started),
            None => self.complete_to,
        }
    }

    /// When the next one begins where there is no stream; nothing while this one is at work.
    pub fn rests_until(&self) -> Option<Instant> {
        let finished = self.finished?;
        let took = finished.epoch_seconds() - self.started.epoch_seconds();
        let rest = took.saturating_mul(REST);
        Some(finished.plus_seconds(rest.clamp(SHORTEST_REST, LONGEST_REST)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant::from_epoch_seconds(1_700_000_000 + seconds).unwrap()
    }

    fn position(stream: Option<&str>, finished: Option<i64>) -> Position {
        Position {
            pass: Some(Pass {
                finished: finished.map(at),
                ..Pass::begun(4, stream, at(0))
            }),
            ..Position::default()
        }
    }

    fn due(position: &Position, stream: Option<&str>, seconds: i64) -> Option<i64> {
        let pass = position.due(stream, at(seconds))?;
        Some(pass.number)
    }

    #[test]
    fn what_has_begun_is_brought_to_its_end() {
        assert_eq!(due(&Position::default(), None, 0), Some(1));
        assert_eq!(due(&position(None, None), None, 9_999), Some(4));
        assert_eq!(due(&position(Some("s"), None), Some("s"), 9_999), Some(4));
    }

    #[test]
    fn without_a_stream_it_begins_again_after_nine_times_as_long_as_it_took() {
        let long = position(None, Some(100));
        assert_eq!(due(&long, None, 999), None);
        assert_eq!(due(&long, None, 1_000), Some(5));
        let short = position(None, Some(1));
        assert_eq!(due(&short, None, 60), None);
        assert_eq!(due(&short, None, 61), Some(5));
        let endless = position(None, Some(90_000));
        assert_eq!(due(&endless, None, 90_000 + LONGEST_REST), Some(5));
    }

    #[test]
    fn a_new_pass_knows_up_to_when_the_last_one_had_read_everything() {
        let again = |position: &Position| position.again(None, at(500)).complete_to;
        assert_eq!(again(&Position::default()), None);
        assert_eq!(again(&position(None, None)), None);
        assert_eq!(again(&position(None, Some(100))), Some(at(0)));
        let mut broken_off = position(None, Some(100));
        broken_off.pass = broken_off.due(None, at(1_000));
        assert_eq!(again(&broken_off), Some(at(0)));
    }

    #[test]
    fn parts_of_another_division_do_not_count() {
        let segment = |number, of| Segment {
            pass: 4,
            number,
            of,
            after: None,
            is_done: false,
            looked_at: 1,
            new: 0,
            left_out: 0,
        };
        let begun = |segments| Position {
            segments,
            ..position(None, None)
        };
        let counted = |segments| begun(segments).of_pass().count();
        assert_eq!(counted(vec![]), 0);
        assert_eq!(counted(vec![segment(1, 4), segment(3, 4)]), 2);
        let now_whole = vec![segment(0, 1), segment(1, 4), segment(3, 4)];
        assert_eq!(counted(now_whole), 1);
    }

    #[test]
    fn a_stream_is_followed_and_a_new_one_begins_with_reading_everything() {
        let done = position(Some("s"), Some(100));
        assert_eq!(due(&done, Some("s"), 10_000_000), None);
        assert_eq!(due(&done, Some("t"), 101), Some(5));
        assert_eq!(due(&done, None, 101), Some(5));
        assert_eq!(due(&position(None, Some(100)), Some("s"), 101), Some(5));
    }
}
