//! Reads what a user took, and how it was collected. The list and its export both go through here.

use crate::api::floats::{FloatsPage, TakenFloat};
use crate::sieve::Sieve;
use domain::collection_attempt::CollectionAttempt;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use futures::future::try_join_all;
use futures::try_join;
use store::{Store, StoreError, collection_attempt, historical_evaluation, lock};

/// How many a page shows: each float asks for its attempts.
const PAGE: usize = 20;

/// One round for what was taken and the lock, one more for the attempts on each float of the page.
pub async fn page(
    store: &Store,
    user: &UserId,
    start: Option<&ResultId>,
    now: Instant,
) -> Result<FloatsPage, StoreError> {
    let mut sieve = Sieve::default();
    let (taken, lock) = try_join!(
        historical_evaluation::all(store, user),
        lock::of_user(store, user),
    )?;
    let mut taken = newest_first(sieve.all(taken));
    let total = taken.len() as u64;
    if let Some(start) = start {
        taken.retain(|taken| taken.result_id <= *start);
    }
    let rest = taken.split_off(taken.len().min(PAGE));
    let found = with_attempts(store, taken).await?;
    let mut shown = Vec::new();
    for (taken, attempts) in found {
        let attempts = attempts
            .into_iter()
            .filter_map(|attempt| sieve.record(attempt))
            .collect();
        shown.push(TakenFloat { taken, attempts });
    }
    Ok(FloatsPage {
        user_id: user.clone(),
        now,
        taken: shown,
        next: rest.into_iter().next().map(|next| next.result_id),
        total,
        lock: lock.and_then(|lock| sieve.sound(lock)),
        broken: sieve.broken,
        notices: sieve.notices,
    })
}

/// Result ids begin with their epoch, so that theirs is the order of time across accounts.
fn newest_first(mut taken: Vec<HistoricalEvaluation>) -> Vec<HistoricalEvaluation> {
    taken.sort_by(|a, b| b.result_id.cmp(&a.result_id));
    taken
}

type Attempts = Vec<Stored<CollectionAttempt>>;

async fn with_attempts(
    store: &Store,
    taken: Vec<HistoricalEvaluation>,
) -> Result<Vec<(HistoricalEvaluation, Attempts)>, StoreError> {
    let reads = taken.into_iter().map(async |taken| {
        let attempts = match &taken.float_id {
            Some(float) => collection_attempt::of_float(store, float).await?,
            None => Vec::new(),
        };
        Ok((taken, attempts))
    });
    try_join_all(reads).await
}
