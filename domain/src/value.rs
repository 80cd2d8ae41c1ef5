//! Stored values of any shape, with every digit: what an unknown attribute, a rule's props or an
//! evaluation's features hold.

mod apart;
pub mod json;

pub use apart::told_apart;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The attributes of an item or of a nested map.
pub type Attributes = BTreeMap<String, Value>;

/// One DynamoDB value. Numbers stay text, since they have up to 38 digits and a float has 15.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    Binary(Vec<u8>),
    List(Vec<Value>),
    Map(Attributes),
    TextSet(Vec<String>),
    NumberSet(Vec<Number>),
    BinarySet(Vec<Vec<u8>>),
}

/// A number as stored, digit by digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(String);

impl Number {
    /// The text must be a number as DynamoDB writes it; the store only passes on what it read.
    pub fn from_stored(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The whole number it stands for (`3000` and `3E+3` alike), if it is whole and fits.
    pub fn as_i64(&self) -> Option<i64> {
        if let Ok(whole) = self.0.parse() {
            return Some(whole);
        }
        let (mantissa, exponent) = match self.0.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (self.0.as_str(), 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let shift = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let digits: i64 = format!("{whole}{fraction}").parse().ok()?;
        if digits == 0 {
            return Some(0);
        }
        let scale = 10_i64.checked_pow(shift.unsigned_abs())?;
        if shift >= 0 {
            digits.checked_mul(scale)
        } else {
            (digits % scale == 0).then(|| digits / scale)
        }
    }

    /// For drawing and comparing only; anything shown or stored keeps its digits.
    pub fn as_f64(&self) -> Option<f64> {
        self.0
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self(number.to_string())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub fn number(number: i64) -> Self {
        Self::Number(number.into())
    }

    /// The kind in plain words, for saying what was found where something else belongs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "yes/no",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::Binary(_) => "binary",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
            Self::TextSet(_) => "a set of texts",
            Self::NumberSet(_) => "a set of numbers",
            Self::BinarySet(_) => "a set of binaries",
        }
    }
}

/// In short, for a person: text as it is, lists and maps in brackets.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(true) => f.write_str("yes"),
            Self::Bool(false) => f.write_str("no"),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Binary(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::List(list) => bracketed(f, '[', list.iter(), ']'),
            Self::TextSet(set) => bracketed(f, '[', set.iter(), ']'),
            Self::NumberSet(set) => bracketed(f, '[', set.iter(), ']'),
            Self::BinarySet(set) => write!(f, "{} binaries", set.len()),
            Self::Map(map) => {
                let pairs = map.iter().map(|(name, value)| format!("{name}: {value}"));
                bracketed(f, '{', pairs, '}')
            }
        }
    }
}

fn bracketed<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    open: char,
    items: impl Iterator<Item = T>,
    close: char,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (index, item) in items.enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    write!(f, "{close}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn whole_numbers_read_in_every_spelling() {
        for (text, number) in [
            ("3000", 3000),
            ("3E+3", 3000),
            ("3.0", 3),
            ("-0.0", 0),
            ("120e-1", 12),
        ] {
            assert_eq!(Number::from_stored(text).as_i64(), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_not_whole_or_too_large_is_not_guessed() {
        for text in [
            "0.5",
            "1E+30",
            "99999999999999999999",
            "",
            "abc",
            "1E+99999999999",
        ] {
            assert_eq!(Number::from_stored(text).as_i64(), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in ".*") {
            let _ = Number::from_stored(text).as_i64();
        }

        #[test]
        fn every_whole_number_comes_back(number: i64) {
            prop_assert_eq!(Number::from(number).as_i64(), Some(number));
        }
    }
}
