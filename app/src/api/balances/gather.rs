//! Reads the balances and everything that is marked beside them, all at the same time. Each part can be
//! away without the others.

use super::BalancesPage;
use crate::error::AppError;
use crate::request::{contents, failure, store};
use crate::sieve::Sieve;
use crate::{audit, balance_list};
use domain::balance::mark::Mark;
use domain::collection_attempt::CollectionAttempt;
use domain::day::Day;
use domain::day_range::DayRange;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::insight::mining_run::Findings;
use domain::instant::Instant;
use domain::item::{BrokenItem, Stored};
use domain::role::{LookUpUsers, Permit};
use futures::future::try_join_all;
use futures::{join, try_join};
use store::evaluation::list::{Part, outcomes_between};
use store::insight::{balance_settings, payday, recurring};
use store::{Store, StoreError, collection_attempt, historical_evaluation};

/// As many evaluations have a mark: more than six on each of 32 days.
const CHECKS: u32 = 200;
/// The last attempt to collect a float comes within so many days of its being taken.
const COLLECTED_WITHIN: i64 = 120;

/// What the page could not get, and what of it could not be read.
#[derive(Default)]
struct Found {
    sieve: Sieve,
    missing: Vec<String>,
}

impl Found {
    /// A table that the page can do without: its failure goes to the log, and the page says what is
    /// missing.
    fn known<T>(&mut self, read: Result<T, StoreError>) -> Option<T> {
        read.map_err(|error| {
            failure(&error);
            let what = contents(error.table).to_owned();
            if !self.missing.contains(&what) {
                self.missing.push(what);
            }
        })
        .ok()
    }
}

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user_id: UserId,
    range: DayRange,
    now: Instant,
) -> Result<BalancesPage, AppError> {
    let store = store()?;
    let reads = async {
        Ok(join!(
            balance_list::read(&store, &user_id, range, now),
            taken(&store, &user_id, range),
            checks(&store, &user_id, range),
            payday::upcoming(&store, &user_id, range.from),
            recurring::all(&store, &user_id),
            balance_settings::get(&store, &user_id),
        ))
    };
    let (parts, ()) = try_join!(reads, audit::looked_at(permit.staff(), &user_id))?;
    let (balances, taken, checks, paydays, recurring, settings) = parts;

    let mut found = Found::default();
    let mut marks = Vec::new();
    let balances = found.known(balances);
    if let Some((taken, attempts)) = found.known(taken) {
        let taken = found.sieve.all(taken);
        let attempts = found.known(attempts).unwrap_or_default();
        let attempts = found.sieve.all(attempts);
        marks.extend(taken.iter().map(Mark::taken));
        let of_float = |attempt: &CollectionAttempt| {
            let is_of =
                |taken: &&HistoricalEvaluation| taken.float_id.as_ref() == Some(&attempt.float_id);
            taken.iter().find(is_of).cloned()
        };
        let mark = |attempt| Mark::attempt(attempt, &of_float(attempt)?);
        marks.extend(attempts.iter().filter_map(mark));
    }
    let checks = found.known(checks);
    let checks_go_on = checks.as_ref().is_some_and(|part| part.next.is_some());
    let checks = checks.into_iter().flat_map(|part| part.items);
    let checks = found.sieve.all(checks.map(|(_, check)| check));
    let no_results = store.no_results();
    marks.extend(checks.iter().map(|check| Mark::check(check, no_results)));
    let paydays = found.known(paydays).unwrap_or_default();
    marks.extend(found.sieve.all(paydays).iter().map(Mark::payday));
    let recurring = Findings::at(now, found.known(recurring).unwrap_or_default());
    marks.extend(recurring.current.iter().filter_map(Mark::recurring));
    let settings = found.known(settings).flatten();
    let settings = settings.and_then(|stored| found.sieve.sound(stored));

    // What is due may lie ahead of the last day.
    marks.retain(|mark| range.from <= mark.day);
    marks.sort_by_key(|mark| (mark.day, mark.kind));
    let Found { sieve, missing } = found;
    let mut broken: Vec<BrokenItem> = sieve.broken;
    let mut notices = sieve.notices;
    broken.extend(recurring.broken);
    let history = balances.map(|balances| {
        broken.extend(balances.broken);
        notices.extend(balances.notices);
        balances.history
    });
    Ok(BalancesPage {
        user_id,
        now,
        range,
        history,
        marks,
        checks_go_on,
        threshold: settings.and_then(|it| it.threshold(store.assumptions().low_balance_unit)),
        missing,
        broken,
        notices,
    })
}

type Taken = Vec<Stored<HistoricalEvaluation>>;
type Attempts = Vec<Stored<CollectionAttempt>>;

/// What was taken, then the attempts to collect it that can fall into the range. The attempts lie in
/// another region, and may be away alone.
async fn taken(
    store: &Store,
    user: &UserId,
    range: DayRange,
) -> Result<(Taken, Result<Attempts, StoreError>), StoreError> {
    let taken = historical_evaluation::all(store, user).await?;
    let is_near = |taken: &&HistoricalEvaluation| {
        let day = taken.created_date.day();
        range.from.plus_days(-COLLECTED_WITHIN) <= day && day <= range.to
    };
    let sound = taken.iter().flatten().map(|record| &record.value);
    let floats = sound.filter(is_near).filter_map(|it| it.float_id.as_ref());
    let reads = floats.map(|float| collection_attempt::of_float(store, float));
    let attempts = try_join_all(reads).await;
    let attempts = attempts.map(|attempts| attempts.into_iter().flatten().collect());
    Ok((taken, attempts))
}

/// The newest of the range. Result ids begin with their epoch second, roughly, so that a day is left on
/// either side; each mark has the day that the evaluation says itself.
async fn checks(store: &Store, user: &UserId, range: DayRange) -> Result<Part, StoreError> {
    let beginning = |day: Day| ResultId::new((day.number() * 86_400).to_string());
    let (upper, lower) = (
        beginning(range.to.plus_days(2)),
        beginning(range.from.plus_days(-1)),
    );
    let mut part = outcomes_between(store, user, &upper, &lower, CHECKS).await?;
    part.items.retain(|(_, check)| {
        let day = check.as_ref().map(|record| record.value.created_date.day());
        day.map_or(true, |day| range.contains(day))
    });
    Ok(part)
}
