//! Reads what a user took, and how it was collected. The list and its export both go through here.

use crate::api::floats::{FloatsPage, TakenFloat};
use crate::api::locks::LockAtHand;
use crate::sieve::Sieve;
use domain::collection_attempt::CollectionAttempt;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use futures::future::join_all;
use futures::join;
use store::{Store, StoreError, collection_attempt, historical_evaluation, lock};

/// How many a page shows: each float asks for its attempts.
const PAGE: usize = 20;

/// A page, and why something on it is missing.
pub struct Read {
    pub page: FloatsPage,
    /// Of what the page can do without: the lock, and attempts. A file cannot.
    pub failed: Vec<StoreError>,
}

/// Where a page begins.
#[derive(Debug, Clone, Default)]
pub enum Start {
    #[default]
    Newest,
    At(ResultId),
    /// The page with the float or loan of this ID, if the user took it.
    With(String),
}

/// One round for what was taken and the lock, one more for the attempts on each float of the page.
pub async fn page(
    store: &Store,
    user: &UserId,
    start: &Start,
    now: Instant,
) -> Result<Read, StoreError> {
    let (mut sieve, mut failed) = (Sieve::default(), Vec::new());
    let (taken, lock) = join!(
        historical_evaluation::all(store, user),
        lock::of_user(store, user),
    );
    let lock = lock.unwrap_or_else(|error| {
        failed.push(error);
        None
    });
    let taken = newest_first(sieve.all(taken?));
    let total = taken.len() as u64;
    let Part { newer, taken, next } = part(taken, start);
    let mut shown = Vec::new();
    for (taken, attempts) in with_attempts(store, taken).await {
        let attempts = attempts.map_err(|error| failed.push(error)).ok();
        let attempts = attempts.map(|attempts| {
            let sound = |attempt| sieve.record(attempt);
            attempts.into_iter().filter_map(sound).collect()
        });
        shown.push(TakenFloat { taken, attempts });
    }
    let page = FloatsPage {
        user_id: user.clone(),
        now,
        taken: shown,
        newer: newer as u64,
        next,
        total,
        lock: lock
            .and_then(|lock| sieve.sound(lock))
            .map(|lock| LockAtHand::of(lock, now)),
        missing: Vec::new(),
        broken: sieve.broken,
        notices: sieve.notices,
    };
    Ok(Read { page, failed })
}

/// A page's part of what was taken.
struct Part {
    /// How many are newer than the first one.
    newer: usize,
    taken: Vec<HistoricalEvaluation>,
    /// Where the next page begins.
    next: Option<ResultId>,
}

fn part(mut taken: Vec<HistoricalEvaluation>, start: &Start) -> Part {
    let begins = match start {
        Start::Newest => 0,
        Start::At(first) => {
            let is_newer = |one: &&HistoricalEvaluation| one.result_id > *first;
            taken.iter().take_while(is_newer).count()
        }
        Start::With(id) => page_with(&taken, id),
    };
    let mut shown = taken.split_off(begins);
    let rest = shown.split_off(page_length(&shown));
    Part {
        newer: begins,
        taken: shown,
        next: rest.into_iter().next().map(|next| next.result_id),
    }
}

/// Where the page begins that a person would find it on, paging from the newest: a page that began with it
/// would hide what was taken since.
fn page_with(taken: &[HistoricalEvaluation], id: &str) -> usize {
    let Some(place) = taken.iter().position(|one| one.is_called(id)) else {
        return 0;
    };
    let mut begins = 0;
    loop {
        let length = page_length(taken.get(begins..).unwrap_or_default());
        if length == 0 || place < begins + length {
            return begins;
        }
        begins += length;
    }
}

/// A page never ends among those that share a result ID: a place is one, and the next page would begin with
/// them again.
fn page_length(taken: &[HistoricalEvaluation]) -> usize {
    let Some(last) = taken.get(PAGE - 1) else {
        return taken.len();
    };
    let shares = |one: &&HistoricalEvaluation| one.result_id == last.result_id;
    PAGE + taken.iter().skip(PAGE).take_while(shares).count()
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
) -> Vec<(HistoricalEvaluation, Result<Attempts, StoreError>)> {
    let reads = taken.into_iter().map(async |taken| {
        let attempts = match &taken.float_id {
            Some(float) => collection_attempt::of_float(store, float).await,
            None => Ok(Vec::new()),
        };
        (taken, attempts)
    });
    join_all(reads).await
}
