//! An item as it came out of a table: sound, or broken in ways that can be named.

use crate::value::Attributes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where an item lies, so that any row can be opened raw.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ItemKey {
    /// The table by its role (`underwriting`), not by its name on one installation.
    pub table: String,
    pub partition: String,
    /// Absent where the table has no sort key.
    pub sort: Option<String>,
}

impl fmt::Display for ItemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.partition)?;
        self.sort.iter().try_for_each(|sort| write!(f, " / {sort}"))
    }
}

/// A sound item: what its type says, and what its type does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<T> {
    pub key: ItemKey,
    pub value: T,
    /// Attributes that no document names. They are shown, and survive every edit.
    pub unknown: Attributes,
    /// What is odd about an item that can still be used, such as a key that disagrees with it.
    pub notices: Vec<Problem>,
}

/// An item that does not fit its type: what is wrong with it, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenItem {
    pub key: ItemKey,
    pub problems: Vec<Problem>,
}

/// One thing that is wrong with one attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The attribute's path: `floats[2].amount`.
    pub path: String,
    pub what: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    Missing,
    /// Something else is stored than belongs there: what belongs, what is there.
    Is {
        expected: String,
        found: String,
    },
    /// What is stored is of another kind than belongs there, and its meaning is clear: what is there, what
    /// it was taken for.
    ReadAs {
        found: String,
        read_as: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            Fault::Missing => write!(f, "{} is missing", self.path),
            Fault::Is { expected, found } => {
                write!(f, "{} should be {expected}, but is {found}", self.path)
            }
            Fault::ReadAs { found, read_as } => {
                write!(f, "{} is {found}, read as {read_as}", self.path)
            }
        }
    }
}

impl fmt::Display for BrokenItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

/// What reading an item gives. A broken one is a value to show, never an error to fail on.
pub type Stored<T> = Result<Record<T>, BrokenItem>;
