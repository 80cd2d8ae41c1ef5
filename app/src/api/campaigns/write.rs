//! Makes campaigns, and lets them run, stop or be undone.

use super::AppError;
use crate::error::Typed;
use crate::paths;
use crate::request::{self, address, failure, now, store};
use crate::writing::{not_done, reason, typed as typed_fields};
use domain::audit::{Action, AuditEvent};
use domain::campaign::{Campaign, CampaignState, Choices, ChoicesDraft, SMALL, reason_field};
use domain::campaign_draft::{CampaignDraft, CampaignPlan};
use domain::id::CampaignId;
use domain::offer_change::Group;
use domain::role::{IncludeExcluded, OverrideProfiles, Permit, RunLargeCampaigns};
use store::ErrorKind;
use store::campaign::{self, Leave, day_limit};
use store::guard::OperationId;

pub(super) enum Step {
    Start(ChoicesDraft),
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
        include: None,
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
        started_by: None,
        undo_reason: String::new(),
        change: plan.change.clone(),
        snapshot: None,
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
    let change = &draft.change;
    let mut typed: Typed = [
        ("name", &draft.name),
        ("list", &draft.list),
        ("layout", &draft.layout),
        ("floats", &change.floats),
        ("amount", &change.amount),
        ("loans", &change.loans),
        ("start", &draft.start),
        ("expires", &draft.expires),
        ("reason", &draft.reason),
    ]
    .map(|(name, value)| (name.to_owned(), value.clone()))
    .into();
    for (name, ids) in [("tier", &change.tiers), ("loan", &change.loan_tiers)] {
        typed.extend(ids.iter().map(|id| (name.to_owned(), id.clone())));
    }
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
    step: Step,
) -> Result<(), AppError> {
    match step {
        Step::Start(draft) => {
            let choices = draft.check().map_err(|errors| AppError::Rejected {
                errors,
                typed: typed_choices(&draft),
            })?;
            start(permit, read(id).await?, choices).await
        }
        Step::Stop(why) => {
            let why = reason("reason", &typed_fields([("reason", &why)]))?;
            stop(permit, read(id).await?, &why).await
        }
    }
}

async fn start(
    permit: &Permit<OverrideProfiles>,
    campaign: Campaign,
    choices: Choices,
) -> Result<(), AppError> {
    let large = large(&campaign).await?;
    // A double click, or the same in a second tab.
    if campaign.state == CampaignState::Running {
        return Ok(());
    }
    let include = match choices.included().as_slice() {
        [] => None,
        _ => Some(request::permit::<IncludeExcluded>().await?),
    };
    let can = campaign.can_start(now());
    can.map_err(|why| AppError::Invalid(why.to_owned()))?;
    let staff = permit.staff();
    let changed = Campaign {
        state: CampaignState::Running,
        choices,
        run_by: staff.clone(),
        started_by: Some(campaign.started_by.clone().unwrap_or_else(|| staff.clone())),
        from: address(),
        ..campaign
    };
    let event = AuditEvent {
        after: Some(changed.described()),
        ..changed.event(Action::CampaignStarted, staff, now(), &changed.reason)
    };
    // Admins may start large campaigns and have no daily limit.
    let large = large.or_else(|| staff.permit::<RunLargeCampaigns>().ok());
    if large.is_none() {
        return start_within_day(permit, &changed, &event).await;
    }
    let leave = Leave {
        small: permit,
        large: large.as_ref(),
        include: include.as_ref(),
    };
    save(leave, &changed, &event).await
}

/// What was ticked and typed, for a form that comes back.
fn typed_choices(draft: &ChoicesDraft) -> Typed {
    let groups = [
        (Group::Lowered, &draft.lowered),
        (Group::Reopened, &draft.reopened),
        (Group::HoldReplaced, &draft.hold_replaced),
    ];
    let reasons = groups
        .iter()
        .map(|(group, it)| (reason_field(group), it.reason.clone()));
    let ticks = groups
        .iter()
        .map(|(group, it)| (group.as_stored(), it.is_ticked))
        .chain([
            ("with_unknown", draft.with_unknown),
            ("replace", draft.replace),
        ])
        .filter(|(_, is_ticked)| *is_ticked)
        .map(|(name, _)| (name.to_owned(), "on".to_owned()));
    ticks.chain(reasons).collect()
}

async fn stop(
    permit: &Permit<OverrideProfiles>,
    campaign: Campaign,
    why: &str,
) -> Result<(), AppError> {
    let large = large(&campaign).await?;
    if campaign.state == CampaignState::Stopped {
        return Ok(());
    }
    let can = campaign.can_stop();
    can.map_err(|why| AppError::Invalid(why.to_owned()))?;
    let changed = Campaign {
        state: CampaignState::Stopped,
        run_by: permit.staff().clone(),
        from: address(),
        ..campaign
    };
    let leave = Leave {
        small: permit,
        large: large.as_ref(),
        include: None,
    };
    let event = changed.event(Action::CampaignStopped, permit.staff(), now(), why);
    save(leave, &changed, &event).await
}

async fn start_within_day(
    permit: &Permit<OverrideProfiles>,
    changed: &Campaign,
    event: &AuditEvent,
) -> Result<(), AppError> {
    day_limit::start(&store()?, permit, changed, event)
        .await
        .map_err(|error| not_done(&error))?
        .map_err(|over| AppError::Invalid(over.to_string()))
}

pub(super) async fn undo(
    permit: &Permit<OverrideProfiles>,
    id: String,
    why: String,
) -> Result<(), AppError> {
    let why = reason("why", &typed_fields([("why", &why)]))?;
    let campaign = read(id).await?;
    // Who started it may; for anybody else this refuses, and puts it on record.
    let large = match campaign.may_be_undone_by(permit.staff()) {
        Ok(()) => permit.staff().permit::<RunLargeCampaigns>().ok(),
        Err(_) => Some(request::permit::<RunLargeCampaigns>().await?),
    };
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
        undo_reason: why,
        from: address(),
        ..campaign
    };
    let leave = Leave {
        small: permit,
        large: large.as_ref(),
        include: None,
    };
    let action = Action::CampaignUndoing;
    let event = changed.event(action, permit.staff(), now(), &changed.undo_reason);
    save(leave, &changed, &event).await
}

async fn save(leave: Leave<'_>, changed: &Campaign, event: &AuditEvent) -> Result<(), AppError> {
    campaign::change(&store()?, leave, changed, event)
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
