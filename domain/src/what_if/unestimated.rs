//! What of a proposal can't be estimated: rules aren't run again, and a rulebook that is new has no results.

use crate::evaluation::Product;
use crate::id::RulebookId;
use crate::proposal::ProposedChange;
use crate::rulebook::{Rule, Rulebook};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unestimated {
    settings: Vec<RuleSettings>,
    added: Vec<Added>,
}

/// Changed settings of one rulebook's rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RuleSettings {
    rulebook: RulebookId,
    product: Option<Product>,
    /// Each in words: `RuleAgeOfAccount min_days 90 → 60`.
    changes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Added {
    rulebook: RulebookId,
    product: Option<Product>,
}

impl Unestimated {
    pub fn of(proposed: &[ProposedChange]) -> Self {
        let mut found = Self::default();
        for ProposedChange { id, base, after } in proposed {
            match (base, after) {
                (Some(base), Some(after)) if base.rules != after.rules => {
                    found.settings.push(RuleSettings {
                        rulebook: id.clone(),
                        product: product(after),
                        changes: settings(&base.rules, &after.rules),
                    });
                }
                (None, Some(after)) => found.added.push(Added {
                    rulebook: id.clone(),
                    product: product(after),
                }),
                _ => {}
            }
        }
        found
    }

    /// Whether decisions on a product may come out in a way that nobody can tell.
    pub fn concerns(&self, product: Product) -> bool {
        let settings = self.settings.iter().map(|one| one.product);
        let mut products = settings.chain(self.added.iter().map(|one| one.product));
        products.any(|one| one.is_none_or(|one| one == product))
    }

    /// `Can't be estimated: this draft changes rule settings (RuleAgeOfAccount min_days 90 → 60)`; nothing
    /// where all of it can be.
    pub fn describe(&self) -> Option<String> {
        let is_one = self.settings.len() == 1;
        let settings: Vec<_> = self.settings.iter().map(|it| it.describe(is_one)).collect();
        let added: Vec<_> = self.added.iter().map(|it| it.rulebook.as_str()).collect();
        let rulebooks = match added.len() {
            1 => "a rulebook",
            _ => "rulebooks",
        };
        let parts = [
            (!settings.is_empty())
                .then(|| format!("changes rule settings ({})", settings.join("; "))),
            (!added.is_empty()).then(|| format!("adds {rulebooks} ({})", added.join(", "))),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| {
            format!(
                "Can\u{2019}t be estimated: this draft {}",
                parts.join(" and ")
            )
        })
    }
}

impl RuleSettings {
    fn describe(&self, is_only_one: bool) -> String {
        let changes = self.changes.join(", ");
        if is_only_one {
            changes
        } else {
            format!("{}: {changes}", self.rulebook)
        }
    }
}

fn product(book: &Rulebook) -> Option<Product> {
    Product::ALL
        .into_iter()
        .find(|product| product.rulebook_type() == book.kind)
}

/// Rule by rule; where a name is there several times, the first one beside the first one.
fn settings(before: &[Rule], after: &[Rule]) -> Vec<String> {
    let (before, after) = (named(before), named(after));
    let mut changes = Vec::new();
    for (key, rule) in &after {
        match before.get(key) {
            None => changes.push(format!("{} added", rule.rule)),
            Some(old) if old == rule => {}
            Some(old) => {
                let props = props(&rule.rule, old.props(), rule.props());
                let is_all = props.is_empty();
                changes.extend(props);
                if is_all {
                    changes.push(format!("{} changed", rule.rule));
                }
            }
        }
    }
    let removed = before.iter().filter(|(key, _)| !after.contains_key(*key));
    changes.extend(removed.map(|(_, rule)| format!("{} removed", rule.rule)));
    if changes.is_empty() {
        changes.push("order of the rules".to_owned());
    }
    changes
}

fn named(rules: &[Rule]) -> BTreeMap<(&str, usize), &Rule> {
    let mut seen = BTreeMap::<&str, usize>::new();
    rules
        .iter()
        .map(|rule| {
            let count = seen.entry(rule.rule.as_str()).or_default();
            *count += 1;
            ((rule.rule.as_str(), *count), rule)
        })
        .collect()
}

fn props(rule: &str, before: &Attributes, after: &Attributes) -> Vec<String> {
    let text = |value: Option<&Value>| value.map_or("none".to_owned(), ToString::to_string);
    let mut names: Vec<_> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name))
        .map(|name| {
            let (old, new) = (text(before.get(name)), text(after.get(name)));
            format!("{rule} {name} {old} \u{2192} {new}")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::book;
    use crate::rulebook::RulebookType;

    fn change(id: &str, base: Option<Rulebook>, after: Option<Rulebook>) -> ProposedChange {
        ProposedChange {
            id: RulebookId::new(id),
            base,
            after,
        }
    }

    fn min_days(book: &Rulebook, days: i64) -> Rulebook {
        let mut book = book.clone();
        let props = book.rules[0].props.as_mut().unwrap();
        props.insert("min_days".to_owned(), Value::number(days));
        book
    }

    #[test]
    fn changed_rule_settings_are_named_with_both_values() {
        let core = book("core", 100, false);
        let proposed = [change(
            "core",
            Some(core.clone()),
            Some(min_days(&core, 60)),
        )];
        let found = Unestimated::of(&proposed);
        assert_eq!(
            found.describe().unwrap(),
            "Can\u{2019}t be estimated: this draft changes rule settings \
             (RuleAgeOfAccount min_days 90 \u{2192} 60)"
        );
        assert!(found.concerns(Product::Float) && !found.concerns(Product::Loan));
    }

    #[test]
    fn what_stored_results_can_answer_is_estimated() {
        let core = book("core", 100, false);
        let moved = Rulebook {
            priority: 10,
            ..core.clone()
        };
        let proposed = [
            change("core", Some(core.clone()), Some(moved)),
            change("old", Some(core), None),
        ];
        let found = Unestimated::of(&proposed);
        assert_eq!(found.describe(), None);
        assert!(!found.concerns(Product::Float));
    }

    #[test]
    fn several_rulebooks_are_named_and_so_are_new_ones_and_rules() {
        let core = book("core", 100, false);
        let mut longer = core.clone();
        let mut second = longer.rules[0].clone();
        second.props = None;
        longer.rules.push(second);
        let loan = Rulebook {
            kind: RulebookType::Loan,
            ..min_days(&core, 5)
        };
        let proposed = [
            change("core", Some(core.clone()), Some(longer)),
            change(
                "late",
                Some(core.clone()),
                Some(Rulebook {
                    rules: Vec::new(),
                    ..core
                }),
            ),
            change("fresh", None, Some(loan)),
        ];
        let found = Unestimated::of(&proposed);
        assert_eq!(
            found.describe().unwrap(),
            "Can\u{2019}t be estimated: this draft changes rule settings \
             (core: RuleAgeOfAccount added; late: RuleAgeOfAccount removed) and adds a rulebook (fresh)"
        );
        assert!(found.concerns(Product::Loan));
    }
}
