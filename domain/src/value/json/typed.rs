//! Values as DynamoDB itself writes them, each with its type: `{"S": "mia"}`. What is copied from here
//! can be put back with Amazon's own tools.

use super::write::{block, text};
use crate::value::{Attributes, Number, Value};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

impl Value {
    /// DynamoDB's name of the type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Bool(_) => "BOOL",
            Self::Number(_) => "N",
            Self::Text(_) => "S",
            Self::Binary(_) => "B",
            Self::List(_) => "L",
            Self::Map(_) => "M",
            Self::TextSet(_) => "SS",
            Self::NumberSet(_) => "NS",
            Self::BinarySet(_) => "BS",
        }
    }
}

/// An item, on several lines, indented by two.
pub fn print_item(item: &Attributes) -> String {
    let mut out = String::new();
    map(&mut out, item, 0);
    out
}

/// What stands behind a value's type, likewise.
pub fn print_inside(value: &Value) -> String {
    let mut out = String::new();
    inside(&mut out, value, 0);
    out
}

fn map(out: &mut String, map: &Attributes, depth: usize) {
    block(out, '{', '}', depth, map.iter(), |out, (name, one)| {
        text(out, name);
        out.push_str(": ");
        value(out, one, depth + 1);
    });
}

fn value(out: &mut String, value: &Value, depth: usize) {
    out.push('{');
    text(out, value.type_name());
    out.push_str(": ");
    inside(out, value, depth);
    out.push('}');
}

fn inside(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Null => out.push_str("true"),
        Value::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        // Text, as DynamoDB has it: no reader is tempted to round.
        Value::Number(number) => text(out, number.as_str()),
        Value::Text(it) => text(out, it),
        Value::Binary(bytes) => text(out, &BASE64_STANDARD.encode(bytes)),
        Value::List(list) => block(out, '[', ']', depth, list.iter(), |out, one| {
            self::value(out, one, depth + 1);
        }),
        Value::Map(it) => map(out, it, depth),
        Value::TextSet(set) => texts(out, depth, set.iter().map(String::as_str)),
        Value::NumberSet(set) => texts(out, depth, set.iter().map(Number::as_str)),
        Value::BinarySet(set) => {
            let set: Vec<_> = set
                .iter()
                .map(|bytes| BASE64_STANDARD.encode(bytes))
                .collect();
            texts(out, depth, set.iter().map(String::as_str));
        }
    }
}

fn texts<'a>(out: &mut String, depth: usize, texts: impl ExactSizeIterator<Item = &'a str>) {
    block(out, '[', ']', depth, texts, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_written_as_dynamodb_writes_it() {
        let item: Attributes = [
            ("b", Value::Binary(vec![0, 255])),
            ("bs", Value::BinarySet(vec![b"a".to_vec()])),
            ("l", Value::List(vec![Value::Null, Value::Bool(true)])),
            (
                "m",
                Value::Map([("x".to_owned(), Value::text("é\"\n"))].into()),
            ),
            (
                "n",
                Value::Number(Number::from_stored(
                    "12345678901234567890123456789012345678",
                )),
            ),
            ("ns", Value::NumberSet(vec![Number::from_stored("1.50")])),
            ("s", Value::text("")),
            ("ss", Value::TextSet(vec!["a".to_owned()])),
            ("empty", Value::List(Vec::new())),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
        let read: serde_json::Value = serde_json::from_str(&print_item(&item)).unwrap();
        let expected = serde_json::json!({
            "b": {"B": "AP8="},
            "bs": {"BS": ["YQ=="]},
            "empty": {"L": []},
            "l": {"L": [{"NULL": true}, {"BOOL": true}]},
            "m": {"M": {"x": {"S": "é\"\n"}}},
            "n": {"N": "12345678901234567890123456789012345678"},
            "ns": {"NS": ["1.50"]},
            "s": {"S": ""},
            "ss": {"SS": ["a"]},
        });
        assert_eq!(read, expected);
    }

    #[test]
    fn what_stands_behind_a_type_has_no_type_around_it() {
        assert_eq!(print_inside(&Value::text("a")), "\"a\"");
        let list = Value::List(vec![Value::number(1)]);
        assert_eq!(print_inside(&list), "[\n  {\"N\": \"1\"}\n]");
    }
}
