//! What the answer means for each tier and each loan, so that no table says more than the headline.

use super::{Answer, Tone};
use crate::effective::{EffectiveProfile, EffectiveTier, Switch};
use crate::tier::LoanSetting;
use serde::{Deserialize, Serialize};

/// Whether one tier, or one loan, can be taken now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Availability {
    Available,
    /// On in the profile, and more than the latest evaluation approved.
    AboveApproval,
    /// On in the profile, and the answer is no.
    NotNow,
    /// On in the profile, and the answer is open.
    NotCertain,
    /// On for a new user, if this ID is one.
    ForNewUsers,
    /// The tier is on, the product as a whole is off.
    AllOff,
    /// Loans are off for everybody.
    OffForEverybody,
    Off,
    /// A documented tier that the stored profile leaves out.
    NotListed,
}

impl Availability {
    pub fn label(self) -> &'static str {
        match self {
            Self::Available => "Available",
            Self::AboveApproval => "On, but more than was approved",
            Self::NotNow => "On, but not available now",
            Self::NotCertain => "On, but not certain",
            Self::ForNewUsers => "On for new users",
            Self::AllOff => "All switched off",
            Self::OffForEverybody => "On, but off for everybody",
            Self::Off => "Off",
            Self::NotListed => "Not in this profile",
        }
    }

    pub fn is_available(self) -> bool {
        self == Self::Available
    }
}

/// What the answer means for loans as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoanAnswer {
    /// Nothing known stands in the way.
    Available,
    NotNow,
    NotCertain,
    ForNewUsers,
    AllOff,
    OffForEverybody,
}

impl Answer {
    /// Whether a tier of `profile`, the one in effect now, can be taken now.
    pub fn of_tier(&self, tier: &EffectiveTier, profile: &EffectiveProfile) -> Availability {
        let is_within = self.limit.is_some_and(|limit| tier.amount <= limit);
        match (tier.switch, self.tone) {
            (Switch::Off, _) => Availability::Off,
            (Switch::NotListed, _) => Availability::NotListed,
            (Switch::On, _) if !profile.floats_enabled.value => Availability::AllOff,
            (Switch::On, Tone::No) => Availability::NotNow,
            (Switch::On, Tone::NoRecord) => Availability::ForNewUsers,
            (Switch::On, Tone::Yes) if is_within => Availability::Available,
            (Switch::On, Tone::Unsure) if is_within || self.limit.is_none() => {
                Availability::NotCertain
            }
            (Switch::On, Tone::Yes | Tone::Unsure) => Availability::AboveApproval,
        }
    }

    /// Whether a loan can be taken now, as far as that is known.
    pub fn of_loan(&self, loan: &LoanSetting) -> Availability {
        if !loan.is_enabled {
            return Availability::Off;
        }
        match self.loans {
            LoanAnswer::Available => Availability::Available,
            LoanAnswer::NotNow => Availability::NotNow,
            LoanAnswer::NotCertain => Availability::NotCertain,
            LoanAnswer::ForNewUsers => Availability::ForNewUsers,
            LoanAnswer::AllOff => Availability::AllOff,
            LoanAnswer::OffForEverybody => Availability::OffForEverybody,
        }
    }
}
