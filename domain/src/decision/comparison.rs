//! Two evaluations side by side, line by line.

use super::combination::in_order;
use crate::evaluation::{CfiState, Evaluation, EvaluationResult, RulebookResult};
use crate::id::RulebookId;
use crate::leaf::leaves;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Lines that belong together: an outcome, one rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    pub title: String,
    pub lines: Vec<Line>,
}

/// One thing as each of the two has it; nothing where one does not have it at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub name: String,
    pub left: Option<String>,
    pub right: Option<String>,
    /// Not the same as other texts: the text 5 and the number 5 differ.
    pub differs: bool,
}

/// What one side has, by name.
type Side = BTreeMap<String, Value>;

/// Everything the two say: outcomes, each rulebook, each feature, the CFI metrics.
pub fn compare(left: &EvaluationResult, right: &EvaluationResult) -> Vec<Group> {
    let mut groups = vec![group(
        "Evaluation",
        of_evaluation(left),
        of_evaluation(right),
    )];
    for (product, left, right) in [
        ("Float", &left.float_results, &right.float_results),
        ("Loan", &left.loan_results, &right.loan_results),
    ] {
        groups.push(group(
            product,
            left.as_ref().map(of_decision).unwrap_or_default(),
            right.as_ref().map(of_decision).unwrap_or_default(),
        ));
        groups.extend(rulebooks(product, left.as_ref(), right.as_ref()));
    }
    groups.push(group(
        "CFI",
        left.cfi_state.as_ref().map(of_cfi).unwrap_or_default(),
        right.cfi_state.as_ref().map(of_cfi).unwrap_or_default(),
    ));
    groups.retain(|group| !group.lines.is_empty());
    groups
}

/// Only the lines that differ, and only the groups that have some.
pub fn differences(groups: Vec<Group>) -> Vec<Group> {
    groups
        .into_iter()
        .map(|mut group| {
            group.lines.retain(|line| line.differs);
            group
        })
        .filter(|group| !group.lines.is_empty())
        .collect()
}

/// Each rulebook of either, in the order in which the right one asked them, then the rest.
fn rulebooks(product: &str, left: Option<&Evaluation>, right: Option<&Evaluation>) -> Vec<Group> {
    let ordered = |decision: Option<&Evaluation>| -> Vec<RulebookResult> {
        decision
            .map(|decision| {
                in_order(&decision.results, &[])
                    .into_iter()
                    .map(|step| step.result.clone())
                    .collect()
            })
            .unwrap_or_default()
    };
    let (left, right) = (ordered(left), ordered(right));
    let mut ids: Vec<&RulebookId> = Vec::new();
    for result in right.iter().chain(&left) {
        if !ids.contains(&&result.rulebook_id) {
            ids.push(&result.rulebook_id);
        }
    }
    let side = |results: &[RulebookResult], id: &RulebookId| {
        results
            .iter()
            .find(|result| result.rulebook_id == *id)
            .map(of_result)
            .unwrap_or_default()
    };
    ids.into_iter()
        .map(|id| {
            group(
                &format!("{product}: {id}"),
                side(&left, id),
                side(&right, id),
            )
        })
        .collect()
}

fn group(title: &str, left: Side, right: Side) -> Group {
    let mut names: Vec<_> = left.keys().chain(right.keys()).collect();
    names.sort();
    names.dedup();
    let lines = names
        .into_iter()
        .map(|name| Line {
            name: name.clone(),
            left: left.get(name).map(ToString::to_string),
            right: right.get(name).map(ToString::to_string),
            differs: left.get(name) != right.get(name),
        })
        .collect();
    Group {
        title: title.to_owned(),
        lines,
    }
}

fn of_evaluation(evaluation: &EvaluationResult) -> Side {
    Side::from([
        (
            "created".to_owned(),
            Value::text(evaluation.created_date.to_string()),
        ),
        (
            "bank login".to_owned(),
            Value::text(evaluation.item_id.as_str()),
        ),
        (
            "account".to_owned(),
            Value::text(evaluation.account_id.as_str()),
        ),
    ])
}

