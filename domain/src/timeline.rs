//! What happened to a user, of every kind, newest first and page by page.

use crate::id::{CampaignId, FloatId, ResultId};
use crate::instant::Instant;
use crate::profile_diff::Change;
use serde::{Deserialize, Serialize};

/// What kind of thing happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    Version,
    Override,
    Float,
    Check,
    Collection,
    Bypass,
    Edit,
}

impl Kind {
    pub const ALL: [Self; 7] = [
        Self::Version,
        Self::Override,
        Self::Float,
        Self::Check,
        Self::Collection,
        Self::Bypass,
        Self::Edit,
    ];

    /// The word that stands in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Version => "versions",
            Self::Override => "overrides",
            Self::Float => "floats",
            Self::Check => "checks",
            Self::Collection => "collections",
            Self::Bypass => "bypass",
            Self::Edit => "edits",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// One of them, as a label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Version => "Profile version",
            Self::Override => "Temporary profile",
            Self::Float => "Taken",
            Self::Check => "Check",
            Self::Collection => "Collection",
            Self::Bypass => "Bypass",
            Self::Edit => "Staff",
        }
    }

    /// What a list of this kind leaves out, where it isn't all there is.
    pub fn only(self) -> Option<&'static str> {
        match self {
            Self::Check => {
                Some("Only evaluations whose decision differs from the one before are listed here.")
            }
            Self::Edit => Some("Only changes by staff are listed here, not what they looked at."),
            _ => None,
        }
    }

    /// All of them, as the name of a list.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Version => "Profile versions",
            Self::Override => "Temporary profiles",
            Self::Float => "Floats and loans",
            Self::Check => "Checks",
            Self::Collection => "Collections",
            Self::Bypass => "Bypass",
            Self::Edit => "Edits by staff",
        }
    }
}

/// One thing that happened, or will.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Where it stands among the others. Where a key and its item disagree about the time, the key's
    /// time: nothing can then be skipped or come twice.
    pub place: Instant,
    /// When it happened, as the item itself says.
    pub at: Instant,
    pub kind: Kind,
    /// In plain words, without its full stop.
    pub line: String,
    /// The stored reason, word for word.
    pub reason: String,
    pub detail: Detail,
}

/// What opens below an event, or where it leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Detail {
    None,
    /// What a profile version changed, and its notes.
    Version {
        changes: Vec<Change>,
        notes: String,
    },
    /// What a temporary profile changes about the regular one of its start, and the campaign that wrote
    /// it.
    Temporary {
        changes: Vec<Change>,
        campaign: Option<CampaignLink>,
    },
    Check(ResultId),
    Float(FloatId),
    /// An item that cannot be read: everything that is wrong with it.
    Broken(Vec<String>),
}

/// A campaign as something to go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignLink {
    pub id: CampaignId,
    pub name: String,
}

/// As much as was read of one kind of event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    pub events: Vec<Event>,
    /// Everything from here on is in `events`; nothing where all there is was read.
    pub complete_from: Option<Instant>,
}

impl Part {
    /// All there is.
    pub fn whole(events: Vec<Event>) -> Self {
        Self {
            events,
            complete_from: None,
        }
    }

    /// Part of a longer list that goes on at `next`, or behind it within the same second.
    pub fn until(events: Vec<Event>, next: Instant) -> Self {
        let newest = events.iter().map(|event| event.place).max();
        // So much in one second is not known; if it happens, the page at least goes on behind it.
        let complete_from = match newest {
            Some(newest) if newest.whole_seconds() == next.whole_seconds() => next,
            _ => next.plus_seconds(1),
        };
        Self {
            events,
            complete_from: Some(complete_from.whole_seconds()),
        }
    }
}

/// One page of the timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Newest first.
    pub events: Vec<Event>,
    /// The next page has what happened before this second; nothing at the end.
    pub next: Option<Instant>,
}

