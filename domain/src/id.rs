//! Ids are types, so that a float id never stands where a user id belongs.

use crate::instant::Instant;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! ids {
    ( $( $(#[$doc:meta])* $name:ident; )+ ) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// An id as another service stored it: opaque, never cut apart.
            pub fn new(id: impl Into<String>) -> Self {
                Self(id.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+ };
}

ids! {
    /// A customer. There is no table of users: any id is a user, perhaps without stored data.
    UserId;
    /// An evaluation; starts with its epoch second, beyond that opaque.
    ResultId;
    /// A float that was taken; `loan_id` in collection-history.
    FloatId;
    /// A loan that was taken.
    LoanId;
    /// A connected bank login at Plaid.
    BankItemId;
    /// One account of a bank login.
    AccountId;
    /// A rulebook.
    RulebookId;
    /// A change of the rulebooks: when, and by whom.
    UpdateId;
    /// A change of the rulebooks that waits for a second pair of eyes.
    ProposalId;
    /// A campaign of Float Desk's.
    CampaignId;
    /// A staff member. Chosen once and never changed, unlike the name that they go by.
    StaffId;
}

impl UpdateId {
    /// The name of the change that somebody made at that time.
    pub fn of(at: Instant, by: &StaffId) -> Self {
        Self::new(format!("{}#{by}", at.stored()))
    }

    /// When it was made, as far as its name tells.
    pub fn at(&self) -> Option<Instant> {
        self.as_str().split('#').next().and_then(Instant::parse)
    }

    /// `10 Feb 2024, 14:30 UTC by admin-jane`; one that another service named otherwise, as it is.
    pub fn in_words(&self) -> String {
        let by = self.as_str().split_once('#').map(|(_, by)| by);
        let read = self.at().zip(by);
        read.map_or_else(|| self.to_string(), |(at, by)| format!("{at} by {by}"))
    }
}

/// Longest id that fits every key it becomes part of: sort keys end at 1,024 bytes.
pub const LONGEST: usize = 1_000;

/// Why something typed is no user id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum IdError {
    #[error("Type or paste a user id.")]
    Empty,
    #[error("That is too long for a user id: {0} bytes, and ids end at {LONGEST}.")]
    TooLong(u64),
}

impl UserId {
    /// What a person typed or a link carried, to the letter.
    pub fn parse(id: &str) -> Result<Self, IdError> {
        if id.is_empty() {
            Err(IdError::Empty)
        } else if id.len() > LONGEST {
            Err(IdError::TooLong(id.len() as u64))
        } else {
            Ok(Self::new(id))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_up_to_a_thousand_bytes_is_a_user_id() {
        for odd in ["a#b", "a/b", "%2F", "..", "two words", "🐢"] {
            assert_eq!(UserId::parse(odd), Ok(UserId::new(odd)));
        }
        assert!(UserId::parse(&"x".repeat(1_000)).is_ok());
    }

    #[test]
    fn a_change_is_named_by_when_and_by_whom() {
        let id = UpdateId::new("2024-02-10T14:30:00Z#admin-jane");
        assert_eq!(id.in_words(), "10 Feb 2024, 14:30 UTC by admin-jane");
        assert_eq!(UpdateId::new("odd").in_words(), "odd");
    }

    #[test]
    fn a_longer_one_is_refused_with_its_length() {
        assert_eq!(
            UserId::parse(&"é".repeat(501)),
            Err(IdError::TooLong(1_002))
        );
    }

    #[test]
    fn nothing_is_no_id_and_blanks_are_part_of_one() {
        assert_eq!(UserId::parse(""), Err(IdError::Empty));
        assert_eq!(UserId::parse(" a "), Ok(UserId::new(" a ")));
    }
}
