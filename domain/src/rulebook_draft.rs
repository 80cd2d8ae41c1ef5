//! A rulebook that somebody is editing: what must be right before it can be published, and what is
//! already known about rules and their properties. The browser and the server ask the same.

mod catalogue;
mod cautions;
mod retyped;
mod storable;
mod stored_rules;

pub use catalogue::{Catalogue, KnownProp, KnownRule};
pub use cautions::{cautions, deletion_cautions};
pub use storable::{Unstorable, storable};

use crate::basis_points::BasisPoints;
use crate::id::LONGEST;
use crate::rulebook::plain::{
    AB_GROUP, ARN, FieldProblem, ID, NAME, PRIORITY, PROPS, RULE, RULE_TYPE, RULES, SHARE,
    SUPERSEDING, TYPE,
};
use crate::rulebook::reserved::{added_reserved, is_reserved};
use crate::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use crate::value::{Attributes, Value};
use std::collections::HashMap;
use stored_rules::StoredRules;

/// The highest priority that can be typed; the documents say "typically 0 to 200".
pub const HIGHEST_PRIORITY: i64 = 1_000;
/// How many rules a rulebook can have. One that has more is shown as it is, and its rules stay as they are.
pub const MOST_RULES: usize = 1_000;

/// What is wrong with a draft, and what is merely unusual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Each must be put right before publishing.
    pub problems: Vec<FieldProblem>,
    pub warnings: Vec<FieldProblem>,
}

/// Looks through a draft. What was stored like that before is at most unusual: nobody is kept from
/// changing a share because of an odd type that is none of their doing.
pub fn check(draft: &Rulebook, base: Option<&Rulebook>, known: &Catalogue) -> Findings {
    let mut findings = Findings::default();
    check_id(draft, base, known, &mut findings);
    check_fields(draft, base, &mut findings);
    check_reserved(draft, base, &mut findings);
    check_count(draft, base, &mut findings);
    let stored = StoredRules::of(base);
    check_duplicates(draft, &stored, &mut findings);
    for (index, rule) in draft.rules.iter().enumerate() {
        check_rule(index, rule, stored.before(rule), known, &mut findings);
    }
    findings
}

fn check_reserved(draft: &Rulebook, base: Option<&Rulebook>, out: &mut Findings) {
    out.problems.extend(reserved(draft, base));
    let stored = draft.unknown.keys().filter(|name| is_reserved(name));
    for name in stored.filter(|name| out.problems.iter().all(|it| it.at != **name)) {
        let what = "It is stored like this, so that the table may delete the rulebook or no longer find it. Remove it under \u{201c}As JSON\u{201d}.";
        out.warnings.push(FieldProblem::new(name, what));
    }
}

/// Attributes of the item that somebody gave to the rulebook, unless they are stored like that.
pub fn reserved(draft: &Rulebook, stored: Option<&Rulebook>) -> Vec<FieldProblem> {
    let what = |name: &str| {
        format!(
            "{name:?} belongs to the stored item, not to the rulebook: with it the rulebook could be deleted or no longer be found. Remove it under \u{201c}As JSON\u{201d}."
        )
    };
    let names = added_reserved(draft, stored).into_iter();
    names
        .map(|name| FieldProblem::new(name, what(name)))
        .collect()
}

/// Why a rulebook has too many rules, if it has.
pub fn too_many_rules(count: usize) -> Option<String> {
    (count > MOST_RULES).then(|| {
        format!("A rulebook has at most 1,000 rules, and this one has {count}. Split it in two.")
    })
}

/// The same of a rulebook that isn't read yet.
pub fn too_many_rules_in(plain: &Attributes) -> Option<String> {
    match plain.get(RULES) {
        Some(Value::List(rules)) => too_many_rules(rules.len()),
        _ => None,
    }
}

/// Rules that are stored stay; nobody is kept from taking a large rulebook out of use.
fn check_count(draft: &Rulebook, base: Option<&Rulebook>, out: &mut Findings) {
    if let Some(what) = too_many_rules(draft.rules.len()) {
        let is_old = base.is_some_and(|base| base.rules == draft.rules);
        out.unless_old(is_old, RULES, &what);
    }
}

impl Findings {
    fn problem(&mut self, at: impl Into<String>, what: impl Into<String>) {
        self.problems.push(FieldProblem::new(at, what));
    }

    fn warning(&mut self, at: impl Into<String>, what: impl Into<String>) {
        self.warnings.push(FieldProblem::new(at, what));
    }

    /// A problem, or only a warning where it was stored like that before.
    fn unless_old(&mut self, is_old: bool, at: impl Into<String>, what: &str) {
        if is_old {
            self.warning(at, format!("{what} It was stored like this before."));
        } else {
            self.problem(at, what);
        }
    }
}

fn check_id(draft: &Rulebook, base: Option<&Rulebook>, known: &Catalogue, out: &mut Findings) {
    let id = &draft.rulebook_id;
    match base {
        Some(base) if base.rulebook_id != *id => {
            out.problem(ID, "An id never changes; clone the rulebook to give it another.");
        }
        None if id.as_str().is_empty() => out.problem(ID, "Give the rulebook an id."),
        None if id.as_str().len() > LONGEST => {
            out.problem(ID, format!("An id ends at {LONGEST} bytes."));
        }
        None if !is_plain_id(id.as_str()) => out.problem(
            ID,
            "Letters, digits, hyphens, dots and underscores only: it becomes part of keys and links.",
        ),
        None if known.ids.contains(id) => {
            out.problem(ID, "There is a rulebook of this id already.");
        }
        None if known.unreadable.contains(id) => out.problem(
            ID,
            "A rulebook is stored under this id that cannot be read. Go back to an update in which it could be, or choose another id.",
        ),
        Some(_) | None => {}
    }
}

