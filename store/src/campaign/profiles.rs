//! A campaign's user as stored at one moment: everything that decides what the campaign does to them.

use crate::profile::Regular;
use crate::{Store, StoreError, profile, temporary_profile, user};
use domain::campaign::Finding;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::Record;
use domain::offer_change::Profiles;
use domain::temporary_profile::TemporaryProfile;
use futures::try_join;

pub(super) struct StoredProfiles {
    pub(super) regular: Regular,
    /// That haven't ended.
    pub(super) temporary: Vec<Record<TemporaryProfile>>,
    is_known: bool,
    /// Whether everything that decides can be read.
    pub(super) is_readable: bool,
}

pub(super) async fn read(
    store: &Store,
    user_id: &UserId,
    now: Instant,
) -> Result<StoredProfiles, StoreError> {
    let (regular, temporary, is_known) = try_join!(
        profile::regular(store, user_id),
        temporary_profile::unexpired(store, user_id, now),
        user::is_known(store, user_id),
    )?;
    let is_readable = regular.is_readable && temporary.iter().all(Result::is_ok);
    let is_over = |profile: &TemporaryProfile| {
        profile.expires_on <= now || profile.ttl.is_some_and(|ttl| ttl <= now)
    };
    let mut temporary: Vec<_> = temporary.into_iter().flatten().collect();
    temporary.retain(|record| !is_over(&record.value));
    Ok(StoredProfiles {
        regular,
        temporary,
        is_known,
        is_readable,
    })
}

impl StoredProfiles {
    pub(super) fn profiles(&self) -> Profiles<'_> {
        Profiles {
            replaced: self.temporary.first().map(|record| &record.value),
            is_known: self.is_known,
            ..self.regular.profiles()
        }
    }

    pub(super) fn finding(&self) -> Finding {
        match (self.is_readable, self.is_known, self.temporary.is_empty()) {
            (false, ..) => Finding::Unreadable,
            (_, false, _) => Finding::NoData,
            (_, _, false) => Finding::Overridden,
            _ => Finding::Fine,
        }
    }
}
