//! A rulebook as named values, the form in which snapshots hold it and people read it as JSON.

use super::{Rule, RuleType, Rulebook, RulebookType};
use crate::basis_points::BasisPoints;
use crate::id::RulebookId;
use crate::moment_text::MomentText;
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};
use std::fmt;

pub const ID: &str = "rulebook_id";
pub const NAME: &str = "rulebook_name";
pub const TYPE: &str = "type";
pub const RULES: &str = "rules";
pub const SHARE: &str = "apply_to";
pub const PRIORITY: &str = "priority";
pub const SUPERSEDING: &str = "superseding";
pub const LAST_UPDATED: &str = "last_updated";
pub const AB_GROUP: &str = "ab_group";
pub const RULE: &str = "rule";
pub const ARN: &str = "rule_arn";
pub const PROPS: &str = "props";
pub const RULE_TYPE: &str = "rule_type";

/// Whether the documents name an attribute of a rulebook or of a rule.
pub fn is_documented(name: &str) -> bool {
    let of_rulebook = [
        ID,
        NAME,
        TYPE,
        RULES,
        SHARE,
        PRIORITY,
        SUPERSEDING,
        LAST_UPDATED,
        AB_GROUP,
    ];
    of_rulebook.contains(&name) || [RULE, ARN, PROPS, RULE_TYPE].contains(&name)
}

/// Something that is wrong at one place of what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldProblem {
    /// Where: `apply_to`, `rules[2].props.min_days`.
    pub at: String,
    pub what: String,
}

impl FieldProblem {
    pub fn new(at: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            at: at.into(),
            what: what.into(),
        }
    }
}

impl fmt::Display for FieldProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

impl Rulebook {
    pub fn to_plain(&self) -> Attributes {
        let mut plain = self.plain_fields();
        let rules = self.rules.iter().map(|rule| Value::Map(rule.to_plain()));
        plain.insert(RULES.to_owned(), Value::List(rules.collect()));
        plain
    }

    /// All but the rules.
    pub fn plain_fields(&self) -> Attributes {
        let mut plain = self.unknown.clone();
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                plain.insert(name.to_owned(), value);
            }
        };
        set(ID, Some(Value::text(self.rulebook_id.as_str())));
        set(NAME, Some(Value::text(&self.rulebook_name)));
        set(TYPE, Some(Value::text(self.kind.as_stored())));
        set(SHARE, self.apply_to.map(|share| Value::number(share.0)));
        set(PRIORITY, Some(Value::number(self.priority)));
        set(SUPERSEDING, self.superseding.map(Value::Bool));
        let updated = self.last_updated.as_ref();
        set(LAST_UPDATED, updated.map(|at| Value::text(at.as_str())));
        set(AB_GROUP, self.ab_group.as_deref().map(Value::text));
        plain
    }

    /// Reads what somebody typed; says everything that is wrong with it at once.
    pub fn from_plain(plain: Attributes) -> Result<Self, Vec<FieldProblem>> {
        let mut reader = PlainReader::new(plain, String::new());
        let rulebook = Self {
            rulebook_id: RulebookId::new(reader.text(ID)),
            rulebook_name: reader.text(NAME),
            kind: RulebookType::from_stored(&reader.text(TYPE)),
            rules: reader.rules(),
            apply_to: reader.optional_whole(SHARE).map(BasisPoints),
            priority: reader.whole(PRIORITY),
            superseding: reader.optional(SUPERSEDING, "yes or no", as_bool),
            last_updated: reader.optional(LAST_UPDATED, "a moment", as_moment),
            ab_group: reader.optional(AB_GROUP, "text", as_text),
            unknown: reader.rest,
        };
        if reader.problems.is_empty() {
            Ok(rulebook)
        } else {
            Err(reader.problems)
        }
    }
}

impl Rule {
    /// A rule without `rule_arn` or `props` stays without; one where they are null keeps its nulls.
    pub fn to_plain(&self) -> Attributes {
        let mut plain = self.unknown.clone();
        if let Some(arn) = &self.rule_arn {
            plain.insert(ARN.to_owned(), Value::text(arn));
        }
        if let Some(props) = &self.props {
            plain.insert(PROPS.to_owned(), Value::Map(props.clone()));
        }
        plain.insert(RULE.to_owned(), Value::text(&self.rule));
        let rule_type = Value::text(self.rule_type.as_stored());
        plain.insert(RULE_TYPE.to_owned(), rule_type);
        if let Some(group) = &self.ab_group {
            plain.insert(AB_GROUP.to_owned(), Value::text(group));
        }
        plain
    }
}

