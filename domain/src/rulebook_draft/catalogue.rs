//! What is known about rules from every rulebook there is, to suggest and to compare with.

use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Every rulebook's id, and every rule's name with the properties it has been given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalogue {
    pub ids: Vec<RulebookId>,
    /// Ids under which something is stored that cannot be read as a rulebook.
    pub unreadable: Vec<RulebookId>,
    pub rules: BTreeMap<String, BTreeMap<String, KnownProp>>,
}

/// A property as rules of one name have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownProp {
    /// One of its values, which also says its kind.
    pub example: Value,
    /// Whether all have the same kind.
    pub is_uniform: bool,
}

impl Catalogue {
    pub fn of(configuration: &Configuration) -> Self {
        let mut rules: BTreeMap<String, BTreeMap<String, KnownProp>> = BTreeMap::new();
        for rule in configuration
            .rulebooks()
            .iter()
            .flat_map(|book| &book.rules)
        {
            let props = rules.entry(rule.rule.clone()).or_default();
            for (name, value) in rule.props() {
                let known = props.entry(name.clone()).or_insert_with(|| KnownProp {
                    example: value.clone(),
                    is_uniform: true,
                });
                known.is_uniform &= known.example.kind() == value.kind();
            }
        }
        Self {
            ids: configuration
                .rulebooks()
                .iter()
                .map(|rulebook| rulebook.rulebook_id.clone())
                .collect(),
            unreadable: Vec::new(),
            rules,
        }
    }

    /// Knows also of those that cannot be read: nothing is known but that they are there.
    #[must_use]
    pub fn with_unreadable(self, unreadable: Vec<RulebookId>) -> Self {
        Self { unreadable, ..self }
    }

    /// The kind that a property always has, if it always has one.
    pub fn kind_of(&self, rule: &str, prop: &str) -> Option<&'static str> {
        let known = self.rules.get(rule)?.get(prop)?;
        known.is_uniform.then(|| known.example.kind())
    }
}
