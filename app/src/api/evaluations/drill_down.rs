//! One evaluation taken apart: one round of calls for it, and one more for what hangs on it.

mod around;
mod found;

use super::{
    AppError, CfiDetail, CheckUnder, Configuration, EvaluationDetail, EvaluationPage, Origin,
    Previous, ProductDetail, UpdateName,
};
use crate::audit;
use crate::request::{failure, now, store};
use crate::sieve::Sieve;
use around::Around;
use domain::decision::attribution::{Attribution, attribute};
use domain::decision::check::check;
use domain::decision::sentence::sentence;
use domain::decision::waterfall::{Configured, waterfall};
use domain::decision::{Decision, NoResultsReading};
use domain::evaluation::{CfiState, Evaluation, EvaluationResult, Product};
use domain::evaluation_list::Outcome;
use domain::id::{ResultId, UserId};
use domain::role::{LookUpUsers, Permit, PinEvaluations, ReadDecisions};
use domain::rulebook::Rulebook;
use domain::rulebook_update::RulebookUpdate;
use found::{Best, Found, from_ledger};
use futures::try_join;
use store::evaluation::list::with_previous;
use store::{historical_evaluation, pinned_evaluation};

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user: UserId,
    result: ResultId,
) -> Result<EvaluationPage, AppError> {
    let (store, now, mut sieve) = (store()?, now(), Sieve::default());
    let first = async {
        try_join!(
            with_previous(&store, &user, &result),
            historical_evaluation::all(&store, &user),
            pinned_evaluation::get(&store, &user, &result),
        )
        .map_err(|error| failure(&error))
    };
    let ((stored, taken, pinned), ()) = try_join!(first, audit::looked_at(permit.staff(), &user))?;
    let earlier = around::taken_before(&taken, &result);
    let mut found = Found::sift(stored, around::taken_on(taken, &result), pinned, &mut sieve);
    found.fall_back(earlier);
    let configured = if permit.staff().may::<ReadDecisions>() {
        Configured::Shown
    } else {
        Configured::Hidden
    };
    let mut best = found.best();
    let lacks_results = best.as_ref().is_none_or(Best::lacks_results);
    if lacks_results && configured == Configured::Shown {
        let kept = from_ledger(&store, &user, &result, &mut sieve).await?;
        best = Best::completed(best, kept);
    }
    let detail = match best {
        Some(best) => {
            let around = Around::read(&store, &best.evaluation, &mut sieve).await?;
            Some(detail(
                best,
                found,
                &around,
                (configured, store.no_results()),
            ))
        }
        None => None,
    };
    // The ledger's few words are no full copy, and would be kept anyway.
    let is_whole = detail
        .as_ref()
        .is_some_and(|detail| detail.origin != Origin::Ledger);
    Ok(EvaluationPage {
        user_id: user,
        result_id: result,
        now,
        may_pin: is_whole && permit.staff().may::<PinEvaluations>(),
        detail,
        broken: sieve.broken,
        notices: sieve.notices,
    })
}

fn detail(
    best: Best,
    found: Found,
    around: &Around,
    (configured, no_results): (Configured, NoResultsReading),
) -> EvaluationDetail {
    let Best {
        evaluation,
        unknown,
        origin,
    } = best;
    let attribution = attribute(&evaluation, &around.updates);
    let products = Product::ALL
        .into_iter()
        .filter_map(|product| {
            let decision = evaluation.decision(product)?;
            Some(of_product(
                product,
                decision,
                &evaluation,
                &attribution,
                around,
                (configured, no_results),
            ))
        })
        .collect();
    let before = found.previous.as_ref();
    EvaluationDetail {
        products,
        cfi: evaluation.cfi_state.as_ref().map(|cfi| {
            let earlier = before
                .and_then(|previous| previous.cfi_state.as_ref())
                .map(CfiState::metrics);
            let metrics = cfi
                .metrics()
                .into_iter()
                .enumerate()
                .map(|(index, metric)| {
                    let then = earlier
                        .as_ref()
                        .and_then(|earlier| earlier[index].value.clone());
                    (metric, then)
                });
            CfiDetail {
                metrics: metrics.collect(),
                unknown: cfi.unknown.clone(),
            }
        }),
        previous: before.map(|previous| Previous {
            result_id: previous.result_id.clone(),
            created_date: previous.created_date,
            has_cfi: previous.cfi_state.is_some(),
        }),
        configuration: (configured == Configured::Shown).then(|| Configuration {
            certainty: around::certainty(attribution.certainty, around.is_doubtful),
            is_unreadable: around.is_doubtful,
            candidates: attribution
                .candidates
                .iter()
                .map(|update| name(update))
                .collect(),
            misfits: attribution.misfits.clone(),
        }),
        profile: around.profile.clone(),
        created_date: evaluation.created_date,
        item_id: evaluation.item_id.clone(),
        account_id: evaluation.account_id.clone(),
        origin,
        expires: evaluation.ttl.filter(|_| origin == Origin::Stored),
        taken: found.taken.as_ref().map(Into::into),
        pin: found.pinned.map(|pinned| pinned.pin),
        unknown,
    }
}

fn of_product(
    product: Product,
    decision: &Evaluation,
    evaluation: &EvaluationResult,
    attribution: &Attribution<'_>,
    around: &Around,
    (configured, no_results): (Configured, NoResultsReading),
) -> ProductDetail {
    // The snapshot's limit is the floats'; a loan's is not stored.
    let limit = match product {
        Product::Float => evaluation
            .cfi_state
            .as_ref()
            .and_then(|cfi| cfi.current_limit),
        Product::Loan => None,
    };
    let books = |update: &RulebookUpdate| -> Vec<Rulebook> {
        let kind = product.rulebook_type();
        let of_kind = |book: &&Rulebook| book.kind == kind;
        update.rulebooks.iter().filter(of_kind).cloned().collect()
    };
    let likeliest = attribution
        .candidates
        .first()
        .map(|update| books(update))
        .unwrap_or_default();
    let mut checks: Vec<_> = attribution
        .candidates
        .iter()
        .map(|update| CheckUnder {
            update: (configured == Configured::Shown).then(|| name(update)),
            check: check(decision, &books(update), limit),
        })
        .collect();
    let is_same = checks.windows(2).all(|pair| pair[0].check == pair[1].check);
    if is_same {
        let one = checks.drain(..).next().map(|under| under.check);
        checks.push(CheckUnder {
            update: None,
            check: one.unwrap_or_else(|| check(decision, &[], limit)),
        });
    }
    ProductDetail {
        product,
        outcome: Outcome::of(decision, no_results),
        sentence: sentence(decision, &likeliest, no_results),
        steps: waterfall(decision, &likeliest, configured),
        checks,
        offered: (decision.decision() == Decision::Approved).then(|| match product {
            Product::Float => around.profile.offered_floats(),
            Product::Loan => around.profile.offered_loans(),
        }),
        decision: Evaluation {
            results: Vec::new(),
            ..decision.clone()
        },
    }
}

fn name(update: &RulebookUpdate) -> UpdateName {
    UpdateName {
        at: update.update_time,
        by: update.update_user.clone(),
    }
}
