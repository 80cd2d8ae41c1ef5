//! Which settings count at an instant, and what changes next.

use crate::instant::Instant;
use crate::money::Cents;
use crate::profile::{FloatProfile, default_floats};
use crate::temporary_profile::TemporaryProfile;
use crate::tier::{FLOAT_TIERS, FloatSetting, LoanSetting};
use serde::{Deserialize, Serialize};

/// Everything stored that can decide a user's settings, as far as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileSources {
    /// In key order, so soonest expiry first.
    pub temporary: Vec<TemporaryProfile>,
    pub versions: Vec<FloatProfile>,
}

/// The settings that count at one instant, each with where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectiveProfile {
    pub at: Instant,
    pub floats_enabled: Sourced<bool>,
    pub loans_enabled: Sourced<bool>,
    pub cfi_enabled: Sourced<bool>,
    pub floats: Sourced<Vec<EffectiveTier>>,
    pub loans: Sourced<Vec<LoanSetting>>,
    /// How many overrides are active. More than one is an accident that staff must see.
    pub active_overrides: u32,
}

/// A value and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sourced<T> {
    pub value: T,
    pub source: Source,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    Temporary {
        created_on: Instant,
        expires_on: Instant,
        reason: String,
    },
    Version {
        created_on: Instant,
        reason: String,
    },
    Default,
}

/// One float tier as the user has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectiveTier {
    pub id: String,
    pub amount: Cents,
    pub switch: Switch,
    /// Absent where the fee schedule doesn't list the amount.
    pub fee: Option<Cents>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Switch {
    On,
    Off,
    /// A documented tier that the stored array leaves out: not offered.
    NotListed,
}

impl ProfileSources {
    /// The profile in force at a moment of the past: the active temporary profile (the first in key
    /// order where there are several), else the newest version created by then, else the default.
    /// From now on, [`Self::forecast`] decides.
    pub fn effective_at(&self, at: Instant) -> EffectiveProfile {
        let temporary = self.temporary.iter();
        let active: Vec<_> = temporary.filter(|one| one.is_active_at(at)).collect();
        let versions = self.versions.iter();
        let version = versions
            .filter(|version| version.created_on <= at)
            .max_by_key(|version| version.created_on);
        EffectiveProfile::of(at, &active, version)
    }
}

impl EffectiveProfile {
    /// What the first of the active temporary profiles and the version come to.
    pub(crate) fn of(
        at: Instant,
        active: &[&TemporaryProfile],
        version: Option<&FloatProfile>,
    ) -> Self {
        let temporary = active.first().copied();
        Self {
            at,
            floats_enabled: resolve(
                temporary,
                version,
                |t| t.is_float_enabled,
                |v| v.is_float_enabled,
                || true,
            ),
            loans_enabled: resolve(
                temporary,
                version,
                |t| t.is_loan_enabled,
                |v| v.is_loan_enabled,
                || false,
            ),
            // A temporary profile has no say in CFI. New users grow by it.
            cfi_enabled: resolve(None, version, |_| None, |v| v.cfi_enabled, || true),
            floats: resolve(
                temporary,
                version,
                |t| t.floats.as_deref().map(complete),
                |v| complete(&v.floats),
                || complete(&default_floats()),
            ),
            loans: resolve(
                temporary,
                version,
                |t| t.loans.clone(),
                |v| v.loans.clone(),
                Vec::new,
            ),
            active_overrides: u32::try_from(active.len()).unwrap_or(u32::MAX),
        }
    }

    /// The float amounts that the user can take, lowest first.
    pub fn offered_floats(&self) -> Vec<Cents> {
        let mut amounts: Vec<_> = self
            .floats
            .value
            .iter()
            .filter(|tier| self.floats_enabled.value && tier.switch == Switch::On)
            .map(|tier| tier.amount)
            .collect();
        amounts.sort_unstable();
        amounts
    }

    pub fn offered_loans(&self) -> Vec<Cents> {
        let mut amounts: Vec<_> = self
            .loans
            .value
            .iter()
            .filter(|loan| self.loans_enabled.value && loan.is_enabled)
            .map(|loan| loan.amount)
            .collect();
        amounts.sort_unstable();
        amounts
    }

    /// The highest float the user can take, if any.
    pub fn limit(&self) -> Option<Cents> {
        self.offered_floats().last().copied()
    }

    /// Nothing is stored about this user's settings.
    pub fn is_default(&self) -> bool {
        self.floats.source == Source::Default && self.floats_enabled.source == Source::Default
    }
}

impl EffectiveTier {
    /// What the user pays back.
    pub fn total(&self) -> Option<Cents> {
        self.amount.checked_add(self.fee?)
    }
}

impl Source {
    /// When this source stops counting by itself.
    pub fn until(&self) -> Option<Instant> {
        match self {
            Self::Temporary { expires_on, .. } => Some(*expires_on),
            Self::Version { .. } | Self::Default => None,
        }
    }
}

impl From<&TemporaryProfile> for Source {
    fn from(temporary: &TemporaryProfile) -> Self {
        Self::Temporary {
            created_on: temporary.created_on,
            expires_on: temporary.expires_on,
            reason: temporary.reason.clone(),
        }
    }
}

impl From<&FloatProfile> for Source {
    fn from(version: &FloatProfile) -> Self {
        Self::Version {
            created_on: version.created_on,
            reason: version.reason.clone(),
        }
    }
}

/// Takes a field from the override where it has one, else from the version, else the default.
fn resolve<T>(
    temporary: Option<&TemporaryProfile>,
    version: Option<&FloatProfile>,
    of_temporary: impl Fn(&TemporaryProfile) -> Option<T>,
    of_version: impl Fn(&FloatProfile) -> T,
    default: impl Fn() -> T,
) -> Sourced<T> {
    let overridden = temporary.and_then(|t| {
        Some(Sourced {
            value: of_temporary(t)?,
            source: t.into(),
        })
    });
    overridden.unwrap_or_else(|| match version {
        Some(v) => Sourced {
            value: of_version(v),
            source: v.into(),
        },
        None => Sourced {
            value: default(),
            source: Source::Default,
        },
    })
}

/// Every documented tier with its state, and after them whatever else is stored; by amount.
fn complete(stored: &[FloatSetting]) -> Vec<EffectiveTier> {
    let unlisted = FLOAT_TIERS
        .iter()
        .filter(|tier| !stored.iter().any(|setting| setting.is_in_place_of(tier)))
        .map(|tier| EffectiveTier {
            id: tier.id.to_owned(),
            amount: tier.amount,
            switch: Switch::NotListed,
            fee: Some(tier.fee),
        });
    let mut tiers: Vec<_> = stored
        .iter()
        .map(|setting| EffectiveTier {
            id: setting.id.clone(),
            amount: setting.amount,
            switch: if setting.is_enabled {
                Switch::On
            } else {
                Switch::Off
            },
            fee: setting.fee(),
        })
        .chain(unlisted)
        .collect();
    tiers.sort_by_key(|tier| tier.amount);
    tiers
}

#[cfg(test)]
mod tests;
