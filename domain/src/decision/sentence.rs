//! A decision in one sentence, made from what is stored.

use super::combination::in_order;
use crate::evaluation::{CalcStatus, Evaluation, EvaluationStatus, RulebookResult};
use crate::money::Spoken;
use crate::rulebook::Rulebook;
use crate::verdict::Verdict;

/// Of many rulebooks that did not apply, so many are named.
const NAMED: usize = 3;

/// `Denied: core_v2 (priority 100) returned 0; stringent_v1 did not apply (A/B 20 %).`
pub fn sentence(decision: &Evaluation, books: &[Rulebook]) -> String {
    let steps = in_order(&decision.results, books);
    let deciding = decision.deciding_rulebook.as_ref();
    let mut parts = Vec::new();
    match (
        deciding,
        steps
            .iter()
            .find(|step| Some(&step.result.rulebook_id) == deciding),
    ) {
        (_, Some(step)) => parts.push(decided(step.result)),
        (Some(id), None) => parts.push(format!("{id} is named as deciding, without a result")),
        (None, None) => parts.push("no rulebook is named as deciding".to_owned()),
    }
    if !decision.errors.is_empty() {
        parts.push(decision.errors.trim_end_matches('.').to_owned());
    }
    let unapplied: Vec<_> = steps
        .iter()
        .filter(|step| step.result.is_applicable == Some(false))
        .collect();
    parts.extend(unapplied.iter().take(NAMED).map(|step| {
        let share = step
            .result
            .apply_to
            .map_or_else(String::new, |share| format!(" (A/B {share})"));
        format!("{} did not apply{share}", step.result.rulebook_id)
    }));
    if unapplied.len() > NAMED {
        parts.push(format!("{} more did not apply", unapplied.len() - NAMED));
    }
    format!("{}: {}.", outcome(decision), parts.join("; "))
}

/// The outcome in a word or two.
pub fn outcome(decision: &Evaluation) -> String {
    let decided = if decision.approved {
        format!("Approved for {}", Spoken(decision.amount))
    } else {
        "Denied".to_owned()
    };
    match (&decision.status, decision.approved) {
        (EvaluationStatus::Ok, _) => decided,
        (EvaluationStatus::NoEval, false) => "Not evaluated".to_owned(),
        (EvaluationStatus::CalcErr | EvaluationStatus::EvalErr, false) => {
            format!("Not decided, {}", decision.status.in_words())
        }
        (other, _) => format!("{decided}, status {other}"),
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

    #[test]
    fn a_denial_names_who_denied_and_who_did_not_apply() {
        let unapplied = RulebookResult {
            is_applicable: Some(false),
            apply_to: Some(BasisPoints(2_000)),
            ..result("stringent_v1", 90, 0)
        };
        let stored = decision(
            false,
            0,
            Some("core_v2"),
            vec![unapplied, result("core_v2", 100, 0)],
        );
        assert_eq!(
            sentence(&stored, &[]),
            "Denied: core_v2 (priority 100) returned 0; stringent_v1 did not apply (A/B 20 %)."
        );
    }

    #[test]
    fn an_approval_names_its_amount_and_what_the_rulebook_said() {
        let stored = decision(
            true,
            1_000,
            Some("starter"),
            vec![result("starter", 50, 1_000)],
        );
        assert_eq!(
            sentence(&stored, &[]),
            "Approved for $10: starter (priority 50) approved for $10."
        );
    }

    #[test]
    fn what_was_not_decided_is_no_denial() {
        let failed = Evaluation {
            status: EvaluationStatus::EvalErr,
            errors: "rulebooks: request timed out".to_owned(),
            ..decision(false, 0, None, Vec::new())
        };
        assert_eq!(
            sentence(&failed, &[]),
            "Not decided, evaluation error: no rulebook is named as deciding; rulebooks: request timed out."
        );
        let unknown = Evaluation {
            status: EvaluationStatus::Unknown("PARTIAL".to_owned()),
            ..decision(true, 2_000, Some("gone"), Vec::new())
        };
        assert_eq!(
            sentence(&unknown, &[]),
            "Approved for $20, status PARTIAL: gone is named as deciding, without a result."
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
        let said = sentence(&decision(false, 0, None, results), &[]);
        assert!(said.ends_with("297 more did not apply."), "{said}");
    }
}
