//! How the results of several rulebooks become one decision. The documents do not say; this is the
//! one place that does (docs/decisions/combining-results.md).

use crate::evaluation::{CalcStatus, EvaluationStatus, RulebookResult};
use crate::id::RulebookId;
use crate::money::Cents;
use crate::rulebook::Rulebook;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// One rulebook's result on its way into the decision.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub result: &'a RulebookResult,
    /// Whether its approval ends the evaluation.
    pub superseding: bool,
}

/// What a rulebook counts as whose applicability was not recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrecorded {
    Applies,
    DoesNotApply,
}

/// What the results say together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    pub approved: bool,
    pub amount: Amount,
    pub deciding: Option<RulebookId>,
    pub status: EvaluationStatus,
    /// How many rulebooks were asked: all, or up to and with the one that ended the evaluation.
    pub reached: usize,
}

/// The amount that results give, as far as they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    Exactly(Cents),
    /// A rulebook named this much, and the user's own limit is not known.
    AtMost(Cents),
    /// Approved up to the user's limit, which is not known.
    NotKnown,
}

impl Step<'_> {
    pub fn applies(&self, unrecorded: Unrecorded) -> bool {
        self.result
            .is_applicable
            .unwrap_or(unrecorded == Unrecorded::Applies)
    }

    /// Only what was calculated can approve: missing data and failed calculations do not.
    pub fn approves(&self, unrecorded: Unrecorded) -> bool {
        self.applies(unrecorded)
            && self.result.calc_status == CalcStatus::Ok
            && self.result.result.approves()
    }
}

