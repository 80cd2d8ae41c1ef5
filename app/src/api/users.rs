//! A user's overview: can they take a float now, which tiers do they have, and why.

#[cfg(feature = "ssr")]
mod overview;

use crate::error::AppError;
use domain::alert::Alert;
use domain::answer::Answer;
use domain::effective::EffectiveProfile;
use domain::evaluation::CfiState;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem};
use domain::loan_terms::LoanTerms;
use domain::lock_state::LockReading;
use domain::next_change::NextChange;
use domain::note::ShownNote;
use domain::role::{OverrideProfiles, Staff, WriteProfiles};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Everything the overview shows, reckoned at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserOverview {
    pub user_id: UserId,
    pub now: Instant,
    pub answer: Answer,
    pub profile: EffectiveProfile,
    /// The next moment at which the user can take something else, and the profile from then on.
    pub next: Option<(NextChange, EffectiveProfile)>,
    /// What loans cost this user, and whether anybody can take one.
    pub loan_terms: LoanTerms,
    pub alerts: Vec<Alert>,
    /// What becomes of both once it is settled whether the lock is held; nothing where it is.
    pub settling: Option<Box<Settling>>,
    /// The notes of the version in force.
    pub version_notes: String,
    /// When the user was last checked, as far as that is still stored.
    pub last_check: Option<Instant>,
    /// The newest CFI metrics there are, from a check or from a float that was taken.
    pub cfi: Option<KnownCfi>,
    /// What staff wrote about the user; nothing where their table did not answer.
    pub notes: Option<Vec<ShownNote>>,
    /// Whether any service has stored anything about this ID.
    pub has_record: bool,
    pub may: MayChange,
    /// Items that could not be read; what they would have said is missing from the page.
    pub broken: Vec<BrokenItem>,
    /// What is odd about items that could be read.
    pub notices: Vec<Problem>,
    /// Names what is sent from this page, so that sending it twice has one effect.
    pub operation: String,
}

/// What a page says when a second reading of the lock has settled whether it is held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settling {
    pub reading: LockReading,
    pub if_held: Settled,
    pub if_free: Settled,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    pub answer: Answer,
    pub alerts: Vec<Alert>,
}

/// Which changes of a user's profile a person may make.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MayChange {
    /// For a while, by a temporary profile.
    pub for_a_while: bool,
    /// For good, by a new profile version.
    pub for_good: bool,
}

impl MayChange {
    pub fn of(staff: &Staff) -> Self {
        Self {
            for_a_while: staff.may::<OverrideProfiles>(),
            for_good: staff.may::<WriteProfiles>(),
        }
    }
}

/// CFI metrics, and when they were worked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownCfi {
    pub at: Instant,
    pub state: CfiState,
}

crate::effect::reads!(ReadOverview);
#[server(prefix = "/rpc", endpoint = "read_overview", output = crate::wire::Answer)]
pub async fn read_overview(user_id: String) -> Result<UserOverview, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user_id = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    overview::read(&permit, user_id).await
}
