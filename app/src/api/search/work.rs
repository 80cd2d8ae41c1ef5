//! Asks every table that may know an id, and the ledger, which knows whose it is.

use super::{Found, Hit, Subject, Tried};
use crate::error::AppError;
use crate::paths::from_segment;
use crate::request::{failure, store};
use domain::id::{AccountId, FloatId, LoanId, ResultId, UserId};
use domain::ledger::{Finder, FinderKind};
use domain::pasted_id::pasted_ids;
use domain::role::{ReadDecisions, Staff};
use futures::future::join_all;
use futures::{join, try_join};
use store::{
    Store, StoreError, collection_attempt, evaluation, historical_evaluation, ledger,
    pinned_evaluation, rulebook, user,
};

/// What a kind gave: its hits, or why there are none.
type Looked = Result<Vec<Hit>, Tried>;

/// Looks up what the typed text may mean, one meaning after the other until something is found.
pub(super) async fn find(
    staff: &Staff,
    typed: &str,
    on_page_of: Option<UserId>,
) -> Result<Found, AppError> {
    let mut found = None;
    for meant in pasted_ids(typed, from_segment) {
        // What is too long to be an ID may hold one.
        let Ok(id) = UserId::parse(&meant.id) else {
            continue;
        };
        let of = meant.user.and_then(|user| UserId::parse(&user).ok());
        let looked_up = look_up(staff, id, of.or_else(|| on_page_of.clone())).await?;
        let is_hit = !looked_up.hits.is_empty();
        found = Some(looked_up);
        if is_hit {
            break;
        }
    }
    found.map_or_else(|| Err(not_an_id(typed)), Ok)
}

fn not_an_id(typed: &str) -> AppError {
    let why = UserId::parse(typed.trim()).err();
    AppError::Invalid(why.map_or_else(String::new, |why| why.to_string()))
}

/// One ID as everything that it can be.
async fn look_up(
    staff: &Staff,
    typed: UserId,
    on_page_of: Option<UserId>,
) -> Result<Found, AppError> {
    let store = store()?;
    let (users, floats, rulebooks, checks, kept) = join!(
        users(&store, &typed),
        floats(&store, &typed),
        rulebooks(&store, staff, typed.as_str()),
        checks(&store, on_page_of, &typed),
        ledger::find(&store, typed.as_str()),
    );
    let kept = match kept {
        Ok(finders) => Ok(within_reach(&store, staff, &finders).await),
        Err(error) => Err(unavailable(error)),
    };
    let (mut hits, mut tried) = (Vec::new(), Vec::new());
    for (subject, looked) in [
        (Subject::User, users),
        (Subject::Float, with_kept(floats, &kept, Subject::Float)),
        (
            Subject::Loan,
            with_kept(Ok(Vec::new()), &kept, Subject::Loan),
        ),
        (Subject::Rulebook, rulebooks),
        (Subject::Check, with_kept(checks, &kept, Subject::Check)),
        (
            Subject::Account,
            with_kept(Ok(Vec::new()), &kept, Subject::Account),
        ),
        (
            Subject::Collection,
            with_kept(Err(Tried::NotYetOrNothing), &kept, Subject::Collection),
        ),
    ] {
        tried.push((
            subject,
            match looked {
                Ok(found) if found.is_empty() => Tried::Nothing,
                Ok(found) => {
                    hits.extend(found);
                    Tried::Found
                }
                Err(why) => why,
            },
        ));
    }
    Ok(Found { typed, hits, tried })
}

fn unavailable(error: StoreError) -> Tried {
    failure(&error);
    Tried::Unavailable
}

