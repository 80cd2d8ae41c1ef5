//! Undoing a campaign for one user: what it wrote is ended, if it is still as it was written, and what
//! that replaced is given back to the letter.

use super::run::{attempt, event, insist, left};
use super::{profiles, user};
use crate::guard::{self, Attempt, Guard, Waiting};
use crate::table::Write;
use crate::temporary_profile::change::{Found, ended, found, given_back, gone};
use crate::{Store, StoreError, audit, override_copy, schedule, temporary_profile};
use domain::audit::{Action, AuditEvent};
use domain::campaign::{
    AtUndo, Campaign, CampaignState, CampaignUser, Restoring, UserState, restoring,
};
use domain::instant::Instant;
use domain::override_copy::{HowEnded, OverrideCopy};
use domain::role::{OverrideProfiles, Permit};
use domain::temporary_profile::Held;

/// Takes back what the campaign wrote for one user. `campaign.run_by` is who undoes it.
pub async fn undo(
    store: &Store,
    permit: &Permit<OverrideProfiles>,
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
    let (attempt, guard) = attempt(store, campaign, user, "undo", now).await?;
    let kept = |why: &'static str| left(store, campaign, user, UserState::Kept, why);
    if campaign.expires_on <= now {
        return kept("ended by itself").await;
    }
    let held = Held {
        sort: temporary_profile::sort(campaign.expires_on),
        created_on: user.written_on.unwrap_or(Instant::EPOCH),
    };
    let Some(written) = found(store, &attempt, &held).await? else {
        return kept("was cancelled, moved or replaced since").await;
    };
    let as_written = override_copy::item_of(store, written.profile()).await?;
    if as_written.as_ref() != Some(written.item()) {
        return kept("was changed since").await;
    }
    let back = GivingBack::read(store, &attempt, &guard, &written, now).await?;
    let undone = CampaignUser {
        state: UserState::Undone,
        detail: back.detail().to_owned(),
        ..user.clone()
    };
    let event = AuditEvent {
        before: Some(written.profile().described()),
        after: back.replaced().map(|copy| copy.profile.described()),
        ..event(permit, campaign, &attempt, Action::OverrideUndone)
    };
    let mut writes = audit::writes(&event);
    writes.extend(
        back.writes(store, permit, &attempt, &written, &event)
            .await?,
    );
    let during = &CampaignState::Undoing;
    writes.extend(user::went_on(&campaign.id, &user.state, &undone, during));
    guard::write(store, &attempt, &Waiting::default(), writes).await?;
    Ok(undone)
}

/// What is given back, or why nothing is.
struct GivingBack(Result<Option<OverrideCopy>, &'static str>);

impl GivingBack {
    async fn read(
        store: &Store,
        attempt: &Attempt,
        guard: &Guard,
        written: &Found,
        now: Instant,
    ) -> Result<Self, StoreError> {
        let copies = override_copy::of_user(store, &attempt.user).await?;
        let copies: Vec<_> = copies.into_iter().flatten().map(|it| it.value).collect();
        let waiting = schedule::waiting(guard).into_iter().flatten();
        let waiting: Vec<_> = waiting.map(|record| record.value).collect();
        let there = profiles::read(store, &attempt.user, now).await?;
        let regular = there.profiles().regular();
        let restoring = restoring(AtUndo {
            now,
            written_on: written.profile().created_on,
            copies: &copies,
            waiting: &waiting,
            has_others: there.temporary.len() > 1 || !there.is_readable,
            regular: &regular,
            closed: there.regular.closed.as_ref(),
        });
        Ok(Self(match restoring {
            Restoring::Nothing => Ok(None),
            Restoring::Restore(copy) => Ok(Some(copy.clone())),
            Restoring::Leave(why) => Err(why),
        }))
    }

    fn replaced(&self) -> Option<&OverrideCopy> {
        self.0.as_ref().ok()?.as_ref()
    }

    fn detail(&self) -> &'static str {
        match &self.0 {
            Ok(None) => "",
            Ok(Some(_)) => "what it replaced is back",
            Err(why) => why,
        }
    }

    async fn writes(
        &self,
        store: &Store,
        permit: &Permit<OverrideProfiles>,
        attempt: &Attempt,
        written: &Found,
        event: &AuditEvent,
    ) -> Result<Vec<Write>, StoreError> {
        if let Some(copy) = self.replaced()
            && let Some(item) = override_copy::item_of(store, &copy.profile).await?
        {
            return Ok(given_back(permit, attempt, written, copy, item, event));
        }
        Ok(vec![
            gone(written),
            ended(permit, attempt, written, HowEnded::Undone, event),
        ])
    }
}
