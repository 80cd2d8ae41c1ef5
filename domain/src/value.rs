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

    /// What somebody types who means a number: digits, perhaps with a sign and decimals. A leading zero is kept
    /// as text, since a number would lose it.
    pub fn typed(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
        let is_number = is_digits(whole) && is_digits(decimals) && !has_leading_zero;
        (is_number && whole.len() + decimals.len() <= 38).then(|| Self(text.to_owned()))
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

    #[test]
    fn digits_are_a_number_and_what_a_number_would_lose_is_none() {
        for text in [
            "14",
            "-5",
            "0",
            "0.5",
            "1234567890123456789012345678901234567",
        ] {
            let typed = Number::typed(text);
            assert_eq!(typed.as_ref().map(Number::as_str), Some(text));
        }
        for text in ["", "-", "007", "1.", ".5", "1e3", "14 days", "1,000"] {
            assert_eq!(Number::typed(text), None, "{text}");
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
