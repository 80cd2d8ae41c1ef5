//! Follows the table's stream: each shard from where it was left, a parent before its children.

use super::pace::Backoff;
use super::{Indexer, Progress, position};
use crate::table::{Changes, Gone, StreamShard};
use crate::{ErrorKind, StoreError, TableId};
use domain::indexer::{Position, Shard};
use domain::instant::Instant;
use std::collections::{BTreeMap, HashSet};

/// Records are kept for 24 hours: a shard whose end was not seen for so many seconds may have lost some.
const KEPT: i64 = 23 * 3_600;
/// While nothing happens, that is noted so often, in seconds.
const NOTED_EVERY: i64 = 15;

/// So many pages of a shard are read, then it is the next one's turn: one that is written to all the time
/// has no end, and keeps nobody else waiting.
const PAGES_AT_ONCE: usize = 20;

/// What is known of the stream while it is followed.
#[derive(Default)]
pub(super) struct Tail {
    stream: String,
    shards: BTreeMap<String, Followed>,
    pub(super) backoff: Backoff,
}

#[derive(Clone)]
struct Followed {
    at: Shard,
    /// The way to read on. Not every part of a shard has records, and only this goes past those that
    /// have none.
    iterator: Option<String>,
    /// When the place was last noted.
    noted: Option<Instant>,
}

/// What a round came to.
pub(super) struct Round {
    /// The shards of which records are gone that had not been read.
    pub(super) lost: Vec<String>,
    /// Whether a shard was left before its end.
    pub(super) goes_on: bool,
}

/// How far a shard was read.
enum Reached {
    End,
    /// There may be more, for the next round.
    Part,
    /// Records of it are gone.
    Lost,
    /// The stream had no capacity for more of it.
    Throttled(StoreError),
}

impl Tail {
    /// Goes on from what is noted, unless that is what it is at already.
    pub(super) fn begin(&mut self, stream: &str, position: &Position) {
        let is_behind = |shard: &Shard| {
            let followed = self.shards.get(&shard.id);
            followed.is_none_or(|followed| followed.at.after != shard.after)
        };
        if self.stream == stream && !position.shards.iter().any(is_behind) {
            for noted in &position.shards {
                self.take_over(noted);
            }
            return;
        }
        stream.clone_into(&mut self.stream);
        let noted = position.shards.iter().cloned();
        self.shards = noted
            .map(|at| (at.id.clone(), Followed::from(at)))
            .collect();
    }

    /// While another server followed, nothing may have come: then all that is new is when it looked last.
    fn take_over(&mut self, noted: &Shard) {
        if let Some(followed) = self.shards.get_mut(&noted.id) {
            followed.at.caught_up = followed.at.caught_up.max(noted.caught_up);
        }
    }
}

impl From<Shard> for Followed {
    fn from(at: Shard) -> Self {
        Self {
            at,
            iterator: None,
            noted: None,
        }
    }
}

