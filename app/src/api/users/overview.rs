//! Gathers the overview: one round of reads at the same time, and a second one for the last float's
//! collection. Only where the newest profile version cannot be read, that round asks for the one before.

use super::{KnownCfi, MayChange, UserOverview};
use crate::audit;
use crate::error::AppError;
use crate::loan_terms;
use crate::request::{failure, now, request_id, store};
use crate::sieve::Sieve;
use domain::alert::{Facts, Looked, NotKnown, alerts};
use domain::answer::answer;
use domain::bypass::Bypass;
use domain::collection_attempt::CollectionAttempt;
use domain::effective::ProfileSources;
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{FloatId, UserId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::lock::Lock;
use domain::note::{Note, arrange};
use domain::profile::FloatProfile;
use domain::role::{LookUpUsers, Permit};
use futures::{join, try_join};
use store::guard::Guard;
use store::{
    Page, PageRequest, Store, StoreError, bypass, collection_attempt, evaluation, guard,
    historical_evaluation, lock, note, profile, schedule, temporary_profile,
};

/// How many older versions are looked at behind a broken newest one.
const LOOK_BEHIND: u32 = 50;

/// What the first round brings. Without the first four there is no answer; the others stand in
/// tables of other regions and services, and the page can do without them.
struct FirstRound {
    version: Option<Stored<FloatProfile>>,
    temporary: Vec<Stored<domain::temporary_profile::TemporaryProfile>>,
    latest: Page<Stored<EvaluationResult>>,
    taken: Vec<Stored<HistoricalEvaluation>>,
    lock: Result<Option<Stored<Lock>>, StoreError>,
    bypass: Result<Option<Stored<Bypass>>, StoreError>,
    notes: Result<Vec<Stored<Note>>, StoreError>,
    guard: Result<Guard, StoreError>,
}

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user_id: UserId,
) -> Result<UserOverview, AppError> {
    let (store, now) = (store()?, now());
    let (first, ()) = try_join!(
        first_round(&store, &user_id, now),
        audit::looked_at(permit.staff(), &user_id)
    )?;

    let mut sieve = Sieve::default();
    let has_stored_data = first.version.is_some()
        || !first.temporary.is_empty()
        || !first.latest.items.is_empty()
        || !first.taken.is_empty();
    let is_version_broken = matches!(first.version, Some(Err(_)));
    let version = first.version.and_then(|stored| sieve.sound(stored));
    let mut temporary = sieve.all(first.temporary);
    let latest = sieve.all(first.latest.items);
    // Only these have a say in the answer; what else is broken leaves it as it is.
    let unreadable = sieve.broken.len();
    let taken = sieve.all(first.taken);

    let (version, collection) = join!(
        async {
            // The newest version cannot be read: the one before it is shown, under a warning.
            if is_version_broken {
                newest_readable(&store, &user_id, now).await
            } else {
                Ok(version)
            }
        },
        latest_collection(&store, last_float(&taken)),
    );
    let version = version.map_err(|error| failure(&error))?;
    let version_notes = version
        .as_ref()
        .map(|version| version.notes.clone())
        .unwrap_or_default();
    let guard = known(first.guard);
    if let Ok(guard) = &guard {
        // What has not started yet counts from its start on, like an override that is there already.
        let starts = sieve.all(schedule::waiting(guard)).into_iter();
        let ahead = starts.filter(|start| start.start_on > now);
        temporary.extend(ahead.map(|start| start.profile(start.start_on)));
        temporary.sort_by_key(|temporary| temporary.expires_on);
    }
    let sources = ProfileSources {
        temporary,
        versions: version.into_iter().collect(),
    };
    let latest = latest
        .into_iter()
        .find(|evaluation| !evaluation.is_expired_at(now));

    let profile = sources.effective_at(now);
    let next = sources.next_change(now);
    let alerts = alerts(Facts {
        now,
        profile: &profile,
        latest: latest.as_ref(),
        lock: sieve.looked(first.lock),
        bypass: sieve.looked(first.bypass),
        collection: sieve.looked(collection),
        schedule: guard.map(drop),
    });
    let notes = known(first.notes)
        .ok()
        .map(|notes| arrange(sieve.all(notes)));
    Ok(UserOverview {
        answer: answer(
            &profile,
            sources.next_float_change(now).as_ref(),
            latest.as_ref(),
        )
        .in_doubt(unreadable),
        next: next.map(|change| {
            let then = sources.effective_at(change.at);
            (change, then)
        }),
        last_check: latest.as_ref().map(|evaluation| evaluation.created_date),
        cfi: newest_cfi(latest.as_ref(), &taken),
        operation: request_id(),
        loan_terms: loan_terms::of(&user_id),
        user_id,
        now,
        profile,
        alerts,
        version_notes,
        notes,
        has_stored_data,
        may: MayChange::of(permit.staff()),
        broken: sieve.broken,
        notices: sieve.notices,
    })
}

