//! What a campaign does to its users, one at a time. The user's override, its copy, its audit event, the
//! user's guard and what the campaign knows of the user are one transaction: whatever happens in
//! between, each is done once or not at all.

use super::{is_checked, is_conflict, user, went_on};
use crate::guard::{self, Attempt, Guard, OperationId, Waiting, WaitingStart};
use crate::table::Write;
use crate::temporary_profile::LastOrOther;
use crate::temporary_profile::change::{Found, ended, found, gone, put_into_force_by_campaign};
use crate::{Store, StoreError, audit, temporary_profile};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::audit::{Action, AuditEvent};
use domain::campaign::{Campaign, CampaignState, CampaignUser, Finding, UserState};
use domain::id::UserId;
use domain::instant::Instant;
use domain::override_copy::HowEnded;
use domain::role::{OverrideProfiles, Permit, RunLargeCampaigns};
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
    let looks = users.iter().map(|user| look(store, user, now));
    let users = try_join_all(looks).await?;
    user::add(store, &campaign.id, &users).await?;
    Ok(users)
}

/// Every user is checked: people can decide now.
pub async fn end_of_check(store: &Store, campaign: &Campaign) -> Result<(), StoreError> {
    is_checked(store, campaign).await
}

async fn look(store: &Store, user: &UserId, now: Instant) -> Result<CampaignUser, StoreError> {
    let finding = match temporary_profile::last_or_other(store, user).await? {
        None => Finding::NoData,
        Some(LastOrOther::Ends(at)) if now < at => Finding::Overridden,
        Some(_) => Finding::Fine,
    };
    Ok(CampaignUser {
        user_id: user.clone(),
        finding,
        state: UserState::Waiting,
        detail: String::new(),
        written_on: None,
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
    if let Some(why) = campaign.leaves_out(user) {
        return left(store, campaign, user, UserState::Skipped, why).await;
    }
    if campaign.expires_on <= now {
        let why = "the campaign's end had passed";
        return left(store, campaign, user, UserState::Skipped, why).await;
    }
    insist(|| write(store, permit, campaign, user, now)).await
}

/// Tries again where somebody wrote on the same user at the same moment.
async fn insist<F>(attempt: impl Fn() -> F) -> Result<CampaignUser, StoreError>
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
    let there = temporary_profile::unexpired(store, &user.user_id, now).await?;
    let old = match there.as_slice() {
        [] => None,
        [Ok(record)] if campaign.choices.replace => {
            found(store, &attempt, &Held::from(record)).await?
        }
        [_] => {
            let why = "already has a temporary profile";
            return left(store, campaign, user, UserState::Skipped, why).await;
        }
        _ => {
            let why = "has several temporary profiles; settle that by hand";
            return left(store, campaign, user, UserState::Failed, why).await;
        }
    };
    let new = campaign.profile_of(&user.user_id, now);
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
        permit, attempt, new, old, &event,
    ));
    writes
}

/// Takes back what the campaign wrote for one user, if it is still as it was written.
pub async fn undo(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    _large: &Permit<RunLargeCampaigns>,
    campaign: &Campaign,
    user: &CampaignUser,
    now: Instant,
) -> Result<CampaignUser, StoreError> {
    insist(|| take_back(store, permit, campaign, user, now)).await
}

async fn take_back(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
    campaign: &Campaign,
    user: &CampaignUser,
    now: Instant,
) -> Result<CampaignUser, StoreError> {
    if campaign.expires_on <= now {
        return left(store, campaign, user, UserState::Kept, "ended by itself").await;
    }
    let (attempt, _) = attempt(store, campaign, user, "undo", now).await?;
    let written_on = user.written_on.unwrap_or(Instant::EPOCH);
    let held = Held {
        sort: temporary_profile::sort(campaign.expires_on),
        created_on: written_on,
    };
    let Some(old) = found(store, &attempt, &held).await? else {
        let why = "was cancelled, moved or replaced since";
        return left(store, campaign, user, UserState::Kept, why).await;
    };
    let written = campaign.profile_of(&user.user_id, written_on);
    if *old.item() != temporary_profile::encode(&written) {
        let why = "was changed since";
        return left(store, campaign, user, UserState::Kept, why).await;
    }
    let undone = CampaignUser {
        state: UserState::Undone,
        detail: String::new(),
        ..user.clone()
    };
    let event = AuditEvent {
        before: Some(written.described()),
        ..event(permit, campaign, &attempt, Action::OverrideCancelled)
    };
    let mut writes = audit::writes(&event);
    writes.push(gone(&old));
    writes.push(ended(permit, &attempt, &old, HowEnded::Cancelled, &event));
    let during = &CampaignState::Undoing;
    writes.extend(user::went_on(&campaign.id, &user.state, &undone, during));
    guard::write(store, &attempt, &Waiting::default(), writes).await?;
    Ok(undone)
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
async fn left(
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
async fn attempt(
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

fn event(
    permit: &Permit<OverrideProfiles>,
    campaign: &Campaign,
    attempt: &Attempt,
    action: Action,
) -> AuditEvent {
    let user = &attempt.user;
    // A user's id can be as long as a whole sort key.
    let digest = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(user.as_str()));
    let short = digest.get(..16).unwrap_or(&digest);
    AuditEvent {
        user: Some(user.clone()),
        id: format!("{}-{short}-{action}", campaign.id),
        ..campaign.event(action, permit.staff(), attempt.at, &campaign.reason)
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
