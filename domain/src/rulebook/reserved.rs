//! Attributes that belong to a rulebook's item and not to the rulebook: its keys, its places in indexes, its
//! type, and the time at which the table deletes it.

use super::Rulebook;
use crate::value::Value;

/// With a `ttl` the table deletes the rulebook; under any of the other names it would be written over its own
/// key, or be found by queries for something else.
const RESERVED: [&str; 8] = [
    "PK",
    "SK",
    "GSI1PK",
    "GSI1SK",
    "GSI2PK",
    "GSI2SK",
    "item_type",
    "ttl",
];

/// In any case: nobody who types `TTL` means something else.
pub fn is_reserved(name: &str) -> bool {
    RESERVED
        .iter()
        .any(|reserved| reserved.eq_ignore_ascii_case(name))
}

/// The reserved attributes that a rulebook has and that aren't stored like that.
pub fn added_reserved<'a>(after: &'a Rulebook, stored: Option<&Rulebook>) -> Vec<&'a str> {
    let is_stored = |name: &str, value: &Value| {
        stored.is_some_and(|stored| stored.unknown.get(name) == Some(value))
    };
    let unknown = after.unknown.iter();
    let added = unknown.filter(|(name, value)| is_reserved(name) && !is_stored(name, value));
    added.map(|(name, _)| name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::tests::rulebook;

    #[test]
    fn keys_indexes_type_and_expiry_are_reserved_in_any_case() {
        for name in ["PK", "sk", "GSI1PK", "gsi2sk", "item_type", "ttl", "TTL"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["ttl_days", "comment", "apply_to", "GSI3PK"] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn only_what_is_not_stored_like_that_is_added() {
        let with = |ttl: i64| {
            let mut book = rulebook("a", 1);
            book.unknown.insert("ttl".to_owned(), Value::number(ttl));
            book
        };
        assert_eq!(added_reserved(&with(1), None), ["ttl"]);
        assert_eq!(added_reserved(&with(1), Some(&rulebook("a", 1))), ["ttl"]);
        assert_eq!(added_reserved(&with(2), Some(&with(1))), ["ttl"]);
        assert_eq!(added_reserved(&with(1), Some(&with(1))), [""; 0]);
        assert_eq!(added_reserved(&rulebook("a", 1), Some(&with(1))), [""; 0]);
    }
}