fn of_decision(decision: &Evaluation) -> Side {
    let by = decision
        .deciding_rulebook
        .as_ref()
        .map_or(Value::Null, |id| Value::text(id.as_str()));
    let mut side = Side::from([
        ("approved".to_owned(), Value::Bool(decision.approved)),
        (
            "amount".to_owned(),
            Value::text(decision.amount.to_string()),
        ),
        ("deciding rulebook".to_owned(), by),
        (
            "status".to_owned(),
            Value::text(decision.status.as_stored()),
        ),
        ("errors".to_owned(), Value::text(&decision.errors)),
    ]);
    add(&mut side, "", &decision.unknown);
    side
}

fn of_result(result: &RulebookResult) -> Side {
    let mut side = Side::from([
        ("result".to_owned(), Value::text(result.result.to_string())),
        (
            "calculation".to_owned(),
            Value::text(result.calc_status.as_stored()),
        ),
        (
            "applies".to_owned(),
            Value::text(match result.is_applicable {
                Some(true) => "yes",
                Some(false) => "no",
                None => "not recorded",
            }),
        ),
    ]);
    if let Some(priority) = result.priority {
        side.insert("priority".to_owned(), Value::number(priority));
    }
    if let Some(share) = result.apply_to {
        side.insert("share of users".to_owned(), Value::text(share.to_string()));
    }
    add(&mut side, "", &result.unknown);
    add(&mut side, "saw ", &result.features);
    side
}

fn of_cfi(cfi: &CfiState) -> Side {
    let mut side: Side = cfi
        .metrics()
        .into_iter()
        .filter_map(|metric| Some((metric.name, Value::text(metric.value?))))
        .collect();
    add(&mut side, "", &cfi.unknown);
    side
}

fn add(side: &mut Side, prefix: &str, attributes: &Attributes) {
    for leaf in leaves(attributes) {
        side.insert(format!("{prefix}{}", leaf.name()), leaf.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};
    use crate::instant::Instant;

    fn pair() -> (EvaluationResult, EvaluationResult) {
        let old = decision(true, 3_000, Some("core"), vec![result("core", 100, -1)]);
        let mut seen = result("core", 100, 0);
        seen.features.insert("extra".to_owned(), Value::text("5"));
        let new = decision(false, 0, Some("core"), vec![seen, result("strict", 90, 0)]);
        (
            evaluation(Instant::EPOCH, Some(old)),
            evaluation(Instant::EPOCH, Some(new)),
        )
    }

    #[test]
    fn every_rulebook_and_feature_of_either_has_its_line() {
        let (old, new) = pair();
        let all = compare(&old, &new);
        let titles: Vec<_> = all.iter().map(|group| group.title.as_str()).collect();
        assert_eq!(
            titles,
            ["Evaluation", "Float", "Float: core", "Float: strict"]
        );
        let age = all[2]
            .lines
            .iter()
            .find(|line| line.name.starts_with("saw RuleAge"))
            .unwrap();
        assert!(!age.differs && age.left.as_deref() == Some("180"));
        assert!(all[3].lines.iter().all(|line| line.left.is_none()));
    }

    #[test]
    fn only_differences_leave_out_what_is_the_same() {
        let (old, new) = pair();
        let found = differences(compare(&old, &new));
        assert!(
            found
                .iter()
                .all(|group| group.lines.iter().all(|line| line.differs))
        );
        assert!(found.iter().all(|group| group.title != "Evaluation"));
        assert_eq!(differences(compare(&old, &old)), []);
    }

    #[test]
    fn a_text_is_not_the_number_it_reads_like() {
        let (old, mut new) = (pair().1, pair().1);
        let results = &mut new.float_results.as_mut().unwrap().results;
        results[0]
            .features
            .insert("extra".to_owned(), Value::number(5));
        assert_eq!(
            differences(compare(&old, &new))[0].lines[0].name,
            "saw extra"
        );
    }
}