fn is_plain_id(id: &str) -> bool {
    id.chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

fn check_fields(draft: &Rulebook, base: Option<&Rulebook>, out: &mut Findings) {
    if draft.rulebook_name.trim().is_empty() {
        let is_old = base.is_some_and(|base| base.rulebook_name == draft.rulebook_name);
        out.unless_old(is_old, NAME, "Give the rulebook a name.");
    }
    if let RulebookType::Unknown(_) = &draft.kind {
        let is_old = base.is_some_and(|base| base.kind == draft.kind);
        out.unless_old(is_old, TYPE, "A rulebook decides on floats or on loans.");
    }
    match draft.apply_to {
        None => {
            let is_old = base.is_some_and(|base| base.apply_to.is_none());
            let what = "Say for which share of the users it applies.";
            out.unless_old(is_old, SHARE, what);
        }
        Some(share) if !share.is_valid() => {
            let is_old = base.is_some_and(|base| base.apply_to == draft.apply_to);
            let what = "A share lies between 0 and 100 %, that is 0 to 10000.";
            out.unless_old(is_old, SHARE, what);
        }
        Some(BasisPoints(0)) => out.warning(SHARE, "It applies to nobody."),
        Some(_) => {}
    }
    if !(0..=HIGHEST_PRIORITY).contains(&draft.priority) {
        let is_old = base.is_some_and(|base| base.priority == draft.priority);
        out.unless_old(is_old, PRIORITY, "A priority lies between 0 and 1000.");
    } else if draft.priority > 200 {
        out.warning(PRIORITY, "Priorities usually lie between 0 and 200.");
    }
    if draft.superseding.is_none() {
        let is_old = base.is_some_and(|base| base.superseding.is_none());
        let what = "Say whether a match ends the evaluation.";
        out.unless_old(is_old, SUPERSEDING, what);
    }
    if draft
        .ab_group
        .as_deref()
        .is_some_and(|group| group.trim().is_empty())
    {
        let is_old = base.is_some_and(|base| base.ab_group == draft.ab_group);
        out.unless_old(is_old, AB_GROUP, "Name the group, or leave it out.");
    }
    if draft.rules.is_empty() {
        out.warning(RULES, "It has no rules.");
    }
}

fn check_duplicates(draft: &Rulebook, stored: &StoredRules<'_>, out: &mut Findings) {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (index, rule) in draft.rules.iter().enumerate() {
        let times = seen.entry(&rule.rule).or_default();
        *times += 1;
        if *times > 1 && !rule.rule.is_empty() {
            let is_old = stored.count(&rule.rule) >= *times;
            let what = "This rule stands in the rulebook already.";
            out.unless_old(is_old, format!("{RULES}[{index}].{RULE}"), what);
        }
    }
}

fn check_rule(
    index: usize,
    rule: &Rule,
    before: Option<&Rule>,
    known: &Catalogue,
    out: &mut Findings,
) {
    let at = |name: &str| format!("{RULES}[{index}].{name}");
    if rule.rule.trim().is_empty() {
        out.unless_old(before.is_some(), at(RULE), "Name the rule.");
    } else if !known.rules.contains_key(&rule.rule) && rule.arn().is_empty() {
        out.warning(
            at(RULE),
            "No rulebook has used a rule of this name, and it has no ARN.",
        );
    }
    if let RuleType::Unknown(_) = &rule.rule_type {
        let is_old = before.is_some_and(|before| before.rule_type == rule.rule_type);
        out.unless_old(
            is_old,
            at(RULE_TYPE),
            "A rule is of type txns, insights or all.",
        );
    }
    if !rule.arn().is_empty() && !is_function_arn(rule.arn()) {
        let is_old = before.is_some_and(|before| before.rule_arn == rule.rule_arn);
        let what = "An ARN reads arn:aws:lambda:<region>:<account>:function:<name>.";
        out.unless_old(is_old, at(ARN), what);
    }
    if rule
        .ab_group
        .as_deref()
        .is_some_and(|group| group.trim().is_empty())
    {
        let is_old = before.is_some_and(|before| before.ab_group == rule.ab_group);
        out.unless_old(is_old, at(AB_GROUP), "Name the group, or leave it out.");
    }
    for (name, value) in rule.props() {
        let at = at(&format!("{PROPS}.{name}"));
        if name.is_empty() {
            out.problem(at.clone(), "Name the property.");
        }
        if let Err(why) = storable(value) {
            out.problem(at, why.to_string());
        }
    }
}

/// `arn:aws:lambda:us-east-2:123456789012:function:name`, perhaps with a version behind it.
fn is_function_arn(arn: &str) -> bool {
    let parts: Vec<_> = arn.split(':').collect();
    let [prefix, cloud, service, region, account, function, rest @ ..] = parts.as_slice() else {
        return false;
    };
    let is_name = |text: &&str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_$".contains(c))
    };
    *prefix == "arn"
        && cloud.starts_with("aws")
        && *service == "lambda"
        && is_name(region)
        && account.len() == 12
        && account.bytes().all(|byte| byte.is_ascii_digit())
        && *function == "function"
        && matches!(rest.len(), 1 | 2)
        && rest.iter().all(is_name)
}

#[cfg(test)]
mod tests;
