//! The profile that counts for a user at a moment, for answers that must be certain.

use domain::effective::{EffectiveProfile, ProfileSources};
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Stored};
use futures::try_join;
use store::{Store, StoreError, profile, temporary_profile};

/// The profile, or the first item that keeps it from being known: a machine reads no warning.
pub async fn read(
    store: &Store,
    user: &UserId,
    now: Instant,
) -> Result<Result<EffectiveProfile, BrokenItem>, StoreError> {
    let (version, temporary) = try_join!(
        profile::latest(store, user),
        temporary_profile::unexpired(store, user, now),
    )?;
    let versions: Result<Vec<_>, _> = sound(version);
    let temporary: Result<Vec<_>, _> = sound(temporary);
    Ok(versions.and_then(|versions| {
        let sources = ProfileSources {
            temporary: temporary?,
            versions,
        };
        Ok(sources.forecast(now, &[]).now())
    }))
}

fn sound<T>(items: impl IntoIterator<Item = Stored<T>>) -> Result<Vec<T>, BrokenItem> {
    let items = items.into_iter();
    items.map(|item| item.map(|record| record.value)).collect()
}