impl Indexer {
    /// Reads on in every shard, to its end or as far as it goes at once, unless it is over before. One
    /// without capacity is an error only when all of them have had their turn.
    pub(super) async fn round(
        &self,
        tail: &mut Tail,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<Round, StoreError> {
        let table = self.store.table(TableId::Underwriting);
        let shards = table.shards(&tail.stream).await?;
        let mut round = Round {
            lost: self.forget_gone(tail, &shards).await?,
            goes_on: false,
        };
        let mut throttled = None;
        let ids: HashSet<&str> = shards.iter().map(|shard| shard.id.as_str()).collect();
        for shard in in_order(&shards) {
            if is_over() {
                break;
            }
            let is_done = |id: &str| tail.shards.get(id).is_some_and(|one| one.at.is_done);
            let parent = shard.parent.as_deref();
            // A parent that is no longer listed has been read, or is lost.
            let waits = parent.is_some_and(|parent| ids.contains(parent) && !is_done(parent));
            if waits || is_done(&shard.id) {
                continue;
            }
            match self.read_shard(tail, &shard.id, is_over, tell).await? {
                Reached::End => {}
                Reached::Part => round.goes_on = true,
                Reached::Lost => round.lost.push(shard.id.clone()),
                Reached::Throttled(error) => throttled = Some(error),
            }
        }
        match throttled {
            Some(error) if round.lost.is_empty() => Err(error),
            _ => Ok(round),
        }
    }

    async fn read_shard(
        &self,
        tail: &mut Tail,
        id: &str,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<Reached, StoreError> {
        let known = tail.shards.get(id).cloned();
        let mut followed = known.unwrap_or_else(|| Followed::from(unread(id)));
        let too_old = (self.clock)().plus_seconds(-KEPT);
        let seen = followed.at.caught_up;
        if seen.is_some_and(|seen| seen < too_old) {
            return Ok(Reached::Lost);
        }
        let reading = self.read_on(&tail.stream, &mut followed, is_over, tell);
        let reached = reading.await?;
        tail.shards.insert(id.to_owned(), followed);
        Ok(reached)
    }

    /// Begins the lost shards anew. Everything is to be read again by then: until that is noted, the
    /// gap must be found by whoever comes next.
    pub(super) async fn forget(&self, tail: &mut Tail, lost: &[String]) -> Result<(), StoreError> {
        for id in lost {
            position::forget_shard(&self.store, id).await?;
            tail.shards.remove(id);
        }
        Ok(())
    }

    /// Forgets the shards that are no longer there and were read to their end. Gives the others.
    async fn forget_gone(
        &self,
        tail: &mut Tail,
        shards: &[StreamShard],
    ) -> Result<Vec<String>, StoreError> {
        let is_listed = |id: &str| shards.iter().any(|shard| shard.id == id);
        let gone = tail.shards.values().filter(|one| !is_listed(&one.at.id));
        let (done, lost): (Vec<_>, Vec<_>) = gone
            .map(|one| (one.at.id.clone(), one.at.is_done))
            .partition(|(_, is_done)| *is_done);
        let ids = |shards: Vec<(String, bool)>| shards.into_iter().map(|(id, _)| id).collect();
        let done: Vec<String> = ids(done);
        self.forget(tail, &done).await?;
        Ok(ids(lost))
    }

    /// Reads a shard to its end, unless it is found that records of it are gone, there is no capacity, it is
    /// over before, or it is the next one's turn.
    async fn read_on(
        &self,
        stream: &str,
        followed: &mut Followed,
        is_over: &(impl Fn() -> bool + Sync),
        tell: &(impl Fn(Progress) + Sync),
    ) -> Result<Reached, StoreError> {
        let mut pages = 0;
        loop {
            let changes = match self.next_changes(stream, followed).await {
                Ok(changes) => changes,
                Err(Gone::Iterator) if followed.iterator.is_some() => {
                    followed.iterator = None;
                    continue;
                }
                Err(Gone::Iterator | Gone::Records) => {
                    followed.iterator = None;
                    // Without a place there was nothing to lose: the oldest has just gone.
                    return Ok(match followed.at.after {
                        Some(_) => Reached::Lost,
                        None => Reached::End,
                    });
                }
                Err(Gone::Error(error)) if error.kind == ErrorKind::Throttled => {
                    return Ok(Reached::Throttled(error));
                }
                Err(Gone::Error(error)) => return Err(error),
            };
            let has_moved = !changes.changes.is_empty();
            let next = changes.next.clone();
            if !self
                .take_changes(&mut followed.at, changes, is_over, tell)
                .await?
            {
                // The rest of them is read again, from behind what was taken in.
                followed.iterator = None;
                self.note(followed, true).await?;
                return Ok(Reached::Part);
            }
            let is_closed = next.is_none();
            followed.iterator = next;
            followed.at.is_done = is_closed;
            if !has_moved || is_closed {
                followed.at.caught_up = Some((self.clock)());
            }
            self.note(followed, has_moved || is_closed).await?;
            if !has_moved || is_closed {
                return Ok(Reached::End);
            }
            pages += 1;
            if is_over() || pages == PAGES_AT_ONCE {
                return Ok(Reached::Part);
            }
        }
    }

    async fn next_changes(&self, stream: &str, followed: &Followed) -> Result<Changes, Gone> {
        let table = self.store.table(TableId::Underwriting);
        let iterator = if let Some(iterator) = &followed.iterator {
            iterator.clone()
        } else {
            let (id, after) = (&followed.at.id, followed.at.after.as_deref());
            table.shard_iterator(stream, id, after).await?
        };
        table.changes(&iterator).await
    }

    async fn note(&self, followed: &mut Followed, has_moved: bool) -> Result<(), StoreError> {
        let now = (self.clock)();
        let is_time = |noted: Instant| noted.plus_seconds(NOTED_EVERY) <= now;
        if has_moved || followed.noted.is_none_or(is_time) {
            position::note_shard(&self.store, &followed.at).await?;
            followed.noted = Some(now);
        }
        Ok(())
    }
}

/// Parents before their children: a shard's id begins with the time at which it was made.
fn in_order(shards: &[StreamShard]) -> Vec<&StreamShard> {
    let mut shards: Vec<_> = shards.iter().collect();
    shards.sort_by(|one, other| one.id.cmp(&other.id));
    shards
}

fn unread(id: &str) -> Shard {
    Shard {
        id: id.to_owned(),
        after: None,
        is_done: false,
        last_record: None,
        caught_up: None,
    }
}
