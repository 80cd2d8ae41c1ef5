//! What the form holds while it is edited: everything as typed, also what is not right yet.

use super::attribute::{group_into, may_lack_group, text, yes_or_no};
use super::home;
use super::rule_state::RuleState;
use domain::basis_points::BasisPoints;
use domain::rulebook::Rulebook;
use domain::rulebook::plain::{
    AB_GROUP, ARN, FieldProblem, ID, NAME, PRIORITY, PROPS, RULE_TYPE, RULES, SHARE, SUPERSEDING,
    TYPE,
};
use domain::rulebook_draft::too_many_rules_in;
use domain::value::{Attributes, Number, Value};
use leptos::prelude::*;

/// How a yes reads in the form.
pub(super) const YES: &str = "true";

/// A rulebook being edited. Cheap to copy: each field is a signal of its own.
#[derive(Clone, Copy)]
pub(super) struct EditorState {
    pub(super) id: RwSignal<String>,
    pub(super) name: RwSignal<String>,
    pub(super) kind: RwSignal<String>,
    /// As a percentage.
    pub(super) share: RwSignal<String>,
    pub(super) priority: RwSignal<String>,
    /// `true`, `false`, or empty where it is not stored: nobody's unticked box decides on that.
    pub(super) superseding: RwSignal<String>,
    pub(super) group: RwSignal<String>,
    pub(super) rules: RwSignal<Vec<RuleState>>,
    /// The share as it came, and as it was put into its field: one that nobody could type stays as it is.
    came: StoredValue<(Option<Value>, String)>,
    may_lack_group: bool,
    /// What the form does not show, kept as it is.
    rest: StoredValue<Attributes>,
}

impl EditorState {
    pub(super) fn of(plain: Attributes) -> Self {
        home::make(|| Self::made_of(plain))
    }

    fn made_of(mut plain: Attributes) -> Self {
        let rules = match plain.remove(RULES) {
            Some(Value::List(rules)) => rules,
            _ => Vec::new(),
        };
        let rules = rules
            .into_iter()
            .zip(0..)
            .filter_map(|(rule, key)| match rule {
                Value::Map(rule) => Some(RuleState::of(rule, key)),
                _ => None,
            });
        let rules = rules.collect();
        let came = share(&mut plain);
        Self {
            may_lack_group: may_lack_group(&plain),
            id: RwSignal::new(text(&mut plain, ID)),
            name: RwSignal::new(text(&mut plain, NAME)),
            kind: RwSignal::new(text(&mut plain, TYPE)),
            share: RwSignal::new(came.1.clone()),
            priority: RwSignal::new(text(&mut plain, PRIORITY)),
            superseding: RwSignal::new(yes_or_no(&mut plain, SUPERSEDING)),
            group: RwSignal::new(text(&mut plain, AB_GROUP)),
            rules: RwSignal::new(rules),
            came: StoredValue::new(came),
            rest: StoredValue::new(plain),
        }
    }

    pub(super) fn plain(self) -> Attributes {
        let mut plain = self.rest.get_value();
        plain.insert(ID.to_owned(), Value::text(self.id.get()));
        plain.insert(NAME.to_owned(), Value::text(self.name.get()));
        plain.insert(TYPE.to_owned(), Value::text(self.kind.get()));
        plain.insert(PRIORITY.to_owned(), number(&self.priority.get()));
        if let Some(share) = self.typed_share() {
            plain.insert(SHARE.to_owned(), share);
        }
        let superseding = self.superseding.get();
        if !superseding.is_empty() {
            plain.insert(SUPERSEDING.to_owned(), Value::Bool(superseding == YES));
        }
        group_into(&mut plain, self.group.get(), self.may_lack_group);
        let rules = self.rules.get().into_iter();
        let rules = rules.map(|rule| Value::Map(rule.whole.with(|it| it.plain.clone())));
        let rules = rules.collect();
        plain.insert(RULES.to_owned(), Value::List(rules));
        plain
    }

