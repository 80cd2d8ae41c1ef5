//! A user's overview: can they take a float now, which tiers do they have, and why.

use crate::error::AppError;
use domain::answer::Answer;
use domain::effective::EffectiveProfile;
use domain::evaluation::CfiState;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Problem};
use domain::next_change::NextChange;
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
    pub notes: String,
    pub last_check: Option<LastCheck>,
    pub has_stored_data: bool,
    /// Items that could not be read; what they would have said is missing from the page.
    pub broken: Vec<BrokenItem>,
    /// What is odd about items that could be read.
    pub notices: Vec<Problem>,
}

/// The latest evaluation, as far as the overview needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCheck {
    pub at: Instant,
    pub cfi: Option<CfiState>,
}

#[server(prefix = "/rpc", endpoint = "read_overview")]
pub async fn read_overview(user_id: String) -> Result<UserOverview, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    let user_id = UserId::parse(&user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
    overview::read(&permit, user_id).await
}

#[cfg(feature = "ssr")]
mod overview {
    use super::{AppError, LastCheck, UserOverview};
    use crate::audit;
    use crate::request::{failure, now, store};
    use crate::sieve::Sieve;
    use domain::answer::answer;
    use domain::effective::ProfileSources;
    use domain::evaluation::EvaluationResult;
    use domain::id::UserId;
    use domain::instant::Instant;
    use domain::profile::FloatProfile;
    use domain::role::{LookUpUsers, Permit};
    use futures::try_join;
    use store::{PageRequest, Store, StoreError, evaluation, profile, temporary_profile};

    /// How many older versions are looked at behind a broken newest one.
    const LOOK_BEHIND: u32 = 50;

    pub(super) async fn read(
        permit: &Permit<LookUpUsers>,
        user_id: UserId,
    ) -> Result<UserOverview, AppError> {
        let (store, now) = (store()?, now());
        let reads = async {
            try_join!(
                profile::in_force_at(&store, &user_id, now),
                temporary_profile::unexpired(&store, &user_id, now),
                evaluation::recent(&store, &user_id, PageRequest::first(1)),
            )
            .map_err(|error| failure(&error))
        };
        let ((version, temporary, latest), ()) =
            try_join!(reads, audit::looked_at(permit.staff(), &user_id))?;

        let mut sieve = Sieve::default();
        let has_stored_data =
            version.is_some() || !temporary.is_empty() || !latest.items.is_empty();
        let version = match version.map(|stored| sieve.sound(stored)) {
            // The newest version cannot be read: the one before it is shown, under a warning.
            Some(None) => newest_readable(&store, &user_id, now)
                .await
                .map_err(|error| failure(&error))?,
            other => other.flatten(),
        };
        let notes = version
            .as_ref()
            .map(|version| version.notes.clone())
            .unwrap_or_default();
        let sources = ProfileSources {
            temporary: temporary
                .into_iter()
                .filter_map(|stored| sieve.sound(stored))
                .collect(),
            versions: version.into_iter().collect(),
        };
        let latest: Option<EvaluationResult> = latest
            .items
            .into_iter()
            .filter_map(|stored| sieve.sound(stored))
            .find(|evaluation| !evaluation.is_expired_at(now));

        let profile = sources.effective_at(now);
        let next = sources.next_change(now);
        Ok(UserOverview {
            answer: answer(&profile, next.as_ref(), latest.as_ref()).in_doubt(sieve.broken.len()),
            next: next.map(|change| {
                let then = sources.effective_at(change.at);
                (change, then)
            }),
            last_check: latest.map(|evaluation| LastCheck {
                at: evaluation.created_date,
                cfi: evaluation.cfi_state,
            }),
            user_id,
            now,
            profile,
            notes,
            has_stored_data,
            broken: sieve.broken,
            notices: sieve.notices,
        })
    }

    async fn newest_readable(
        store: &Store,
        user: &UserId,
        at: Instant,
    ) -> Result<Option<FloatProfile>, StoreError> {
        let page = profile::history_at(store, user, at, PageRequest::first(LOOK_BEHIND)).await?;
        Ok(page
            .items
            .into_iter()
            .find_map(Result::ok)
            .map(|record| record.value))
    }
}