async fn first_round(store: &Store, user: &UserId, now: Instant) -> Result<FirstRound, AppError> {
    let (needed, lock, bypass, notes, guard) = join!(
        async {
            try_join!(
                profile::in_force_at(store, user, now),
                temporary_profile::unexpired(store, user, now),
                evaluation::recent(store, user, PageRequest::first(1)),
                historical_evaluation::all(store, user),
            )
        },
        lock::of_user(store, user),
        bypass::of_user(store, user),
        note::of_user(store, user),
        guard::of_user(store, user),
    );
    let (version, temporary, latest, taken) = needed.map_err(|error| failure(&error))?;
    Ok(FirstRound {
        version,
        temporary,
        latest,
        taken,
        lock,
        bypass,
        notes,
        guard,
    })
}

/// The float that was taken last; loans are collected elsewhere.
fn last_float(taken: &[HistoricalEvaluation]) -> Option<&FloatId> {
    taken
        .iter()
        .filter(|taken| taken.float_id.is_some())
        .max_by_key(|taken| taken.created_date)
        .and_then(|taken| taken.float_id.as_ref())
}

async fn latest_collection(
    store: &Store,
    float: Option<&FloatId>,
) -> Result<Option<Stored<CollectionAttempt>>, StoreError> {
    match float {
        Some(float) => collection_attempt::latest_of_float(store, float).await,
        None => Ok(None),
    }
}

async fn newest_readable(
    store: &Store,
    user: &UserId,
    at: Instant,
) -> Result<Option<FloatProfile>, StoreError> {
    let page = profile::history_at(store, user, at, PageRequest::first(LOOK_BEHIND)).await?;
    Ok(page
        .items
        .into_iter()
        .find_map(Result::ok)
        .map(|record| record.value))
}

fn newest_cfi(
    latest: Option<&EvaluationResult>,
    taken: &[HistoricalEvaluation],
) -> Option<KnownCfi> {
    let of_taken = taken
        .iter()
        .map(|taken| (taken.created_date, &taken.cfi_state));
    latest
        .map(|check| (check.created_date, &check.cfi_state))
        .into_iter()
        .chain(of_taken)
        .filter_map(|(at, state)| Some((at, state.clone()?)))
        .max_by_key(|(at, _)| *at)
        .map(|(at, state)| KnownCfi { at, state })
}

/// A table that a page can do without: its failure goes to the log, and the page says what is
/// missing.
fn known<T>(read: Result<T, StoreError>) -> Result<T, NotKnown> {
    read.map_err(|error| {
        failure(&error);
        NotKnown
    })
}

impl Sieve {
    /// One item of a table that the page can do without. One that is there and cannot be read is
    /// not known either.
    fn looked<T>(&mut self, read: Result<Option<Stored<T>>, StoreError>) -> Looked<T> {
        match known(read)? {
            None => Ok(None),
            Some(stored) => self.sound(stored).map(Some).ok_or(NotKnown),
        }
    }
}
