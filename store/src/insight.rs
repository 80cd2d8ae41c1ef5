//! The insight service's entities, one file each.
//!
//! Most of what the document says about them is in their keys. Which attributes are guessed and how
//! a wrong guess shows itself: docs/decisions/insight-attributes.md.

mod mining_run;
pub(crate) mod pave;

pub mod balance_alert;
pub mod balance_settings;
pub mod card_funds_notification;
pub mod cash_advance_score;
pub mod data_capture;
pub mod income_detection;
pub mod income_source;
pub mod income_verification;
pub mod last_page;
pub mod mine;
pub mod mining_label;
pub mod payday;
pub mod recurring;
pub mod ritual;
pub mod savings_month;

use crate::{Assumptions, TableId};
use domain::instant::Instant;

/// The attribute by which a table's items expire, which the document leaves open.
fn ttl_name(table: TableId, assumptions: &Assumptions) -> &str {
    assumptions.ttl_attribute(table).unwrap_or("ttl")
}

/// A moment in a key whose document does not say in what form: RFC 3339, or seconds since 1970.
fn moment(text: &str) -> Option<Instant> {
    let seconds = || text.parse().ok().and_then(Instant::from_epoch_seconds);
    Instant::parse(text).or_else(seconds)
}

#[cfg(test)]
mod test_support {
    use crate::Assumptions;
    use domain::day::Day;
    use domain::id::UserId;
    use domain::instant::Instant;
    use domain::item::{BrokenItem, Stored};
    use domain::value::{Attributes, Value};
    use std::fmt::Debug;

    /// An id with everything in it that a careless key would be cut at.
    pub(super) fn user() -> UserId {
        UserId::new("a#b/EXPIRES#\u{1f422}")
    }

    pub(super) fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    pub(super) fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    pub(super) fn assumptions() -> Assumptions {
        Assumptions::default()
    }

    /// What was written and read again is the same, and nothing about it is odd.
    pub(super) fn assert_reads_back<T: Debug + PartialEq>(read: Stored<T>, written: &T) {
        let record = read.unwrap();
        assert_eq!(&record.value, written);
        assert_eq!(record.unknown, Attributes::new());
        assert_eq!(record.notices, []);
    }

    /// The item with one attribute more, or another value for it.
    pub(super) fn with(mut item: Attributes, name: &str, value: Value) -> Attributes {
        item.insert(name.to_owned(), value);
        item
    }

    pub(super) fn problems<T: Debug>(read: Stored<T>) -> String {
        let broken: BrokenItem = read.unwrap_err();
        broken.to_string()
    }
}
