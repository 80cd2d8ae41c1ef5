//! What is still known of an evaluation: the item itself, a copy that was kept, or the ledger's few words.

use crate::api::evaluations::{AppError, Origin};
use crate::request::failure;
use crate::sieve::Sieve;
use domain::evaluation::{Evaluation, EvaluationResult, Product};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{ResultId, UserId};
use domain::item::{Record, Stored};
use domain::ledger::{Finder, FinderKind};
use domain::pinned_evaluation::PinnedEvaluation;
use domain::value::Attributes;
use store::evaluation::list::WithPrevious;
use store::{Store, StoreError, ledger};

/// What the first round of calls gave.
pub(super) struct Found {
    evaluation: Option<Record<EvaluationResult>>,
    pub(super) previous: Option<EvaluationResult>,
    pub(super) taken: Option<HistoricalEvaluation>,
    pub(super) pinned: Option<PinnedEvaluation>,
}

impl Found {
    pub(super) fn sift(
        stored: WithPrevious,
        taken: Option<Record<HistoricalEvaluation>>,
        pinned: Option<Stored<PinnedEvaluation>>,
        sieve: &mut Sieve,
    ) -> Self {
        Self {
            evaluation: stored.evaluation.and_then(|stored| sieve.record(stored)),
            // A broken one before this is shown on its own page.
            previous: stored
                .previous
                .and_then(Result::ok)
                .map(|record| record.value),
            taken: taken.and_then(|record| sieve.sound(Ok(record))),
            pinned: pinned.and_then(|stored| sieve.sound(stored)),
        }
    }

    /// Of one that has expired, what came before it has expired too, unless something was taken on it.
    pub(super) fn fall_back(&mut self, earlier: Option<EvaluationResult>) {
        if self.evaluation.is_none() && self.previous.is_none() {
            self.previous = earlier;
        }
    }

    /// The evaluation itself, else the copy that was pinned, else what was kept with the float. The
    /// last of these may hold less.
    pub(super) fn best(&self) -> Option<Best> {
        let copied = |record: &Record<EvaluationResult>, origin| Best {
            evaluation: record.value.clone(),
            unknown: record.unknown.clone(),
            origin,
        };
        let pinned = || {
            let copy = self.pinned.as_ref()?.copy.as_ref().ok()?;
            Some(copied(copy, Origin::Copy))
        };
        let taken = || {
            Some(Best {
                evaluation: self.taken.as_ref()?.evaluation(),
                unknown: Attributes::new(),
                origin: Origin::Copy,
            })
        };
        let stored = self.evaluation.as_ref();
        let stored = stored.map(|record| copied(record, Origin::Stored));
        stored.or_else(pinned).or_else(taken)
    }
}

/// What is shown as the evaluation.
pub(super) struct Best {
    pub(super) evaluation: EvaluationResult,
    pub(super) unknown: Attributes,
    pub(super) origin: Origin,
}

impl Best {
    /// What was kept with a float may be without what each rulebook said.
    pub(super) fn lacks_results(&self) -> bool {
        let decided = Product::ALL.map(|product| self.evaluation.decision(product));
        self.origin == Origin::Copy
            && decided
                .into_iter()
                .flatten()
                .all(|it| it.results.is_empty())
    }

    /// With what the ledger knows of the same evaluation.
    pub(super) fn completed(best: Option<Self>, kept: Option<Self>) -> Option<Self> {
        match (best, kept) {
            (Some(mut best), Some(kept)) => {
                best.origin = Origin::CompletedCopy;
                let (into, from) = (&mut best.evaluation, kept.evaluation);
                fill(&mut into.float_results, from.float_results);
                fill(&mut into.loan_results, from.loan_results);
                Some(best)
            }
            (best, kept) => best.or(kept),
        }
    }
}

fn fill(decision: &mut Option<Evaluation>, kept: Option<Evaluation>) {
    match (decision, kept) {
        (Some(decision), Some(kept)) => decision.results = kept.results,
        (decision, kept) => *decision = decision.take().or(kept),
    }
}

/// What the ledger keeps of an evaluation that is nowhere else any more.
pub(super) async fn from_ledger(
    store: &Store,
    user: &UserId,
    result: &ResultId,
    sieve: &mut Sieve,
) -> Result<Option<Best>, AppError> {
    let lost = |error: StoreError| failure(&error);
    let finders = ledger::find(store, result.as_str()).await.map_err(lost)?;
    let is_wanted =
        |finder: &Finder| finder.kind == FinderKind::Evaluation && finder.user_id == *user;
    let Some(finder) = finders.into_iter().find(is_wanted) else {
        return Ok(None);
    };
    let entry = ledger::get(store, &finder).await.map_err(lost)?;
    let entry = entry.and_then(|entry| sieve.sound(entry));
    Ok(entry.map(|entry| Best {
        evaluation: entry.evaluation(),
        unknown: Attributes::new(),
        origin: Origin::Ledger,
    }))
}
