//! A pasted or uploaded list of user IDs: what separates them, and what each line says.

mod cells;
mod layout;

pub use layout::Layout;

use crate::id::UserId;
use cells::{Cells, cells};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The most users that one list may hold.
pub const MOST_USERS: usize = 10_000;
/// The longest text that is taken, so that a form with it stays below what the server accepts.
pub const MOST_BYTES: usize = 500_000;
/// So many entries that were not taken are kept to be shown; all are counted.
const SHOWN: usize = 50;
/// So much of such an entry is shown.
const SHOWN_CHARACTERS: usize = 60;

/// What a text says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserList {
    /// Each once, in the order of the text.
    pub users: Vec<UserId>,
    pub not_taken: NotTaken,
    /// How it was read.
    pub layout: Layout,
}

/// The entries that give no user of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotTaken {
    pub malformed: u32,
    pub duplicates: u32,
    /// How many cells beside the first of their line were ignored, in a table.
    pub other_cells: u32,
    /// The first of them.
    pub lines: Vec<LineNotTaken>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineNotTaken {
    /// Counted from one.
    pub number: u32,
    pub text: String,
    pub why: String,
}

impl UserList {
    /// Reads a text by what it looks like.
    pub fn parse(text: &str) -> Self {
        Self::parse_as(text, Layout::detect(text))
    }

    pub fn parse_as(text: &str, layout: Layout) -> Self {
        let mut list = Self {
            layout,
            ..Self::default()
        };
        let mut seen = HashSet::new();
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .peekable();
        lines.next_if(|(_, line)| is_head(line, layout));
        for (index, line) in lines {
            let Cells { cells, is_open } = cells(line, layout.separators());
            let taken = if layout == Layout::Table {
                1
            } else {
                cells.len()
            };
            list.not_taken.other_cells +=
                u32::try_from(cells.len().saturating_sub(taken)).unwrap_or(u32::MAX);
            if is_open {
                list.refuse(index, line, "opens a quotation that it doesn't close");
            }
            for cell in cells.iter().take(taken) {
                // Between two separators nothing is missing, but a table's line names no user.
                if cell.is_empty() && layout != Layout::Table {
                    continue;
                }
                match id_in(cell) {
                    Ok(id) if !seen.insert(id.clone()) => {
                        list.not_taken.duplicates += 1;
                        list.not_taken.keep(index, cell, "is in the list already");
                    }
                    Ok(id) => list.users.push(id),
                    Err(why) => list.refuse(index, if cell.is_empty() { line } else { cell }, &why),
                }
            }
        }
        list
    }

    fn refuse(&mut self, index: usize, text: &str, why: &str) {
        self.not_taken.malformed += 1;
        self.not_taken.keep(index, text, why);
    }

    /// What was understood: `2 user IDs, separated by commas.`
    pub fn describe(&self) -> String {
        let count = |count: usize, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let mut sentences = vec![format!(
            "{}, {}.",
            count(self.users.len(), "user ID"),
            self.layout.describe()
        )];
        let NotTaken {
            malformed,
            duplicates,
            other_cells,
            ..
        } = &self.not_taken;
        if malformed + duplicates > 0 {
            sentences.push(format!("{duplicates} repeated, {malformed} not usable."));
        }
        if *other_cells > 0 {
            let others = usize::try_from(*other_cells).unwrap_or(usize::MAX);
            sentences.push(format!(
                "{} in other columns ignored.",
                count(others, "cell")
            ));
        }
        sentences.join(" ")
    }
}

impl NotTaken {
    fn keep(&mut self, index: usize, line: &str, why: &str) {
        if self.lines.len() < SHOWN {
            self.lines.push(LineNotTaken {
                number: u32::try_from(index + 1).unwrap_or(u32::MAX),
                text: line.chars().take(SHOWN_CHARACTERS).collect(),
                why: why.to_owned(),
            });
        }
    }
}

/// A first line that names its column.
fn is_head(line: &str, layout: Layout) -> bool {
    let separators = match layout {
        Layout::Lines => &[],
        _ => layout::TABLE,
    };
    let Cells { cells, .. } = cells(line, separators);
    let is_title = |cell: &String| {
        let plain: String = cell
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect();
        ["userid", "user", "userids", "users", "id"].contains(&plain.as_str())
    };
    cells.first().is_some_and(is_title)
}

fn id_in(cell: &str) -> Result<UserId, String> {
    if cell.is_empty() {
        return Err("has nothing in its first column".to_owned());
    }
    if cell.chars().any(char::is_control) {
        return Err("holds a control character".to_owned());
    }
    UserId::parse(cell).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
