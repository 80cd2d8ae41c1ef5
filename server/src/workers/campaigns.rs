//! Takes campaigns on: looks at their users first, and later gives each the override, or takes it back.
//!
//! What was done is known from each user's own item, which is written together with the override: a
//! server that is killed in the middle leaves nothing half done, and the next one goes on behind it.

use super::{Shift, Worker, now};
use async_trait::async_trait;
use domain::audit::Action;
use domain::campaign::{Campaign, CampaignState, CampaignUser, Tally, UserState};
use domain::id::CampaignId;
use domain::role::{IncludeExcluded, OverrideProfiles};
use domain::worker;
use std::collections::HashSet;
use std::time::Duration;
use store::campaign::run::{self, CHECKED_AT_ONCE};
use store::campaign::{self, user};
use store::{ErrorKind, StoreError};

pub struct RunCampaigns;

/// How far a campaign has come is noted after so many users, for those who watch.
const NOTED_AFTER: usize = 20;

#[async_trait]
impl Worker for RunCampaigns {
    fn name(&self) -> &'static str {
        worker::CAMPAIGNS.name
    }

    fn pause(&self) -> Duration {
        Duration::from_secs(1)
    }

    async fn work(&self, shift: &Shift) -> Result<(), StoreError> {
        for id in campaign::active(&shift.store).await? {
            if shift.is_over() {
                break;
            }
            let Some(campaign) = read(shift, &id).await? else {
                continue;
            };
            let done = match campaign.state {
                CampaignState::Checking => check(shift, &campaign).await,
                CampaignState::Running => give(shift, &campaign).await,
                CampaignState::Undoing => take_back(shift, &campaign).await,
                _ => Ok(()),
            };
            match done {
                // Somebody stopped it, or another server has it: the next turn reads it again.
                Err(error) if matches!(error.kind, ErrorKind::Conflict | ErrorKind::Contended) => {
                    tracing::info!(campaign = %id, %error, "a campaign was changed meanwhile");
                }
                other => other?,
            }
        }
        Ok(())
    }
}

async fn read(shift: &Shift, id: &CampaignId) -> Result<Option<Campaign>, StoreError> {
    let found = campaign::get(&shift.store, id).await?;
    match found.map(|found| found.campaign) {
        Some(Ok(record)) => Ok(Some(record.value)),
        Some(Err(broken)) => {
            tracing::error!(campaign = %id, %broken, "a campaign cannot be read");
            Ok(None)
        }
        None => Ok(None),
    }
}

async fn check(shift: &Shift, campaign: &Campaign) -> Result<(), StoreError> {
    let store = &shift.store;
    let known = user::all(store, &campaign.id).await?;
    let mut tally = Tally::of(&known);
    let known: HashSet<_> = known.into_iter().map(|user| user.user_id).collect();
    let mut left = campaign::listed(store, &campaign.id).await?;
    left.retain(|user| !known.contains(user));
    for some in left.chunks(CHECKED_AT_ONCE) {
        if shift.is_over() {
            return Ok(());
        }
        for user in run::check(store, campaign, some, now()).await? {
            tally.add(&user);
        }
        campaign::note(store, &campaign.id, &tally).await?;
    }
    campaign::note(store, &campaign.id, &tally).await?;
    run::end_of_check(store, campaign).await
}

async fn give(shift: &Shift, campaign: &Campaign) -> Result<(), StoreError> {
    if campaign.starts_on.is_some_and(|start| now() < start) {
        return Ok(());
    }
    let permit = campaign.run_by.permit::<OverrideProfiles>();
    let may_include = campaign.run_by.may::<IncludeExcluded>();
    let Some(permit) = permit
        .ok()
        .filter(|_| may_include || campaign.choices.included().is_empty())
    else {
        tracing::error!(campaign = %campaign.id, "a campaign was started without permission");
        return Ok(());
    };
    let is_done = each(shift, campaign, &UserState::Waiting, |user| {
        let (user, permit) = (user.clone(), permit.clone());
        async move { run::apply(&shift.store, &permit, campaign, &user, now()).await }
    });
    if is_done.await? {
        let (state, action) = (CampaignState::Finished, Action::CampaignFinished);
        end(shift, campaign, state, action).await?;
    }
    Ok(())
}

async fn take_back(shift: &Shift, campaign: &Campaign) -> Result<(), StoreError> {
    let may = campaign.may_be_undone_by(&campaign.run_by);
    let permit = may.and_then(|()| campaign.run_by.permit::<OverrideProfiles>());
    let Ok(permit) = permit else {
        tracing::error!(campaign = %campaign.id, "an undo was started without permission");
        return Ok(());
    };
    let is_done = each(shift, campaign, &UserState::Done, |user| {
        let (user, permit) = (user.clone(), permit.clone());
        async move { campaign::undo(&shift.store, &permit, campaign, &user, now()).await }
    });
    if is_done.await? {
        let (state, action) = (CampaignState::Undone, Action::CampaignUndone);
        end(shift, campaign, state, action).await?;
    }
    Ok(())
}

/// Takes on every user that is in that state, one after the other. Gives whether it came to the end.
async fn each<D: Future<Output = Result<CampaignUser, StoreError>>>(
    shift: &Shift,
    campaign: &Campaign,
    state: &UserState,
    deed: impl Fn(&CampaignUser) -> D,
) -> Result<bool, StoreError> {
    let store = &shift.store;
    let users = user::all(store, &campaign.id).await?;
    let mut tally = Tally::of(&users);
    let left = users.iter().filter(|user| user.state == *state);
    for (index, user) in left.enumerate() {
        if shift.is_over() {
            return Ok(false);
        }
        if index % NOTED_AFTER == 0 {
            campaign::note(store, &campaign.id, &tally).await?;
        }
        // A conflict that stays is that of the campaign itself, which was stopped.
        let after = match deed(user).await {
            Err(error) if error.kind == ErrorKind::Rejected => {
                tracing::error!(campaign = %campaign.id, %error, "a user of a campaign was refused");
                run::fail(store, campaign, user).await
            }
            other => other,
        };
        if after.is_err() {
            campaign::note(store, &campaign.id, &tally).await?;
        }
        tally.went(&user.state, &after?.state);
    }
    campaign::note(store, &campaign.id, &tally).await?;
    Ok(true)
}

async fn end(
    shift: &Shift,
    campaign: &Campaign,
    state: CampaignState,
    action: Action,
) -> Result<(), StoreError> {
    let reason = match action {
        Action::CampaignUndone => &campaign.undo_reason,
        _ => &campaign.reason,
    };
    let event = campaign.event(action.clone(), &campaign.run_by, now(), reason);
    run::end(&shift.store, campaign, state, &event).await
}
