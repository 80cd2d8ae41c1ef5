//! Two people changed the same rulebook: what only one of them changed is taken over, and where both
//! did, somebody chooses value by value.

mod order;

use crate::rulebook::Rulebook;
use crate::rulebook::leaves::{Leaves, Place, RuleKey};
use crate::rulebook::plain::{FieldProblem, LAST_UPDATED};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Three versions of a rulebook brought together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    pub fields: Vec<MergeField>,
    base: Leaves,
    theirs: Leaves,
    mine: Leaves,
}

/// A value that at least one of the two changed. For a rule that one removed and the other changed,
/// the whole rule is one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeField {
    pub place: Place,
    pub base: Option<Value>,
    pub theirs: Option<Value>,
    pub mine: Option<Value>,
    pub state: MergeState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MergeState {
    OnlyTheirs,
    OnlyMine,
    /// Both did the same.
    Agreed,
    /// Both changed it, each to something else: somebody must choose.
    Conflict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Theirs,
    Mine,
}

impl MergeField {
    /// Of base, theirs and mine; nothing where nobody changed it.
    fn of(
        place: Place,
        (base, theirs, mine): (Option<Value>, Option<Value>, Option<Value>),
    ) -> Option<Self> {
        let state = match (base == theirs, base == mine) {
            (true, true) => return None,
            (false, true) => MergeState::OnlyTheirs,
            (true, false) => MergeState::OnlyMine,
            (false, false) if theirs == mine => MergeState::Agreed,
            (false, false) => MergeState::Conflict,
        };
        Some(Self {
            place,
            base,
            theirs,
            mine,
            state,
        })
    }
}

pub fn merge(base: &Rulebook, theirs: &Rulebook, mine: &Rulebook) -> Merge {
    let strip = |mut leaves: Leaves| {
        // Written anew by each update, so that it would be a conflict every time.
        leaves.values.remove(&Place::Field(LAST_UPDATED.to_owned()));
        leaves
    };
    let mut merge = Merge {
        fields: Vec::new(),
        theirs: strip(Leaves::of_later(theirs, &base.rules)),
        mine: strip(Leaves::of_later(mine, &base.rules)),
        base: strip(Leaves::of(base)),
    };
    let whole = merge.contested_rules();
    let places: BTreeSet<&Place> = [&merge.base, &merge.theirs, &merge.mine]
        .into_iter()
        .flat_map(|leaves| leaves.values.keys())
        .collect();
    let mut fields = Vec::new();
    for place in places {
        match place.rule().filter(|key| whole.contains(key)) {
            Some(key) if place.is_presence() => fields.push(merge.whole_rule(key)),
            Some(_) => {}
            None => fields.extend(merge.single(place)),
        }
    }
    fields.extend(merge.order());
    merge.fields = fields;
    merge
}

impl Merge {
    /// How many values somebody must choose.
    pub fn conflicts(&self) -> usize {
        let is_conflict = |field: &&MergeField| field.state == MergeState::Conflict;
        self.fields.iter().filter(is_conflict).count()
    }

    /// The rulebook with a choice made for each conflict.
    pub fn resolve(
        &self,
        choose: impl Fn(&MergeField) -> Choice,
    ) -> Result<Rulebook, Vec<FieldProblem>> {
        let choice = |field: &MergeField| match field.state {
            MergeState::OnlyTheirs | MergeState::Agreed => Choice::Theirs,
            MergeState::OnlyMine => Choice::Mine,
            MergeState::Conflict => choose(field),
        };
        let (orders, others): (Vec<_>, Vec<_>) =
            self.fields.iter().partition(|field| field.place.is_order());
        let mut values: BTreeMap<Place, Value> = self.base.values.clone();
        for field in others {
            let from = match choice(field) {
                Choice::Theirs => &self.theirs,
                Choice::Mine => &self.mine,
            };
            for place in self.covered(field) {
                match from.values.get(&place) {
                    Some(value) => values.insert(place, value.clone()),
                    None => values.remove(&place),
                };
            }
        }
        let is_there = |key: &RuleKey| values.contains_key(&Place::presence_of(key));
        let leading = match orders.first() {
            Some(order) => choice(order),
            // Nobody moved anything; what was added stands where it was put.
            None if self.mine.order == self.base.order => Choice::Theirs,
            None => Choice::Mine,
        };
        let (leading, following) = match leading {
            Choice::Theirs => (&self.theirs, &self.mine),
            Choice::Mine => (&self.mine, &self.theirs),
        };
        let order = order::merged(&leading.order, &following.order, is_there);
        // A property of a rule that is gone goes with it.
        let kept: BTreeSet<&RuleKey> = order.iter().collect();
        values.retain(|place, _| place.rule().is_none_or(|key| kept.contains(key)));
        Leaves { values, order }.into_rulebook()
    }

    /// Rules that one removed while the other changed them.
    fn contested_rules(&self) -> BTreeSet<RuleKey> {
        self.base
            .order
            .iter()
            .filter(|key| {
                let presence = Place::presence_of(key);
                let theirs = self.theirs.values.contains_key(&presence);
                let mine = self.mine.values.contains_key(&presence);
                theirs != mine && {
                    let left = if theirs { &self.theirs } else { &self.mine };
                    !left.of_rule(key).eq(self.base.of_rule(key))
                }
            })
            .cloned()
            .collect()
    }

    fn single(&self, place: &Place) -> Option<MergeField> {
        let of = |leaves: &Leaves| leaves.values.get(place).cloned();
        let values = (of(&self.base), of(&self.theirs), of(&self.mine));
        MergeField::of(place.clone(), values)
    }

    /// How the rules follow each other that all three have: what somebody added or removed between
    /// them moves none.
    fn order(&self) -> Option<MergeField> {
        let keys = |leaves: &Leaves| leaves.order.iter().cloned().collect::<BTreeSet<RuleKey>>();
        let (theirs, mine) = (keys(&self.theirs), keys(&self.mine));
        let mut shared = keys(&self.base);
        shared.retain(|key| theirs.contains(key) && mine.contains(key));
        let of = |leaves: &Leaves| {
            let order = leaves.order.iter().filter(|key| shared.contains(key));
            let names: Vec<_> = order.map(ToString::to_string).collect();
            Some(Value::text(names.join(", ")))
        };
        let orders = (of(&self.base), of(&self.theirs), of(&self.mine));
        MergeField::of(Place::order(), orders)
    }

    fn whole_rule(&self, key: &RuleKey) -> MergeField {
        let of = |leaves: &Leaves| {
            let values: Attributes = leaves
                .of_rule(key)
                .map(|(place, value)| (place.within_rule().into_owned(), value.clone()))
                .collect();
            (!values.is_empty()).then_some(Value::Map(values))
        };
        MergeField {
            place: Place::presence_of(key),
            base: of(&self.base),
            theirs: of(&self.theirs),
            mine: of(&self.mine),
            state: MergeState::Conflict,
        }
    }

    /// The places that a choice decides on.
    fn covered(&self, field: &MergeField) -> Vec<Place> {
        let is_whole = |value: &Option<Value>| matches!(value, Some(Value::Map(_)));
        match field.place.rule() {
            Some(key) if field.place.is_presence() && is_whole(&field.base) => {
                let sides = [&self.base, &self.theirs, &self.mine].into_iter();
                let places = sides.flat_map(|leaves| leaves.of_rule(key));
                let places: BTreeSet<&Place> = places.map(|(place, _)| place).collect();
                places.into_iter().cloned().collect()
            }
            _ => vec![field.place.clone()],
        }
    }
}

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
