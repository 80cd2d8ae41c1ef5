//! Puts differences into words.

use super::{DiffView, Group, Row, Section, Sign, marks};
use domain::audit::AuditEvent;
use domain::configuration::Configuration;
use domain::rulebook::leaves::RuleKey;
use domain::rulebook_diff::{
    DiffKind, LeafChange, RulebookDiff, Summary, compare, kind_at, place_name, said_beside,
};
use domain::value::{Value, told_apart};
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub fn of_configurations(before: &Configuration, after: &Configuration) -> DiffView {
    let diff = compare(before, after).of_substance();
    let sections = diff.rulebooks.iter().map(|one| {
        let rulebook = after.get(&one.id).or(before.get(&one.id));
        let rules = rulebook.map_or(&[][..], |rulebook| &rulebook.rules);
        section(one, rules.iter().map(|rule| rule.rule.as_str()))
    });
    DiffView {
        line: Summary(&diff).to_string(),
        sections: sections.collect(),
    }
}

/// What an audit event put on record as changed.
pub fn of_event(event: &AuditEvent) -> Vec<Row> {
    let changes = event.changes().into_iter();
    changes
        .map(|change| {
            let values = [change.before.as_ref(), change.after.as_ref()];
            let [before, after] = told_apart(values, Value::to_string);
            marks::row(change.field, before, after)
        })
        .collect()
}

fn section<'a>(diff: &RulebookDiff, rules: impl Iterator<Item = &'a str>) -> Section {
    let mut groups: BTreeMap<Option<&RuleKey>, Group> = BTreeMap::new();
    for change in diff.told() {
        let key = change.place.rule();
        let group = groups.entry(key).or_insert_with(|| group(key, diff.kind));
        if change.place.is_presence() {
            group.sign = presence(change);
        } else {
            group.rows.push(row(change));
        }
    }
    for one in &diff.moves {
        let group = groups
            .entry(Some(&one.rule))
            .or_insert_with(|| group(Some(&one.rule), DiffKind::Changed));
        if group.rows.is_empty() {
            group.sign = Sign::Moved;
        }
        group.note = format!("moved from {} to {}", one.from, one.to);
    }
    let order = diff.order.as_deref().unwrap_or_default();
    let places: HashMap<&RuleKey, usize> = order.iter().zip(1..).collect();
    for (key, group) in &mut groups {
        let place = key.and_then(|key| places.get(key));
        if let (Sign::Added, Some(place)) = (group.sign, place) {
            group.note = format!("added, {place} of {}", order.len());
        }
    }
    let touched: BTreeSet<&str> = groups
        .keys()
        .flatten()
        .map(|key| key.name.as_str())
        .collect();
    let unchanged = rules
        .filter(|rule| !touched.contains(rule))
        .map(str::to_owned);
    let unchanged = unchanged.collect();
    // As they follow each other afterwards; what is gone comes last.
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(key, group)| match key {
        None => 0,
        Some(_) if group.sign == Sign::Removed => usize::MAX,
        Some(key) => places.get(key).copied().unwrap_or_default(),
    });
    Section {
        id: diff.id.to_string(),
        name: diff.name.clone(),
        sign: sign(diff.kind),
        unchanged,
        groups: groups.into_iter().map(|(_, group)| group).collect(),
    }
}

fn group(key: Option<&RuleKey>, kind: DiffKind) -> Group {
    Group {
        title: key.map(ToString::to_string).unwrap_or_default(),
        sign: sign(kind),
        note: String::new(),
        rows: Vec::new(),
    }
}

fn sign(kind: DiffKind) -> Sign {
    match kind {
        DiffKind::Added => Sign::Added,
        DiffKind::Removed => Sign::Removed,
        DiffKind::Changed => Sign::Changed,
    }
}

fn presence(change: &LeafChange) -> Sign {
    match (&change.before, &change.after) {
        (None, _) => Sign::Added,
        (_, None) => Sign::Removed,
        _ => Sign::Changed,
    }
}

fn row(change: &LeafChange) -> Row {
    let values = [change.before.as_ref(), change.after.as_ref()];
    let [before, after] = said_beside(&change.place, values);
    Row {
        kind: kind(change),
        ..marks::row(place_name(&change.place), before, after)
    }
}

fn kind(change: &LeafChange) -> String {
    let of = |value: &Option<Value>| value.as_ref().and_then(|it| kind_at(&change.place, it));
    match (of(&change.before), of(&change.after)) {
        (Some(before), Some(after)) if before != after => format!("{before} → {after}"),
        (_, Some(kind)) | (Some(kind), None) => kind.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests;
