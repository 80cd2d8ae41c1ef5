//! A decision rulebook by rulebook, in the order in which they were asked.

use super::combination::{Unrecorded, in_order};
use crate::basis_points::BasisPoints;
use crate::evaluation::{Evaluation, RulebookResult};
use crate::id::RulebookId;
use crate::rulebook::{Rule, Rulebook};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// One rulebook of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaterfallStep {
    pub rulebook_id: RulebookId,
    pub priority: Option<i64>,
    pub share: Option<BasisPoints>,
    /// Nothing where the configuration has the rulebook and the evaluation has no result of it.
    pub result: Option<RulebookResult>,
    pub decides: bool,
    pub place: Place,
    pub rules: Vec<RuleSeen>,
}

/// Where a rulebook stands to the end of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    Asked,
    /// Superseding, and it approved: nothing after it counts.
    Ended,
    NotReached,
    /// Should have been asked, and left no result.
    Unanswered,
}

/// What a rule saw, and how it is configured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSeen {
    /// Empty for values that stand under no rule.
    pub rule: String,
    pub saw: Option<Value>,
    pub props: Option<Attributes>,
}

/// How much of a configuration is shown beside the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Configured {
    Shown,
    /// For those who may not read rulebooks: it only tells where the evaluation ended.
    Hidden,
}

/// The rulebooks of a decision under a configuration (those of the product only).
pub fn waterfall(
    decision: &Evaluation,
    books: &[Rulebook],
    configured: Configured,
) -> Vec<WaterfallStep> {
    let asked = in_order(&decision.results, books);
    let end = asked
        .iter()
        .position(|step| step.superseding && step.approves(Unrecorded::Applies));
    let mut steps: Vec<_> = asked
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let book = books
                .iter()
                .find(|book| book.rulebook_id == step.result.rulebook_id)
                .filter(|_| configured == Configured::Shown);
            WaterfallStep {
                rulebook_id: step.result.rulebook_id.clone(),
                priority: step.result.priority.or(book.map(|book| book.priority)),
                share: step.result.apply_to.or(book.and_then(|book| book.apply_to)),
                result: Some(step.result.clone()),
                decides: decision.deciding_rulebook.as_ref() == Some(&step.result.rulebook_id),
                place: match end {
                    Some(end) if index == end => Place::Ended,
                    Some(end) if index > end => Place::NotReached,
                    _ => Place::Asked,
                },
                rules: rules(&step.result.features, book),
            }
        })
        .collect();
    if configured == Configured::Shown && !decision.results.is_empty() {
        add_unanswered(&mut steps, decision, books);
    }
    steps
}

/// Puts the rulebooks that left no result into their places.
fn add_unanswered(steps: &mut Vec<WaterfallStep>, decision: &Evaluation, books: &[Rulebook]) {
    let order = |step: &WaterfallStep| {
        let book = books
            .iter()
            .find(|book| book.rulebook_id == step.rulebook_id);
        let priority = book.map(|book| book.priority).or(step.priority);
        (std::cmp::Reverse(priority), step.rulebook_id.clone())
    };
    let end = steps
        .iter()
        .find(|step| step.place == Place::Ended)
        .map(&order);
    let unanswered = books.iter().filter(|book| {
        let has_result = |result: &RulebookResult| result.rulebook_id == book.rulebook_id;
        !decision.results.iter().any(has_result)
    });
    let mut added: Vec<_> = unanswered
        .map(|book| WaterfallStep {
            rulebook_id: book.rulebook_id.clone(),
            priority: Some(book.priority),
            share: book.apply_to,
            result: None,
            decides: decision.deciding_rulebook.as_ref() == Some(&book.rulebook_id),
            place: Place::Unanswered,
            rules: rules(&Attributes::new(), Some(book)),
        })
        .collect();
    for step in &mut added {
        if end.as_ref().is_some_and(|end| *end < order(step)) {
            step.place = Place::NotReached;
        }
    }
    steps.extend(added);
    steps.sort_by_key(order);
}

/// Rule by rule: in the configuration's order, then whatever else was seen.
fn rules(features: &Attributes, book: Option<&Rulebook>) -> Vec<RuleSeen> {
    let configured = book.map_or(&[] as &[Rule], |book| &book.rules);
    let is_configured = |name: &str| configured.iter().any(|rule| rule.rule == name);
    let mut seen: Vec<_> = configured
        .iter()
        .map(|rule| RuleSeen {
            rule: rule.rule.clone(),
            saw: features.get(&rule.rule).cloned(),
            props: Some(rule.props().clone()),
        })
        .collect();
    let mut loose = Attributes::new();
    for (name, value) in features.iter().filter(|(name, _)| !is_configured(name)) {
        if let Value::Map(_) = value {
            seen.push(RuleSeen {
                rule: name.clone(),
                saw: Some(value.clone()),
                props: None,
            });
        } else {
            loose.insert(name.clone(), value.clone());
        }
    }
    if !loose.is_empty() {
        seen.push(RuleSeen {
            rule: String::new(),
            saw: Some(Value::Map(loose)),
            props: None,
        });
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{book, decision, result};

    fn places(steps: &[WaterfallStep]) -> Vec<(&str, Place)> {
        steps
            .iter()
            .map(|step| (step.rulebook_id.as_str(), step.place))
            .collect()
    }

    #[test]
    fn what_follows_the_end_was_not_reached() {
        let books = [
            book("first", 150, false),
            book("winback", 120, true),
            book("core", 100, false),
            book("strict", 130, false),
        ];
        let results = vec![result("winback", 120, -1), result("first", 150, 0)];
        let stored = decision(true, 3_000, Some("winback"), results);
        let steps = waterfall(&stored, &books, Configured::Shown);
        assert_eq!(
            places(&steps),
            [
                ("first", Place::Asked),
                ("strict", Place::Unanswered),
                ("winback", Place::Ended),
                ("core", Place::NotReached),
            ]
        );
        assert!(steps[2].decides && !steps[0].decides);
    }

    #[test]
    fn who_may_not_read_rulebooks_sees_the_results_alone() {
        let books = [book("core", 100, true), book("secret", 50, false)];
        let stored = decision(true, 3_000, Some("core"), vec![result("core", 100, -1)]);
        let steps = waterfall(&stored, &books, Configured::Hidden);
        assert_eq!(places(&steps), [("core", Place::Ended)]);
        assert_eq!(steps[0].rules[0].props, None);
        assert!(steps[0].rules[0].saw.is_some());
    }

    #[test]
    fn a_rule_s_configuration_stands_beside_what_it_saw() {
        let mut odd = result("core", 100, -1);
        odd.features.insert("score".to_owned(), Value::number(7));
        let stored = decision(true, 3_000, Some("core"), vec![odd]);
        let steps = waterfall(&stored, &[book("core", 100, false)], Configured::Shown);
        let rules: Vec<_> = steps[0]
            .rules
            .iter()
            .map(|rule| rule.rule.as_str())
            .collect();
        assert_eq!(rules, ["RuleAgeOfAccount", ""]);
        let props = steps[0].rules[0].props.as_ref().unwrap();
        assert_eq!(props["min_days"], Value::number(90));
    }
}
