//! What is wrong with what somebody typed, each thing at its field.

use crate::free_text::REASON;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The box that confirms an ID of which there is no record.
pub const CONFIRMED: &str = "confirmed";
pub const NOT_CONFIRMED: &str =
    "No record of this ID. Check it, then confirm that it\u{2019}s right.";

/// One thing that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldError {
    /// The field's name in its form.
    pub field: String,
    pub message: String,
}

/// Everything that is wrong with one form, in the order of its fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldErrors(pub Vec<FieldError>);

impl FieldErrors {
    pub fn add(&mut self, field: &str, message: impl Into<String>) {
        self.0.push(FieldError {
            field: field.to_owned(),
            message: message.into(),
        });
    }

    /// What is wrong with one field.
    pub fn at(&self, field: &str) -> Option<&str> {
        let found = self.0.iter().find(|error| error.field == field);
        found.map(|error| error.message.as_str())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, unless something is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{}", error.message)?;
        }
        Ok(())
    }
}

/// A reason as it will be stored, or what is wrong with it.
pub fn reason(typed: &str) -> Result<String, String> {
    REASON.required(
        typed,
        "Give a reason. It's stored with the change and in the audit log.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_of_blanks_is_refused_and_so_is_one_without_end() {
        assert_eq!(reason("  because "), Ok("because".to_owned()));
        assert!(reason(" \n ").is_err());
        assert!(reason(&"é".repeat(1_000)).is_ok());
        assert!(reason(&"é".repeat(1_001)).is_err());
    }
}
