//! The order of the rules after two people changed it.

use crate::rulebook::leaves::RuleKey;
use std::collections::HashMap;

/// The leading order; what only the other one has comes behind the rule that it follows there.
pub(super) fn merged(
    leading: &[RuleKey],
    following: &[RuleKey],
    is_there: impl Fn(&RuleKey) -> bool,
) -> Vec<RuleKey> {
    let mut chain = Chain::default();
    for key in leading.iter().filter(|key| is_there(key)) {
        chain.insert(key, chain.last);
    }
    // Everything before it in the following order is in the chain by then, or not there at all.
    let mut before = None;
    for key in following.iter().filter(|key| is_there(key)) {
        let place = chain.places.get(key).copied();
        before = Some(place.unwrap_or_else(|| chain.insert(key, before)));
    }
    chain.into_order()
}

/// Rules in an order into which another one is put at any place without moving the others.
#[derive(Default)]
struct Chain<'a> {
    rules: Vec<&'a RuleKey>,
    /// Of each rule the one behind it.
    next: Vec<Option<usize>>,
    first: Option<usize>,
    last: Option<usize>,
    places: HashMap<&'a RuleKey, usize>,
}

impl<'a> Chain<'a> {
    /// Puts a rule behind another one, or at the top, and gives its place.
    fn insert(&mut self, key: &'a RuleKey, before: Option<usize>) -> usize {
        let place = self.rules.len();
        let next = match before {
            Some(before) => self.next[before].replace(place),
            None => self.first.replace(place),
        };
        if next.is_none() {
            self.last = Some(place);
        }
        self.rules.push(key);
        self.next.push(next);
        self.places.insert(key, place);
        place
    }

    fn into_order(self) -> Vec<RuleKey> {
        let places = std::iter::successors(self.first, |place| self.next[*place]);
        places.map(|place| self.rules[place].clone()).collect()
    }
}
