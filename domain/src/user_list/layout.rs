//! What separates the IDs of a list.

use super::cells::cells;
use super::is_head;
use serde::{Deserialize, Serialize};

/// How a list is laid out. Line breaks always separate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    #[default]
    Lines,
    Commas,
    Semicolons,
    Tabs,
    Spaces,
    /// A CSV whose first column holds the IDs.
    Table,
}

/// What separates the columns of a table.
pub(super) const TABLE: &[char] = &[',', ';', '\t'];

impl Layout {
    pub const ALL: [Self; 6] = [
        Self::Lines,
        Self::Commas,
        Self::Semicolons,
        Self::Tabs,
        Self::Spaces,
        Self::Table,
    ];

    /// The word in forms.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Commas => "commas",
            Self::Semicolons => "semicolons",
            Self::Tabs => "tabs",
            Self::Spaces => "spaces",
            Self::Table => "table",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.word() == word)
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Lines => "One per line",
            Self::Commas => "Commas",
            Self::Semicolons => "Semicolons",
            Self::Tabs => "Tabs",
            Self::Spaces => "Spaces",
            Self::Table => "First column of a table",
        }
    }

    /// As the end of a sentence about IDs.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Lines => "one per line",
            Self::Commas => "separated by commas",
            Self::Semicolons => "separated by semicolons",
            Self::Tabs => "separated by tabs",
            Self::Spaces => "separated by spaces",
            Self::Table => "from the first column",
        }
    }

    pub(super) fn separators(self) -> &'static [char] {
        match self {
            Self::Lines => &[],
            Self::Commas => &[','],
            Self::Semicolons => &[';'],
            Self::Tabs => &['\t'],
            Self::Spaces => &[' '],
            Self::Table => TABLE,
        }
    }

    /// What a text looks like. Several lines of equally many cells, or a line that names a column and
    /// others, are a table; one line with separators is a list.
    pub fn detect(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .peekable();
        let has_head = lines
            .next_if(|line| is_head(line, Self::Table))
            .is_some_and(|head| cells(head, TABLE).cells.len() > 1);
        let lines: Vec<_> = lines.collect();
        let is_table = lines.len() > 1 && lines.iter().all(|line| has_other_column(line));
        if has_head || is_table {
            return Self::Table;
        }
        [Self::Commas, Self::Semicolons, Self::Tabs, Self::Spaces]
            .into_iter()
            .find(|layout| {
                let is_cut = |line: &&str| cells(line, layout.separators()).cells.len() > 1;
                lines.iter().any(is_cut)
            })
            .unwrap_or(Self::Lines)
    }
}

/// Whether a line's second cell is something else than its first: `u-1,Mia`, but not `u-1,u-2`.
fn has_other_column(line: &str) -> bool {
    let cells = cells(line, TABLE).cells;
    let [first, second, ..] = cells.as_slice() else {
        return false;
    };
    !second.is_empty() && !is_alike(first, second)
}

/// Two IDs of one kind begin alike, or are equally long with digits in both.
fn is_alike(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().take_while(|c| c.is_alphabetic()).count();
    let (at, of_other) = (letters(one), letters(other));
    let begins_alike = 0 < at && one.chars().count() > at && {
        let prefix = |text: &str| text.chars().take(at + 1).collect::<String>();
        at == of_other && prefix(one) == prefix(other)
    };
    let has_digit = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    begins_alike || (one.len() == other.len() && has_digit(one) && has_digit(other))
}
