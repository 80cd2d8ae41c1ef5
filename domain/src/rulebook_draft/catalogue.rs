//! What is known about rules from every rulebook there is, to suggest and to compare with.

use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::rulebook::{Rulebook, RulebookType};
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Every rulebook's id and place, and every rule's name with the properties it has been given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalogue {
    pub ids: Vec<RulebookId>,
    /// Ids under which something is stored that cannot be read as a rulebook.
    pub unreadable: Vec<RulebookId>,
    pub rules: BTreeMap<String, KnownRule>,
    /// The priority of each rulebook among those that decide on the same.
    priorities: Vec<(RulebookId, RulebookType, i64)>,
}

/// A rule as the rulebooks use it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownRule {
    pub props: BTreeMap<String, KnownProp>,
    uses: usize,
}

/// A property as rules of one name have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownProp {
    /// One of its values, which also says its kind.
    pub example: Value,
    /// Whether all have the same kind.
    pub is_uniform: bool,
    uses: usize,
}

impl Catalogue {
    pub fn of(configuration: &Configuration) -> Self {
        let mut rules: BTreeMap<String, KnownRule> = BTreeMap::new();
        let books = configuration.rulebooks();
        for rule in books.iter().flat_map(|book| &book.rules) {
            let known_rule = rules.entry(rule.rule.clone()).or_default();
            known_rule.uses += 1;
            for (name, value) in rule.props() {
                let props = &mut known_rule.props;
                let known = props.entry(name.clone()).or_insert_with(|| KnownProp {
                    example: value.clone(),
                    is_uniform: true,
                    uses: 0,
                });
                known.is_uniform &= known.example.kind() == value.kind();
                known.uses += 1;
            }
        }
        Self {
            ids: books.iter().map(|book| book.rulebook_id.clone()).collect(),
            unreadable: Vec::new(),
            rules,
            priorities: priorities(configuration),
        }
    }

    /// Knows also of those that cannot be read: nothing is known but that they are there.
    #[must_use]
    pub fn with_unreadable(self, unreadable: Vec<RulebookId>) -> Self {
        Self { unreadable, ..self }
    }

    /// With the places that the rulebooks have once several of them changed at the same time.
    #[must_use]
    pub fn with_places_in(self, configuration: &Configuration) -> Self {
        Self {
            priorities: priorities(configuration),
            ..self
        }
    }

    /// The kind that a property always has, if it always has one.
    pub fn kind_of(&self, rule: &str, prop: &str) -> Option<&'static str> {
        self.example_of(rule, prop).map(Value::kind)
    }

    /// A value of a property that always has the same kind.
    pub fn example_of(&self, rule: &str, prop: &str) -> Option<&Value> {
        let known = self.rules.get(rule)?.props.get(prop)?;
        known.is_uniform.then_some(&known.example)
    }

    /// The other rulebooks that decide on the same with the same priority.
    pub(super) fn tied_with<'a>(
        &'a self,
        rulebook: &'a Rulebook,
    ) -> impl Iterator<Item = &'a RulebookId> {
        let places = self.priorities.iter();
        let tied = places.filter(|(id, kind, priority)| {
            *id != rulebook.rulebook_id && *kind == rulebook.kind && *priority == rulebook.priority
        });
        tied.map(|(id, _, _)| id)
    }

    /// The properties that every use of a rule has outside a rulebook; none where there is no other use.
    pub(super) fn always_has(&self, rule: &str, except: Option<&Rulebook>) -> Vec<&str> {
        let Some(known) = self.rules.get(rule) else {
            return Vec::new();
        };
        let own: Vec<_> = except
            .into_iter()
            .flat_map(|book| &book.rules)
            .filter(|own| own.rule == rule)
            .collect();
        let elsewhere = known.uses.saturating_sub(own.len());
        let has = |prop: &str, known: &KnownProp| {
            let own = own.iter().filter(|own| own.props().contains_key(prop));
            elsewhere > 0 && known.uses.saturating_sub(own.count()) == elsewhere
        };
        let props = known.props.iter().filter(|(name, known)| has(name, known));
        props.map(|(name, _)| name.as_str()).collect()
    }
}

fn priorities(configuration: &Configuration) -> Vec<(RulebookId, RulebookType, i64)> {
    let books = configuration.rulebooks().iter();
    books
        .map(|book| (book.rulebook_id.clone(), book.kind.clone(), book.priority))
        .collect()
}
