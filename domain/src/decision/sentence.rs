//! A decision in one sentence, made from what is stored.

use super::combination::in_order;
use super::{Decision, NoResultsReading};
use crate::evaluation::{CalcStatus, Evaluation, EvaluationStatus, RulebookResult, Run};
use crate::money::Spoken;
use crate::rulebook::Rulebook;
use crate::verdict::Verdict;

/// Of many rulebooks that did not apply, so many are named.
const NAMED: usize = 3;

/// `Denied: core_v2 (priority 100) returned 0; stringent_v1 was not run (A/B 20 %).`
pub fn sentence(decision: &Evaluation, books: &[Rulebook], no_results: NoResultsReading) -> String {
    let kind = decision.decision().read(no_results);
    let steps = in_order(&decision.results, books);
    let results: Vec<_> = steps.iter().map(|step| step.result).collect();
    let mut parts = deciding(decision, &results);
    if !decision.errors.is_empty() {
        parts.push(decision.errors.trim_end_matches('.').to_owned());
    }
    let unapplied: Vec<_> = results
        .iter()
        .filter(|result| result.is_applicable == Some(false))
        .collect();
    parts.extend(unapplied.iter().take(NAMED).map(|result| {
        let share = result
            .apply_to
            .map_or_else(String::new, |share| format!(" (A/B {share})"));
        let what = match result.run {
            Run::NotRun => "was not run",
            Run::Ran | Run::NotRecorded => "did not apply",
        };
        format!("{} {what}{share}", result.rulebook_id)
    }));
    if unapplied.len() > NAMED {
        parts.push(format!("{} more did not apply", unapplied.len() - NAMED));
    }
    let link = if decision.is_contradicted() {
        ", although "
    } else {
        ": "
    };
    let outcome = outcome(kind, decision);
    format!("{outcome}{link}{}.", parts.join("; "))
}

/// The rulebook that is stored as deciding. A denial may name none: then those that applied.
fn deciding(decision: &Evaluation, results: &[&RulebookResult]) -> Vec<String> {
    let Some(id) = &decision.deciding_rulebook else {
        if results.is_empty() {
            return vec!["no rulebook results are stored".to_owned()];
        }
        let applied = results
            .iter()
            .filter(|result| result.is_applicable != Some(false));
        let (named, more) = (applied.clone().take(NAMED), applied.count());
        let mut parts: Vec<_> = named.map(|result| decided(result)).collect();
        if decision.approved || parts.is_empty() {
            return vec!["no deciding rulebook is stored".to_owned()];
        }
        if more > NAMED {
            parts.push(format!("{} more applied", more - NAMED));
        }
        return parts;
    };
    let result = results.iter().find(|result| result.rulebook_id == *id);
    vec![result.map_or_else(
        || format!("{id} is stored as deciding, without a result"),
        |result| decided(result),
    )]
}

/// The decision in a word or two, with what is stored where that says something else.
fn outcome(kind: Decision, decision: &Evaluation) -> String {
    let approved = format!("approved for {}", Spoken(decision.amount));
    let outcome = match (kind, &decision.status) {
        (Decision::Approved, _) => return format!("A{}", &approved[1..]),
        (Decision::Denied, _) => return "Denied".to_owned(),
        (Decision::NotEvaluated | Decision::NoResults, _) => "Not evaluated".to_owned(),
        (Decision::Error, EvaluationStatus::Unknown(word)) => format!("Error, status {word}"),
        (Decision::Error, status) => format!("Error ({})", status.in_words()),
    };
    if decision.approved {
        format!("{outcome}, stored as {approved}")
    } else {
        outcome
    }
}

fn decided(result: &RulebookResult) -> String {
    let priority = result
        .priority
        .map_or_else(String::new, |priority| format!(" (priority {priority})"));
    let said = match result.result {
        Verdict::Denied => "returned 0".to_owned(),
        Verdict::Undocumented(other) => format!("returned {other}, which no document explains"),
        approved => approved.to_string(),
    };
    let status = if result.calc_status == CalcStatus::Ok {
        String::new()
    } else {
        format!(", {}", result.calc_status.in_words())
    };
    format!("{}{priority} {said}{status}", result.rulebook_id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basis_points::BasisPoints;
    use crate::decision::samples::{decision, result};

    fn said(decision: &Evaluation) -> String {
        sentence(decision, &[], NoResultsReading::NotEvaluated)
    }

    fn unapplied(run: Run) -> RulebookResult {
        RulebookResult {
            is_applicable: Some(false),
            apply_to: Some(BasisPoints(2_000)),
            run,
            ..result("stringent_v1", 90, 0)
        }
    }

    #[test]
    fn a_denial_names_who_denied_and_who_was_not_run() {
        let results = |run| vec![unapplied(run), result("core_v2", 100, 0)];
        let stored = decision(false, 0, Some("core_v2"), results(Run::NotRun));
        assert_eq!(
            said(&stored),
            "Denied: core_v2 (priority 100) returned 0; stringent_v1 was not run (A/B 20 %)."
        );
        let stored = decision(false, 0, None, results(Run::Ran));
        assert_eq!(
            said(&stored),
            "Denied: core_v2 (priority 100) returned 0; stringent_v1 did not apply (A/B 20 %)."
        );
    }

    #[test]
    fn a_denial_that_names_no_rulebook_names_those_that_applied() {
        let results = ["a", "b", "c", "d", "e"];
        let results = results.map(|id| result(id, 100, 0)).to_vec();
        assert_eq!(
            said(&decision(false, 0, None, results)),
            "Denied: a (priority 100) returned 0; b (priority 100) returned 0; \
             c (priority 100) returned 0; 2 more applied."
        );
    }

    #[test]
    fn an_approval_names_its_amount_and_what_the_rulebook_said() {
        let of = |returned| {
            let results = vec![result("starter", 50, returned)];
            said(&decision(true, 1_000, Some("starter"), results))
        };
        assert_eq!(
            of(1_000),
            "Approved for $10: starter (priority 50) approved for $10."
        );
        assert_eq!(
            of(0),
            "Approved for $10, although starter (priority 50) returned 0."
        );
    }

    #[test]
    fn what_nobody_evaluated_is_no_denial_unless_the_installation_reads_it_so() {
        let stored = decision(false, 0, None, Vec::new());
        assert_eq!(
            said(&stored),
            "Not evaluated: no rulebook results are stored."
        );
        assert_eq!(
            sentence(&stored, &[], NoResultsReading::Denied),
            "Denied: no rulebook results are stored."
        );
    }

    #[test]
    fn an_error_is_no_denial() {
        let failed = Evaluation {
            status: EvaluationStatus::EvalErr,
            errors: "rulebooks: request timed out".to_owned(),
            ..decision(false, 0, None, Vec::new())
        };
        assert_eq!(
            said(&failed),
            "Error (evaluation error): no rulebook results are stored; rulebooks: request timed out."
        );
        let unknown = Evaluation {
            status: EvaluationStatus::Unknown("PARTIAL".to_owned()),
            ..decision(true, 2_000, Some("gone"), Vec::new())
        };
        assert_eq!(
            said(&unknown),
            "Error, status PARTIAL, stored as approved for $20: gone is stored as deciding, without a result."
        );
    }

    #[test]
    fn of_many_that_did_not_apply_the_rest_is_counted() {
        let results = (0..300)
            .map(|index| RulebookResult {
                is_applicable: Some(false),
                ..result(&format!("book_{index:03}"), index, 0)
            })
            .collect();
        let said = said(&decision(false, 0, None, results));
        assert!(said.ends_with("297 more did not apply."), "{said}");
    }
}
