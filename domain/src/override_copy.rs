//! What Float Desk keeps of an override beyond its end: the table itself deletes it.

use crate::id::{CampaignId, StaffId};
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
    /// When it was out of effect in between: replaced by a campaign that was undone later.
    pub interruptions: Vec<Interruption>,
    /// What was done to its end before, oldest first.
    pub moves: Vec<MovedEnd>,
    /// The campaign that wrote it, where one did.
    pub campaign: Option<CampaignId>,
}

/// A time in which a temporary profile was out of effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interruption {
    pub from: Instant,
    pub until: Instant,
    /// Who gave it back, and why.
    pub by: StaffId,
    pub reason: String,
}

/// A change of a temporary profile's end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedEnd {
    pub at: Instant,
    pub by: StaffId,
    pub from: Instant,
    pub to: Instant,
    pub reason: String,
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
        Undone = "undone", "its campaign was undone";
        Overruled = "overruled", "ended by a new profile version";
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

    /// The copy of one that was just written.
    pub fn new(profile: TemporaryProfile, written_by: Option<StaffId>) -> Self {
        Self {
            profile,
            written_by,
            ended: None,
            interruptions: Vec::new(),
            moves: Vec::new(),
            campaign: None,
        }
    }

    /// The end that it was written with.
    pub fn first_end(&self) -> Instant {
        let first = self.moves.first();
        first.map_or(self.profile.expires_on, |moved| moved.from)
    }

    /// The temporary profile as it was in effect, a part for each time between interruptions.
    pub fn in_effect(&self) -> Vec<TemporaryProfile> {
        let starts = self.interruptions.iter().map(|it| it.until);
        let ends = self.interruptions.iter().map(|it| it.from);
        let starts = std::iter::once(self.profile.created_on).chain(starts);
        let ends = ends.chain([self.until()]);
        starts
            .zip(ends)
            .map(|(created_on, expires_on)| TemporaryProfile {
                created_on,
                expires_on,
                // Of the stored item; what deletes that does not undo what was.
                ttl: None,
                ..self.profile.clone()
            })
            .collect()
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
        .flat_map(|copy| {
            let mut parts = copy.in_effect();
            if let Some(last) = parts.last_mut().filter(|_| copy.is_gone(&stored, now)) {
                last.expires_on = now;
            }
            parts
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
        let copy = OverrideCopy::new(profile(), None);
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
    #[test]
    fn what_a_campaign_replaced_and_gave_back_was_out_of_effect_in_between() {
        let day = |day| Instant::EPOCH.plus_days(day);
        let copy = OverrideCopy {
            interruptions: vec![Interruption {
                from: day(2),
                until: day(4),
                by: StaffId::new("ada"),
                reason: "by mistake".to_owned(),
            }],
            ..OverrideCopy::new(profile(), None)
        };
        let all = all_overrides(vec![profile()], &[copy], day(5));
        let active: Vec<_> = (0..10)
            .filter(|at| all.iter().any(|one| one.is_active_at(day(*at))))
            .collect();
        assert_eq!(active, [0, 1, 4, 5, 6, 7, 8]);
    }
}