/// What was found directly, and what the ledger knows beside it.
fn with_kept(direct: Looked, kept: &Looked, subject: Subject) -> Looked {
    let (mut hits, why) = match direct {
        Ok(hits) => (hits, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    for hit in kept.iter().flatten() {
        if hit.subject() == subject && !hits.contains(hit) {
            hits.push(hit.clone());
        }
    }
    match (hits.is_empty(), why, kept) {
        (false, _, _) | (true, None, Ok(_)) => Ok(hits),
        (true, _, Err(why)) => Err(*why),
        (true, Some(why), _) => Err(why),
    }
}

/// What the ledger leads to. A check that only the ledger still has opens for those who see the ledger.
async fn within_reach(store: &Store, staff: &Staff, finders: &[Finder]) -> Vec<Hit> {
    let hits = finders.iter().filter_map(hit);
    if staff.may::<ReadDecisions>() {
        return hits.collect();
    }
    join_all(hits.map(|hit| async {
        match hit {
            Hit::Check { result, user } if has_expired(store, &user, &result).await => {
                Hit::ExpiredCheck { result, user }
            }
            other => other,
        }
    }))
    .await
}

/// Where that cannot be told, the page itself will say so.
async fn has_expired(store: &Store, user: &UserId, result: &ResultId) -> bool {
    let (stored, pinned) = join!(
        is_stored(store, user, result),
        pinned_evaluation::get(store, user, result),
    );
    let pinned = pinned.map_err(unavailable);
    matches!((stored, pinned), (Ok(false), Ok(None)))
}

fn hit(finder: &Finder) -> Option<Hit> {
    let user = finder.user_id.clone();
    Some(match finder.kind {
        FinderKind::Float => Hit::Float {
            float: FloatId::new(&finder.id),
            user,
        },
        FinderKind::Loan => Hit::Loan {
            loan: LoanId::new(&finder.id),
            user,
        },
        FinderKind::Evaluation | FinderKind::Taken => Hit::Check {
            result: finder.result_id.clone(),
            user,
        },
        FinderKind::Account => Hit::Account {
            account: AccountId::new(&finder.id),
            user,
        },
        FinderKind::Collection => Hit::Collection {
            confirmation: finder.id.clone(),
            float: finder.float_id.clone(),
            user,
        },
        FinderKind::Unknown(_) => return None,
    })
}

impl Hit {
    fn subject(&self) -> Subject {
        match self {
            Self::User(_) => Subject::User,
            Self::Float { .. } => Subject::Float,
            Self::Loan { .. } => Subject::Loan,
            Self::Rulebook { .. } => Subject::Rulebook,
            Self::Check { .. } | Self::ExpiredCheck { .. } => Subject::Check,
            Self::Account { .. } => Subject::Account,
            Self::Collection { .. } => Subject::Collection,
        }
    }
}

async fn users(store: &Store, typed: &UserId) -> Looked {
    let is_known = user::is_known(store, typed).await.map_err(unavailable)?;
    Ok(is_known
        .then(|| Hit::User(typed.clone()))
        .into_iter()
        .collect())
}

async fn floats(store: &Store, typed: &UserId) -> Looked {
    let float = FloatId::new(typed.as_str());
    let attempt = collection_attempt::latest_of_float(store, &float)
        .await
        .map_err(unavailable)?;
    // An attempt that cannot be read does not say whose it is.
    let user = attempt.and_then(Result::ok).map(|it| it.value.user_id);
    Ok(user
        .map(|user| Hit::Float { float, user })
        .into_iter()
        .collect())
}

/// By id or by name, whatever the case of its letters.
async fn rulebooks(store: &Store, staff: &Staff, typed: &str) -> Looked {
    if !staff.may::<ReadDecisions>() {
        return Err(Tried::NotForRole);
    }
    let all = rulebook::all(store).await.map_err(unavailable)?;
    let typed = typed.to_lowercase();
    Ok(all
        .into_iter()
        .filter_map(Result::ok)
        .map(|record| record.value)
        .filter(|it| {
            [it.rulebook_id.as_str(), &it.rulebook_name]
                .iter()
                .any(|name| name.to_lowercase() == typed)
        })
        .map(|it| Hit::Rulebook {
            id: it.rulebook_id,
            name: it.rulebook_name,
        })
        .collect())
}

/// Among what is kept for 32 days and among what is kept forever, of the user on whose page it was typed.
async fn checks(store: &Store, user: Option<UserId>, typed: &UserId) -> Looked {
    let user = user.ok_or(Tried::NotYetOrNothing)?;
    let result = ResultId::new(typed.as_str());
    let is_there = is_stored(store, &user, &result).await?;
    Ok(is_there
        .then_some(Hit::Check { result, user })
        .into_iter()
        .collect())
}

async fn is_stored(store: &Store, user: &UserId, result: &ResultId) -> Result<bool, Tried> {
    let (recent, taken) = try_join!(
        evaluation::by_result_id(store, user, result),
        historical_evaluation::all(store, user),
    )
    .map_err(unavailable)?;
    let is_taken = taken
        .into_iter()
        .filter_map(Result::ok)
        .any(|record| record.value.result_id == *result);
    Ok(recent.is_some() || is_taken)
}
