//! What a campaign does to its users, one at a time. The user's override, its copy, its audit event, the
//! user's guard and what the campaign knows of the user are one transaction: whatever happens in
//! between, each is done once or not at all.

use super::{is_checked, is_conflict, profiles, user, went_on};
use crate::guard::{self, Attempt, Guard, OperationId, Waiting, WaitingStart};
use crate::table::Write;
use crate::temporary_profile::change::{Found, found, put_into_force_by_campaign};
use crate::{Store, StoreError, audit, override_copy};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::audit::{Action, AuditEvent};
use domain::campaign::{Campaign, CampaignState, CampaignUser, UserState};
use domain::id::UserId;
use domain::instant::Instant;
use domain::role::{OverrideProfiles, Permit};
use domain::temporary_profile::{Held, TemporaryProfile};
use futures::future::try_join_all;
use sha2::{Digest, Sha256};

/// So many users are looked at before what was found is noted; a transaction holds up to a hundred.
pub const CHECKED_AT_ONCE: usize = 20;
/// How often a user is tried whom others keep writing on.
const ATTEMPTS: u32 = 3;

/// Looks at some users and notes what was found; nothing is noted where somebody else did already.
pub async fn check(
    store: &Store,
    campaign: &Campaign,
    users: &[UserId],
    now: Instant,
) -> Result<Vec<CampaignUser>, StoreError> {
    let looks = users.iter().map(|user| look(store, campaign, user, now));
    let users = try_join_all(looks).await?;
    user::add(store, &campaign.id, &users).await?;
    Ok(users)
}

/// Every user is checked: people can decide now.
pub async fn end_of_check(store: &Store, campaign: &Campaign) -> Result<(), StoreError> {
    is_checked(store, campaign).await
}

async fn look(
    store: &Store,
    campaign: &Campaign,
    user: &UserId,
    now: Instant,
) -> Result<CampaignUser, StoreError> {
    let stored = profiles::read(store, user, now).await?;
    let change = stored.is_readable.then(|| {
        let (_, change) = campaign.change_for(stored.profiles());
        change
    });
    Ok(CampaignUser {
        user_id: user.clone(),
        finding: stored.finding(),
        state: UserState::Waiting,
        detail: String::new(),
        written_on: None,
        change,
    })
}

/// Gives one waiting user the campaign's override, or says why not. A conflict means that the campaign
/// is no longer running, or that somebody else did this user.
pub async fn apply(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    campaign: &Campaign,
    user: &CampaignUser,
    now: Instant,
) -> Result<CampaignUser, StoreError> {
    if campaign.expires_on <= now {
        let why = "the campaign's end had passed";
        return left(store, campaign, user, UserState::Skipped, why).await;
    }
    insist(|| write(store, permit, campaign, user, now)).await
}

/// Tries again where somebody wrote on the same user at the same moment.
pub(super) async fn insist<F>(attempt: impl Fn() -> F) -> Result<CampaignUser, StoreError>
where
    F: Future<Output = Result<CampaignUser, StoreError>>,
{
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Err(error) if is_conflict(&error) => {}
            other => return other,
        }
    }
    attempt().await
}

async fn write(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    campaign: &Campaign,
    user: &CampaignUser,
    now: Instant,
) -> Result<CampaignUser, StoreError> {
    let (attempt, guard) = attempt(store, campaign, user, "", now).await?;
    let is_early = |start: &WaitingStart| start.key.start_on < campaign.expires_on;
    if guard.waiting.iter().any(is_early) {
        let why = "a temporary profile is planned for that time";
        return left(store, campaign, user, UserState::Skipped, why).await;
    }
    let stored = profiles::read(store, &user.user_id, now).await?;
    if !stored.is_readable {
        let why = "what is stored of this user can't be read";
        return left(store, campaign, user, UserState::Failed, why).await;
    }
    if stored.temporary.len() > 1 {
        let why = "has several temporary profiles; settle that by hand";
        return left(store, campaign, user, UserState::Failed, why).await;
    }
    let (settings, change) = campaign.change_for(stored.profiles());
    let user = &CampaignUser {
        change: Some(change.clone()),
        ..user.clone()
    };
    if let Some(why) = change.left_out(&campaign.choices) {
        return left(store, campaign, user, UserState::Skipped, why).await;
    }
    let new = campaign.profile_of(&user.user_id, settings, now);
    let old = stored.temporary.first();
    if old.is_some_and(|old| override_copy::is_same(&old.value, &new)) {
        // Its copy, from which an undo gives it back, would be lost.
        let why = "got a temporary profile with the same end this very second";
        return left(store, campaign, user, UserState::Skipped, why).await;
    }
    let old = match old {
        Some(old) => found(store, &attempt, &Held::from(old)).await?,
        None => None,
    };
    let new = store.as_written(new, &stored.profiles().regular());
    let done = CampaignUser {
        state: UserState::Done,
        detail: old.iter().map(|_| "replaced the one before").collect(),
        written_on: Some(new.created_on),
        ..user.clone()
    };
    let mut writes = started(permit, campaign, &attempt, &new, old.as_ref());
    let during = &CampaignState::Running;
    writes.extend(user::went_on(&campaign.id, &user.state, &done, during));
    guard::write(store, &attempt, &Waiting::default(), writes).await?;
    Ok(done)
}

