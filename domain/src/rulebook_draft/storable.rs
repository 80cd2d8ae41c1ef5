//! What the database takes, checked where it is typed: what it refuses later it refuses without a word
//! about the field.

use crate::value::{Number, Value};
use std::collections::BTreeSet;

/// DynamoDB nests 32 deep, and in a snapshot a rulebook stands in a list of the update.
const DEEPEST: usize = 30;

/// Why a value could not be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unstorable {
    #[error("This is not a number, or one of more than 38 digits or too large.")]
    Number,
    #[error("A value inside it has no name.")]
    NoName,
    #[error("A set holds at least one value, and none of them twice.")]
    Set,
    #[error("It is nested too deep.")]
    TooDeep,
}

/// Whether the database would take a value with everything inside it.
pub fn storable(value: &Value) -> Result<(), Unstorable> {
    within(value, DEEPEST)
}

fn within(value: &Value, levels: usize) -> Result<(), Unstorable> {
    let inside = || levels.checked_sub(1).ok_or(Unstorable::TooDeep);
    match value {
        Value::Number(number) => takes(number),
        Value::NumberSet(set) => {
            set.iter().try_for_each(takes)?;
            is_set(set.iter().map(Number::as_str))
        }
        Value::TextSet(set) => is_set(set),
        Value::BinarySet(set) => is_set(set),
        Value::List(list) => {
            let levels = inside()?;
            list.iter().try_for_each(|value| within(value, levels))
        }
        Value::Map(map) => {
            let levels = inside()?;
            if map.contains_key("") {
                return Err(Unstorable::NoName);
            }
            map.values().try_for_each(|value| within(value, levels))
        }
        Value::Null | Value::Bool(_) | Value::Text(_) | Value::Binary(_) => Ok(()),
    }
}

fn takes(number: &Number) -> Result<(), Unstorable> {
    if number.is_well_formed() {
        Ok(())
    } else {
        Err(Unstorable::Number)
    }
}

fn is_set<T: Ord>(values: impl IntoIterator<Item = T>) -> Result<(), Unstorable> {
    let mut seen = BTreeSet::new();
    let is_once = values.into_iter().all(|value| seen.insert(value));
    if is_once && !seen.is_empty() {
        Ok(())
    } else {
        Err(Unstorable::Set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::json;

    #[test]
    fn what_the_database_refuses_is_known_however_deep_it_lies() {
        for (text, wrong) in [
            (r#"{"a": [{"": 1}]}"#, Unstorable::NoName),
            (r#"{"a": {"$N": "12x"}}"#, Unstorable::Number),
            (r#"{"a": {"$NS": ["1", "x"]}}"#, Unstorable::Number),
            (r#"{"a": {"$SS": []}}"#, Unstorable::Set),
            (r#"{"a": {"$SS": ["b", "b"]}}"#, Unstorable::Set),
        ] {
            let value = json::parse(text).unwrap();
            assert_eq!(storable(&value), Err(wrong), "{text}");
        }
        let fine = json::parse(r#"{"a": [{"b": 1}, {"$SS": ["x", "y"]}, "", null]}"#).unwrap();
        assert_eq!(storable(&fine), Ok(()));
    }

    #[test]
    fn what_is_nested_deeper_than_a_snapshot_can_hold_is_refused() {
        let nested = |levels| {
            let lists = (0..levels).fold(Value::Null, |inner, _| Value::List(vec![inner]));
            storable(&lists)
        };
        assert_eq!(nested(DEEPEST), Ok(()));
        assert_eq!(nested(DEEPEST + 1), Err(Unstorable::TooDeep));
    }
}
