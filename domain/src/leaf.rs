//! Stored values of any depth as a flat list, so that they fit a table.

use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// One value with the names that lead to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    pub path: Vec<String>,
    pub value: Value,
}

impl Leaf {
    /// `history › [2] › amount`.
    pub fn name(&self) -> String {
        self.path.join(" \u{203a} ")
    }
}

/// Every value, in the order of its names. A list of plain values stays one value; an empty map or
/// list is a value too, since it is stored.
pub fn leaves(attributes: &Attributes) -> Vec<Leaf> {
    let mut found = Vec::new();
    for (name, value) in attributes {
        collect(&mut vec![name.clone()], value, &mut found);
    }
    found
}

fn collect(path: &mut Vec<String>, value: &Value, found: &mut Vec<Leaf>) {
    let mut inside = |name: String, value: &Value| {
        path.push(name);
        collect(path, value, found);
        path.pop();
    };
    match value {
        Value::Map(map) if !map.is_empty() => {
            for (name, value) in map {
                inside(name.clone(), value);
            }
        }
        Value::List(list) if list.iter().any(is_nested) => {
            for (index, value) in list.iter().enumerate() {
                inside(format!("[{index}]"), value);
            }
        }
        plain => found.push(Leaf {
            path: path.clone(),
            value: plain.clone(),
        }),
    }
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Map(_) | Value::List(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Number;

    #[test]
    fn ten_levels_and_thirty_eight_digits_come_out_whole() {
        let digits = "12345678901234567890123456789012345678";
        let bottom = Value::Number(Number::from_stored(digits));
        let deep = (0..10).fold(bottom, |inner, _| {
            Value::Map(Attributes::from([("in".to_owned(), inner)]))
        });
        let found = leaves(&Attributes::from([("top".to_owned(), deep)]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path.len(), 11);
        assert_eq!(found[0].value.to_string(), digits);
    }

    #[test]
    fn lists_of_plain_values_stay_together_and_empty_ones_are_not_lost() {
        let plain = Value::List(vec![Value::number(1), Value::text("a")]);
        let maps = Value::List(vec![Value::Map(Attributes::from([(
            "n".to_owned(),
            Value::Null,
        )]))]);
        let found = leaves(&Attributes::from([
            ("empty".to_owned(), Value::Map(Attributes::new())),
            ("maps".to_owned(), maps),
            ("plain".to_owned(), plain),
        ]));
        let said: Vec<_> = found
            .iter()
            .map(|leaf| format!("{} = {}", leaf.name(), leaf.value))
            .collect();
        assert_eq!(
            said,
            [
                "empty = {}",
                "maps \u{203a} [0] \u{203a} n = null",
                "plain = [1, a]"
            ]
        );
    }
}
