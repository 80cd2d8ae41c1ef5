//! How far back entries were read, where they are read day by day and only up to a number.

use crate::day::Day;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    /// The oldest day that was read wholly.
    pub back_to: Option<Day>,
    /// The day before it, of which some was read and some was not.
    pub part_of: Option<Day>,
    /// Whether anything was left out: the rest of that day, or older ones.
    pub goes_on: bool,
}

impl Looked {
    /// `back to 3 Feb 2024 and part of 2 Feb 2024`; nothing where there was no day to read.
    pub fn in_words(&self) -> Option<String> {
        match (self.back_to, self.part_of) {
            (None, None) => None,
            (Some(day), None) => Some(format!("back to {day}")),
            (None, Some(part)) => Some(format!("part of {part}")),
            (Some(day), Some(part)) => Some(format!("back to {day} and part of {part}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_was_read_in_part_is_not_told_as_a_whole_one() {
        let said = |back_to: Option<&str>, part_of: Option<&str>| {
            let looked = Looked {
                back_to: back_to.and_then(Day::parse),
                part_of: part_of.and_then(Day::parse),
                goes_on: true,
            };
            looked.in_words().unwrap_or_default()
        };
        assert_eq!(said(None, None), "");
        assert_eq!(said(Some("2024-02-03"), None), "back to 3 Feb 2024");
        assert_eq!(said(None, Some("2024-02-03")), "part of 3 Feb 2024");
        let both = said(Some("2024-02-03"), Some("2024-02-02"));
        assert_eq!(both, "back to 3 Feb 2024 and part of 2 Feb 2024");
    }
}
