//! A value as JSON for people to read and edit, and back without a loss.
//!
//! A reader of its own, since this runs in the browser too: numbers must keep their 38 digits, and
//! the library there reads them as floats unless all it does changes with it. What JSON has no kind
//! for stands in a map with one name: `{"$SS": ["a"]}` is a set of texts.

mod read;
pub mod typed;
mod write;

use super::{Attributes, Number, Value};

/// The names under which kinds that JSON lacks are written.
const NUMBER: &str = "$N";
const BINARY: &str = "$B";
const TEXTS: &str = "$SS";
const NUMBERS: &str = "$NS";
const BINARIES: &str = "$BS";

/// Why a text is no JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Line {line}: {what}")]
pub struct JsonError {
    pub line: usize,
    pub what: &'static str,
}

pub fn parse(text: &str) -> Result<Value, JsonError> {
    read::Reader::new(text).document()
}

/// On several lines, indented by two.
pub fn print(value: &Value) -> String {
    let mut out = String::new();
    write::value(&mut out, value, 0);
    out
}

/// A map likewise.
pub fn print_map(map: &Attributes) -> String {
    let mut out = String::new();
    write::map(&mut out, map, 0);
    out
}

impl Number {
    /// Whether DynamoDB takes it: an optional sign, digits, a fraction, an exponent; 38 digits that count,
    /// and no more than 125 places before the point or 130 behind it.
    pub fn is_well_formed(&self) -> bool {
        let text = self.as_str();
        is_json_number(text) && magnitude(text).is_some_and(|size| size.fits())
    }
}

/// How large a number is, without working it out.
struct Magnitude {
    /// Without zeros before the first and behind the last of them.
    digits: usize,
    /// The power of ten of its first digit.
    power: i64,
}

impl Magnitude {
    fn fits(&self) -> bool {
        self.digits == 0 || (self.digits <= 38 && (-130..=125).contains(&self.power))
    }
}

/// Of a number as JSON has it; nothing where its exponent is beyond all bounds.
fn magnitude(text: &str) -> Option<Magnitude> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let zeros = all.len() - digits.len();
    let first = i64::try_from(whole.len()).ok()? - 1 - i64::try_from(zeros).ok()?;
    Some(Magnitude {
        digits: digits.trim_end_matches('0').len(),
        power: first.checked_add(exponent.parse().ok()?)?,
    })
}

fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.trim_start_matches(['+', '-'])))
        && exponent.is_none_or(|exponent| !exponent.get(1..).unwrap_or("").contains(['+', '-']))
}

/// A map that would be read as one of the kinds above has its name escaped by one more `$`.
fn needs_escape(map: &Attributes) -> bool {
    map.len() == 1 && map.keys().all(|name| name.starts_with('$'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn any_value() -> impl Strategy<Value = Value> {
        let number = "-?[1-9][0-9]{0,37}".prop_map(Number::from_stored);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            number.clone().prop_map(Value::Number),
            ".{0,12}".prop_map(|text| Value::Number(Number::from_stored(text))),
            ".*".prop_map(Value::Text),
            any::<Vec<u8>>().prop_map(Value::Binary),
            proptest::collection::vec(".+", 1..4).prop_map(Value::TextSet),
            proptest::collection::vec(number, 1..4).prop_map(Value::NumberSet),
            proptest::collection::vec(any::<Vec<u8>>(), 1..3).prop_map(Value::BinarySet),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            let name = prop_oneof![".*", Just("$SS".to_owned()), Just("$$M".to_owned())];
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
                proptest::collection::btree_map(name, inner, 0..6).prop_map(Value::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_comes_back(value in any_value()) {
            prop_assert_eq!(parse(&print(&value)).unwrap(), value);
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in ".*") {
            let _ = parse(&text);
        }

        #[test]
        fn others_read_what_is_printed(value in any_value()) {
            prop_assert!(serde_json::from_str::<serde_json::Value>(&print(&value)).is_ok());
        }
    }

    #[test]
    fn every_way_to_write_a_value_is_read() {
        let text = r#" {"a": [1, -2.50, 3E+2, true, null, "\u00e9\n\ud83d\ude00"], "b": {}} "#;
        let Value::Map(map) = parse(text).unwrap() else {
            panic!("a map");
        };
        assert_eq!(map["a"].to_string(), "[1, -2.50, 3E+2, yes, null, é\n😀]");
        assert_eq!(map["b"], Value::Map(Attributes::new()));
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        for (text, line) in [
            ("", 1),
            ("{\n\"a\": 01}", 2),
            ("[1,\n2,\n]", 3),
            ("{\"a\": 1 \"b\": 2}", 1),
            ("\"open", 1),
            ("[1] 2", 1),
            ("{\"a\": 1, \"a\": 2}", 1),
        ] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn a_number_that_the_database_would_refuse_is_known() {
        for good in [
            "0",
            "-1",
            "1.5",
            "1E+3",
            "12345678901234567890123456789012345678",
            "1234567890123456789012345678901234567800000",
            "0.00012345678901234567890123456789012345678",
            "9.9E+125",
            "1E-130",
            "0.0",
        ] {
            assert!(Number::from_stored(good).is_well_formed(), "{good}");
        }
        let too_long = "123456789012345678901234567890123456789";
        for bad in [
            "",
            "12x",
            "1.",
            ".5",
            "01",
            "1e",
            "1e+-2",
            "NaN",
            "1E126",
            "1E-131",
            too_long,
            "1E99999999999999999999",
        ] {
            assert!(!Number::from_stored(bad).is_well_formed(), "{bad}");
        }
    }
}
