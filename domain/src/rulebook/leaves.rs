//! A rulebook taken apart into its single values, each under the place where it stands. Rules are
//! told apart by name and not by position, so that a rule which moves stays the same rule.

#[cfg(test)]
pub(crate) mod counted;
mod keys;

pub(crate) use keys::{matched, matched_to, numbered};

use super::plain::{FieldProblem, PROPS, RULE, RULES};
use super::{Rule, Rulebook};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Where a value stands in a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// An attribute of the rulebook itself.
    Field(String),
    Rule(RuleKey, RulePart),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RulePart {
    /// An attribute of the rule.
    Field(String),
    /// One of the rule's properties.
    Prop(String),
    /// Exists where the rule has no `props`, not even empty ones. They mean the same, but are not the
    /// same item.
    NoProps,
}

/// Which rule: its name, and the how manieth of that name where there are several.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RuleKey {
    pub name: String,
    /// 0 for the first.
    pub occurrence: u32,
}

// By hand, so that tests can count how often rules are compared.
impl Ord for RuleKey {
    fn cmp(&self, other: &Self) -> Ordering {
        #[cfg(test)]
        counted::count();
        (&self.name, self.occurrence).cmp(&(&other.name, other.occurrence))
    }
}

impl PartialOrd for RuleKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RuleKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for RuleKey {}

impl Hash for RuleKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, self.occurrence).hash(state);
    }
}

impl Place {
    /// The place that exists if and only if the rule does.
    pub fn presence_of(rule: &RuleKey) -> Self {
        Self::Rule(rule.clone(), RulePart::Field(RULE.to_owned()))
    }

    pub fn rule(&self) -> Option<&RuleKey> {
        match self {
            Self::Field(_) => None,
            Self::Rule(key, _) => Some(key),
        }
    }

    pub fn is_presence(&self) -> bool {
        matches!(self, Self::Rule(_, RulePart::Field(name)) if name == RULE)
    }

    /// Stands for the order of the rules, where that is to be chosen like a value.
    pub fn order() -> Self {
        Self::Field(RULES.to_owned())
    }

    pub fn is_order(&self) -> bool {
        matches!(self, Self::Field(name) if name == RULES)
    }

    /// Its name in a form: two places never share one, whatever attributes are called.
    pub fn address(&self) -> String {
        match self {
            Self::Field(name) => format!("{name:?}"),
            Self::Rule(key, part) => {
                let part = match part {
                    RulePart::Field(name) => format!("{name:?}"),
                    RulePart::Prop(name) => format!("{PROPS}.{name:?}"),
                    RulePart::NoProps => PROPS.to_owned(),
                };
                format!("{:?}[{}].{part}", key.name, key.occurrence)
            }
        }
    }

    /// Whether it is only about how a rule without properties is stored.
    pub fn is_form_only(&self) -> bool {
        matches!(self, Self::Rule(_, RulePart::NoProps))
    }

    /// Its name within its rule: an attribute and a property may be called the same.
    pub fn within_rule(&self) -> Cow<'_, str> {
        match self {
            Self::Rule(_, RulePart::Prop(name)) => format!("{PROPS}.{name}").into(),
            _ => self.name().into(),
        }
    }

    /// The name of the attribute or property itself.
    pub fn name(&self) -> &str {
        match self {
            Self::Field(name) | Self::Rule(_, RulePart::Field(name) | RulePart::Prop(name)) => name,
            Self::Rule(_, RulePart::NoProps) => PROPS,
        }
    }
}

impl fmt::Display for RuleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.occurrence {
            0 => f.write_str(&self.name),
            n => write!(f, "{} ({} of that name)", self.name, n + 1),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) if name == RULES => f.write_str("order of the rules"),
            Self::Field(name) => f.write_str(name),
            place @ Self::Rule(key, _) => write!(f, "{key} {}", place.within_rule()),
        }
    }
}

/// The values of a rulebook, and the order of its rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leaves {
    pub values: BTreeMap<Place, Value>,
    pub order: Vec<RuleKey>,
}

