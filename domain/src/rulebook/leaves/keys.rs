//! Which rule of one version of a rulebook is which of another.

use super::RuleKey;
use crate::rulebook::Rule;
use std::collections::{HashMap, HashSet, VecDeque};

/// The first of a name is 0, the next one 1.
pub(crate) fn numbered(rules: &[Rule]) -> Vec<RuleKey> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    rules
        .iter()
        .map(|rule| {
            let count = seen.entry(&rule.rule).or_default();
            let occurrence = *count;
            *count += 1;
            RuleKey {
                name: rule.rule.clone(),
                occurrence,
            }
        })
        .collect()
}

/// The keys that rules have in `earlier`: where several have one name, those that are equal are the
/// same rule.
pub(crate) fn matched(rules: &[Rule], earlier: &[Rule]) -> Vec<RuleKey> {
    matched_to(rules, earlier, &numbered(earlier))
}

/// The same, where the rules of `earlier` go by these keys.
pub(crate) fn matched_to(rules: &[Rule], earlier: &[Rule], known: &[RuleKey]) -> Vec<RuleKey> {
    let mut equal: HashMap<&Rule, VecDeque<&RuleKey>> = HashMap::new();
    let mut free: HashMap<&str, VecDeque<&RuleKey>> = HashMap::new();
    for (rule, key) in earlier.iter().zip(known) {
        equal.entry(rule).or_default().push_back(key);
    }
    let mut keys: Vec<Option<&RuleKey>> = rules
        .iter()
        .map(|rule| equal.get_mut(rule)?.pop_front())
        .collect();
    for (rule, mut left) in equal {
        free.entry(&rule.rule).or_default().append(&mut left);
    }
    for left in free.values_mut() {
        left.make_contiguous().sort();
    }
    for (rule, key) in rules.iter().zip(&mut keys) {
        if key.is_none() {
            let left = free.get_mut(rule.rule.as_str());
            *key = left.and_then(VecDeque::pop_front);
        }
    }
    let taken: HashSet<&RuleKey> = keys.iter().flatten().copied().collect();
    let mut next: HashMap<&str, u32> = HashMap::new();
    let unused = |rule| {
        let count = next.entry(rule).or_default();
        loop {
            let key = RuleKey {
                name: rule.to_owned(),
                occurrence: *count,
            };
            *count += 1;
            if !taken.contains(&key) {
                return key;
            }
        }
    };
    with_the_rest(rules, &keys, unused)
}

/// The keys that were found, and new ones for the other rules.
fn with_the_rest<'a>(
    rules: &'a [Rule],
    keys: &[Option<&RuleKey>],
    mut unused: impl FnMut(&'a str) -> RuleKey,
) -> Vec<RuleKey> {
    let pairs = rules.iter().zip(keys);
    pairs
        .map(|(rule, key)| match key {
            Some(key) => (*key).clone(),
            None => unused(&rule.rule),
        })
        .collect()
}
