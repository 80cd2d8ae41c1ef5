//! The rules of a rulebook as it is stored, to find what a rule of a draft was before.

use crate::rulebook::{Rule, Rulebook};
use std::collections::{HashMap, HashSet};

pub(super) struct StoredRules<'a> {
    rules: HashSet<&'a Rule>,
    /// The first of each name, and how many there are.
    by_name: HashMap<&'a str, (&'a Rule, usize)>,
}

impl<'a> StoredRules<'a> {
    pub(super) fn of(stored: Option<&'a Rulebook>) -> Self {
        let rules = stored.map_or(&[][..], |stored| &stored.rules);
        let mut by_name: HashMap<&str, (&Rule, usize)> = HashMap::new();
        for rule in rules {
            by_name.entry(&rule.rule).or_insert((rule, 0)).1 += 1;
        }
        Self {
            rules: rules.iter().collect(),
            by_name,
        }
    }

    /// The rule as it was: where several have its name, the one that is equal.
    pub(super) fn before(&self, rule: &Rule) -> Option<&'a Rule> {
        let named = self.by_name.get(rule.rule.as_str());
        let equal = self.rules.get(rule).copied();
        equal.or(named.map(|(first, _)| *first))
    }

    /// How many have a name.
    pub(super) fn count(&self, name: &str) -> usize {
        self.by_name.get(name).map_or(0, |(_, count)| *count)
    }
}