impl Leaves {
    pub fn of(rulebook: &Rulebook) -> Self {
        Self::keyed(rulebook, numbered(&rulebook.rules))
    }

    /// With the rules under the keys that they have in `earlier`.
    pub fn of_later(rulebook: &Rulebook, earlier: &[Rule]) -> Self {
        Self::keyed(rulebook, matched(&rulebook.rules, earlier))
    }

    /// With the rules under these keys.
    pub(crate) fn keyed(rulebook: &Rulebook, order: Vec<RuleKey>) -> Self {
        let mut values = BTreeMap::new();
        for (name, value) in rulebook.plain_fields() {
            values.insert(Place::Field(name), value);
        }
        for (key, rule) in order.iter().zip(&rulebook.rules) {
            let at = |part| Place::Rule(key.clone(), part);
            let (fields, props) = rule.apart();
            let fields = fields.into_iter().map(|(part, value)| (at(part), value));
            values.extend(fields);
            let props = props.into_iter();
            values.extend(props.map(|(name, value)| (at(RulePart::Prop(name)), value)));
        }
        Self { values, order }
    }

    /// The values of one rule. They stand beside each other: places sort by rule first.
    pub(crate) fn of_rule(&self, key: &RuleKey) -> impl Iterator<Item = (&Place, &Value)> {
        let first = Place::Rule(key.clone(), RulePart::Field(String::new()));
        let last = Place::Rule(key.clone(), RulePart::NoProps);
        self.values.range(first..=last)
    }

    /// Puts the rulebook together again.
    pub fn into_rulebook(self) -> Result<Rulebook, Vec<FieldProblem>> {
        let mut plain = Attributes::new();
        let mut rules: HashMap<RuleKey, (Attributes, Attributes)> = HashMap::new();
        let mut bare: HashSet<RuleKey> = HashSet::new();
        for (place, value) in self.values {
            match place {
                Place::Field(name) => {
                    plain.insert(name, value);
                }
                Place::Rule(key, RulePart::Field(name)) => {
                    rules.entry(key).or_default().0.insert(name, value);
                }
                Place::Rule(key, RulePart::Prop(name)) => {
                    rules.entry(key).or_default().1.insert(name, value);
                }
                Place::Rule(key, RulePart::NoProps) => {
                    bare.insert(key);
                }
            }
        }
        let in_order = self.order.iter();
        let in_order = in_order.filter_map(|key| Some((key, rules.remove(key)?)));
        let in_order = in_order.map(|(key, (mut fields, props))| {
            // Null stays null, and absent absent, as long as there is no property.
            let stays = fields.contains_key(PROPS) || bare.contains(key);
            if !props.is_empty() || !stays {
                fields.insert(PROPS.to_owned(), Value::Map(props));
            }
            Value::Map(fields)
        });
        plain.insert(RULES.to_owned(), Value::List(in_order.collect()));
        Rulebook::from_plain(plain)
    }
}

impl Rule {
    /// The rule's own attributes, and its properties.
    pub(crate) fn apart(&self) -> (BTreeMap<RulePart, Value>, Attributes) {
        let mut plain = self.to_plain();
        let mut fields = BTreeMap::new();
        let props = match plain.remove(PROPS) {
            Some(Value::Map(props)) => props,
            // Null stays a value of its own.
            Some(null) => {
                fields.insert(RulePart::Field(PROPS.to_owned()), null);
                Attributes::new()
            }
            None => {
                fields.insert(RulePart::NoProps, Value::text("not stored"));
                Attributes::new()
            }
        };
        let plain = plain.into_iter();
        fields.extend(plain.map(|(name, value)| (RulePart::Field(name), value)));
        (fields, props)
    }
}

#[cfg(test)]
mod tests {
    use super::super::any::any_rulebook;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_rulebook_taken_apart_can_be_put_together(one in any_rulebook(), other in any_rulebook()) {
            prop_assert_eq!(Leaves::of(&one).into_rulebook(), Ok(one.clone()));
            prop_assert_eq!(Leaves::of_later(&one, &other.rules).into_rulebook(), Ok(one));
        }
    }
}
