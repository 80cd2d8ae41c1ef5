//! Lists come page by page, and a page says where the next one starts.

use domain::value::Attributes;
use serde::{Deserialize, Serialize};

/// How much of a list is wanted, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    pub size: u32,
    pub after: Option<Cursor>,
}

impl PageRequest {
    pub fn first(size: u32) -> Self {
        Self { size, after: None }
    }

    pub fn after(size: u32, cursor: Cursor) -> Self {
        Self {
            size,
            after: Some(cursor),
        }
    }
}

/// The key of the last item that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(pub(crate) Attributes);

/// Part of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Where the next page starts; nothing at the end of the list.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(f).collect(),
            next: self.next,
        }
    }
}
