//! What staff write down about a user: nothing is ever changed, and warnings can be pinned.

use crate::free_text::{NOTE, TICKET};
use crate::id::{StaffId, UserId};
use crate::instant::Instant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One entry in what is written about a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub user_id: UserId,
    /// The operation that wrote it, so that a form that is sent twice writes once.
    pub id: String,
    pub at: Instant,
    pub who: StaffId,
    pub entry: NoteEntry,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoteEntry {
    Text(NoteText),
    /// Takes the pin off an earlier note, which itself stays as it was written.
    Unpin {
        note: String,
        reason: String,
    },
}

/// What somebody wrote, checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteText {
    pub text: String,
    /// A link to where it is being dealt with.
    pub ticket: Option<String>,
    /// A warning that everybody is to see first.
    pub is_pinned: bool,
}

/// Why something typed is no note.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteFault {
    #[error("Write something.")]
    Empty,
    #[error("{0}")]
    TooLong(String),
    #[error("{0}")]
    TicketTooLong(String),
    #[error("A ticket is a link that begins with http:// or https://.")]
    Ticket,
}

impl NoteFault {
    /// The field of the form that it is about.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Empty | Self::TooLong(_) => "text",
            Self::Ticket | Self::TicketTooLong(_) => "ticket",
        }
    }
}

impl NoteText {
    pub fn parse(text: &str, ticket: &str, is_pinned: bool) -> Result<Self, NoteFault> {
        let text = NOTE.check(text).map_err(NoteFault::TooLong)?;
        let ticket = TICKET.check(ticket).map_err(NoteFault::TicketTooLong)?;
        if text.is_empty() {
            Err(NoteFault::Empty)
        } else if !ticket.is_empty() && !is_link(&ticket) {
            Err(NoteFault::Ticket)
        } else {
            Ok(Self {
                text,
                ticket: Some(ticket).filter(|ticket| !ticket.is_empty()),
                is_pinned,
            })
        }
    }
}

/// Of web pages only: a `javascript:` link would run for whoever clicks it.
fn is_link(text: &str) -> bool {
    let host = ["https://", "http://"].into_iter().find_map(|scheme| {
        let (start, rest) = text.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    });
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"\"'<>\\`".contains(c);
    text.chars().all(is_plain)
        && host.is_some_and(|host| host.starts_with(|c: char| c.is_alphanumeric() || c == '['))
}

/// A note as it is shown, with what became of its pin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownNote {
    pub id: String,
    pub at: Instant,
    pub who: StaffId,
    pub text: String,
    pub ticket: Option<String>,
    pub pin: Pin,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pin {
    Never,
    Pinned,
    Unpinned {
        at: Instant,
        who: StaffId,
        reason: String,
    },
}

/// Puts pinned warnings first, then the rest, each newest first.
pub fn arrange(entries: Vec<Note>) -> Vec<ShownNote> {
    let mut unpinned: BTreeMap<String, Pin> = BTreeMap::new();
    let mut notes = Vec::new();
    for Note {
        id, at, who, entry, ..
    } in entries
    {
        match entry {
            NoteEntry::Text(text) => notes.push((id, at, who, text)),
            NoteEntry::Unpin { note, reason } => {
                unpinned.insert(note, Pin::Unpinned { at, who, reason });
            }
        }
    }
    let mut shown: Vec<_> = notes
        .into_iter()
        .map(|(id, at, who, text)| ShownNote {
            pin: match (text.is_pinned, unpinned.remove(&id)) {
                (false, _) => Pin::Never,
                (true, None) => Pin::Pinned,
                (true, Some(unpinned)) => unpinned,
            },
            id,
            at,
            who,
            text: text.text,
            ticket: text.ticket,
        })
        .collect();
    shown.sort_by_key(|note| (note.pin != Pin::Pinned, std::cmp::Reverse(note.at)));
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(id: &str, second: i64, is_pinned: bool) -> Note {
        Note {
            user_id: UserId::new("mia"),
            id: id.to_owned(),
            at: Instant::EPOCH.plus_seconds(second),
            who: StaffId::new("dana"),
            entry: NoteEntry::Text(NoteText {
                text: id.to_owned(),
                ticket: None,
                is_pinned,
            }),
        }
    }

    #[test]
    fn a_note_says_something_and_ends_somewhere() {
        assert_eq!(NoteText::parse(" \n", "", false), Err(NoteFault::Empty));
        assert!(NoteText::parse(&"é".repeat(4_000), "", false).is_ok());
        let long = NoteText::parse(&"é".repeat(4_001), "", false).unwrap_err();
        assert_eq!(long.field(), "text");
        let link = format!("https://desk.example.com/{}", "x".repeat(2_000));
        let long = NoteText::parse("x", &link, false).unwrap_err();
        assert_eq!(long.field(), "ticket");
        assert!(long.to_string().contains("The limit is 2,000."), "{long}");
    }

    #[test]
    fn a_ticket_is_a_link_to_a_web_page_and_nothing_else() {
        for good in [
            "https://desk.example.com/t/4711?x=1#a",
            "HTTP://localhost:8080/x",
        ] {
            let note = NoteText::parse("x", good, false).unwrap();
            assert_eq!(note.ticket.as_deref(), Some(good));
        }
        for bad in [
            "4711",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://",
            "https:///path",
            "//example.com",
            "https://a b",
            "https://a\"onclick=\"x",
            "java\nscript:https://a",
        ] {
            assert_eq!(
                NoteText::parse("x", bad, false),
                Err(NoteFault::Ticket),
                "{bad}"
            );
        }
        assert_eq!(NoteText::parse("x", "  ", false).unwrap().ticket, None);
    }

    #[test]
    fn pinned_warnings_come_first_and_the_newest_of_each_kind_leads() {
        let notes = arrange(vec![
            note("old", 1, false),
            note("warning", 2, true),
            note("new", 3, false),
            note("newer warning", 4, true),
        ]);
        let order: Vec<_> = notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(order, ["newer warning", "warning", "new", "old"]);
    }

    #[test]
    fn a_pin_that_was_taken_off_leaves_the_note_and_says_who_did_it() {
        let unpin = Note {
            entry: NoteEntry::Unpin {
                note: "warning".to_owned(),
                reason: "settled".to_owned(),
            },
            ..note("unpin", 5, false)
        };
        let notes = arrange(vec![unpin, note("new", 3, false), note("warning", 2, true)]);
        assert_eq!(notes.len(), 2);
        assert_eq!(notes[1].text, "warning");
        assert!(matches!(&notes[1].pin, Pin::Unpinned { reason, .. } if reason == "settled"));
    }
}
