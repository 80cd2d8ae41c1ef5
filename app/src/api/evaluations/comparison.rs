//! Two evaluations side by side, wherever each of them is kept.

use super::{AppError, ComparisonPage, Side};
use crate::audit;
use crate::request::{failure, now, store};
use crate::sieve::Sieve;
use domain::decision::comparison::{compare, differences};
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::item::Stored;
use domain::pinned_evaluation::PinnedEvaluation;
use domain::role::{LookUpUsers, Permit};
use futures::try_join;
use store::{evaluation, historical_evaluation, pinned_evaluation};

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user: UserId,
    (left, right): (ResultId, ResultId),
    only_differences: bool,
) -> Result<ComparisonPage, AppError> {
    let (store, mut sieve) = (store()?, Sieve::default());
    let reads = async {
        try_join!(
            evaluation::by_result_id(&store, &user, &left),
            evaluation::by_result_id(&store, &user, &right),
            pinned_evaluation::get(&store, &user, &left),
            pinned_evaluation::get(&store, &user, &right),
            historical_evaluation::all(&store, &user),
        )
        .map_err(|error| failure(&error))
    };
    let ((stored_left, stored_right, pinned_left, pinned_right, taken), ()) =
        try_join!(reads, audit::looked_at(permit.staff(), &user))?;
    let taken: Vec<_> = taken
        .into_iter()
        .filter_map(Result::ok)
        .map(|record| record.value)
        .collect();
    let found_left = best(stored_left, pinned_left, &taken, &left, &mut sieve);
    let found_right = best(stored_right, pinned_right, &taken, &right, &mut sieve);
    let groups = match (&found_left, &found_right) {
        (Some(left), Some(right)) => compare(left, right),
        _ => Vec::new(),
    };
    let side = |result_id, found: Option<EvaluationResult>| Side {
        result_id,
        created_date: found.map(|found| found.created_date),
    };
    Ok(ComparisonPage {
        user_id: user,
        now: now(),
        left: side(left, found_left),
        right: side(right, found_right),
        groups: if only_differences {
            differences(groups)
        } else {
            groups
        },
        broken: sieve.broken,
    })
}

/// The evaluation itself, else its pinned copy, else what was kept with what was taken on it.
fn best(
    stored: Option<Stored<EvaluationResult>>,
    pinned: Option<Stored<PinnedEvaluation>>,
    taken: &[HistoricalEvaluation],
    result: &ResultId,
    sieve: &mut Sieve,
) -> Option<EvaluationResult> {
    stored
        .and_then(|stored| sieve.sound(stored))
        .or_else(|| {
            let copy = pinned.and_then(Result::ok)?.value.copy;
            Some(copy.ok()?.value)
        })
        .or_else(|| {
            let of = |taken: &&HistoricalEvaluation| taken.result_id == *result;
            Some(taken.iter().find(of)?.evaluation())
        })
}
