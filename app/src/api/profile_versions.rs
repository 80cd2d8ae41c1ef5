//! A new profile version: the form of the newest one, and saving it.

use crate::api::stamp::Stamp;
use crate::error::AppError;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::offer_change::Closed;
use domain::profile::FloatProfile;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What the form for a new version starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionForm {
    pub user_id: UserId,
    pub now: Instant,
    /// Nothing where none is stored, and the default counts.
    pub newest: Option<FloatProfile>,
    /// The version that somebody's form was begun with, where it is no longer the newest.
    pub begun_with: Option<BegunWith>,
    /// Attributes that no document names, which the new version takes over.
    pub carried_over: Vec<String>,
    pub has_repaid_special: bool,
    /// Whether any service has stored anything about this ID.
    pub has_record: bool,
    /// What the newest version switched off, since when and why.
    pub closed: Option<Closed>,
    /// Until when a temporary profile hides what is changed here.
    pub hidden_until: Option<Instant>,
    pub stamp: Stamp,
    /// The newest version, where it cannot be read.
    pub broken: Option<BrokenItem>,
}

/// A version that a form was begun with; a type of its own, since JSON cannot tell nothing from a
/// nothing inside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunWith {
    /// Nothing where none was stored by then.
    pub version: Option<FloatProfile>,
}

/// What stands for the default in an address, where no version is stored.
pub const NO_VERSION: &str = "none";

impl VersionForm {
    /// The version that the form is now based on, as it stands in an address.
    pub fn base(&self) -> String {
        let stored = |newest: &FloatProfile| newest.created_on.stored();
        self.newest
            .as_ref()
            .map_or_else(|| NO_VERSION.to_owned(), stored)
    }
}

crate::effect::reads!(ReadVersionForm);
/// `base` is the version that the form was begun with, if it was begun before.
#[server(prefix = "/rpc", endpoint = "read_version_form", output = crate::wire::Answer)]
pub async fn read_version_form(
    user_id: String,
    base: Option<String>,
) -> Result<VersionForm, AppError> {
    let permit = crate::request::permit::<domain::role::WriteProfiles>().await?;
    work::form(permit.staff(), &user_id, base.as_deref()).await
}

crate::effect::writes!(SaveVersion);
/// Writes a version as `draft` says: the fields of its form as in an address.
#[server(prefix = "/rpc", endpoint = "save_version", output = crate::wire::Answer)]
pub async fn save_version(
    user_id: String,
    draft: String,
    base: String,
    form: String,
    version: i64,
    confirmed: Option<String>,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::WriteProfiles>().await?;
    let stamp = Stamp { form, version };
    work::save(
        &permit,
        &user_id,
        &draft,
        &base,
        stamp,
        confirmed.as_deref(),
    )
    .await
}

#[cfg(feature = "ssr")]
mod work {
    use super::{BegunWith, NO_VERSION, Stamp, VersionForm};
    use crate::api::temporary_profiles::{closed, has_repaid_special};
    use crate::error::AppError;
    use crate::request::{failure, now, request_id, store};
    use crate::{audit, paths, writing};
    use domain::audit::{Action, AuditEvent};
    use domain::id::UserId;
    use domain::instant::Instant;
    use domain::item::{Record, Stored};
    use domain::profile::FloatProfile;
    use domain::profile_draft::{ProfileDraft, starting_point};
    use domain::role::{Permit, Staff, WriteProfiles};
    use futures::{TryFutureExt, try_join};
    use store::guard::{Attempt, OperationId};
    use store::{Store, StoreError, guard, profile, temporary_profile};

