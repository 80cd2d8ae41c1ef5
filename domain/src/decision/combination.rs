//! How the results of several rulebooks become one decision. The documents do not say; this is the
//! one place that does (docs/decisions/combining-results.md).

use crate::evaluation::{CalcStatus, EvaluationStatus, RulebookResult};
use crate::id::RulebookId;
use crate::ledger::Said;
use crate::money::Cents;
use crate::rulebook::Rulebook;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// What one rulebook said, as far as combining asks. An evaluation's own results and what the ledger
/// keeps of them are combined alike.
pub trait Answer {
    fn rulebook_id(&self) -> &RulebookId;
    fn verdict(&self) -> Verdict;
    fn calc_status(&self) -> &CalcStatus;
    /// The priority that was stored with it.
    fn priority(&self) -> Option<i64>;
    /// Nothing means "not recorded", which is not "no".
    fn is_applicable(&self) -> Option<bool>;
}

macro_rules! answers {
    ( $( $name:ty ),+ ) => { $(
        impl Answer for &$name {
            fn rulebook_id(&self) -> &RulebookId {
                &self.rulebook_id
            }

            fn verdict(&self) -> Verdict {
                self.result
            }

            fn calc_status(&self) -> &CalcStatus {
                &self.calc_status
            }

            fn priority(&self) -> Option<i64> {
                self.priority
            }

            fn is_applicable(&self) -> Option<bool> {
                self.is_applicable
            }
        }
    )+ };
}

answers!(RulebookResult, Said);

/// One rulebook's result on its way into the decision.
#[derive(Debug, Clone, Copy)]
pub struct Step<A> {
    pub result: A,
    /// What it is asked by: the configured priority, else the stored one.
    pub priority: Option<i64>,
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
    /// Which of the steps decides.
    pub deciding: Option<usize>,
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

impl<A: Answer> Step<A> {
    pub fn applies(&self, unrecorded: Unrecorded) -> bool {
        self.result
            .is_applicable()
            .unwrap_or(unrecorded == Unrecorded::Applies)
    }

    /// Only what was calculated can approve: missing data and failed calculations do not.
    pub fn approves(&self, unrecorded: Unrecorded) -> bool {
        self.applies(unrecorded)
            && *self.result.calc_status() == CalcStatus::Ok
            && self.result.verdict().approves()
    }
}

impl Combination {
    /// The rulebook that decides, of the steps that were combined.
    pub fn decider<'s, A: Answer>(&self, steps: &'s [Step<A>]) -> Option<&'s RulebookId> {
        Some(steps.get(self.deciding?)?.result.rulebook_id())
    }
}

/// Combines results that are in evaluation order.
///
/// The first rulebook that applies and approves decides, up to the user's `limit`; a superseding one
/// ends the evaluation with its approval, after any other the next ones are still asked. Where none
/// approves, the user is denied and the first that applies is named as deciding; a failed calculation
/// among those asked makes the whole a calculation error.
pub fn combine<A: Answer>(
    steps: &[Step<A>],
    limit: Option<Cents>,
    unrecorded: Unrecorded,
) -> Combination {
    let end = steps
        .iter()
        .position(|step| step.superseding && step.approves(unrecorded));
    let reached = end.map_or(steps.len(), |end| end + 1);
    let asked = &steps[..reached];
    let approving = asked.iter().position(|step| step.approves(unrecorded));
    let denying = || asked.iter().position(|step| step.applies(unrecorded));
    let has_failed = || {
        asked.iter().any(|step| {
            step.applies(unrecorded) && *step.result.calc_status() == CalcStatus::CalcErr
        })
    };
    Combination {
        approved: approving.is_some(),
        amount: approving.map_or(Amount::Exactly(Cents::ZERO), |index| {
            amount(steps[index].result.verdict(), limit)
        }),
        deciding: approving.or_else(denying),
        status: if approving.is_none() && has_failed() {
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

/// Results in evaluation order under a configuration. A rulebook that the configuration does not hold
/// goes by the priority that was stored with its result, and does not end anything.
pub fn in_order<'a>(
    results: &'a [RulebookResult],
    books: &[Rulebook],
) -> Vec<Step<&'a RulebookResult>> {
    let book = |id: &RulebookId| books.iter().find(|book| book.rulebook_id == *id);
    let mut steps: Vec<_> = results
        .iter()
        .map(|result| {
            let book = book(&result.rulebook_id);
            Step {
                result,
                priority: book.map(|book| book.priority).or(result.priority),
                superseding: book.is_some_and(|book| book.superseding == Some(true)),
            }
        })
        .collect();
    sort(&mut steps);
    steps
}

/// Puts steps into evaluation order: priority descending, ties by id.
pub fn sort<A: Answer>(steps: &mut [Step<A>]) {
    steps.sort_by(|a, b| {
        b.priority
            .cmp(&a.priority)
            .then_with(|| a.result.rulebook_id().cmp(b.result.rulebook_id()))
    });
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

    fn decider(results: &[RulebookResult], books: &[Rulebook]) -> Option<RulebookId> {
        let combined = combined(results, books);
        combined.decider(&in_order(results, books)).cloned()
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
        assert_eq!(decider(&results, &[]), Some(RulebookId::new("middle")));
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
        let both = |first| [result("first", 100, first), result("second", 90, -1)];
        assert_eq!(combined(&both(-1), &books).reached, 1);
        assert_eq!(combined(&both(0), &books).reached, 2);
        assert_eq!(decider(&both(0), &books), Some(RulebookId::new("second")));
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
        assert_eq!(decider(&results, &[]), Some(RulebookId::new("core")));
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
        let both = [failed, result("starter", 50, -1)];
        assert_eq!(decider(&both, &[]), Some(RulebookId::new("starter")));
        assert_eq!(combined(&both, &[]).status, EvaluationStatus::Ok);
    }

    #[test]
    fn the_configuration_orders_before_what_was_stored_and_ties_go_by_id() {
        let results = [
            result("b", 90, -1),
            result("a", 90, -1),
            result("c", 10, -1),
        ];
        let first = |books: &[Rulebook]| decider(&results, books);
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
            let steps = in_order(&results, &books);
            let deciding = combined.deciding.map(|index| steps[index].result);
            prop_assert_eq!(combined.approved, deciding.is_some_and(|one| one.result.approves() && one.is_applicable != Some(false)));
            prop_assert!(combined.reached <= results.len());
        }
    }
}
