//! A list as somebody likes to look at it, under a name of their own.

use crate::instant::Instant;
use serde::{Deserialize, Serialize};

/// Longest name of a view: it has to fit on a chip.
pub const LONGEST_NAME: usize = 60;
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ViewNameError {
    #[error("Give the view a name.")]
    Empty,
    #[error("A view's name has {LONGEST_NAME} letters at the most.")]
    TooLong,
}

impl ViewName {
    /// Reads what was typed.
    pub fn parse(text: &str) -> Result<Self, ViewNameError> {
        let text = text.trim();
        match text.chars().count() {
            0 => Err(ViewNameError::Empty),
            1..=LONGEST_NAME => Ok(Self(text.to_owned())),
            _ => Err(ViewNameError::TooLong),
        }
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
        assert_eq!(ViewName::parse("  "), Err(ViewNameError::Empty));
        assert!(ViewName::parse(&"ü".repeat(LONGEST_NAME)).is_ok());
        let long = "x".repeat(LONGEST_NAME + 1);
        assert_eq!(ViewName::parse(&long), Err(ViewNameError::TooLong));
    }
}
