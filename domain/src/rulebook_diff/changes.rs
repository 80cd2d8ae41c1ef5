//! Which values differ, in the order of their places.

use super::LeafChange;
use crate::rulebook::leaves::{Place, RuleKey, RulePart};
use crate::rulebook::{Rule, Rulebook};
use crate::value::{Attributes, Value};
use std::collections::BTreeMap;

/// A rulebook, if there is one, and the keys of its rules.
pub(super) struct Keyed<'a>(pub Option<&'a Rulebook>, pub &'a [RuleKey]);

impl<'a> Keyed<'a> {
    fn fields(&self) -> Attributes {
        self.0.map(Rulebook::plain_fields).unwrap_or_default()
    }

    fn rules(&self) -> impl Iterator<Item = (&'a RuleKey, &'a Rule)> {
        self.1
            .iter()
            .zip(self.0.into_iter().flat_map(|it| &it.rules))
    }
}

/// Rules that are equal are not taken apart: of a large configuration that is most of them.
pub(super) fn between(old: Keyed, new: Keyed) -> Vec<LeafChange> {
    let mut out = Vec::new();
    compare(old.fields(), new.fields(), Place::Field, &mut out);
    let mut pairs: BTreeMap<&RuleKey, (Option<&Rule>, Option<&Rule>)> = BTreeMap::new();
    for (key, rule) in old.rules() {
        pairs.entry(key).or_default().0 = Some(rule);
    }
    for (key, rule) in new.rules() {
        pairs.entry(key).or_default().1 = Some(rule);
    }
    for (key, (before, after)) in pairs {
        if before != after {
            let apart = |rule: Option<&Rule>| rule.map(Rule::apart).unwrap_or_default();
            let (old, new) = (apart(before), apart(after));
            let at = |part| Place::Rule(key.clone(), part);
            compare(old.0, new.0, at, &mut out);
            let prop = |name| at(RulePart::Prop(name));
            compare(old.1, new.1, prop, &mut out);
        }
    }
    out
}

fn compare<Name: Ord>(
    old: BTreeMap<Name, Value>,
    mut new: BTreeMap<Name, Value>,
    place: impl Fn(Name) -> Place,
    out: &mut Vec<LeafChange>,
) {
    let first = out.len();
    for (name, before) in old {
        let after = new.remove(&name);
        if after.as_ref() != Some(&before) {
            out.push(LeafChange {
                place: place(name),
                before: Some(before),
                after,
            });
        }
    }
    out.extend(new.into_iter().map(|(name, after)| LeafChange {
        place: place(name),
        before: None,
        after: Some(after),
    }));
    out[first..].sort_by(|a, b| a.place.cmp(&b.place));
}
