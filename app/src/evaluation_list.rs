//! Reads a user's evaluations part by part, merged with what is kept of those that are gone. The list
//! and its export both go through here, so that they hold the same.

use crate::sieve::Sieve;
use domain::day::Day;
use domain::evaluation_list::{EvaluationFilter, Kept, Listed, ListedEvaluation};
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::item::BrokenItem;
use futures::try_join;
use store::evaluation::list::{self, Part};
use store::{Store, StoreError, historical_evaluation, pinned_evaluation};

/// Everything needed to read on from any place.
#[derive(Debug, Clone)]
pub struct EvaluationList {
    store: Store,
    user: UserId,
    filter: EvaluationFilter,
    kept: Kept,
    /// What is kept and cannot be read.
    pub broken: Vec<BrokenItem>,
}

/// What one read gave.
#[derive(Debug, Clone)]
pub struct Read {
    /// What the filter admits; what cannot be read is always admitted.
    pub lines: Vec<(ResultId, Listed)>,
    pub next: Option<ResultId>,
    /// How many evaluations were looked at, and how far back they went.
    pub looked_at: u64,
    pub back_to: Option<Instant>,
}

impl EvaluationList {
    /// Reads what is kept, and at the same time the first part from `start` on.
    pub async fn open(
        store: Store,
        user: UserId,
        filter: EvaluationFilter,
        start: Option<&ResultId>,
        size: u32,
    ) -> Result<(Self, Read), StoreError> {
        let (upper, lower) = bounds(&filter, start);
        let (taken, pinned, part) = try_join!(
            historical_evaluation::all(&store, &user),
            pinned_evaluation::all(&store, &user),
            list::between(&store, &user, upper.as_ref(), lower.as_ref(), size),
        )?;
        let mut sieve = Sieve::default();
        let kept = Kept {
            taken: sieve.all(taken),
            pinned: sieve
                .all(pinned)
                .into_iter()
                .filter_map(|pinned| pinned.copy.ok())
                .map(|copy| copy.value)
                .collect(),
        };
        let list = Self {
            store,
            user,
            filter,
            kept,
            broken: sieve.broken,
        };
        let read = list.read(part, start);
        Ok((list, read))
    }

    /// The part that begins with `start`.
    pub async fn part(&self, start: &ResultId, size: u32) -> Result<Read, StoreError> {
        let (upper, lower) = bounds(&self.filter, Some(start));
        let part = list::between(
            &self.store,
            &self.user,
            upper.as_ref(),
            lower.as_ref(),
            size,
        )
        .await?;
        Ok(self.read(part, Some(start)))
    }

    fn read(&self, part: Part, start: Option<&ResultId>) -> Read {
        let looked_at = part.items.len() as u64;
        let no_results = self.store.no_results();
        let stored: Vec<(ResultId, Listed)> = part
            .items
            .into_iter()
            .map(|(id, item)| {
                let listed = item.map(|record| ListedEvaluation::of(&record.value, no_results));
                (id, listed)
            })
            .collect();
        let back_to = stored
            .iter()
            .rev()
            .find_map(|(_, line)| line.as_ref().ok())
            .map(|line| line.created_date);
        let mut lines = self
            .kept
            .merge(stored, start, part.next.as_ref(), no_results);
        lines.retain(|(_, line)| line.as_ref().map_or(true, |line| self.filter.admits(line)));
        Read {
            lines,
            next: part.next,
            looked_at,
            back_to,
        }
    }
}

/// The ids between which the filter's days lie. Result ids begin with their epoch second, roughly: the
/// documents' own example is twenty minutes off, so a day is left on either side.
fn bounds(
    filter: &EvaluationFilter,
    start: Option<&ResultId>,
) -> (Option<ResultId>, Option<ResultId>) {
    let beginning = |day: Day| {
        let at = Instant::parse(&format!("{}T00:00:00Z", day.stored()))?;
        Some(ResultId::new(at.epoch_seconds().to_string()))
    };
    let latest = filter.to.and_then(|to| beginning(to.plus_days(2)));
    let upper = match (latest, start.cloned()) {
        (Some(latest), Some(start)) => Some(latest.min(start)),
        (latest, start) => latest.or(start),
    };
    let lower = filter.from.and_then(|from| beginning(from.plus_days(-1)));
    // A place beyond the last day would make a range that ends before it begins.
    let upper = upper.map(|upper| {
        lower
            .clone()
            .map_or(upper.clone(), |lower| upper.max(lower))
    });
    (upper, lower)
}