/// Combines results that are in evaluation order.
///
/// The first rulebook that applies and approves decides, up to the user's `limit`; a superseding one
/// ends the evaluation with its approval, after any other the next ones are still asked. Where none
/// approves, the user is denied and the first that applies is named as deciding; a failed calculation
/// among those asked makes the whole a calculation error.
pub fn combine(steps: &[Step<'_>], limit: Option<Cents>, unrecorded: Unrecorded) -> Combination {
    let end = steps
        .iter()
        .position(|step| step.superseding && step.approves(unrecorded));
    let reached = end.map_or(steps.len(), |end| end + 1);
    let asked = &steps[..reached];
    let approving = asked.iter().find(|step| step.approves(unrecorded));
    let denying = || asked.iter().find(|step| step.applies(unrecorded));
    let has_failed = asked
        .iter()
        .any(|step| step.applies(unrecorded) && step.result.calc_status == CalcStatus::CalcErr);
    Combination {
        approved: approving.is_some(),
        amount: approving.map_or(Amount::Exactly(Cents::ZERO), |step| {
            amount(step.result.result, limit)
        }),
        deciding: approving
            .or_else(denying)
            .map(|step| step.result.rulebook_id.clone()),
        status: if approving.is_none() && has_failed {
            EvaluationStatus::CalcErr
        } else {
            EvaluationStatus::Ok
        },
        reached,
    }
}

fn amount(verdict: Verdict, limit: Option<Cents>) -> Amount {
    match (verdict, limit) {
        (Verdict::ApprovedFor(amount), Some(limit)) => Amount::Exactly(amount.min(limit)),
        (Verdict::ApprovedFor(amount), None) => Amount::AtMost(amount),
        (_, Some(limit)) => Amount::Exactly(limit),
        (_, None) => Amount::NotKnown,
    }
}

/// Results in evaluation order under a configuration: priority descending, ties by id. A rulebook
/// that the configuration does not hold goes by the priority that was stored with its result, and
/// does not end anything.
pub fn in_order<'a>(results: &'a [RulebookResult], books: &[Rulebook]) -> Vec<Step<'a>> {
    let book = |id: &RulebookId| books.iter().find(|book| book.rulebook_id == *id);
    let priority = |step: &Step<'_>| {
        book(&step.result.rulebook_id)
            .map(|book| book.priority)
            .or(step.result.priority)
    };
    let mut steps: Vec<_> = results
        .iter()
        .map(|result| Step {
            result,
            superseding: book(&result.rulebook_id)
                .is_some_and(|book| book.superseding == Some(true)),
        })
        .collect();
    steps.sort_by(|a, b| {
        priority(b)
            .cmp(&priority(a))
            .then_with(|| a.result.rulebook_id.cmp(&b.result.rulebook_id))
    });
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{book, result};
    use proptest::prelude::*;

    const LIMIT: Option<Cents> = Some(Cents(3_000));

    fn combined(results: &[RulebookResult], books: &[Rulebook]) -> Combination {
        combine(&in_order(results, books), LIMIT, Unrecorded::Applies)
    }

    #[test]
    fn the_first_that_applies_and_approves_decides() {
        let results = [
            result("late", 50, 1_000),
            result("core", 100, 0),
            RulebookResult {
                is_applicable: Some(false),
                ..result("trial", 90, -1)
            },
            result("middle", 80, -1),
        ];
        let combined = combined(&results, &[]);
        assert_eq!(combined.deciding, Some(RulebookId::new("middle")));
        assert_eq!(combined.amount, Amount::Exactly(Cents(3_000)));
        assert_eq!(combined.reached, 4);
    }

    #[test]
    fn a_named_amount_counts_up_to_the_limit() {
        let of = |cents, limit| {
            let results = [result("core", 100, cents)];
            combine(&in_order(&results, &[]), limit, Unrecorded::Applies).amount
        };
        assert_eq!(of(1_000, LIMIT), Amount::Exactly(Cents(1_000)));
        assert_eq!(of(9_000, LIMIT), Amount::Exactly(Cents(3_000)));
        assert_eq!(of(9_000, None), Amount::AtMost(Cents(9_000)));
        assert_eq!(of(-1, None), Amount::NotKnown);
    }

    #[test]
    fn a_superseding_approval_ends_the_evaluation_and_its_denial_does_not() {
        let books = [book("first", 100, true), book("second", 90, false)];
        let both = |first| {
            combined(
                &[result("first", 100, first), result("second", 90, -1)],
                &books,
            )
        };
        assert_eq!(both(-1).reached, 1);
        assert_eq!(both(0).reached, 2);
        assert_eq!(both(0).deciding, Some(RulebookId::new("second")));
    }

    #[test]
    fn where_none_approves_the_first_that_applies_is_named() {
        let results = [
            RulebookResult {
                is_applicable: Some(false),
                ..result("trial", 200, 0)
            },
            result("core", 100, 0),
            result("strict", 90, -2),
        ];
        let combined = combined(&results, &[]);
        assert!(!combined.approved);
        assert_eq!(combined.deciding, Some(RulebookId::new("core")));
        assert_eq!(combined.status, EvaluationStatus::Ok);
    }

    #[test]
    fn a_failed_calculation_approves_nothing_and_is_told_where_nothing_else_approves() {
        let failed = RulebookResult {
            calc_status: CalcStatus::CalcErr,
            ..result("core", 100, -1)
        };
        let alone = combined(std::slice::from_ref(&failed), &[]);
        assert!(!alone.approved);
        assert_eq!(alone.status, EvaluationStatus::CalcErr);
        let rescued = combined(&[failed, result("starter", 50, -1)], &[]);
        assert_eq!(rescued.deciding, Some(RulebookId::new("starter")));
        assert_eq!(rescued.status, EvaluationStatus::Ok);
    }

    #[test]
    fn the_configuration_orders_before_what_was_stored_and_ties_go_by_id() {
        let results = [
            result("b", 90, -1),
            result("a", 90, -1),
            result("c", 10, -1),
        ];
        let first = |books: &[Rulebook]| combined(&results, books).deciding;
        assert_eq!(first(&[]), Some(RulebookId::new("a")));
        assert_eq!(first(&[book("c", 300, false)]), Some(RulebookId::new("c")));
    }

    proptest! {
        #[test]
        fn whoever_is_approved_has_a_deciding_rulebook_that_approves(
            verdicts in proptest::collection::vec((-3_i64..5_000, any::<Option<bool>>(), any::<bool>()), 0..12),
        ) {
            let results: Vec<_> = verdicts
                .iter()
                .zip(0_i64..)
                .map(|((verdict, applies, _), priority)| RulebookResult {
                    is_applicable: *applies,
                    ..result(&priority.to_string(), priority, *verdict)
                })
                .collect();
            let books: Vec<_> = verdicts
                .iter()
                .zip(0_i64..)
                .map(|((_, _, superseding), priority)| book(&priority.to_string(), priority, *superseding))
                .collect();
            let combined = combined(&results, &books);
            let deciding = results.iter().find(|one| Some(&one.rulebook_id) == combined.deciding.as_ref());
            prop_assert_eq!(combined.approved, deciding.is_some_and(|one| one.result.approves() && one.is_applicable != Some(false)));
            prop_assert!(combined.reached <= results.len());
        }
    }
}
