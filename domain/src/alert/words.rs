//! Alerts in words.

use super::{Alert, Unchecked};
use crate::money::Spoken;

impl Alert {
    pub fn heading(&self) -> String {
        match self {
            Self::SeveralOverrides { active } => {
                format!("{active} temporary profiles are active at once")
            }
            Self::ApprovedAboveTiers { approved, limit } => format!(
                "Approved for {}, but the highest tier that is on is {}",
                Spoken(*approved),
                Spoken(*limit)
            ),
            Self::Locked => "Locked: a collection is running".to_owned(),
            Self::MayBeLocked => "May be locked".to_owned(),
            Self::ApprovedAgainstRulebook { approved, rulebook } => format!(
                "Approved for {}, although {rulebook} returned 0",
                Spoken(*approved)
            ),
            Self::Bypassed { last_day, .. } => {
                format!("Requirements are bypassed through {last_day}")
            }
            Self::CollectionFailed { outcome, .. } => {
                format!("The last collection failed: {}", outcome.in_words())
            }
            Self::DatedAhead { at } => format!("In effect, but dated {at}"),
            Self::NotChecked(what) => format!("{} could not be checked", what.name()),
        }
    }

    pub fn detail(&self) -> String {
        match self {
            Self::SeveralOverrides { .. } => {
                "There should be one at most. The one that ends first is taken as the one in effect."
                    .to_owned()
            }
            Self::ApprovedAboveTiers { .. } => {
                "The latest evaluation approved more than the profile offers; the profile's limit applies."
                    .to_owned()
            }
            Self::Locked => "Floats are locked until it ends. Try again in a minute.".to_owned(),
            Self::MayBeLocked => {
                "A collection lock is stored. Its owner may still be running.".to_owned()
            }
            Self::ApprovedAgainstRulebook { .. } => {
                "The latest evaluation is stored as approved, but the rulebook that decided it denied. Report it to the underwriting team."
                    .to_owned()
            }
            Self::Bypassed { reason, .. } if reason.trim().is_empty() => {
                "No reason is stored.".to_owned()
            }
            Self::Bypassed { reason, .. } => reason.clone(),
            Self::CollectionFailed { at: Some(at), .. } => {
                format!("It ran on {at}, for the float that was taken last.")
            }
            Self::CollectionFailed { at: None, .. } => {
                "It was for the float that was taken last.".to_owned()
            }
            Self::DatedAhead { .. } => {
                "The service takes the newest profile version and every unexpired temporary profile, whatever their date.".to_owned()
            }
            Self::NotChecked(_) => {
                "Its table does not answer, or what is stored there cannot be read; the rest of this page is current."
                    .to_owned()
            }
        }
    }
}

impl Unchecked {
    fn name(self) -> &'static str {
        match self {
            Self::Lock => "Whether a collection is running",
            Self::Bypass => "Whether requirements are bypassed",
            Self::Collection => "Whether the last collection failed",
            Self::Schedule => "Whether a temporary profile is to start",
        }
    }
}
