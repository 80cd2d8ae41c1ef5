//! A diff in one line of plain words.

use super::{ConfigurationDiff, DiffKind, LeafChange, RulebookDiff};
use crate::basis_points::BasisPoints;
use crate::money::{Cents, Spoken};
use crate::rulebook::leaves::{Place, RuleKey, RulePart};
use crate::rulebook::plain::{
    AB_GROUP, ARN, LAST_UPDATED, NAME, PRIORITY, RULE_TYPE, SHARE, SUPERSEDING, is_documented,
};
use crate::rulebook::{RuleType, RulebookType};
use crate::value::{Number, Value, told_apart};
use std::collections::BTreeSet;
use std::fmt;

/// How many changes a line tells before it counts the rest.
const TOLD: usize = 4;
/// A value longer than this is cut short in a line; the diff itself shows all of it.
const LONGEST: usize = 40;

/// A diff as one line: `stringent_v1: share 10 % → 20 %; RuleAgeOfAccount min_days 90 → 60`.
pub struct Summary<'a>(pub &'a ConfigurationDiff);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = 0;
        let mut total = 0;
        for diff in self
            .0
            .rulebooks
            .iter()
            .filter(|diff| diff.is_of_substance())
        {
            let parts = parts(diff);
            for (index, part) in parts.iter().enumerate() {
                total += 1;
                if told == TOLD {
                    continue;
                }
                told += 1;
                let separator = if total == 1 { "" } else { "; " };
                match (index, diff.kind) {
                    (0, DiffKind::Changed) => write!(f, "{separator}{}: {part}", diff.id)?,
                    _ => write!(f, "{separator}{part}")?,
                }
            }
        }
        match total - told {
            0 if total == 0 => f.write_str("no change"),
            0 => Ok(()),
            1 => f.write_str("; and 1 more change"),
            more => write!(f, "; and {more} more changes"),
        }
    }
}

fn parts(diff: &RulebookDiff) -> Vec<String> {
    match diff.kind {
        DiffKind::Added => return vec![format!("{} added", diff.id)],
        DiffKind::Removed => return vec![format!("{} removed", diff.id)],
        DiffKind::Changed => {}
    }
    let mut parts = Vec::new();
    // A rule that comes or goes is told once, not value by value.
    let mut whole: BTreeSet<&RuleKey> = BTreeSet::new();
    for change in diff.told() {
        match (&change.place, change.place.is_presence()) {
            (Place::Rule(key, _), true) if change.before.is_none() => {
                whole.insert(key);
                parts.push(format!("{key} added"));
            }
            (Place::Rule(key, _), true) if change.after.is_none() => {
                whole.insert(key);
                parts.push(format!("{key} removed"));
            }
            _ => {}
        }
    }
    for change in diff.told() {
        if !change.place.rule().is_some_and(|key| whole.contains(key)) {
            parts.push(changed(change));
        }
    }
    for one in &diff.moves {
        parts.push(format!(
            "{} moved from {} to {}",
            one.rule, one.from, one.to
        ));
    }
    parts
}

fn changed(change: &LeafChange) -> String {
    let name = match &change.place {
        Place::Field(name) => field_name(name).to_owned(),
        Place::Rule(key, _) => format!("{key} {}", place_name(&change.place)),
    };
    let values = [change.before.as_ref(), change.after.as_ref()];
    let kinds = values.map(|value| kind_at(&change.place, value?));
    let retyped = match kinds {
        [Some(before), Some(after)] if before != after => format!(" ({before} → {after})"),
        _ => String::new(),
    };
    match said_beside(&change.place, values).map(|value| value.map(shortened)) {
        [Some(before), Some(after)] => format!("{name} {before} → {after}{retyped}"),
        [None, Some(after)] => format!("{name} set to {after}"),
        [Some(before), None] => format!("{name} {before} removed"),
        [None, None] => name,
    }
}

/// Values of one place beside each other: those that differ never read the same.
pub fn said_beside<const N: usize>(
    place: &Place,
    values: [Option<&Value>; N],
) -> [Option<String>; N] {
    told_apart(values, |value| said(place, value))
}

/// What stands at a place, by the name that people use. A property keeps its own name, whatever it is.
pub fn place_name(place: &Place) -> &str {
    match place {
        Place::Rule(_, RulePart::Prop(name)) => name,
        _ => field_name(place.name()),
    }
}

/// An attribute by the name that people use.
pub fn field_name(stored: &str) -> &str {
    match stored {
        NAME => "name",
        SHARE => "share",
        AB_GROUP => "A/B group",
        ARN => "ARN",
        RULE_TYPE => "runs",
        LAST_UPDATED => "last updated",
        other => other,
    }
}

/// Whether a property is an amount in cents, by its name.
pub fn is_cents(name: &str) -> bool {
    name == "cents" || name.ends_with("_cents")
}

/// The kind of a value that may be of any: a property, or an attribute that no document names. Nothing where
/// the place says it already.
pub fn kind_at(place: &Place, value: &Value) -> Option<&'static str> {
    let is_any = match place {
        Place::Rule(_, RulePart::Prop(_)) => true,
        Place::Field(name) | Place::Rule(_, RulePart::Field(name)) => !is_documented(name),
        Place::Rule(_, RulePart::NoProps) => false,
    };
    is_any.then(|| match value.kind() {
        "a number" => "number",
        "a list" => "list",
        "a map" => "map",
        other => other,
    })
}

/// A text that reads like something else stands in quotation marks.
fn quoted(text: &str) -> String {
    let is_word = ["yes", "no", "true", "false", "null", "empty"].contains(&text);
    let is_number = text.parse::<f64>().is_ok();
    if is_word || is_number || text.starts_with(['"', '[', '{']) {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}

fn amount(number: &Number) -> String {
    match number.as_i64() {
        Some(cents) => format!("{number} ({})", Spoken(Cents(cents))),
        None => number.to_string(),
    }
}

/// A value in words, as its place has it: a share as a percentage, a type by its phrase.
pub fn said(place: &Place, value: &Value) -> String {
    match (place, value) {
        (Place::Field(name), Value::Number(number)) if name == SHARE => {
            number.as_i64().map_or_else(
                || number.to_string(),
                |share| BasisPoints(share).to_string(),
            )
        }
        (Place::Field(name), Value::Text(kind)) if name == "type" => {
            RulebookType::from_stored(kind).in_words().to_owned()
        }
        (Place::Rule(_, RulePart::Field(name)), Value::Text(kind)) if name == RULE_TYPE => {
            RuleType::from_stored(kind).in_words().to_owned()
        }
        (Place::Field(name), Value::Bool(_)) if name == SUPERSEDING => value.to_string(),
        (Place::Field(name), Value::Number(_)) if name == PRIORITY => value.to_string(),
        (_, Value::Text(text)) if text.is_empty() => "empty".to_owned(),
        (Place::Rule(_, RulePart::Prop(name)), Value::Number(number)) if is_cents(name) => {
            amount(number)
        }
        (_, Value::Text(text)) if kind_at(place, value).is_some() => quoted(text),
        _ => value.to_string(),
    }
}

fn shortened(text: String) -> String {
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}
