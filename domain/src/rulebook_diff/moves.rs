//! Which rules moved: as few as explain the new order.

use super::RuleMove;
use crate::rulebook::leaves::RuleKey;
use std::collections::{HashMap, HashSet};

/// The rules in both orders that do not belong to the longest part that kept its order.
pub(super) fn between(old: &[RuleKey], new: &[RuleKey]) -> Vec<RuleMove> {
    let stayed: HashSet<&RuleKey> = new.iter().collect();
    let before: HashMap<&RuleKey, u32> = old
        .iter()
        .filter(|key| stayed.contains(key))
        .zip(1..)
        .collect();
    let after: Vec<(&RuleKey, u32)> = new
        .iter()
        .filter_map(|key| Some((key, *before.get(key)?)))
        .collect();
    let places: Vec<u32> = after.iter().map(|(_, place)| *place).collect();
    let kept = longest_rising(&places);
    after
        .into_iter()
        .zip(1..)
        .zip(kept)
        .filter(|(_, is_kept)| !is_kept)
        .map(|(((rule, from), to), _)| RuleMove {
            rule: rule.clone(),
            from,
            to,
        })
        .collect()
}

/// For each number whether it belongs to a longest rising selection.
fn longest_rising(numbers: &[u32]) -> Vec<bool> {
    // `ends[n]` is the index of the smallest number that ends a rising selection of n + 1.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (index, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        previous.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut kept = vec![false; numbers.len()];
    let mut at = ends.last().copied();
    while let Some(index) = at {
        kept[index] = true;
        at = previous[index];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(names: &str) -> Vec<RuleKey> {
        let key = |name: char| RuleKey {
            name: name.to_string(),
            occurrence: 0,
        };
        names.chars().map(key).collect()
    }

    fn moved(old: &str, new: &str) -> Vec<String> {
        between(&keys(old), &keys(new))
            .iter()
            .map(|one| format!("{} {}-{}", one.rule, one.from, one.to))
            .collect()
    }

    #[test]
    fn one_rule_taken_to_the_top_is_one_move() {
        assert_eq!(moved("abcd", "dabc"), ["d 4-1"]);
    }

    #[test]
    fn what_comes_and_goes_moves_nothing() {
        assert_eq!(moved("abc", "xacy"), [""; 0]);
    }
}
