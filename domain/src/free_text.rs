//! Text that staff write in their own words: how long each kind of it may be. The server checks it at
//! every write, and the browser keeps to it while somebody types.

use crate::money::grouped;

/// A kind of text, and its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeText {
    /// What it's called in a sentence.
    noun: &'static str,
    /// In characters.
    pub longest: usize,
}

/// Why something was done, stored with it and in the audit log.
pub const REASON: FreeText = FreeText::new("reason", 1_000);
/// What is said about a proposal.
pub const COMMENT: FreeText = FreeText::new("comment", 4_000);
/// A note on a user.
pub const NOTE: FreeText = FreeText::new("note", 4_000);
/// A note's link; browsers take no longer ones.
pub const TICKET: FreeText = FreeText::new("ticket link", 2_000);
/// The notes of a profile version.
pub const PROFILE_NOTES: FreeText = FreeText::new("text", 1_000);
/// A campaign's name, as its list shows it.
pub const CAMPAIGN_NAME: FreeText = FreeText::new("name", 100);
/// A saved view's name: it has to fit on a chip.
pub const VIEW_NAME: FreeText = FreeText::new("name", 60);
/// A token's name, in one line of a list.
pub const TOKEN_NAME: FreeText = FreeText::new("name", 80);

impl FreeText {
    const fn new(noun: &'static str, longest: usize) -> Self {
        Self { noun, longest }
    }

    /// The text as it will be stored, perhaps empty; or that it's too long.
    pub fn check(self, typed: &str) -> Result<String, String> {
        // Browsers send each line break as two characters, and count it as one.
        let text = typed.trim().replace("\r\n", "\n");
        let length = text.chars().count();
        if length > self.longest {
            return Err(format!(
                "This {} is {} characters long. The limit is {}.",
                self.noun,
                grouped(length as u64),
                grouped(self.longest as u64)
            ));
        }
        Ok(text)
    }

    /// The same for a text that must not be empty; `missing` says so.
    pub fn required(self, typed: &str, missing: &str) -> Result<String, String> {
        if typed.trim().is_empty() {
            return Err(missing.to_owned());
        }
        self.check(typed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        assert!(REASON.check(&"é".repeat(1_000)).is_ok());
        let refused = REASON.check(&"é".repeat(1_204)).unwrap_err();
        assert_eq!(
            refused,
            "This reason is 1,204 characters long. The limit is 1,000."
        );
    }

    #[test]
    fn blanks_around_a_text_do_not_count_and_line_breaks_count_once() {
        let lines = format!("  {}\r\n", "a\r\n".repeat(499) + "bc");
        assert_eq!(REASON.check(&lines).unwrap(), "a\n".repeat(499) + "bc");
        assert!(REASON.check(&format!("d{lines}")).is_err());
    }

    #[test]
    fn only_a_required_text_must_be_there() {
        assert_eq!(NOTE.check("  "), Ok(String::new()));
        assert_eq!(
            NOTE.required("  ", "Write something."),
            Err("Write something.".to_owned())
        );
        assert_eq!(NOTE.required(" x ", ""), Ok("x".to_owned()));
    }
}
