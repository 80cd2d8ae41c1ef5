//! What is known of a user where an override is made.

use super::OverridePlan;
use crate::effective::ProfileSources;
use crate::forecast::Forecast;
use crate::instant::Instant;
use crate::offer_change::{Closed, NewSettings, OfferChange, Profiles, classify};
use crate::profile::FloatProfile;
use crate::settings::Settings;
use crate::temporary_profile::{Held, TemporaryProfile};
use serde::{Deserialize, Serialize};

/// What is known of a user where an override is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverrideContext {
    pub now: Instant,
    /// The newest regular profile, if any.
    pub version: Option<FloatProfile>,
    /// Overrides that have not ended, soonest end first.
    pub standing: Vec<Standing>,
    /// Starts that wait for their time, without the one that is being changed.
    pub waiting: Vec<Window>,
    /// Whether the user has taken and repaid $200 before.
    pub has_repaid_special: bool,
}

/// An override that is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    pub held: Held,
    pub profile: TemporaryProfile,
}

/// A time that is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub start_on: Instant,
    pub expires_on: Instant,
    pub reason: String,
}

impl OverrideContext {
    /// The regular profile's settings with every tier listed, from which the switches start.
    pub fn regular(&self) -> Settings {
        self.version
            .as_ref()
            .map_or_else(Settings::default, Settings::from)
            .complete()
    }

    pub fn sources(&self) -> ProfileSources {
        ProfileSources {
            temporary: self
                .standing
                .iter()
                .map(|standing| standing.profile.clone())
                .collect(),
            versions: self.version.iter().cloned().collect(),
        }
    }

    /// The one in effect now: the documented query returns whatever hasn't ended, and the first of
    /// several is taken.
    pub fn active(&self) -> Option<&Standing> {
        self.standing.first()
    }

    pub fn forecast(&self) -> Forecast {
        self.sources().forecast(self.now, &[])
    }

    /// What a plan does to what the user is offered: raised, lowered, reopened, a hold replaced.
    pub fn offer_change(
        &self,
        plan: &OverridePlan,
        closed: Option<&Closed>,
        is_known: bool,
    ) -> OfferChange {
        let mut standing = self.standing.iter();
        let replaced = standing.find(|one| Some(&one.held) == plan.replaces.as_ref());
        let profiles = Profiles {
            version: self.version.as_ref(),
            closed,
            replaced: replaced.map(|one| &one.profile),
            is_known,
        };
        let new = NewSettings {
            settings: &plan.settings,
            expires_on: plan.expires_on,
        };
        classify(profiles, new)
    }

    /// The first of the starts that wait whose time overlaps with this one.
    pub(super) fn planned_within(&self, start: Instant, end: Instant) -> Option<&Window> {
        let mut waiting = self.waiting.iter();
        waiting.find(|window| start < window.expires_on && window.start_on < end)
    }
}

impl Window {
    /// Why nothing else can be planned for it.
    pub(super) fn is_taken(&self) -> String {
        let Window {
            start_on,
            expires_on,
            reason,
        } = self;
        format!(
            "\u{201c}{reason}\u{201d} is scheduled from {start_on} until {expires_on}. Keep clear of that, or change or cancel it first."
        )
    }
}
