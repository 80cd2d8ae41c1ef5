//! What can be published as it is and is worth a second look before.

mod numbers;

use super::catalogue::Catalogue;
use super::retyped::retyped;
use super::stored_rules::StoredRules;
use crate::basis_points::BasisPoints;
use crate::rulebook::plain::{FieldProblem, PRIORITY, PROPS, RULE, RULES, SHARE, is_documented};
use crate::rulebook::reserved::is_reserved;
use crate::rulebook::{Rule, Rulebook};
use crate::value::Attributes;
use std::collections::BTreeSet;

/// A rollout that changes by more than this at once, in basis points.
const LARGEST_STEP: u64 = 2_500;

/// What a draft changes that may be a slip. What was stored like that before is none.
pub fn cautions(
    draft: &Rulebook,
    stored: Option<&Rulebook>,
    known: &Catalogue,
) -> Vec<FieldProblem> {
    let mut found = Vec::new();
    let rollout = |book: &Rulebook| book.apply_to;
    found.extend(rollout_step(stored.and_then(rollout), rollout(draft)));
    found.extend(tie(draft, stored, known));
    let was = stored.map(|stored| &stored.unknown);
    found.extend(unknown("", &draft.unknown, was));
    let rules = StoredRules::of(stored);
    for (index, rule) in draft.rules.iter().enumerate() {
        let before = rules.before(rule);
        if before != Some(rule) {
            found.extend(of_rule(index, rule, before));
            found.extend(missing(index, rule, stored, known));
            found.extend(of_another_kind(index, rule, before, known));
        }
    }
    found
}

/// Of a rulebook that is deleted: whom it decided on, others decide on.
pub fn deletion_cautions(stored: &Rulebook) -> Vec<FieldProblem> {
    rollout_step(stored.apply_to, None).into_iter().collect()
}

fn rollout_step(was: Option<BasisPoints>, is: Option<BasisPoints>) -> Option<FieldProblem> {
    let none = BasisPoints(0);
    let (was, is) = (was.unwrap_or(none), is.unwrap_or(none));
    let step = was.0.abs_diff(is.0);
    (step > LARGEST_STEP).then(|| {
        let points = step / 100;
        let what = format!("The rollout goes from {was} to {is}, {points} points at once.");
        FieldProblem::new(SHARE, what)
    })
}

fn tie(draft: &Rulebook, stored: Option<&Rulebook>, known: &Catalogue) -> Option<FieldProblem> {
    let place = |book: &Rulebook| (book.kind.clone(), book.priority);
    if stored.is_some_and(|stored| place(stored) == place(draft)) {
        return None;
    }
    let tied: Vec<_> = known.tied_with(draft).map(ToString::to_string).collect();
    (!tied.is_empty()).then(|| {
        let (priority, tied) = (draft.priority, tied.join(", "));
        let what = format!("{tied} has priority {priority} too: the ID decides which comes first.");
        FieldProblem::new(PRIORITY, what)
    })
}

/// Attributes that no document names and that become something else.
fn unknown(at: &str, is: &Attributes, was: Option<&Attributes>) -> Vec<FieldProblem> {
    let none = Attributes::new();
    let was = was.unwrap_or(&none);
    let names: BTreeSet<&String> = is.keys().chain(was.keys()).collect();
    let changed = names
        .into_iter()
        .filter(|name| is.get(*name) != was.get(*name));
    let changed = changed.filter(|name| !is_documented(name));
    let told = changed.filter_map(|name| {
        let what = match (was.get(name), is.get(name)) {
            // A problem of its own.
            (_, Some(_)) if at.is_empty() && is_reserved(name) => return None,
            (None, _) => "is added",
            (_, None) => "is removed",
            _ => "changes",
        };
        let what = format!("The attribute {name:?} {what}. No document names it.");
        Some(FieldProblem::new(format!("{at}{name}"), what))
    });
    told.collect()
}

fn of_rule(index: usize, rule: &Rule, before: Option<&Rule>) -> Vec<FieldProblem> {
    let at = format!("{RULES}[{index}].");
    let mut found = unknown(&at, &rule.unknown, before.map(|before| &before.unknown));
    for (name, value) in rule.props() {
        if before.and_then(|before| before.props().get(name)) != Some(value) {
            let at = format!("{at}{PROPS}.{name}");
            let odd = numbers::odd(name, value).into_iter();
            found.extend(odd.map(|what| FieldProblem::new(at.clone(), what)));
        }
    }
    found
}

/// Properties that every other use of the rule has.
fn missing(
    index: usize,
    rule: &Rule,
    stored: Option<&Rulebook>,
    known: &Catalogue,
) -> Option<FieldProblem> {
    let mut names = known.always_has(&rule.rule, stored);
    names.retain(|name| !rule.props().contains_key(*name));
    (!names.is_empty()).then(|| {
        let what = format!(
            "Every other use of this rule has {}, and this one doesn't.",
            names.join(", ")
        );
        FieldProblem::new(format!("{RULES}[{index}].{RULE}"), what)
    })
}

fn of_another_kind(
    index: usize,
    rule: &Rule,
    before: Option<&Rule>,
    known: &Catalogue,
) -> Vec<FieldProblem> {
    let mut found = Vec::new();
    for (name, value) in rule.props() {
        let at = format!("{RULES}[{index}].{PROPS}.{name}");
        if let Some(was) = before.and_then(|before| before.props().get(name)) {
            let retyped = retyped(was, value).into_iter();
            found.extend(retyped.map(|what| FieldProblem::new(at.clone(), what)));
        } else {
            let usual = known.kind_of(&rule.rule, name);
            if let Some(usual) = usual.filter(|usual| *usual != value.kind()) {
                let what = format!("Elsewhere it is {usual}, and is {} here.", value.kind());
                found.push(FieldProblem::new(at, what));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
