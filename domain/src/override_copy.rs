//! What Float Desk keeps of an override beyond its end: the table itself deletes it.

use crate::id::StaffName;
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use crate::temporary_profile::TemporaryProfile;
use serde::{Deserialize, Serialize};

/// A copy of an override that Float Desk wrote or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverrideCopy {
    pub profile: TemporaryProfile,
    /// Who wrote it, where Float Desk did.
    pub written_by: Option<StaffName>,
    /// How it ended before its time, where it did.
    pub ended: Option<Ended>,
}

/// An override's end at somebody's hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    pub at: Instant,
    pub by: StaffName,
    pub how: HowEnded,
    pub reason: String,
}

stored_enum! {
    /// How an override ended before its time.
    HowEnded {
        Cancelled = "cancelled", "cancelled";
        Replaced = "replaced", "replaced by another";
    }
}

impl OverrideCopy {
    /// Whether this is the copy of that stored override.
    pub fn is_of(&self, stored: &TemporaryProfile) -> bool {
        self.profile.created_on == stored.created_on && self.profile.expires_on == stored.expires_on
    }

    /// The moment from which it no longer counts.
    pub fn until(&self) -> Instant {
        let planned = self.profile.expires_on;
        self.ended
            .as_ref()
            .map_or(planned, |ended| ended.at.min(planned))
    }

    /// The override as it was in force, for reckoning what counted at a past instant.
    pub fn in_force(&self) -> TemporaryProfile {
        TemporaryProfile {
            expires_on: self.until(),
            // Of the stored item; what deletes that does not undo what was.
            ttl: None,
            ..self.profile.clone()
        }
    }
}
