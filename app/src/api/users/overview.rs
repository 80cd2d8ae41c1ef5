//! Gathers the overview: one round of reads at the same time, and a second one for what became of the
//! floats. Only where the newest profile version can't be read, that round asks for the one before, and
//! only where nothing was found, whether anything is stored at all.

use super::{KnownCfi, MayChange, Settled, Settling, UserOverview};
use crate::answer_facts::{self, known};
use crate::audit;
use crate::error::AppError;
use crate::loan_terms;
use crate::request::{failure, now, request_id, store};
use crate::sieve::Sieve;
use domain::alert::{Facts, NotKnown, alerts};
use domain::answer::{AnswerFacts, LastCheck, answer};
use domain::effective::ProfileSources;
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::lock_state::{LockReading, LockState};
use domain::note::{Note, arrange};
use domain::profile::FloatProfile;
use domain::role::{LookUpUsers, Permit};
use domain::temporary_profile::TemporaryProfile;
use futures::{join, try_join};
use store::guard::Guard;
use store::{PageRequest, Store, StoreError, guard, note, profile, schedule, temporary_profile};

/// How many older versions are looked at behind a broken newest one.
const LOOK_BEHIND: u32 = 50;

/// What the first round brings. Without the first three there is no answer; the others lie in tables
/// that the page can do without.
struct FirstRound {
    version: Option<Stored<FloatProfile>>,
    temporary: Vec<Stored<TemporaryProfile>>,
    answer: answer_facts::FirstRound,
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
    let has_profile = first.version.is_some() || !first.temporary.is_empty();
    let is_version_broken = matches!(first.version, Some(Err(_)));
    let version = first.version.and_then(|stored| sieve.sound(stored));
    let temporary = sieve.all(first.temporary);
    let answer_round = first.answer;
    let (version, found) = join!(
        async {
            // The newest version can't be read: the one before it is shown, under a warning.
            if is_version_broken {
                newest_readable(&store, &user_id).await
            } else {
                Ok(version)
            }
        },
        answer_round.second_round(&store, &user_id, now, has_profile, &mut sieve),
    );
    let version = version.map_err(|error| failure(&error))?;
    let found = found.map_err(|error| failure(&error))?;
    let version_notes = version
        .as_ref()
        .map(|version| version.notes.clone())
        .unwrap_or_default();
    let guard = known(first.guard);
    let scheduled = match &guard {
        Ok(guard) => sieve.all(schedule::waiting(guard)),
        Err(_) => Vec::new(),
    };
    let sources = ProfileSources {
        temporary,
        versions: version.into_iter().collect(),
    };
    let forecast = sources.forecast(now, &scheduled);
    let facts = AnswerFacts {
        schedule: guard.map(drop),
        ..found.facts
    };

    let profile = forecast.now();
    let next = forecast.next_change();
    let latest = found.latest;
    let current = latest.as_ref().filter(|evaluation| {
        let check = LastCheck::of(evaluation, store.no_results());
        check.is_current(now)
    });
    let with_lock = |lock: Result<LockState, NotKnown>| Settled {
        alerts: alerts(Facts {
            now,
            profile: &profile,
            latest: current,
            lock,
            bypass: facts.bypass.clone(),
            collection: found.collection.clone(),
            schedule: facts.schedule,
            dated_ahead: forecast.dated_ahead(),
        }),
        answer: answer(
            &forecast,
            &AnswerFacts {
                lock,
                ..facts.clone()
            },
        ),
    };
    let Settled { answer, alerts } = with_lock(facts.lock);
    let reading = found.lock.ok().flatten();
    let reading = reading.and_then(|lock| LockReading::of(&lock, now));
    let settling = reading.map(|reading| {
        Box::new(Settling {
            reading,
            if_held: with_lock(Ok(LockState::Held)),
            if_free: with_lock(Ok(LockState::None)),
        })
    });
    let notes = known(first.notes)
        .ok()
        .map(|notes| arrange(sieve.all(notes)));
    Ok(UserOverview {
        answer,
        next: next.map(|change| {
            let then = forecast.at(change.at);
            (change, then)
        }),
        last_check: latest.as_ref().map(|evaluation| evaluation.created_date),
        cfi: newest_cfi(current, &found.taken),
        operation: request_id(),
        loan_terms: loan_terms::of(&user_id),
        user_id,
        now,
        profile,
        alerts,
        settling,
        version_notes,
        notes,
        has_record: facts.has_record,
        may: MayChange::of(permit.staff()),
        broken: sieve.broken,
        notices: sieve.notices,
    })
}

async fn first_round(store: &Store, user: &UserId, now: Instant) -> Result<FirstRound, AppError> {
    let (needed, notes, guard) = join!(
        async {
            try_join!(
                // By the documented query, the newest version is in effect, whatever its date.
                profile::latest(store, user),
                temporary_profile::unexpired(store, user, now),
                answer_facts::first_round(store, user),
            )
        },
        note::of_user(store, user),
        guard::of_user(store, user),
    );
    let (version, temporary, answer) = needed.map_err(|error| failure(&error))?;
    Ok(FirstRound {
        version,
        temporary,
        answer,
        notes,
        guard,
    })
}

async fn newest_readable(store: &Store, user: &UserId) -> Result<Option<FloatProfile>, StoreError> {
    let page = profile::history(store, user, PageRequest::first(LOOK_BEHIND)).await?;
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
