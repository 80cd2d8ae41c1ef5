//! The check: a decision worked out again from its stored results, and where it differs.

use super::combination::{Amount, Combination, Unrecorded, combine, in_order};
use crate::evaluation::{Evaluation, EvaluationStatus};
use crate::id::RulebookId;
use crate::money::{Cents, Spoken};
use crate::rulebook::Rulebook;
use serde::{Deserialize, Serialize};

/// What working a decision out again gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Check {
    /// No rulebook's result is stored, so there is nothing to work it out from.
    NoResults,
    Agrees {
        /// Rulebooks whose applicability was not recorded, and that must not have applied for this.
        assuming_not_applied: Vec<RulebookId>,
    },
    Differs(Vec<Difference>),
}

/// One thing that is stored otherwise than the results give it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub what: String,
    pub stored: String,
    pub worked_out: String,
}

/// Works a decision out again under a configuration. `limit` is the user's own, where it is known.
pub fn check(decision: &Evaluation, books: &[Rulebook], limit: Option<Cents>) -> Check {
    if decision.results.is_empty() {
        return Check::NoResults;
    }
    let steps = in_order(&decision.results, books);
    let with = |unrecorded| {
        let again = combine(&steps, limit, unrecorded);
        let decider = again.decider(&steps);
        differences(decision, &again, decider)
    };
    let differences = with(Unrecorded::Applies);
    if differences.is_empty() {
        return Check::Agrees {
            assuming_not_applied: Vec::new(),
        };
    }
    let not_recorded: Vec<_> = decision
        .results
        .iter()
        .filter(|result| result.is_applicable.is_none())
        .map(|result| result.rulebook_id.clone())
        .collect();
    if !not_recorded.is_empty() && with(Unrecorded::DoesNotApply).is_empty() {
        return Check::Agrees {
            assuming_not_applied: not_recorded,
        };
    }
    Check::Differs(differences)
}

/// What is stored of a decision beside its results.
#[derive(Debug, Clone, Copy)]
pub struct Outcome<'a> {
    pub approved: bool,
    pub amount: Cents,
    pub deciding: Option<&'a RulebookId>,
    pub status: &'a EvaluationStatus,
}

/// Which parts of an outcome differ from what results give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that can differ"
)]
pub struct Differing {
    pub outcome: bool,
    pub amount: bool,
    pub deciding: bool,
    pub status: bool,
}

impl Outcome<'_> {
    /// Compares with what was worked out, by `decider`. The deciding rulebook is the one that approved, so
    /// that a denial may name none: it is compared only where one is stored.
    pub fn differing(&self, again: &Combination, decider: Option<&RulebookId>) -> Differing {
        Differing {
            outcome: self.approved != again.approved,
            amount: amount_differs(self.amount, again.amount),
            deciding: self.deciding.is_some() && self.deciding != decider,
            status: self.is_decided() && *self.status != again.status,
        }
    }

    /// The other statuses say that no decision was made, which results cannot tell.
    pub fn is_decided(&self) -> bool {
        matches!(
            self.status,
            EvaluationStatus::Ok | EvaluationStatus::CalcErr
        )
    }
}

impl Differing {
    pub fn is_any(self) -> bool {
        self.outcome || self.amount || self.deciding || self.status
    }
}

impl<'a> From<&'a Evaluation> for Outcome<'a> {
    fn from(decision: &'a Evaluation) -> Self {
        Self {
            approved: decision.approved,
            amount: decision.amount,
            deciding: decision.deciding_rulebook.as_ref(),
            status: &decision.status,
        }
    }
}

fn differences(
    decision: &Evaluation,
    again: &Combination,
    decider: Option<&RulebookId>,
) -> Vec<Difference> {
    let word = |approved: bool| if approved { "approved" } else { "denied" };
    let by = |id: Option<&RulebookId>| id.map_or_else(|| "none".to_owned(), ToString::to_string);
    let differing = Outcome::from(decision).differing(again, decider);
    let mut found = Vec::new();
    let mut differs = |what: &str, stored: String, worked_out: String| {
        found.push(Difference {
            what: what.to_owned(),
            stored,
            worked_out,
        });
    };
    if differing.outcome {
        differs(
            "the outcome",
            word(decision.approved).to_owned(),
            word(again.approved).to_owned(),
        );
    }
    if differing.amount {
        let stored = Spoken(decision.amount).to_string();
        differs("the amount", stored, amount_in_words(again.amount));
    }
    if differing.deciding {
        differs(
            "the deciding rulebook",
            by(decision.deciding_rulebook.as_ref()),
            by(decider),
        );
    }
    if differing.status {
        differs(
            "the status",
            decision.status.to_string(),
            again.status.to_string(),
        );
    }
    for result in &decision.results {
        if let Some(approved) = result.approved
            && approved != result.result.approves()
        {
            differs(
                &format!("whether {} approved", result.rulebook_id),
                word(approved).to_owned(),
                format!("{} (result {})", result.result, result.result.as_stored()),
            );
        }
    }
    found
}

