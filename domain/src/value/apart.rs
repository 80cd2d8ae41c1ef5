//! Says values beside each other so that different ones never read the same: the number 90 and the text
//! 90, yes and the text "yes".

use super::{Value, json};

/// Each value in words; where two that differ would read the same, with its kind, and where even that is
/// the same, as JSON.
pub fn told_apart<const N: usize>(
    values: [Option<&Value>; N],
    said: impl Fn(&Value) -> String,
) -> [Option<String>; N] {
    let words = values.map(|value| value.map(&said));
    let present: Vec<_> = values
        .iter()
        .zip(&words)
        .filter_map(|(a, b)| a.zip(b.as_ref()))
        .collect();
    let pairs = present
        .iter()
        .flat_map(|one| present.iter().map(move |other| (one, other)));
    let mut alike = pairs
        .filter(|(one, other)| one.0 != other.0 && one.1 == other.1)
        .map(|(one, other)| one.0.kind() == other.0.kind())
        .peekable();
    if alike.peek().is_none() {
        return words;
    }
    if alike.any(|is_same_kind| is_same_kind) {
        return values.map(|value| value.map(json::print));
    }
    values.map(|value| value.map(|value| format!("{} ({})", said(value), value.kind())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(one: &Value, other: &Value) -> String {
        let [one, other] = told_apart([Some(one), Some(other)], Value::to_string);
        format!("{} → {}", one.unwrap(), other.unwrap())
    }

    #[test]
    fn what_reads_the_same_is_told_apart_by_its_kind() {
        let text = Value::text("90");
        assert_eq!(said(&Value::number(90), &text), "90 (a number) → 90 (text)");
        assert_eq!(
            said(&Value::Bool(true), &Value::text("yes")),
            "yes (yes/no) → yes (text)"
        );
        assert_eq!(
            said(&Value::Null, &Value::text("null")),
            "null (null) → null (text)"
        );
        assert_eq!(said(&Value::number(90), &Value::number(60)), "90 → 60");
    }

    #[test]
    fn inside_a_list_json_shows_it() {
        let list = |value| Value::List(vec![value]);
        let said = said(&list(Value::number(90)), &list(Value::text("90")));
        let (before, after) = said.split_once(" → ").unwrap();
        assert!(!before.contains('"') && after.contains("\"90\""), "{said}");
    }
}
