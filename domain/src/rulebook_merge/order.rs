//! The order of the rules after two people changed it.

use crate::rulebook::leaves::RuleKey;
use std::collections::BTreeSet;

/// The leading order; what only the other one has comes behind the rule that it follows there.
pub(super) fn merged(
    leading: &[RuleKey],
    following: &[RuleKey],
    is_there: impl Fn(&RuleKey) -> bool,
) -> Vec<RuleKey> {
    let mut order: Vec<RuleKey> = leading
        .iter()
        .filter(|key| is_there(key))
        .cloned()
        .collect();
    let mut placed: BTreeSet<RuleKey> = order.iter().cloned().collect();
    for (index, key) in following.iter().enumerate() {
        if !is_there(key) || !placed.insert(key.clone()) {
            continue;
        }
        let mut before = following[..index].iter().rev();
        let place = before
            .find_map(|key| order.iter().position(|placed| placed == key))
            .map_or(0, |place| place + 1);
        order.insert(place, key.clone());
    }
    order
}
