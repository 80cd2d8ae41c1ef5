//! Between DynamoDB's attribute values and the domain's: nothing is lost, numbers stay text.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::value::{Attributes, Number, Value};
use serde_json::Value as Json;
use std::collections::HashMap;

pub(crate) type SdkItem = HashMap<String, AttributeValue>;

pub(crate) fn from_sdk_item(item: SdkItem) -> Attributes {
    item.into_iter()
        .map(|(name, value)| (name, from_sdk(value)))
        .collect()
}

pub(crate) fn to_sdk_item(item: Attributes) -> SdkItem {
    item.into_iter()
        .map(|(name, value)| (name, to_sdk(value)))
        .collect()
}

pub(crate) fn from_sdk(value: AttributeValue) -> Value {
    match value {
        AttributeValue::Bool(yes) => Value::Bool(yes),
        AttributeValue::N(number) => Value::Number(Number::from_stored(number)),
        AttributeValue::S(text) => Value::Text(text),
        AttributeValue::B(bytes) => Value::Binary(bytes.into_inner()),
        AttributeValue::L(list) => Value::List(list.into_iter().map(from_sdk).collect()),
        AttributeValue::M(map) => Value::Map(from_sdk_item(map)),
        AttributeValue::Ss(set) => Value::TextSet(set),
        AttributeValue::Ns(set) => {
            Value::NumberSet(set.into_iter().map(Number::from_stored).collect())
        }
        AttributeValue::Bs(set) => {
            Value::BinarySet(set.into_iter().map(Blob::into_inner).collect())
        }
        // `Null`, and kinds that this SDK does not know yet.
        _ => Value::Null,
    }
}

pub(crate) fn to_sdk(value: Value) -> AttributeValue {
    match value {
        Value::Null => AttributeValue::Null(true),
        Value::Bool(yes) => AttributeValue::Bool(yes),
        Value::Number(number) => AttributeValue::N(number.as_str().to_owned()),
        Value::Text(text) => AttributeValue::S(text),
        Value::Binary(bytes) => AttributeValue::B(Blob::new(bytes)),
        Value::List(list) => AttributeValue::L(list.into_iter().map(to_sdk).collect()),
        Value::Map(map) => AttributeValue::M(to_sdk_item(map)),
        Value::TextSet(set) => AttributeValue::Ss(set),
        Value::NumberSet(set) => AttributeValue::Ns(
            set.into_iter()
                .map(|number| number.as_str().to_owned())
                .collect(),
        ),
        Value::BinarySet(set) => AttributeValue::Bs(set.into_iter().map(Blob::new).collect()),
    }
}

/// Plain JSON as people write items in documents and fixtures; numbers keep their digits.
pub fn from_json(json: Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(yes) => Value::Bool(yes),
        Json::Number(number) => Value::Number(Number::from_stored(number.to_string())),
        Json::String(text) => Value::Text(text),
        Json::Array(list) => Value::List(list.into_iter().map(from_json).collect()),
        Json::Object(map) => Value::Map(
            map.into_iter()
                .map(|(name, value)| (name, from_json(value)))
                .collect(),
        ),
    }
}

/// Plain JSON for people to read and copy. Sets become lists, bytes become a list of numbers.
pub fn to_json(value: &Value) -> Json {
    let number = |number: &Number| {
        serde_json::from_str(number.as_str()).unwrap_or_else(|_| Json::String(number.to_string()))
    };
    match value {
        Value::Null => Json::Null,
        Value::Bool(yes) => Json::Bool(*yes),
        Value::Number(n) => number(n),
        Value::Text(text) => Json::String(text.clone()),
        Value::Binary(bytes) => Json::from(bytes.clone()),
        Value::List(list) => Json::Array(list.iter().map(to_json).collect()),
        Value::Map(map) => Json::Object(
            map.iter()
                .map(|(name, value)| (name.clone(), to_json(value)))
                .collect(),
        ),
        Value::TextSet(set) => Json::from(set.clone()),
        Value::NumberSet(set) => Json::Array(set.iter().map(number).collect()),
        Value::BinarySet(set) => Json::Array(set.iter().map(|b| Json::from(b.clone())).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_value() -> impl Strategy<Value = Value> {
        let number = "-?[1-9][0-9]{0,37}".prop_map(Number::from_stored);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            number.clone().prop_map(Value::Number),
            ".*".prop_map(Value::Text),
            any::<Vec<u8>>().prop_map(Value::Binary),
            proptest::collection::vec(".+", 1..4).prop_map(Value::TextSet),
            proptest::collection::vec(number, 1..4).prop_map(Value::NumberSet),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
                proptest::collection::btree_map(".*", inner, 0..6).prop_map(Value::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn there_and_back_changes_nothing(value in any_value()) {
            prop_assert_eq!(from_sdk(to_sdk(value.clone())), value);
        }
    }

    #[test]
    fn thirty_eight_digits_survive_json() {
        let text = "12345678901234567890123456789012345678";
        let json: Json = serde_json::from_str(text).unwrap();
        assert_eq!(from_json(json), Value::Number(Number::from_stored(text)));
        assert_eq!(
            to_json(&Value::Number(Number::from_stored(text))).to_string(),
            text
        );
    }
}