/// The writes of the override itself, of its copy and of its event.
fn started(
    permit: &Permit<OverrideProfiles>,
    campaign: &Campaign,
    attempt: &Attempt,
    new: &TemporaryProfile,
    old: Option<&Found>,
) -> Vec<Write> {
    let action = match old {
        Some(_) => Action::OverrideReplaced,
        None => Action::OverrideStarted,
    };
    let event = AuditEvent {
        before: old.map(|old| old.profile().described()),
        after: Some(new.described()),
        ..event(permit, campaign, attempt, action)
    };
    let mut writes = audit::writes(&event);
    writes.extend(put_into_force_by_campaign(
        &campaign.id,
        permit,
        attempt,
        new,
        old,
        &event,
    ));
    writes
}

/// Notes that a user cannot be written on at all.
pub async fn fail(
    store: &Store,
    campaign: &Campaign,
    user: &CampaignUser,
) -> Result<CampaignUser, StoreError> {
    let why = "the table refused the write";
    left(store, campaign, user, UserState::Failed, why).await
}

/// Notes that nothing was written on a user, and why.
pub(super) async fn left(
    store: &Store,
    campaign: &Campaign,
    user: &CampaignUser,
    state: UserState,
    why: &str,
) -> Result<CampaignUser, StoreError> {
    let left = CampaignUser {
        state,
        detail: why.to_owned(),
        ..user.clone()
    };
    let writes = user::went_on(&campaign.id, &user.state, &left, &campaign.state);
    store.transact(writes.into()).await?;
    Ok(left)
}

/// A campaign has no page that somebody read: it goes by what is there now.
pub(super) async fn attempt(
    store: &Store,
    campaign: &Campaign,
    user: &CampaignUser,
    deed: &str,
    now: Instant,
) -> Result<(Attempt, Guard), StoreError> {
    let guard = guard::of_user(store, &user.user_id).await?;
    let attempt = Attempt {
        user: user.user_id.clone(),
        version: guard.version,
        operation: OperationId::of(campaign.id.as_str(), deed),
        at: now.whole_seconds(),
    };
    Ok((attempt, guard))
}

pub(super) fn event(
    permit: &Permit<OverrideProfiles>,
    campaign: &Campaign,
    attempt: &Attempt,
    action: Action,
) -> AuditEvent {
    let user = &attempt.user;
    // A user's id can be as long as a whole sort key.
    let digest = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(user.as_str()));
    let short = digest.get(..16).unwrap_or(&digest);
    let reason = match action {
        Action::OverrideUndone => &campaign.undo_reason,
        _ => &campaign.reason,
    };
    AuditEvent {
        user: Some(user.clone()),
        id: format!("{}-{short}-{action}", campaign.id),
        ..campaign.event(action, permit.staff(), attempt.at, reason)
    }
}

/// Puts a campaign into its next state, once there is no user left for a worker to take on.
pub async fn end(
    store: &Store,
    campaign: &Campaign,
    state: CampaignState,
    event: &AuditEvent,
) -> Result<(), StoreError> {
    let ended = Campaign {
        state,
        ..campaign.clone()
    };
    went_on(store, &ended, event).await
}
