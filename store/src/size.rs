//! How large an item is by DynamoDB's reckoning, to say so before it is refused.

use domain::value::{Attributes, Number, Value};

/// No item may be larger.
pub const LARGEST_ITEM: usize = 400 * 1024;
/// Nor all items of a transaction together.
pub const LARGEST_TRANSACTION: usize = 4 * 1024 * 1024;
/// Nor may a transaction touch more items.
pub const MOST_ACTIONS: usize = 100;

pub fn item_size(item: &Attributes) -> usize {
    item.iter()
        .map(|(name, value)| name.len() + value_size(value))
        .sum()
}

fn value_size(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 1,
        Value::Number(number) => number_size(number),
        Value::Text(text) => text.len(),
        Value::Binary(bytes) => bytes.len(),
        // Three for the list itself and one for each of its values.
        Value::List(list) => 3 + list.iter().map(|one| 1 + value_size(one)).sum::<usize>(),
        Value::Map(map) => 3 + map.len() + item_size(map),
        Value::TextSet(set) => set.iter().map(String::len).sum(),
        Value::NumberSet(set) => set.iter().map(number_size).sum(),
        Value::BinarySet(set) => set.iter().map(Vec::len).sum(),
    }
}

/// About one byte for two digits, and one more.
fn number_size(number: &Number) -> usize {
    let digits = number.as_str().bytes().filter(u8::is_ascii_digit).count();
    let sign = usize::from(number.as_str().starts_with('-'));
    digits.div_ceil(2) + 1 + sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_as_well_as_values() {
        let item = Attributes::from([
            ("id".to_owned(), Value::text("é")),
            ("on".to_owned(), Value::Bool(true)),
            ("n".to_owned(), Value::number(-123)),
            ("l".to_owned(), Value::List(vec![Value::Null])),
        ]);
        assert_eq!(item_size(&item), (2 + 2) + (2 + 1) + (1 + 4) + (1 + 5));
    }
}
