//! A pasted or uploaded list of user ids: one a line, or the first column of a CSV.

use crate::id::UserId;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The most users that one list may hold.
pub const MOST_USERS: usize = 10_000;
/// The longest text that is taken, so that a form with it stays below what the server accepts.
pub const MOST_BYTES: usize = 500_000;
/// So many lines that were not taken are kept to be shown; all are counted.
const SHOWN: usize = 50;
/// So much of such a line is shown.
const SHOWN_CHARACTERS: usize = 60;

/// What a text says, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserList {
    /// Each once, in the order of the text.
    pub users: Vec<UserId>,
    pub not_taken: NotTaken,
}

/// The lines that give no user of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotTaken {
    pub malformed: u32,
    pub duplicates: u32,
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
    pub fn parse(text: &str) -> Self {
        let mut list = Self::default();
        let mut seen = HashSet::new();
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .peekable();
        lines.next_if(|(_, line)| is_head(line));
        for (index, line) in lines {
            match id_in(line) {
                Ok(id) if !seen.insert(id.clone()) => {
                    list.not_taken.duplicates += 1;
                    list.not_taken.keep(index, line, "is in the list already");
                }
                Ok(id) => list.users.push(id),
                Err(why) => {
                    list.not_taken.malformed += 1;
                    list.not_taken.keep(index, line, &why);
                }
            }
        }
        list
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
fn is_head(line: &str) -> bool {
    let plain: String = first_cell(line)
        .unwrap_or_default()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    ["userid", "user", "userids", "users", "id"].contains(&plain.as_str())
}

fn id_in(line: &str) -> Result<UserId, String> {
    let cell = first_cell(line).ok_or("opens a quotation that it does not close")?;
    if cell.is_empty() {
        return Err("has nothing in its first column".to_owned());
    }
    if cell.chars().any(char::is_control) {
        return Err("holds a control character".to_owned());
    }
    UserId::parse(&cell).map_err(|error| error.to_string())
}

/// The first cell of a line. In quotation marks anything goes, and two of them stand for one; without,
/// it ends at a comma, a semicolon or a tab.
fn first_cell(line: &str) -> Option<String> {
    let line = line.trim();
    let Some(quoted) = line.strip_prefix('"') else {
        let cell = line.split([',', ';', '\t']).next().unwrap_or_default();
        return Some(cell.trim().to_owned());
    };
    let mut cell = String::new();
    let mut characters = quoted.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('"', Some('"')) => {
                cell.push('"');
                characters.next();
            }
            ('"', _) => return Some(cell),
            (other, _) => cell.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn users(text: &str) -> Vec<String> {
        let list = UserList::parse(text);
        list.users.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn ids_come_from_lines_or_from_the_first_column() {
        assert_eq!(users("a\r\n\r\n b \nc"), ["a", "b", "c"]);
        assert_eq!(
            users("\u{feff}User ID,name\nu-1,Mia\nu-2;x\nu-3\ty"),
            ["u-1", "u-2", "u-3"]
        );
        assert_eq!(
            users("\"a,b\",x\n\"say \"\"hi\"\"\"\n\" blank \""),
            ["a,b", "say \"hi\"", " blank "]
        );
    }

    #[test]
    fn a_user_named_like_a_column_is_one_behind_the_first() {
        assert_eq!(users("user_id\nuser_id"), ["user_id"]);
    }

    #[test]
    fn what_is_not_taken_is_counted_and_named_with_its_line() {
        let long = "x".repeat(1_001);
        let list = UserList::parse(&format!("a\n\"open\na\n{long}\n,b\na"));
        assert_eq!(list.users, [UserId::new("a")]);
        assert_eq!(
            (list.not_taken.malformed, list.not_taken.duplicates),
            (3, 2)
        );
        let numbers: Vec<_> = list
            .not_taken
            .lines
            .iter()
            .map(|line| line.number)
            .collect();
        assert_eq!(numbers, [2, 3, 4, 5, 6]);
        assert_eq!(list.not_taken.lines[2].text.len(), 60);
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic_and_no_user_comes_twice(text in ".*") {
            let list = UserList::parse(&text);
            let distinct: HashSet<_> = list.users.iter().collect();
            prop_assert_eq!(distinct.len(), list.users.len());
        }
    }
}
