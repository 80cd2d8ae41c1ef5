//! What differs between two configurations: rulebook by rulebook, rule by rule, value by value.
//!
//! Rulebooks are told apart by id and rules by name, never by position: a rule put on top of the
//! others is one rule added, and a rule that only stands elsewhere has moved.

mod changes;
mod moves;
mod words;

pub use words::{Summary, field_name, is_cents, kind_at, place_name, said, said_beside};

use crate::configuration::Configuration;
use crate::id::RulebookId;
use crate::rulebook::Rulebook;
use crate::rulebook::leaves::{Leaves, Place, RuleKey, matched, numbered};
use crate::rulebook::plain::{FieldProblem, LAST_UPDATED};
use crate::value::Value;
use changes::Keyed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What makes one configuration into another; empty where they are equal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationDiff {
    /// By id.
    pub rulebooks: Vec<RulebookDiff>,
}

/// What makes one rulebook into another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookDiff {
    pub id: RulebookId,
    /// Its name afterwards, or before it was removed.
    pub name: String,
    pub kind: DiffKind,
    pub changes: Vec<LeafChange>,
    /// The order of the rules afterwards, where it is another one.
    pub order: Option<Vec<RuleKey>>,
    pub moves: Vec<RuleMove>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiffKind {
    Added,
    Removed,
    Changed,
}

/// One value that is another one afterwards, is new, or is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeafChange {
    pub place: Place,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// A rule that stands elsewhere among those that stayed; places count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleMove {
    pub rule: RuleKey,
    pub from: u32,
    pub to: u32,
}

pub fn compare(before: &Configuration, after: &Configuration) -> ConfigurationDiff {
    let mut pairs: BTreeMap<&RulebookId, (Option<&Rulebook>, Option<&Rulebook>)> = BTreeMap::new();
    for rulebook in before.rulebooks() {
        pairs.entry(&rulebook.rulebook_id).or_default().0 = Some(rulebook);
    }
    for rulebook in after.rulebooks() {
        pairs.entry(&rulebook.rulebook_id).or_default().1 = Some(rulebook);
    }
    let rulebooks = pairs
        .into_values()
        .filter_map(|(before, after)| compare_rulebooks(before, after))
        .collect();
    ConfigurationDiff { rulebooks }
}

/// Nothing where both are equal, or neither is there.
pub fn compare_rulebooks(
    before: Option<&Rulebook>,
    after: Option<&Rulebook>,
) -> Option<RulebookDiff> {
    if before == after {
        return None;
    }
    let shown = after.or(before)?;
    let kind = match (before, after) {
        (None, _) => DiffKind::Added,
        (_, None) => DiffKind::Removed,
        _ => DiffKind::Changed,
    };
    let earlier: &[_] = before.map_or(&[], |rulebook| &rulebook.rules);
    let later: &[_] = after.map_or(&[], |rulebook| &rulebook.rules);
    let (old, new) = (numbered(earlier), matched(later, earlier));
    Some(RulebookDiff {
        id: shown.rulebook_id.clone(),
        name: shown.rulebook_name.clone(),
        kind,
        changes: changes::between(Keyed(before, &old), Keyed(after, &new)),
        moves: moves::between(&old, &new),
        order: (old != new).then_some(new),
    })
}

impl ConfigurationDiff {
    pub fn is_empty(&self) -> bool {
        self.rulebooks.is_empty()
    }

    /// Without rulebooks that differ in nothing but the note of when they were last updated, or in how
    /// a rule without properties is stored.
    #[must_use]
    pub fn of_substance(mut self) -> Self {
        self.rulebooks.retain(RulebookDiff::is_of_substance);
        self
    }

    /// The configuration that this leads to from the one it starts at.
    pub fn apply(&self, to: &Configuration) -> Result<Configuration, Vec<FieldProblem>> {
        let mut rulebooks: BTreeMap<_, _> = to
            .rulebooks()
            .iter()
            .map(|rulebook| (rulebook.rulebook_id.clone(), rulebook.clone()))
            .collect();
        for diff in &self.rulebooks {
            let before = rulebooks.remove(&diff.id);
            if let Some(after) = diff.apply(before.as_ref())? {
                rulebooks.insert(after.rulebook_id.clone(), after);
            }
        }
        Ok(rulebooks.into_values().collect())
    }
}

impl RulebookDiff {
    /// Whether anything changed beside the note of when it was last updated.
    pub fn is_of_substance(&self) -> bool {
        self.kind != DiffKind::Changed || self.order.is_some() || self.told().next().is_some()
    }

    /// The changes that are worth telling.
    pub fn told(&self) -> impl Iterator<Item = &LeafChange> {
        let is_note = |place: &Place| matches!(place, Place::Field(name) if name == LAST_UPDATED);
        self.changes
            .iter()
            .filter(move |change| !is_note(&change.place) && !change.place.is_form_only())
    }

    /// The rulebook that this leads to; nothing where it is removed.
    pub fn apply(&self, to: Option<&Rulebook>) -> Result<Option<Rulebook>, Vec<FieldProblem>> {
        if self.kind == DiffKind::Removed {
            return Ok(None);
        }
        let mut leaves = to.map(Leaves::of).unwrap_or_default();
        for change in &self.changes {
            match &change.after {
                Some(after) => leaves.values.insert(change.place.clone(), after.clone()),
                None => leaves.values.remove(&change.place),
            };
        }
        if let Some(order) = &self.order {
            leaves.order.clone_from(order);
        }
        leaves.into_rulebook().map(Some)
    }
}

#[cfg(test)]
mod tests;