    fn typed_share(self) -> Option<Value> {
        let (typed, (came, shown)) = (self.share.get(), self.came.get_value());
        if typed == shown {
            return came;
        }
        Some(match BasisPoints::from_percentage(&typed) {
            Some(BasisPoints(share)) => Value::number(share),
            None => Value::Text(typed),
        })
    }

    /// Names that two values of one map have: the map itself can hold only one of them.
    pub(super) fn doubles(self) -> Vec<FieldProblem> {
        let rules = self.rules.get().into_iter().enumerate();
        let of_rule = |(index, rule): (usize, RuleState)| {
            let here = move |it: FieldProblem| {
                FieldProblem::new(format!("{RULES}[{index}].{}", it.at), it.what)
            };
            let doubles = rule.whole.with(|it| it.doubles.clone());
            doubles.into_iter().map(here)
        };
        rules.flat_map(of_rule).collect()
    }

    pub(super) fn add_rule(self) {
        let next = self.rules.read().iter().map(|rule| rule.key + 1).max();
        let new = Attributes::from([
            (RULE_TYPE.to_owned(), Value::text("all")),
            (ARN.to_owned(), Value::text("")),
            (PROPS.to_owned(), Value::Map(Attributes::new())),
        ]);
        let rule = home::make(|| RuleState::of(new, next.unwrap_or_default()));
        self.rules.update(|rules| rules.push(rule));
    }

    pub(super) fn remove_rule(self, key: u32) {
        self.rules
            .update(|rules| rules.retain(|rule| rule.key != key));
    }

    /// Moves a rule by so many places, as far as there are any.
    pub(super) fn shift_rule(self, key: u32, by: isize) {
        self.rules.update(|rules| {
            let Some(from) = rules.iter().position(|rule| rule.key == key) else {
                return;
            };
            let to = from.saturating_add_signed(by).min(rules.len() - 1);
            let rule = rules.remove(from);
            rules.insert(to, rule);
        });
    }

    /// Puts a rule where another one is.
    pub(super) fn drop_rule(self, key: u32, onto: u32) {
        self.rules.update(|rules| {
            let place = |key| rules.iter().position(|rule| rule.key == key);
            if let (Some(from), Some(to)) = (place(key), place(onto)) {
                let rule = rules.remove(from);
                rules.insert(to, rule);
            }
        });
    }
}

/// A rulebook with sound values where a number cannot be read, so that all else can be checked.
pub(super) fn with_stand_ins(mut plain: Attributes, problems: &[FieldProblem]) -> Option<Rulebook> {
    for problem in problems {
        let stand_in = match problem.at.as_str() {
            SHARE => BasisPoints::ALL.0,
            PRIORITY => 1,
            _ => return None,
        };
        plain.insert(problem.at.clone(), Value::number(stand_in));
    }
    Rulebook::from_plain(plain).ok()
}

/// Where a text has something that the form has no place for, and would drop or take for something else.
pub(super) fn misshapen(plain: &Attributes) -> Option<String> {
    // Fields for all of them would take minutes.
    if let Some(what) = too_many_rules_in(plain) {
        return Some(format!("Not taken over. {what}"));
    }
    let problems = Rulebook::from_plain(plain.clone()).err()?;
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    Some(format!("Not taken over yet. {}", problems.join(" ")))
}

/// Takes the share out, as it came and as its field shows it; a null stays where it is.
fn share(plain: &mut Attributes) -> (Option<Value>, String) {
    if plain.get(SHARE) == Some(&Value::Null) {
        return (None, String::new());
    }
    let came = plain.remove(SHARE);
    let shown = match &came {
        Some(Value::Number(number)) => number.as_i64().map_or_else(
            || number.to_string(),
            |share| BasisPoints(share).percentage(),
        ),
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    };
    (came, shown)
}

fn number(typed: &str) -> Value {
    Value::Number(Number::from_stored(typed.trim()))
}

#[cfg(test)]
mod tests;