fn amount_differs(stored: Cents, again: Amount) -> bool {
    match again {
        Amount::Exactly(amount) => stored != amount,
        Amount::AtMost(amount) => stored > amount,
        Amount::NotKnown => false,
    }
}

fn amount_in_words(amount: Amount) -> String {
    match amount {
        Amount::Exactly(amount) => Spoken(amount).to_string(),
        Amount::AtMost(amount) => format!("at most {}", Spoken(amount)),
        Amount::NotKnown => "the user\u{2019}s limit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{book, decision, result};
    use crate::evaluation::RulebookResult;

    const AGREES: Check = Check::Agrees {
        assuming_not_applied: Vec::new(),
    };

    #[test]
    fn what_the_results_give_agrees() {
        let stored = decision(true, 3_000, Some("core"), vec![result("core", 100, -1)]);
        assert_eq!(check(&stored, &[], Some(Cents(3_000))), AGREES);
        assert_eq!(check(&stored, &[], None), AGREES);
    }

    #[test]
    fn an_approval_that_no_rulebook_gave_is_a_finding() {
        let stored = decision(true, 2_000, Some("core"), vec![result("core", 100, 0)]);
        let Check::Differs(found) = check(&stored, &[], Some(Cents(2_000))) else {
            panic!("it differs");
        };
        let what: Vec<_> = found.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(what, ["the outcome", "the amount"]);
        assert_eq!(
            (found[1].stored.as_str(), found[1].worked_out.as_str()),
            ("$20", "$0")
        );
    }

    #[test]
    fn a_superseding_rulebook_of_the_configuration_changes_who_decides() {
        let results = vec![result("core", 100, 0), result("winback", 50, -1)];
        let stored = decision(true, 3_000, Some("winback"), results);
        let moved = [book("winback", 150, true)];
        assert_eq!(check(&stored, &moved, Some(Cents(3_000))), AGREES);
        let other = decision(true, 3_000, Some("core"), stored.results.clone());
        assert!(matches!(check(&other, &moved, None), Check::Differs(found) if found.len() == 1));
    }

    #[test]
    fn what_was_not_recorded_is_read_both_ways_before_it_is_a_finding() {
        let unrecorded = RulebookResult {
            is_applicable: None,
            ..result("trial", 200, 0)
        };
        let stored = decision(
            false,
            0,
            Some("core"),
            vec![unrecorded, result("core", 100, 0)],
        );
        assert_eq!(
            check(&stored, &[], None),
            Check::Agrees {
                assuming_not_applied: vec![RulebookId::new("trial")]
            }
        );
    }

    #[test]
    fn a_deciding_rulebook_is_compared_only_where_one_is_stored() {
        let results = || vec![result("core", 100, 0), result("late", 50, 0)];
        let by = |by| check(&decision(false, 0, by, results()), &[], None);
        assert_eq!(by(None), AGREES);
        assert_eq!(by(Some("core")), AGREES);
        assert!(matches!(by(Some("late")), Check::Differs(found) if found.len() == 1));
    }

    #[test]
    fn without_results_there_is_nothing_to_check() {
        assert_eq!(
            check(&decision(true, 1, None, Vec::new()), &[], None),
            Check::NoResults
        );
    }

    #[test]
    fn a_result_that_contradicts_itself_is_a_finding() {
        let odd = RulebookResult {
            approved: Some(true),
            ..result("strict", 90, 0)
        };
        let stored = decision(false, 0, Some("core"), vec![result("core", 100, 0), odd]);
        assert!(matches!(
            check(&stored, &[], None),
            Check::Differs(found) if found[0].what == "whether strict approved"
        ));
    }
}
