//! Reads what bears on the answer besides the profile, for every page that says what a user can take.

use crate::loan_terms;
use crate::request::failure;
use crate::sieve::Sieve;
use domain::alert::{Looked, NotKnown};
use domain::answer::{AnswerFacts, FloatsTaken, LastCheck, OpenFloat};
use domain::bypass::Bypass;
use domain::collection_attempt::CollectionAttempt;
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::lock::Lock;
use domain::lock_state::LockState;
use futures::future::join_all;
use futures::{join, try_join};
use store::{
    Page, PageRequest, Store, StoreError, bypass, collection_attempt, evaluation,
    historical_evaluation, lock, user,
};

/// Of so many floats, the newest, it's looked up whether they're repaid: each is a call.
const FLOATS: usize = 20;

/// One round of calls. Without the first two there is no answer; the others lie in tables of other
/// regions and services.
pub(crate) struct FirstRound {
    pub(crate) latest: Page<Stored<EvaluationResult>>,
    pub(crate) taken: Vec<Stored<HistoricalEvaluation>>,
    lock: Result<Option<Stored<Lock>>, StoreError>,
    bypass: Result<Option<Stored<Bypass>>, StoreError>,
}

/// What was found, and the items that staff see beside the answer.
pub(crate) struct Found {
    pub(crate) latest: Option<EvaluationResult>,
    pub(crate) taken: Vec<HistoricalEvaluation>,
    pub(crate) lock: Looked<Lock>,
    /// The newest attempt on the float that was taken last.
    pub(crate) collection: Looked<CollectionAttempt>,
    pub(crate) facts: AnswerFacts,
}

pub(crate) async fn first_round(store: &Store, user: &UserId) -> Result<FirstRound, StoreError> {
    let (needed, lock, bypass) = join!(
        async {
            try_join!(
                evaluation::recent(store, user, PageRequest::first(1)),
                historical_evaluation::all(store, user),
            )
        },
        lock::of_user(store, user),
        bypass::of_user(store, user),
    );
    let (latest, taken) = needed?;
    Ok(FirstRound {
        latest,
        taken,
        lock,
        bypass,
    })
}

impl FirstRound {
    /// Asks for the floats' repayment, and, where nothing was found so far, whether anything is stored
    /// about the user at all. `sieve` holds what the profile's items came to.
    pub(crate) async fn second_round(
        self,
        store: &Store,
        user_id: &UserId,
        now: Instant,
        has_profile: bool,
        sieve: &mut Sieve,
    ) -> Result<Found, StoreError> {
        let is_found = has_profile
            || !self.latest.items.is_empty()
            || !self.taken.is_empty()
            || matches!(self.bypass, Ok(Some(_)))
            || matches!(self.lock, Ok(Some(_)));
        let latest = sieve.all(self.latest.items).into_iter().next();
        // Only the profile's items and the evaluation put the answer in doubt.
        let unreadable = u32::try_from(sieve.broken.len()).unwrap_or(u32::MAX);
        let stored = self.taken.len();
        let taken = sieve.all(self.taken);
        let broken = stored - taken.len();
        let (has_record, attempts) = join!(
            async {
                if is_found {
                    Ok(true)
                } else {
                    user::is_known(store, user_id).await
                }
            },
            newest_attempts(store, &taken),
        );
        let (floats, collection) = repaid(attempts, broken, &taken, sieve);
        let lock = sieve.looked(self.lock);
        let facts = AnswerFacts {
            has_record: has_record?,
            check: latest
                .as_ref()
                .map(|it| LastCheck::of(it, store.no_results())),
            bypass: sieve.looked(self.bypass),
            lock: match &lock {
                Ok(lock) => Ok(LockState::after_one_reading(lock.as_ref(), now)),
                Err(NotKnown) => Err(NotKnown),
            },
            floats,
            loans_for_all: loan_terms::of(user_id).loans_for_all,
            unreadable,
            ..AnswerFacts::at(now)
        };
        Ok(Found {
            latest,
            taken,
            lock,
            collection,
            facts,
        })
    }
}

type Attempt = Result<Option<Stored<CollectionAttempt>>, StoreError>;

/// The newest attempt on each of the floats taken last, newest float first.
async fn newest_attempts(
    store: &Store,
    taken: &[HistoricalEvaluation],
) -> Vec<(HistoricalEvaluation, Attempt)> {
    let mut floats: Vec<_> = taken
        .iter()
        .filter(|one| one.float_id.is_some())
        .cloned()
        .collect();
    floats.sort_by_key(|one| std::cmp::Reverse(one.created_date));
    floats.truncate(FLOATS);
    let reads = floats.into_iter().map(async |one| {
        let attempt = match &one.float_id {
            Some(float) => collection_attempt::latest_of_float(store, float).await,
            None => Ok(None),
        };
        (one, attempt)
    });
    join_all(reads).await
}

fn repaid(
    attempts: Vec<(HistoricalEvaluation, Attempt)>,
    broken: usize,
    taken: &[HistoricalEvaluation],
    sieve: &mut Sieve,
) -> (FloatsTaken, Looked<CollectionAttempt>) {
    let floats = taken.iter().filter(|one| one.float_id.is_some()).count();
    let mut unknown = broken + (floats - attempts.len());
    let mut last = Ok(None);
    let mut open = Vec::new();
    for (index, (float, attempt)) in attempts.into_iter().enumerate() {
        let looked = sieve.looked(attempt);
        match &looked {
            Err(NotKnown) => unknown += 1,
            Ok(newest) => open.extend(OpenFloat::after(
                float.created_date,
                float.amount,
                newest.as_ref(),
            )),
        }
        if index == 0 {
            last = looked;
        }
    }
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let floats = FloatsTaken {
        open,
        unknown: count(unknown),
        loans: count(taken.len() - floats),
    };
    (floats, last)
}

/// A table that a page can do without: its failure goes to the log, and the page says what is missing.
pub(crate) fn known<T>(read: Result<T, StoreError>) -> Result<T, NotKnown> {
    read.map_err(|error| {
        failure(&error);
        NotKnown
    })
}

impl Sieve {
    /// One item of a table that the page can do without. One that is there and can't be read is not
    /// known either.
    pub(crate) fn looked<T>(&mut self, read: Result<Option<Stored<T>>, StoreError>) -> Looked<T> {
        match known(read)? {
            None => Ok(None),
            Some(stored) => self.sound(stored).map(Some).ok_or(NotKnown),
        }
    }
}