/// How far back a page made of these parts can be sure to be complete.
pub fn complete_from(parts: &[Part]) -> Option<Instant> {
    parts.iter().filter_map(|part| part.complete_from).max()
}

/// Puts the kinds together, as far as each is complete, and ends the page after about `size` events:
/// never in the middle of a second, since the next page starts before one.
pub fn merge(parts: Vec<Part>, size: usize) -> Merged {
    let from = complete_from(&parts);
    let mut events: Vec<_> = parts
        .into_iter()
        .flat_map(|part| part.events)
        .filter(|event| from.is_none_or(|from| event.place >= from))
        .collect();
    events.sort_by_key(|event| std::cmp::Reverse((event.place, event.kind)));
    let last = events
        .get(size.saturating_sub(1))
        .map(|event| event.place.whole_seconds());
    match last {
        Some(last) if events.iter().any(|event| event.place < last) => {
            events.retain(|event| event.place >= last);
            Merged {
                events,
                next: Some(last),
            }
        }
        _ => Merged { events, next: from },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn event(kind: Kind, second: i64) -> Event {
        let at = Instant::EPOCH.plus_seconds(second);
        Event {
            place: at,
            at,
            kind,
            line: format!("{kind:?} {second}"),
            reason: String::new(),
            detail: Detail::None,
        }
    }

    /// Reads a kind as a table would: so many before a moment, and one more to see whether it goes on.
    fn read(kind: Kind, seconds: &[i64], before: Option<Instant>, size: usize) -> Part {
        let mut events: Vec<_> = seconds
            .iter()
            .map(|second| event(kind, *second))
            .filter(|event| before.is_none_or(|before| event.place < before))
            .collect();
        events.sort_by_key(|event| std::cmp::Reverse(event.place));
        match events.get(size).map(|event| event.place) {
            Some(next) => {
                events.truncate(size);
                Part::until(events, next)
            }
            None => Part::whole(events),
        }
    }

    #[test]
    fn every_kind_is_found_by_its_word() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(Kind::from_word("nonsense"), None);
    }

    #[test]
    fn a_kind_that_was_not_read_to_the_end_ends_the_page() {
        let versions = read(Kind::Version, &[90, 80, 70, 60], None, 2);
        let edits = read(Kind::Edit, &[85, 10], None, 5);
        let merged = merge(vec![versions, edits], 100);
        let places: Vec<_> = merged
            .events
            .iter()
            .map(|event| event.place.epoch_seconds())
            .collect();
        assert_eq!(places, [90, 85, 80]);
        assert_eq!(merged.next, Some(Instant::EPOCH.plus_seconds(71)));
    }

    #[test]
    fn nothing_left_is_the_end() {
        let merged = merge(vec![read(Kind::Version, &[1, 2], None, 5)], 2);
        assert_eq!((merged.events.len(), merged.next), (2, None));
    }

    proptest! {
        #[test]
        fn all_pages_together_hold_everything_once_and_in_order(
            versions in prop::collection::btree_set(0_i64..60, 0..30),
            edits in prop::collection::vec(0_i64..60, 0..12),
            size in 1_usize..6,
        ) {
            let versions: Vec<_> = versions.into_iter().collect();
            let (mut seen, mut before) = (Vec::new(), None);
            for _ in 0..200 {
                let parts = vec![
                    read(Kind::Version, &versions, before, size),
                    Part::whole(read(Kind::Edit, &edits, before, 100).events),
                ];
                let page = merge(parts, size);
                seen.extend(page.events.into_iter().map(|event| event.place.epoch_seconds()));
                if let (Some(last), Some(next)) = (before, page.next) {
                    prop_assert!(next < last, "a page goes on");
                }
                before = page.next;
                if before.is_none() {
                    break;
                }
            }
            let mut all: Vec<_> = versions.iter().chain(&edits).copied().collect();
            all.sort_unstable_by(|a, b| b.cmp(a));
            prop_assert_eq!(before, None);
            prop_assert_eq!(seen, all);
        }
    }
}
