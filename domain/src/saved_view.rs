//! A list as somebody likes to look at it, under a name of their own.

use crate::free_text::VIEW_NAME;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

/// The longest address that is kept: filters of a list come to far less.
pub const LONGEST_QUERY: usize = 2_000;
/// So many views a person may keep; more would have to be searched.
pub const MOST: usize = 30;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedView {
    pub name: ViewName,
    /// The address behind the question mark, as the list itself writes it.
    pub query: String,
    pub at: Instant,
}

/// What a person calls a view. Two of one person's never have the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ViewName(String);

impl ViewName {
    /// Reads what was typed, or says what is wrong with it.
    pub fn parse(typed: &str) -> Result<Self, String> {
        VIEW_NAME.required(typed, "Give the view a name.").map(Self)
    }

    /// As it is stored.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_neither_empty_nor_longer_than_a_chip() {
        assert_eq!(ViewName::parse(" Denials "), Ok(ViewName::new("Denials")));
        assert!(ViewName::parse("  ").is_err());
        assert!(ViewName::parse(&"ü".repeat(60)).is_ok());
        assert!(ViewName::parse(&"x".repeat(61)).is_err());
    }
}
