//! What Float Desk keeps of an override beyond its end: the table itself deletes it.

use crate::id::StaffId;
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use crate::temporary_profile::TemporaryProfile;
use serde::{Deserialize, Serialize};

/// A copy of an override that Float Desk wrote or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverrideCopy {
    pub profile: TemporaryProfile,
    /// Who wrote it, where Float Desk did.
    pub written_by: Option<StaffId>,
    /// How it ended before its time, where it did.
    pub ended: Option<Ended>,
}

/// An override's end at somebody's hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    pub at: Instant,
    pub by: StaffId,
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

    /// Whether it should still be stored and is not: another service deleted it, nobody knows when.
    pub fn is_gone(&self, stored: &[TemporaryProfile], now: Instant) -> bool {
        self.ended.is_none()
            && now < self.profile.expires_on
            && !stored.iter().any(|stored| self.is_of(stored))
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

/// What is stored and what Float Desk kept a copy of, each once, in key order: for reckoning what
/// counted at an instant. The copy knows of an early end; what is gone counts no longer.
pub fn all_overrides(
    stored: Vec<TemporaryProfile>,
    copies: &[OverrideCopy],
    now: Instant,
) -> Vec<TemporaryProfile> {
    let mut all: Vec<_> = copies
        .iter()
        .map(|copy| match copy.in_force() {
            gone if copy.is_gone(&stored, now) => TemporaryProfile {
                expires_on: now,
                ..gone
            },
            known => known,
        })
        .collect();
    let others = stored
        .into_iter()
        .filter(|stored| !copies.iter().any(|copy| copy.is_of(stored)))
        // What deletes a stored item later does not undo what was.
        .map(|stored| TemporaryProfile {
            ttl: stored.ttl.filter(|ttl| *ttl < stored.expires_on),
            ..stored
        });
    all.extend(others);
    all.sort_by_key(|temporary| temporary.expires_on);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UserId;

    fn profile() -> TemporaryProfile {
        TemporaryProfile {
            user_id: UserId::new("u"),
            created_on: Instant::EPOCH,
            expires_on: Instant::EPOCH.plus_days(9),
            reason: String::new(),
            is_float_enabled: Some(true),
            is_loan_enabled: None,
            floats: None,
            loans: None,
            ttl: None,
        }
    }

    #[test]
    fn what_should_be_stored_and_is_not_counted_until_now_and_no_longer() {
        let copy = OverrideCopy {
            profile: profile(),
            written_by: None,
            ended: None,
        };
        let now = Instant::EPOCH.plus_days(4);
        let counts = |stored: Vec<TemporaryProfile>, at: Instant| {
            let all = all_overrides(stored, std::slice::from_ref(&copy), now);
            all.iter().any(|one| one.is_active_at(at))
        };
        assert!(counts(vec![profile()], now));
        assert!(!counts(Vec::new(), now));
        assert!(counts(Vec::new(), Instant::EPOCH.plus_days(3)));
        assert!(
            !copy.is_gone(&[], Instant::EPOCH.plus_days(9)),
            "it ran out"
        );
    }
}
