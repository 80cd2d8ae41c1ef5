//! A diff made ready to be shown: everything in words, what changed inside a text marked. The server
//! makes it, so that the browser need not know how.

#[cfg(feature = "ssr")]
mod build;
#[cfg(feature = "ssr")]
mod marks;

#[cfg(feature = "ssr")]
pub use build::{of_configurations, of_event};

use serde::{Deserialize, Serialize};

/// What differs between two versions of something, section by section.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffView {
    /// All of it in one line.
    pub line: String,
    pub sections: Vec<Section>,
}

/// What differs in one thing, such as a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    pub id: String,
    pub name: String,
    pub sign: Sign,
    pub groups: Vec<Group>,
    /// The parts that stayed as they were, folded.
    pub unchanged: Vec<String>,
}

/// Values that belong together, such as those of one rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Empty for the thing's own values.
    pub title: String,
    pub sign: Sign,
    /// Where it moved or was put, if it did or was.
    pub note: String,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    Added,
    Removed,
    Changed,
    Moved,
}

/// One value before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub field: String,
    /// What kind of value it is, where the field doesn't say: `number`, `text → number`.
    pub kind: String,
    pub before: Option<Vec<Span>>,
    pub after: Option<Vec<Span>>,
}

impl Row {
    /// With nothing marked inside: for words that are short enough to be taken in at once.
    pub fn plain(field: String, before: String, after: String) -> Self {
        let whole = |text| {
            Some(vec![Span {
                text,
                is_marked: false,
            }])
        };
        Self {
            field,
            kind: String::new(),
            before: whole(before),
            after: whole(after),
        }
    }
}

/// Part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub text: String,
    /// Whether this part is what changed.
    pub is_marked: bool,
}
