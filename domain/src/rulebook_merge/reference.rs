//! The merge once more, as simple as it can be said: every rule is looked for among all others. What the merge
//! gives is held against it.

use super::*;
use crate::rulebook::any::any_rulebook;
use crate::rulebook::leaves::RulePart;
use proptest::prelude::*;

/// The values of a rule, found among all of them.
fn of_rule(leaves: &Leaves, key: &RuleKey) -> Vec<(Place, Value)> {
    let values = leaves.values.iter();
    let of_rule = values.filter(|(place, _)| place.rule() == Some(key));
    of_rule
        .map(|(place, value)| (place.clone(), value.clone()))
        .collect()
}

fn whole(leaves: &Leaves, key: &RuleKey) -> Option<Value> {
    let values = of_rule(leaves, key).into_iter();
    let values: Attributes = values
        .map(|(place, value)| (place.within_rule().into_owned(), value))
        .collect();
    (!values.is_empty()).then_some(Value::Map(values))
}

fn is_contested(merge: &Merge, key: &RuleKey) -> bool {
    let of = |leaves| of_rule(leaves, key);
    let (base, theirs, mine) = (of(&merge.base), of(&merge.theirs), of(&merge.mine));
    !base.is_empty()
        && theirs.is_empty() != mine.is_empty()
        && base != if theirs.is_empty() { mine } else { theirs }
}

/// The fields without the order of the rules.
fn fields(merge: &Merge) -> Vec<MergeField> {
    let sides = [&merge.base, &merge.theirs, &merge.mine];
    let mut places: Vec<&Place> = sides.iter().flat_map(|it| it.values.keys()).collect();
    places.sort();
    places.dedup();
    let mut fields = Vec::new();
    for place in places {
        match place.rule().filter(|key| is_contested(merge, key)) {
            Some(key) if place.is_presence() => {
                let [base, theirs, mine] = sides.map(|leaves| whole(leaves, key));
                fields.push(MergeField {
                    place: place.clone(),
                    base,
                    theirs,
                    mine,
                    state: MergeState::Conflict,
                });
            }
            Some(_) => {}
            None => {
                let [base, theirs, mine] = sides.map(|it| it.values.get(place).cloned());
                fields.extend(MergeField::of(place.clone(), (base, theirs, mine)));
            }
        }
    }
    fields
}

/// For each rule that only the following order has, the nearest before it there is looked for.
fn order(leading: &[RuleKey], following: &[RuleKey], gone: &[RuleKey]) -> Vec<RuleKey> {
    let is_there = |key: &&RuleKey| !gone.contains(key);
    let mut order: Vec<RuleKey> = leading.iter().filter(is_there).cloned().collect();
    for (index, key) in following.iter().enumerate() {
        if gone.contains(key) || order.contains(key) {
            continue;
        }
        let mut before = following[..index].iter().rev();
        let place = before.find_map(|key| order.iter().position(|placed| placed == key));
        order.insert(place.map_or(0, |place| place + 1), key.clone());
    }
    order
}

fn key(name: char) -> RuleKey {
    RuleKey {
        name: name.to_string(),
        occurrence: 0,
    }
}

/// Some of eight keys, in any order.
fn some_keys() -> impl Strategy<Value = Vec<RuleKey>> {
    let all: Vec<_> = ('a'..='h').map(key).collect();
    (Just(all).prop_shuffle(), 0..=8_usize).prop_map(|(mut keys, count)| {
        keys.truncate(count);
        keys
    })
}

proptest! {
    #[test]
    fn the_order_is_that_of_the_simple_search(
        leading in some_keys(),
        following in some_keys(),
        gone in some_keys(),
    ) {
        let merged = order::merged(&leading, &following, |key| !gone.contains(key));
        prop_assert_eq!(merged, order(&leading, &following, &gone));
    }

    #[test]
    fn the_fields_are_those_of_the_simple_search(
        base in any_rulebook(),
        theirs in any_rulebook(),
        mine in any_rulebook(),
    ) {
        let merge = merge(&base, &theirs, &mine);
        let found = merge.fields.iter().filter(|field| !field.place.is_order());
        prop_assert_eq!(found.cloned().collect::<Vec<_>>(), fields(&merge));
        for field in &merge.fields {
            let covered = merge.covered(field);
            let is_whole = matches!(field.base, Some(Value::Map(_))) && field.place.is_presence();
            let expected: BTreeSet<Place> = match field.place.rule().filter(|_| is_whole) {
                Some(key) => [&merge.base, &merge.theirs, &merge.mine]
                    .into_iter()
                    .flat_map(|leaves| of_rule(leaves, key))
                    .map(|(place, _)| place)
                    .collect(),
                None => BTreeSet::from([field.place.clone()]),
            };
            prop_assert_eq!(covered, expected.into_iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_rule_without_properties_is_covered_whole() {
    // The last part of a rule is the mark that it has none.
    let bare = Place::Rule(key('a'), RulePart::NoProps);
    let leaves = Leaves {
        values: BTreeMap::from([(bare.clone(), Value::Null)]),
        order: vec![key('a')],
    };
    let found: Vec<_> = leaves.of_rule(&key('a')).map(|(place, _)| place).collect();
    assert_eq!(found, [&bare]);
}