/// Named values being read. What no field takes stays, as unknown.
struct PlainReader {
    rest: Attributes,
    path: String,
    problems: Vec<FieldProblem>,
}

impl PlainReader {
    fn new(rest: Attributes, path: String) -> Self {
        Self {
            rest,
            path,
            problems: Vec::new(),
        }
    }

    fn text(&mut self, name: &str) -> String {
        self.required(name, "text", as_text).unwrap_or_default()
    }

    fn whole(&mut self, name: &str) -> i64 {
        self.required(name, "a whole number", as_whole)
            .unwrap_or_default()
    }

    fn optional_whole(&mut self, name: &str) -> Option<i64> {
        self.optional(name, "a whole number", as_whole)
    }

    fn required<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let Some(value) = self.rest.remove(name) else {
            self.problem(name, "This is missing.".to_owned());
            return None;
        };
        let read = read(&value);
        if read.is_none() {
            self.problem(name, wrong(name, expected, &value));
        }
        read
    }

    /// Nothing where absent. A null is nothing too, and stays null for others.
    fn optional<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        match self.rest.get(name) {
            None | Some(Value::Null) => None,
            Some(_) => self.required(name, expected, read),
        }
    }

    fn rules(&mut self) -> Vec<Rule> {
        let rules = self.required(RULES, "a list", |value| match value {
            Value::List(list) => Some(list.clone()),
            _ => None,
        });
        let mut out = Vec::new();
        for (index, value) in rules.unwrap_or_default().into_iter().enumerate() {
            let Value::Map(plain) = value else {
                let place = format!("{RULES}[{index}]");
                self.problem(&place, "A rule is a map.".to_owned());
                continue;
            };
            let mut reader = Self::new(plain, format!("{RULES}[{index}]."));
            let rule = Rule {
                rule: reader.text(RULE),
                rule_arn: reader.optional(ARN, "text", as_text),
                props: reader.optional(PROPS, "a map", as_map),
                rule_type: RuleType::from_stored(&reader.text(RULE_TYPE)),
                ab_group: reader.optional(AB_GROUP, "text", as_text),
                unknown: reader.rest,
            };
            self.problems.append(&mut reader.problems);
            out.push(rule);
        }
        out
    }

    fn problem(&mut self, name: &str, what: String) {
        let at = format!("{}{name}", self.path);
        self.problems.push(FieldProblem { at, what });
    }
}

/// What a value should be that cannot be read as such.
fn wrong(name: &str, expected: &str, value: &Value) -> String {
    match name {
        SHARE => "A share is between 0 and 100 %, with at most two decimals; in JSON it is a whole number from 0 to 10000.".to_owned(),
        PRIORITY => "A priority is a whole number.".to_owned(),
        _ => format!("This should be {expected}, but is {}.", value.kind()),
    }
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn as_whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        _ => None,
    }
}

fn as_bool(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(yes) => Some(*yes),
        _ => None,
    }
}

fn as_map(value: &Value) -> Option<Attributes> {
    match value {
        Value::Map(map) => Some(map.clone()),
        _ => None,
    }
}

fn as_moment(value: &Value) -> Option<MomentText> {
    MomentText::parse(&as_text(value)?)
}

#[cfg(test)]
mod tests {
    use super::super::any::any_rulebook;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_rulebook_comes_back_from_its_values(rulebook in any_rulebook()) {
            prop_assert_eq!(Rulebook::from_plain(rulebook.to_plain()), Ok(rulebook));
        }
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_once_and_where() {
        let plain = Attributes::from([
            (NAME.to_owned(), Value::number(3)),
            (
                RULES.to_owned(),
                Value::List(vec![Value::Map(Attributes::new())]),
            ),
        ]);
        let problems = Rulebook::from_plain(plain).unwrap_err();
        let places: Vec<_> = problems.iter().map(|problem| problem.at.as_str()).collect();
        assert_eq!(
            places,
            [
                ID,
                NAME,
                TYPE,
                "rules[0].rule",
                "rules[0].rule_type",
                PRIORITY
            ]
        );
    }
}
