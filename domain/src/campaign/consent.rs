//! What has to be agreed to before a campaign is written for a user who isn't simply raised.

use super::{CampaignUser, Finding};
use crate::form::{FieldErrors, reason};
use crate::offer_change::{Group, OfferChange};
use serde::{Deserialize, Serialize};

/// What was agreed to. The groups that an admin includes each carry a reason of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// Users of whom nothing is stored.
    pub with_unknown: bool,
    /// Users with a temporary profile that is no hold: it is replaced.
    pub replace: bool,
    pub lowered: Option<String>,
    pub reopened: Option<String>,
    pub hold_replaced: Option<String>,
}

/// A set of things to be agreed to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Consents(u8);

impl Consents {
    const UNKNOWN: u8 = 1;
    const REPLACE: u8 = 1 << 1;
    const LOWERED: u8 = 1 << 2;
    const REOPENED: u8 = 1 << 3;
    const HOLD_REPLACED: u8 = 1 << 4;
    /// How many different sets there are.
    pub const SETS: usize = 1 << 5;

    fn of(bits: [(bool, u8); 5]) -> Self {
        Self(
            bits.iter()
                .fold(0, |all, (is_in, bit)| if *is_in { all | bit } else { all }),
        )
    }

    /// What a finding alone asks for.
    pub fn of_finding(finding: &Finding) -> Self {
        match finding {
            Finding::NoData => Self(Self::UNKNOWN),
            Finding::Overridden => Self(Self::REPLACE),
            _ => Self::default(),
        }
    }

    /// Its place among all sets.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn at(index: usize) -> Self {
        Self(u8::try_from(index).unwrap_or(u8::MAX))
    }

    pub fn is_covered_by(self, granted: Self) -> bool {
        self.0 & !granted.0 == 0
    }

    /// Why a user is left out without them; what weighs most.
    fn describe_missing(self, granted: Self) -> Option<&'static str> {
        let missing = self.0 & !granted.0;
        [
            (Self::HOLD_REPLACED, "a hold would be replaced"),
            (Self::REOPENED, "floats or loans would be reopened"),
            (Self::LOWERED, "something would be taken away"),
            (Self::REPLACE, "already has a temporary profile"),
            (Self::UNKNOWN, "nothing is stored under this user ID"),
        ]
        .into_iter()
        .find(|(bit, _)| missing & bit != 0)
        .map(|(_, why)| why)
    }
}

impl OfferChange {
    /// What has to be agreed to before it is written in bulk.
    pub fn consents(&self) -> Consents {
        let holds = self.replaces_hold();
        Consents::of([
            (!self.is_known, Consents::UNKNOWN),
            (self.replaces.is_some() && !holds, Consents::REPLACE),
            (self.lowers, Consents::LOWERED),
            (self.reopens, Consents::REOPENED),
            (holds, Consents::HOLD_REPLACED),
        ])
    }

    /// Why a campaign isn't written for this user, if so.
    pub fn left_out(&self, choices: &Choices) -> Option<&'static str> {
        if self.is_protected() {
            return Some(if self.replaces_hold() {
                "a hold is lifted for one user at a time, by an admin"
            } else {
                "a closed profile is reopened for one user at a time, by an admin"
            });
        }
        if !self.raises && !self.lowers {
            return Some("nothing would change");
        }
        self.consents().describe_missing(choices.granted())
    }
}

impl CampaignUser {
    /// What has to be agreed to, by what was found in the check; a user who was checked by an earlier
    /// version of Float Desk is known by their finding alone.
    pub fn consents(&self) -> Consents {
        match &self.change {
            Some(change) => change.consents(),
            None => Consents::of_finding(&self.finding),
        }
    }
}

impl Choices {
    pub fn granted(&self) -> Consents {
        Consents::of([
            (self.with_unknown, Consents::UNKNOWN),
            (self.replace, Consents::REPLACE),
            (self.lowered.is_some(), Consents::LOWERED),
            (self.reopened.is_some(), Consents::REOPENED),
            (self.hold_replaced.is_some(), Consents::HOLD_REPLACED),
        ])
    }

    /// The groups that an admin included, each with the reason.
    pub fn included(&self) -> Vec<(Group, &str)> {
        [
            (Group::Lowered, &self.lowered),
            (Group::Reopened, &self.reopened),
            (Group::HoldReplaced, &self.hold_replaced),
        ]
        .into_iter()
        .filter_map(|(group, reason)| Some((group, reason.as_deref()?)))
        .collect()
    }
}

/// Choices as somebody fills them in: a group is included by its tick, with the reason beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoicesDraft {
    pub with_unknown: bool,
    pub replace: bool,
    pub lowered: InclusionDraft,
    pub reopened: InclusionDraft,
    pub hold_replaced: InclusionDraft,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InclusionDraft {
    pub is_ticked: bool,
    pub reason: String,
}

/// The field of a group's reason.
pub fn reason_field(group: &Group) -> String {
    format!("{}_reason", group.as_stored())
}

impl ChoicesDraft {
    pub fn check(&self) -> Result<Choices, FieldErrors> {
        let mut errors = FieldErrors::default();
        let mut included = |draft: &InclusionDraft, group: &Group| {
            if !draft.is_ticked {
                return None;
            }
            let checked = reason(&draft.reason);
            checked
                .map_err(|problem| errors.add(&reason_field(group), problem))
                .ok()
        };
        let choices = Choices {
            with_unknown: self.with_unknown,
            replace: self.replace,
            lowered: included(&self.lowered, &Group::Lowered),
            reopened: included(&self.reopened, &Group::Reopened),
            hold_replaced: included(&self.hold_replaced, &Group::HoldReplaced),
        };
        errors.or(choices)
    }
}
