//! What is known of a user's temporary profiles.

use super::closed::closed;
use super::repaid::has_repaid_special;
use super::{EndedOverride, Overrides};
use crate::answer_facts;
use crate::api::stamp::Stamp;
use crate::api::users::MayChange;
use crate::audit;
use crate::error::AppError;
use crate::request::{failure, now, request_id, store};
use crate::sieve::Sieve;
use domain::answer::AnswerFacts;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{Record, Stored};
use domain::override_copy::OverrideCopy;
use domain::override_draft::{OverrideContext, Standing};
use domain::profile::FloatProfile;
use domain::role::Staff;
use domain::schedule::{ScheduleState, ScheduledStart};
use domain::temporary_profile::{Held, TemporaryProfile};
use futures::{TryFutureExt, try_join};
use store::guard::Guard;
use store::{Store, StoreError, guard, override_copy, profile, schedule, temporary_profile};

pub(super) async fn overrides(staff: &Staff, user_id: &str) -> Result<Overrides, AppError> {
    let user = UserId::parse(user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    let (store, now) = (store()?, now());
    let (overrides, first, ()) = try_join!(
        at(&store, &user, now).map_err(|error| failure(&error)),
        answer_facts::first_round(&store, &user).map_err(|error| failure(&error)),
        audit::looked_at(staff, &user),
    )?;
    let overrides = overrides.0;
    let context = &overrides.context;
    let has_profile = context.version.is_some() || !context.standing.is_empty();
    let mut sieve = Sieve::default();
    let found = first.second_round(&store, &user, now, has_profile, &mut sieve);
    let (found, closed) = try_join!(found, closed(&store, &user, context.version.as_ref()))
        .map_err(|error| failure(&error))?;
    // What can't be read of the profile was found before.
    let in_the_way = u32::from(overrides.in_the_way.is_some());
    Ok(Overrides {
        may: MayChange::of(staff),
        closed,
        facts: AnswerFacts {
            unreadable: found.facts.unreadable + in_the_way,
            has_record: found.facts.has_record || in_the_way > 0,
            ..found.facts
        },
        ..overrides
    })
}

/// All there is at `now`, with the guard that it was read under. Read together, so the guard may be
/// older than the rest, which then makes a conflict, but never newer than what was seen.
pub(super) async fn at(
    store: &Store,
    user: &UserId,
    now: Instant,
) -> Result<(Overrides, Guard), StoreError> {
    let guard = guard::of_user(store, user).await?;
    let (temporary, version, copies, planned) = try_join!(
        temporary_profile::all(store, user),
        // By the documented query, the newest version is in effect, whatever its date.
        profile::latest(store, user),
        override_copy::of_user(store, user),
        schedule::of_user(store, user),
    )?;
    let in_the_way = in_the_way(version.as_ref(), &temporary, now);
    let is_readable = temporary.iter().all(Result::is_ok);
    let mut sieve = Sieve::default();
    let version = version.and_then(|stored| sieve.sound(stored));
    let has_repaid_special = has_repaid_special(store, user, version.as_ref()).await?;
    let stored: Vec<Record<TemporaryProfile>> = temporary
        .into_iter()
        .filter_map(|stored| sieve.record(stored))
        .collect();
    let copies: Vec<OverrideCopy> = sieve.all(copies);
    let waiting: Vec<ScheduledStart> = sieve.all(schedule::waiting(&guard));
    let given_up = sieve
        .all(planned)
        .into_iter()
        .filter(|one| matches!(one.state, ScheduleState::Failed | ScheduleState::Cancelled))
        .collect();
    let mut ended = ended(&stored, copies, now);
    // What cannot be read may be the one that seems to be gone.
    ended.retain(|one| is_readable || !one.is_gone);
    let standing = stored
        .iter()
        .filter(|record| !is_over(&record.value, now))
        .map(|record| Standing {
            held: Held::from(record),
            profile: record.value.clone(),
        })
        .collect();
    let context = OverrideContext {
        now,
        version,
        standing,
        waiting: waiting.iter().map(ScheduledStart::window).collect(),
        has_repaid_special,
    };
    let overrides = Overrides {
        user_id: user.clone(),
        context,
        waiting,
        given_up,
        ended,
        facts: AnswerFacts::at(now),
        closed: None,
        may: MayChange::default(),
        stamp: Stamp {
            form: request_id(),
            version: guard.version,
        },
        in_the_way,
        broken: sieve.broken,
        notices: sieve.notices,
    };
    Ok((overrides, guard))
}

/// On top of a version, or beside an override, that nobody can read, another one would be a guess.
fn in_the_way(
    version: Option<&Stored<FloatProfile>>,
    temporary: &[Stored<TemporaryProfile>],
    now: Instant,
) -> Option<String> {
    if let Some(Err(broken)) = version {
        return Some(format!(
            "The profile version in force cannot be read: {broken}."
        ));
    }
    let mut unreadable = temporary.iter().filter_map(|stored| stored.as_ref().err());
    let standing = unreadable.find(|broken| temporary_profile::lies_ahead(&broken.key, now))?;
    Some(format!(
        "A temporary profile that is stored cannot be read: {standing}."
    ))
}

fn is_over(profile: &TemporaryProfile, now: Instant) -> bool {
    profile.expires_on <= now || profile.ttl.is_some_and(|ttl| ttl <= now)
}

/// What is over: by Float Desk's copies, and by what is stored beyond its end and has no copy.
fn ended(
    stored: &[Record<TemporaryProfile>],
    copies: Vec<OverrideCopy>,
    now: Instant,
) -> Vec<EndedOverride> {
    let is_copied = |profile: &TemporaryProfile| {
        copies.iter().any(|copy| {
            copy.profile.created_on == profile.created_on
                && copy.profile.expires_on == profile.expires_on
        })
    };
    let mut ended: Vec<_> = stored
        .iter()
        .filter(|record| is_over(&record.value, now) && !is_copied(&record.value))
        .map(|record| EndedOverride {
            profile: record.value.clone(),
            until: record.value.expires_on,
            ended: None,
            is_gone: false,
        })
        .collect();
    let stored: Vec<_> = stored.iter().map(|record| record.value.clone()).collect();
    ended.extend(copies.into_iter().filter_map(|copy| {
        let (until, is_gone) = (copy.until(), copy.is_gone(&stored, now));
        (copy.ended.is_some() || until <= now || is_gone).then_some(EndedOverride {
            profile: copy.profile,
            until,
            ended: copy.ended,
            is_gone,
        })
    }));
    ended.sort_by_key(|one| std::cmp::Reverse(one.until));
    ended
}
