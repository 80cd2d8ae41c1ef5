//! Makes campaigns, and lets them run, stop or be undone.

use super::AppError;
use crate::error::Typed;
use crate::paths;
use crate::request::{self, address, failure, now, store};
use crate::writing::{not_done, reason, typed as typed_fields};
use domain::audit::{Action, AuditEvent};
use domain::campaign::{Campaign, CampaignState, Choices, SMALL};
use domain::campaign_draft::{CampaignDraft, CampaignPlan};
use domain::id::CampaignId;
use domain::role::{OverrideProfiles, Permit, RunLargeCampaigns};
use store::ErrorKind;
use store::campaign::{self, Leave, day_limit};
use store::guard::OperationId;

pub(super) enum Deed {
    Start(Choices),
    Stop(String),
}

pub(super) async fn create(
    permit: &Permit<OverrideProfiles>,
    operation: String,
    draft: &CampaignDraft,
) -> Result<(), AppError> {
    let now = now();
    let plan = draft.check(now).map_err(|errors| AppError::Rejected {
        errors,
        typed: typed(draft),
    })?;
    // Changed and sent again after a lost answer, it is another campaign.
    let operation = OperationId::of(&operation, &format!("{:?}", typed(draft)));
    let campaign = planned(permit, operation.into_id(), &plan);
    let large = large(&campaign).await?;
    let leave = Leave {
        small: permit,
        large: large.as_ref(),
    };
    let event = AuditEvent {
        after: Some(campaign.described()),
        ..campaign.event(Action::CampaignCreated, permit.staff(), now, &plan.reason)
    };
    let store = store()?;
    let made = campaign::create(&store, leave, &campaign, &plan.list.users, &event).await;
    if let Err(error) = made {
        // The same click once more, but only where the first one came through.
        let is_there = error.kind == ErrorKind::Conflict && {
            let found = campaign::get(&store, &campaign.id).await;
            found.map_err(|error| failure(&error))?.is_some()
        };
        if !is_there {
            return Err(not_done(&error));
        }
    }
    leptos_axum::redirect(&paths::campaign(&campaign.id));
    Ok(())
}

fn planned(permit: &Permit<OverrideProfiles>, operation: String, plan: &CampaignPlan) -> Campaign {
    let staff = permit.staff();
    Campaign {
        id: CampaignId::new(operation),
        name: plan.name.clone(),
        state: CampaignState::Checking,
        created_on: now().whole_seconds(),
        created_by: staff.clone(),
        run_by: staff.clone(),
        from: address(),
        settings: plan.settings.clone(),
        starts_on: plan.starts_on,
        expires_on: plan.expires_on,
        reason: plan.reason.clone(),
        users: plan.list.users.len() as u64,
        not_taken: plan.list.not_taken.clone(),
        choices: Choices::default(),
        version: 1,
    }
}

fn typed(draft: &CampaignDraft) -> Typed {
    let mut typed = vec![
        ("name".to_owned(), draft.name.clone()),
        ("list".to_owned(), draft.list.clone()),
        ("start".to_owned(), draft.start.clone()),
        ("expires".to_owned(), draft.expires.clone()),
        ("reason".to_owned(), draft.reason.clone()),
    ];
    typed.extend(
        draft
            .switches
            .fields()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    typed
}

/// The second permit, for what is larger than small. A refusal goes on record.
async fn large(campaign: &Campaign) -> Result<Option<Permit<RunLargeCampaigns>>, AppError> {
    if campaign.users <= SMALL {
        return Ok(None);
    }
    request::permit::<RunLargeCampaigns>().await.map(Some)
}

pub(super) async fn change(
    permit: &Permit<OverrideProfiles>,
    id: String,
    deed: Deed,
) -> Result<(), AppError> {
    let (state, action, why) = match &deed {
        Deed::Start(_) => (CampaignState::Running, Action::CampaignStarted, None),
        Deed::Stop(why) => {
            let why = reason("reason", &typed_fields([("reason", why)]))?;
            (CampaignState::Stopped, Action::CampaignStopped, Some(why))
        }
    };
    let campaign = read(id).await?;
    let large = large(&campaign).await?;
    // A double click, or the same in a second tab.
    if campaign.state == state {
        return Ok(());
    }
    let can = match deed {
        Deed::Start(_) => campaign.can_start(now()),
        Deed::Stop(_) => campaign.can_stop(),
    };
    can.map_err(|why| AppError::Invalid(why.to_owned()))?;
    let why = why.unwrap_or_else(|| campaign.reason.clone());
    let choices = match deed {
        Deed::Start(choices) => choices,
        Deed::Stop(_) => campaign.choices,
    };
    let changed = Campaign {
        state,
        choices,
        run_by: permit.staff().clone(),
        from: address(),
        ..campaign
    };
    // Whoever may start large ones isn't limited by day.
    let large = large.or_else(|| permit.staff().permit::<RunLargeCampaigns>().ok());
    if changed.state == CampaignState::Running && large.is_none() {
        return start_within_day(permit, &changed, &why).await;
    }
    let leave = Leave {
        small: permit,
        large: large.as_ref(),
    };
    save(leave, &changed, action, &why).await
}

async fn start_within_day(
    permit: &Permit<OverrideProfiles>,
    changed: &Campaign,
    why: &str,
) -> Result<(), AppError> {
    let event = changed.event(Action::CampaignStarted, permit.staff(), now(), why);
    day_limit::start(&store()?, permit, changed, &event)
        .await
        .map_err(|error| not_done(&error))?
        .map_err(|over| AppError::Invalid(over.to_string()))
}

pub(super) async fn undo(
    permit: &Permit<OverrideProfiles>,
    large: &Permit<RunLargeCampaigns>,
    id: String,
    why: String,
) -> Result<(), AppError> {
    let why = reason("why", &typed_fields([("why", &why)]))?;
    let campaign = read(id).await?;
    if matches!(
        campaign.state,
        CampaignState::Undoing | CampaignState::Undone
    ) {
        return Ok(());
    }
    campaign
        .can_undo()
        .map_err(|why| AppError::Invalid(why.to_owned()))?;
    let changed = Campaign {
        state: CampaignState::Undoing,
        run_by: permit.staff().clone(),
        from: address(),
        ..campaign
    };
    let leave = Leave {
        small: permit,
        large: Some(large),
    };
    save(leave, &changed, Action::CampaignUndoing, &why).await
}

async fn save(
    leave: Leave<'_>,
    changed: &Campaign,
    action: Action,
    why: &str,
) -> Result<(), AppError> {
    let event = changed.event(action, leave.small.staff(), now(), why);
    campaign::change(&store()?, leave, changed, &event)
        .await
        .map_err(|error| not_done(&error))
}

async fn read(id: String) -> Result<Campaign, AppError> {
    let found = campaign::get(&store()?, &CampaignId::new(id)).await;
    let found = found.map_err(|error| failure(&error))?;
    let campaign = found.and_then(|found| found.campaign.ok());
    campaign
        .map(|record| record.value)
        .ok_or_else(|| AppError::Invalid("There is no such campaign.".to_owned()))
}