    pub(super) async fn form(
        staff: &Staff,
        user_id: &str,
        base: Option<&str>,
    ) -> Result<VersionForm, AppError> {
        let user = UserId::parse(user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
        let (store, now) = (store()?, now());
        let reads = async {
            // The guard first: what is read after it is never older.
            let guard = guard::of_user(&store, &user).await?;
            let (newest, temporary) = try_join!(
                profile::latest(&store, &user),
                temporary_profile::unexpired(&store, &user, now)
            )?;
            Ok((guard, newest, temporary))
        };
        let ((guard, newest, temporary), ()) = try_join!(
            reads.map_err(|error: StoreError| failure(&error)),
            audit::looked_at(staff, &user),
        )?;
        let (newest, broken) = match newest {
            Some(Err(broken)) => (None, Some(broken)),
            Some(Ok(record)) => (Some(record), None),
            None => (None, None),
        };
        let begun_with = begun_with(&store, &user, base, newest.as_ref())
            .await
            .map_err(|error| failure(&error))?;
        let carried_over = profile::change::carried_over(newest.as_ref());
        let newest = newest.map(|record| record.value);
        let has_repaid_special = has_repaid_special(&store, &user, newest.as_ref())
            .await
            .map_err(|error| failure(&error))?;
        let is_found = newest.is_some() || broken.is_some() || !temporary.is_empty();
        let has_record = is_found || is_known(&store, &user).await?;
        // In effect whatever its date, as the documented query returns it.
        let active = temporary.into_iter().flatten();
        let closed = closed(&store, &user, newest.as_ref())
            .await
            .map_err(|error| failure(&error))?;
        Ok(VersionForm {
            user_id: user,
            now,
            newest,
            begun_with,
            carried_over: carried_over.into_keys().collect(),
            has_repaid_special,
            has_record,
            closed,
            hidden_until: active
                .filter(|record| now < record.value.expires_on)
                .map(|record| record.value.expires_on)
                .max(),
            stamp: Stamp {
                form: request_id(),
                version: guard.version,
            },
            broken,
        })
    }

    async fn is_known(store: &Store, user: &UserId) -> Result<bool, AppError> {
        let known = store::user::is_known(store, user).await;
        known.map_err(|error| failure(&error))
    }

    /// The version that a form was begun with, if another has become the newest since.
    async fn begun_with(
        store: &Store,
        user: &UserId,
        base: Option<&str>,
        newest: Option<&Record<FloatProfile>>,
    ) -> Result<Option<BegunWith>, StoreError> {
        let is_same = match (base, newest) {
            (None, _) => true,
            (Some(base), None) => base == NO_VERSION,
            (Some(base), Some(newest)) => Instant::parse(base) == Some(newest.value.created_on),
        };
        if is_same {
            return Ok(None);
        }
        let Some(at) = base.and_then(Instant::parse) else {
            return Ok(Some(BegunWith { version: None }));
        };
        let found = profile::in_force_at(store, user, at).await?;
        let version = found.and_then(Result::ok).map(|record| record.value);
        Ok(Some(BegunWith { version }))
    }

    pub(super) async fn save(
        permit: &Permit<WriteProfiles>,
        user_id: &str,
        draft: &str,
        base: &str,
        stamp: Stamp,
        confirmed: Option<&str>,
    ) -> Result<(), AppError> {
        let user = UserId::parse(user_id).map_err(|error| AppError::Invalid(error.to_string()))?;
        let (store, now) = (store()?, now().whole_seconds());
        let read = async {
            let guard = guard::of_user(&store, &user).await?;
            let newest = profile::latest(&store, &user).await?;
            Ok((guard, newest))
        };
        let (guard, newest) = read.await.map_err(|error: StoreError| failure(&error))?;
        let operation = OperationId::of(&stamp.form, &format!("{base} {draft}"));
        if guard.has_done(&operation) {
            back(&user);
            return Ok(());
        }
        let newest = readable(newest)?;
        let held = newest.as_ref().map(|newest| newest.value.created_on);
        if guard.version != stamp.version || Instant::parse(base) != held {
            return Err(writing::overtaken(&store, &user, stamp.version).await);
        }
        if let Some(dated) = held.filter(|dated| *dated >= now) {
            return Err(AppError::Invalid(format!(
                "The newest version is dated {dated}, which is still ahead: a version of now would not count."
            )));
        }
        if newest.is_none() {
            writing::confirmed(&store, &user, confirmed, Vec::new()).await?;
        }
        let attempt = Attempt {
            user: user.clone(),
            version: stamp.version,
            operation,
            at: now,
        };
        let new = checked(&store, &user, draft, newest.as_ref()).await?;
        let new = new.version(&user, now);
        let event = event(permit, newest.as_ref().map(|newest| &newest.value), &new);
        let done =
            profile::change::add(&store, permit, &attempt, newest.as_ref(), &new, &event).await;
        writing::told(&store, &attempt, done).await?;
        back(&user);
        Ok(())
    }

    /// A version on top of one that nobody can read would be a guess.
    fn readable(
        newest: Option<Stored<FloatProfile>>,
    ) -> Result<Option<Record<FloatProfile>>, AppError> {
        newest.transpose().map_err(|broken| {
            AppError::Invalid(format!("The newest version cannot be read: {broken}."))
        })
    }

    async fn checked(
        store: &Store,
        user: &UserId,
        draft: &str,
        newest: Option<&Record<FloatProfile>>,
    ) -> Result<domain::profile_draft::ProfilePlan, AppError> {
        let newest = newest.map(|newest| &newest.value);
        let has_repaid = has_repaid_special(store, user, newest)
            .await
            .map_err(|error| failure(&error))?;
        let fields = paths::fields(draft);
        let fields = fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        ProfileDraft::from_fields(fields)
            .ok_or_else(|| {
                AppError::Invalid("The form was not understood. Start again.".to_owned())
            })?
            .check(newest, has_repaid)
            .map_err(writing::rejected)
    }

    fn event(
        permit: &Permit<WriteProfiles>,
        old: Option<&FloatProfile>,
        new: &FloatProfile,
    ) -> AuditEvent {
        AuditEvent {
            user: Some(new.user_id.clone()),
            reason: new.reason.clone(),
            before: Some(starting_point(old).described()),
            after: Some(starting_point(Some(new)).described()),
            ..audit::event(permit.staff(), Action::ProfileWritten)
        }
    }

    fn back(user: &UserId) {
        leptos_axum::redirect(&paths::user(user));
    }
}
