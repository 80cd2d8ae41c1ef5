//! What of a decision is shown beside its time.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Column {
    User,
    Float,
    Loan,
    Rulebook,
    Status,
    Account,
    Snapshot,
    Original,
}

impl Column {
    /// Its name in the address; one field for each column.
    pub const FIELD: &str = "column";

    /// In the order in which they stand.
    pub const ALL: [Self; 8] = [
        Self::User,
        Self::Float,
        Self::Loan,
        Self::Rulebook,
        Self::Status,
        Self::Account,
        Self::Snapshot,
        Self::Original,
    ];

    /// Those that are shown unless somebody says otherwise.
    pub const USUAL: [Self; 5] = [
        Self::User,
        Self::Float,
        Self::Loan,
        Self::Rulebook,
        Self::Status,
    ];

    /// The word that stands in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Float => "float",
            Self::Loan => "loan",
            Self::Rulebook => "rulebook",
            Self::Status => "status",
            Self::Account => "account",
            Self::Snapshot => "snapshot",
            Self::Original => "original",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::User => "User",
            Self::Float => "Float",
            Self::Loan => "Loan",
            Self::Rulebook => "Decided by",
            Self::Status => "Status",
            Self::Account => "Account",
            Self::Snapshot => "Rulebooks as of",
            Self::Original => "Original",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.word() == word)
    }

    /// Each once, in the order in which they stand.
    pub(super) fn in_order(chosen: Vec<Self>) -> Vec<Self> {
        let is_chosen = |column: &Self| chosen.contains(column);
        Self::ALL.into_iter().filter(is_chosen).collect()
    }
}
