//! What a rule's or a rulebook's result number says.

use crate::money::{Cents, Spoken};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A result as rules and rulebooks store it: -1, 0, or an amount in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    Denied,
    Approved,
    ApprovedFor(Cents),
    /// Below -1: no document says what it means.
    Undocumented(i64),
}

impl Verdict {
    pub fn from_stored(result: i64) -> Self {
        match result {
            0 => Self::Denied,
            -1 => Self::Approved,
            amount @ 1.. => Self::ApprovedFor(Cents(amount)),
            other => Self::Undocumented(other),
        }
    }

    pub fn as_stored(self) -> i64 {
        match self {
            Self::Denied => 0,
            Self::Approved => -1,
            Self::ApprovedFor(amount) => amount.0,
            Self::Undocumented(other) => other,
        }
    }

    pub fn approves(self) -> bool {
        matches!(self, Self::Approved | Self::ApprovedFor(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied => f.write_str("denied"),
            Self::Approved => f.write_str("approved"),
            Self::ApprovedFor(amount) => write!(f, "approved for {}", Spoken(*amount)),
            Self::Undocumented(other) => write!(f, "undocumented result {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn minus_one_approves_zero_denies_and_more_is_an_amount() {
        assert_eq!(Verdict::from_stored(-1), Verdict::Approved);
        assert_eq!(Verdict::from_stored(0), Verdict::Denied);
        assert_eq!(Verdict::from_stored(3000).to_string(), "approved for $30");
        assert!(!Verdict::from_stored(-2).approves());
    }

    proptest! {
        #[test]
        fn nothing_stored_is_lost(result: i64) {
            prop_assert_eq!(Verdict::from_stored(result).as_stored(), result);
        }
    }
}
