//! What counted at an instant, and the versions around it.

use super::{ProfileAt, VersionMark};
use crate::audit;
use crate::error::AppError;
use crate::request::{failure, now, store};
use crate::sieve::Sieve;
use domain::effective::ProfileSources;
use domain::id::UserId;
use domain::instant::Instant;
use domain::override_copy::all_overrides;
use domain::role::{LookUpUsers, Permit};
use futures::try_join;
use store::{PageRequest, override_copy, profile, temporary_profile};

/// How many versions are offered on either side: as many whether there are ten or ten thousand.
const AROUND: u32 = 12;

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user_id: UserId,
    at: Instant,
) -> Result<ProfileAt, AppError> {
    let (store, now) = (store()?, now());
    let reads = async {
        try_join!(
            profile::history_at(&store, &user_id, at, PageRequest::first(AROUND)),
            profile::after(&store, &user_id, at, PageRequest::first(AROUND)),
            temporary_profile::all(&store, &user_id),
            override_copy::of_user(&store, &user_id),
        )
        .map_err(|error| failure(&error))
    };
    let ((before, after, stored, copies), ()) =
        try_join!(reads, audit::looked_at(permit.staff(), &user_id))?;

    let mut sieve = Sieve::default();
    let before = sieve.all(before.items);
    let after = sieve.all(after.items);
    let copies = sieve.all(copies);
    let stored = sieve.all(stored);
    // The first that can be read is the one in force: they come newest first.
    let sources = ProfileSources {
        temporary: all_overrides(stored, &copies, now),
        versions: before.first().cloned().into_iter().collect(),
    };
    let versions = before
        .into_iter()
        .rev()
        .chain(after)
        .map(|version| VersionMark {
            at: version.created_on,
            reason: version.reason,
        })
        .collect();
    Ok(ProfileAt {
        profile: sources.effective_at(at),
        user_id,
        now,
        versions,
        broken: sieve.broken,
        notices: sieve.notices,
    })
}
