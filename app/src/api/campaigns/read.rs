//! Reads campaigns as their pages show them.

use super::{AppError, CampaignPage, CampaignsPage, Progress};
use crate::request::{failure, now, request_id, store};
use domain::campaign::{Campaign, UserState};
use domain::id::CampaignId;
use domain::role::{IncludeExcluded, LookUpUsers, OverrideProfiles, Permit, RunLargeCampaigns};
use futures::try_join;
use store::campaign::{self, user};

const PAGE: u32 = 50;
const USERS: usize = 50;

pub(super) async fn list(
    permit: &Permit<LookUpUsers>,
    after: Option<String>,
) -> Result<CampaignsPage, AppError> {
    let staff = permit.staff();
    let found = campaign::list(&store()?, PAGE, after.as_deref())
        .await
        .map_err(|error| failure(&error))?;
    let campaigns = found.campaigns.into_iter();
    Ok(CampaignsPage {
        now: now(),
        campaigns: campaigns
            .map(|stored| stored.map(|record| shown(record.value)))
            .collect(),
        next: found.next,
        refused: staff.permit::<OverrideProfiles>().err(),
        refused_large: staff.permit::<RunLargeCampaigns>().err(),
        operation: request_id(),
    })
}

pub(super) async fn page(
    permit: &Permit<LookUpUsers>,
    id: CampaignId,
    state: Option<String>,
    after: Option<String>,
) -> Result<Option<CampaignPage>, AppError> {
    let (store, staff) = (store()?, permit.staff());
    let state = state.filter(|state| !state.is_empty());
    let state = state.as_deref().map(UserState::from_stored);
    let (found, users) = try_join!(
        campaign::get(&store, &id),
        user::list(&store, &id, state.as_ref(), USERS, after.as_deref()),
    )
    .map_err(|error| failure(&error))?;
    let Some(found) = found else { return Ok(None) };
    let campaign = found
        .campaign
        .map_err(|broken| AppError::Invalid(format!("This campaign cannot be read: {broken}.")))?;
    let campaign = shown(campaign.value);
    let large = staff.permit::<RunLargeCampaigns>().err();
    let small = staff.permit::<OverrideProfiles>().err();
    Ok(Some(CampaignPage {
        now: now(),
        tally: found.tally,
        refused: if campaign.is_small() { small } else { large },
        refused_undo: campaign.may_be_undone_by(staff).err(),
        refused_include: staff.permit::<IncludeExcluded>().err(),
        campaign,
        users: users
            .users
            .into_iter()
            .map(|stored| stored.map(|record| record.value))
            .collect(),
        next: users.next,
    }))
}

/// Without where somebody sat, which is for those who may read the audit log.
fn shown(campaign: Campaign) -> Campaign {
    Campaign {
        from: String::new(),
        ..campaign
    }
}

pub(super) async fn progress(id: CampaignId) -> Result<Option<Progress>, AppError> {
    let found = campaign::get(&store()?, &id).await;
    let found = found.map_err(|error| failure(&error))?;
    Ok(found.and_then(|found| {
        Some(Progress {
            state: found.campaign.ok()?.value.state,
            tally: found.tally,
        })
    }))
}
