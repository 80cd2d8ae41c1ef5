//! What stood around an evaluation, as far as it is known.

use crate::error::AppError;
use crate::request::{failure, now};
use crate::sieve::Sieve;
use domain::decision::attribution::{Certainty, settled_by};
use domain::effective::{EffectiveProfile, ProfileSources};
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::ResultId;
use domain::instant::Instant;
use domain::item::{Record, Stored};
use domain::override_copy::all_overrides;
use domain::rulebook_update::RulebookUpdate;
use futures::try_join;
use store::{Store, override_copy, profile, rulebook_update, temporary_profile};

/// What was in force around an evaluation.
pub(super) struct Around {
    pub(super) updates: Vec<RulebookUpdate>,
    /// A change that may have been in force cannot be read.
    pub(super) is_doubtful: bool,
    pub(super) profile: EffectiveProfile,
}

impl Around {
    pub(super) async fn read(
        store: &Store,
        evaluation: &EvaluationResult,
        sieve: &mut Sieve,
    ) -> Result<Self, AppError> {
        let (user, at) = (&evaluation.user_id, evaluation.created_date);
        let (updates, version, temporary, copies) = try_join!(
            rulebook_update::possibly_in_force(store, at, settled_by(at)),
            profile::in_force_at(store, user, at),
            temporary_profile::unexpired(store, user, at),
            override_copy::of_user(store, user),
        )
        .map_err(|error| failure(&error))?;
        let (temporary, copies) = (sieve.all(temporary), sieve.all(copies));
        let sources = ProfileSources {
            temporary: all_overrides(temporary, &copies, now()),
            versions: sieve.all(version),
        };
        Ok(Self {
            is_doubtful: is_doubtful(&updates, settled_by(at)),
            updates: sieve.all(updates),
            profile: sources.effective_at(at),
        })
    }
}

/// Of what the user took, the one on this evaluation. What cannot be read is another page's matter.
pub(super) fn taken_on(
    taken: Vec<Stored<HistoricalEvaluation>>,
    result: &ResultId,
) -> Option<Record<HistoricalEvaluation>> {
    taken
        .into_iter()
        .filter_map(Result::ok)
        .find(|record| record.value.result_id == *result)
}

/// Of what the user took, the newest before this evaluation: result ids begin with their epoch.
pub(super) fn taken_before(
    taken: &[Stored<HistoricalEvaluation>],
    result: &ResultId,
) -> Option<EvaluationResult> {
    taken
        .iter()
        .flatten()
        .map(|record| &record.value)
        .filter(|taken| taken.result_id < *result)
        .max_by(|a, b| a.result_id.cmp(&b.result_id))
        .map(HistoricalEvaluation::evaluation)
}

/// Whether one of the changes that may have been in force, newest first, cannot be read.
fn is_doubtful(updates: &[Stored<RulebookUpdate>], settled_by: Instant) -> bool {
    let is_settled = |update: &RulebookUpdate| update.update_time <= settled_by;
    updates
        .iter()
        .map_while(|stored| match stored {
            Ok(record) if is_settled(&record.value) => None,
            other => Some(other.is_err()),
        })
        .any(|is_unreadable| is_unreadable)
}

/// What fits a change that was read may fit one that was not just as well.
pub(super) fn certainty(found: Certainty, is_doubtful: bool) -> Certainty {
    match found {
        Certainty::Certain | Certainty::ToldApart if is_doubtful => Certainty::OneOf,
        found => found,
    }
}
