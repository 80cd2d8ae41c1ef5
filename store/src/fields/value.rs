//! What one stored value says, if it is of the kind that is wanted.

use domain::day::Day;
use domain::instant::Instant;
use domain::value::{Attributes, Number, Value};

pub(crate) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

pub(super) fn as_bool(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(yes) => Some(*yes),
        _ => None,
    }
}

pub(crate) fn as_number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        _ => None,
    }
}

pub(super) fn as_whole(value: &Value) -> Option<i64> {
    as_number(value)?.as_i64()
}

pub(super) fn as_instant(value: &Value) -> Option<Instant> {
    Instant::parse(&as_text(value)?)
}

pub(crate) fn as_epoch(value: &Value) -> Option<Instant> {
    as_whole(value).and_then(Instant::from_epoch_seconds)
}

pub(crate) fn as_moment(value: &Value) -> Option<Instant> {
    as_instant(value).or_else(|| as_epoch(value))
}

pub(crate) fn as_day(value: &Value) -> Option<Day> {
    Day::parse(&as_text(value)?)
}

pub(super) fn as_map(value: &Value) -> Option<Attributes> {
    match value {
        Value::Map(map) => Some(map.clone()),
        _ => None,
    }
}

pub(crate) fn as_list(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::List(list) => Some(list.clone()),
        _ => None,
    }
}
