//! Where the indexer is, in a line for a person.

use super::Position;
use crate::instant::Instant;
use std::fmt::Write;

impl Position {
    pub fn in_words(&self, now: Instant) -> String {
        let Some(pass) = &self.pass else {
            return "has not begun".to_owned();
        };
        let words = match pass.finished {
            None => self.reading(),
            Some(finished) => format!("read everything {}", finished.relative_to(now)),
        };
        let words = words + &self.left_out();
        let added = match (&pass.stream, pass.rests_until()) {
            (Some(_), _) => format!("; {}", self.following(now)),
            (None, Some(next)) => format!(
                ", and will again {}; everything up to {} is in the ledger",
                coming(next, now),
                pass.started
            ),
            (None, None) => String::new(),
        };
        words + &added
    }

    fn reading(&self) -> String {
        let looked_at: u64 = self.of_pass().map(|segment| segment.looked_at).sum();
        let new: u64 = self.of_pass().map(|segment| segment.new).sum();
        let done = self.of_pass().filter(|segment| segment.is_done).count();
        let mut words = format!("reads everything: {looked_at} items so far, {new} new");
        if let Some(segment) = self.of_pass().next() {
            // Writing to a text cannot fail.
            let _ = write!(words, ", {done} of {} parts done", segment.of);
        }
        words
    }

    /// What is in no number of the ledger, though it was read.
    fn left_out(&self) -> String {
        left_out(self.of_pass().map(|segment| segment.left_out).sum(), "")
    }

    fn following(&self, now: Instant) -> String {
        let Some(seen) = self.followed_to().min() else {
            return "the stream has not been read yet".to_owned();
        };
        let words = match seen {
            Some(seen) => {
                let behind = (now.epoch_seconds() - seen.epoch_seconds()).max(0);
                format!("follows the stream, {} behind", span(behind))
            }
            None => "has begun to follow the stream".to_owned(),
        };
        words + &left_out(self.left_out_of_stream, " that came by it")
    }
}

fn left_out(count: u64, whence: &str) -> String {
    match count {
        0 => String::new(),
        1 => format!(", one item{whence} could not be taken in (the log names it)"),
        count => format!(", {count} items{whence} could not be taken in (the log names them)"),
    }
}

fn coming(at: Instant, now: Instant) -> String {
    if at <= now {
        return "now".to_owned();
    }
    at.relative_to(now)
}

fn span(seconds: i64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} minutes", seconds / 60),
        _ => format!("{} hours", seconds / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pass, Segment, Shard};
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant::from_epoch_seconds(1_700_000_000 + seconds).unwrap()
    }

    fn pass(stream: Option<&str>, finished: Option<i64>) -> Pass {
        Pass {
            number: 2,
            started: at(0),
            finished: finished.map(at),
            stream: stream.map(str::to_owned),
            complete_to: None,
        }
    }

    #[test]
    fn says_how_far_it_has_read_and_nothing_of_an_earlier_time() {
        let segment = |pass, is_done| Segment {
            pass,
            number: 0,
            of: 4,
            after: None,
            is_done,
            looked_at: 500,
            new: 20,
            left_out: 0,
        };
        let position = Position {
            pass: Some(pass(None, None)),
            segments: vec![segment(2, true), segment(2, false), segment(1, true)],
            ..Position::default()
        };
        assert_eq!(
            position.in_words(at(5)),
            "reads everything: 1000 items so far, 40 new, 1 of 4 parts done"
        );
        assert_eq!(Position::default().in_words(at(5)), "has not begun");
    }

    #[test]
    fn says_how_many_items_are_in_no_number() {
        let segment = |number, left_out| Segment {
            pass: 2,
            number,
            of: 2,
            after: None,
            is_done: true,
            looked_at: 500,
            new: 20,
            left_out,
        };
        let read = |left_out| Position {
            pass: Some(pass(Some("stream"), Some(60))),
            segments: vec![segment(0, 1), segment(1, left_out)],
            ..Position::default()
        };
        let one = read(0).in_words(at(120));
        assert!(
            one.starts_with("read everything 1 minute ago, one item could not be taken in"),
            "{one}"
        );
        let more = read(2).in_words(at(120));
        assert!(more.contains("3 items could not be taken in"), "{more}");
    }

    #[test]
    fn says_when_it_will_read_again_or_how_far_it_is_behind() {
        let mut position = Position {
            pass: Some(pass(None, Some(60))),
            ..Position::default()
        };
        assert_eq!(
            position.in_words(at(120)),
            "read everything 1 minute ago, and will again in 8 minutes; everything up to 14 Nov 2023, 22:13 UTC is in the ledger"
        );
        let shard = |last: i64, caught_up: Option<i64>, is_done| Shard {
            id: "shard".to_owned(),
            after: None,
            is_done,
            last_record: Some(at(last)),
            caught_up: caught_up.map(at),
        };
        position.pass = Some(pass(Some("stream"), Some(60)));
        position.shards = vec![shard(10, None, true), shard(70, Some(115), false)];
        assert!(
            position
                .in_words(at(120))
                .ends_with("follows the stream, 5 s behind")
        );
        position.left_out_of_stream = 2;
        let words = position.in_words(at(120));
        let left_out = "2 items that came by it could not be taken in (the log names them)";
        assert!(
            words.ends_with(&format!("follows the stream, 5 s behind, {left_out}")),
            "{words}"
        );
        position.left_out_of_stream = 0;
        position.shards.push(shard(-600, None, false));
        assert!(position.in_words(at(120)).ends_with("12 minutes behind"));
    }
}
