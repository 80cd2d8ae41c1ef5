//! Campaigns: which there are, how far each has come, and letting one run, stop or be undone.

use crate::error::AppError;
use domain::campaign::{Campaign, CampaignState, CampaignUser, Tally};
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::role::Refused;
use domain::switches::Switches;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignsPage {
    pub now: Instant,
    pub campaigns: Vec<Result<Campaign, BrokenItem>>,
    /// Where the next part starts.
    pub next: Option<String>,
    /// Why this person may make none, where that is so; and why none with many users.
    pub refused: Option<Refused>,
    pub refused_large: Option<Refused>,
    /// The id that the form's campaign will have: sent twice, it is still one.
    pub operation: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignPage {
    pub now: Instant,
    pub campaign: Campaign,
    pub tally: Tally,
    /// Part of its users, in the order of their ids.
    pub users: Vec<Result<CampaignUser, BrokenItem>>,
    pub next: Option<String>,
    /// Why this person may not let it run or stop it, or undo it, where that is so.
    pub refused: Option<Refused>,
    pub refused_undo: Option<Refused>,
}

/// How far a campaign has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub state: CampaignState,
    pub tally: Tally,
}

/// The switches as the fields of a form send them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TickedSwitches {
    pub floats: Option<String>,
    pub loans: Option<String>,
    pub tiers: Vec<String>,
    pub loan_tiers: Vec<String>,
}

impl From<TickedSwitches> for Switches {
    fn from(ticked: TickedSwitches) -> Self {
        Self {
            floats: ticked.floats.is_some(),
            loans: ticked.loans.is_some(),
            tiers: ticked.tiers,
            loan_tiers: ticked.loan_tiers,
            special_reason: String::new(),
        }
    }
}

#[server(prefix = "/rpc", endpoint = "list_campaigns", output = crate::wire::Answer)]
pub async fn list_campaigns(after: Option<String>) -> Result<CampaignsPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    reading::list(&permit, after).await
}

/// `state` leaves only the users in that state.
#[server(prefix = "/rpc", endpoint = "read_campaign", output = crate::wire::Answer)]
pub async fn read_campaign(
    id: String,
    state: Option<String>,
    after: Option<String>,
) -> Result<Option<CampaignPage>, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    reading::page(&permit, domain::id::CampaignId::new(id), state, after).await
}

#[server(prefix = "/rpc", endpoint = "read_campaign_progress", output = crate::wire::Answer)]
pub async fn read_campaign_progress(id: String) -> Result<Option<Progress>, AppError> {
    let _permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    reading::progress(domain::id::CampaignId::new(id)).await
}

/// Makes a campaign that is checked first. Ends on its page.
#[server(prefix = "/rpc", endpoint = "create_campaign", output = crate::wire::Answer)]
pub async fn create_campaign(
    operation: String,
    name: String,
    list: String,
    #[server(default)] switches: TickedSwitches,
    start: String,
    expires: String,
    reason: String,
) -> Result<(), AppError> {
    use domain::campaign_draft::CampaignDraft;
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let draft = CampaignDraft {
        name,
        list,
        switches: switches.into(),
        start,
        expires,
        reason,
    };
    writing::create(&permit, operation, &draft).await
}

/// Lets a campaign run, for the first time or after a stop.
#[server(prefix = "/rpc", endpoint = "start_campaign", output = crate::wire::Answer)]
pub async fn start_campaign(
    id: String,
    #[server(default)] with_unknown: Option<String>,
    #[server(default)] replace: Option<String>,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    let choices = domain::campaign::Choices {
        with_unknown: with_unknown.is_some(),
        replace: replace.is_some(),
    };
    writing::change(&permit, id, writing::Deed::Start(choices)).await
}

#[server(prefix = "/rpc", endpoint = "stop_campaign", output = crate::wire::Answer)]
pub async fn stop_campaign(id: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    writing::change(&permit, id, writing::Deed::Stop(reason)).await
}

#[server(prefix = "/rpc", endpoint = "undo_campaign", output = crate::wire::Answer)]
pub async fn undo_campaign(id: String, why: String) -> Result<(), AppError> {
    let large = crate::request::permit::<domain::role::RunLargeCampaigns>().await?;
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    writing::undo(&permit, &large, id, why).await
}

#[cfg(feature = "ssr")]
mod reading {
    use super::{AppError, CampaignPage, CampaignsPage, Progress};
    use crate::request::{failure, now, request_id, store};
    use domain::campaign::{Campaign, UserState};
    use domain::id::CampaignId;
    use domain::role::{LookUpUsers, OverrideProfiles, Permit, RunLargeCampaigns};
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
        let campaign = found.campaign.map_err(|broken| {
            AppError::Invalid(format!("This campaign cannot be read: {broken}."))
        })?;
        let campaign = shown(campaign.value);
        let large = staff.permit::<RunLargeCampaigns>().err();
        let small = staff.permit::<OverrideProfiles>().err();
        Ok(Some(CampaignPage {
            now: now(),
            tally: found.tally,
            refused: if campaign.is_small() {
                small
            } else {
                large.clone()
            },
            refused_undo: large,
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
}

#[cfg(feature = "ssr")]
mod writing {
    use super::AppError;
    use crate::error::Typed;
    use crate::paths;
    use crate::request::{self, address, failure, now, store};
    use domain::audit::Action;
    use domain::campaign::{Campaign, CampaignState, Choices, SMALL};
    use domain::campaign_draft::{CampaignDraft, CampaignPlan};
    use domain::form::{self, FieldErrors};
    use domain::id::CampaignId;
    use domain::role::{OverrideProfiles, Permit, RunLargeCampaigns};
    use store::ErrorKind;
    use store::campaign::{self, Leave};

    /// So much of a list fits into an address, by which a page without JavaScript gets it back.
    const FITS: usize = 1_500;

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
        let campaign = planned(permit, operation, &plan);
        let large = large(&campaign).await?;
        let leave = Leave {
            small: permit,
            large: large.as_ref(),
        };
        let event = campaign.event(Action::CampaignCreated, permit.staff(), now, &plan.reason);
        let made = campaign::create(&store()?, leave, &campaign, &plan.list.users, &event).await;
        match made {
            Ok(()) => {}
            // The same click once more.
            Err(error) if error.kind == ErrorKind::Conflict => {}
            Err(error) => return Err(failure(&error)),
        }
        leptos_axum::redirect(&paths::campaign(&campaign.id));
        Ok(())
    }

    fn planned(
        permit: &Permit<OverrideProfiles>,
        operation: String,
        plan: &CampaignPlan,
    ) -> Campaign {
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
        if draft.list.len() <= FITS {
            typed.push(("list".to_owned(), draft.list.clone()));
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
        deed: Deed,
    ) -> Result<(), AppError> {
        let campaign = read(id).await?;
        let large = large(&campaign).await?;
        let (state, action, why) = match &deed {
            Deed::Start(_) => (CampaignState::Running, Action::CampaignStarted, None),
            Deed::Stop(why) => (CampaignState::Stopped, Action::CampaignStopped, Some(why)),
        };
        // A double click, or the same in a second tab.
        if campaign.state == state {
            return Ok(());
        }
        let can = match deed {
            Deed::Start(_) => campaign.can_start(now()),
            Deed::Stop(_) => campaign.can_stop(),
        };
        can.map_err(|why| AppError::Invalid(why.to_owned()))?;
        let why = match why {
            Some(why) => reason("reason", why)?,
            None => campaign.reason.clone(),
        };
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
        let leave = Leave {
            small: permit,
            large: large.as_ref(),
        };
        save(leave, &changed, action, &why).await
    }

    pub(super) async fn undo(
        permit: &Permit<OverrideProfiles>,
        large: &Permit<RunLargeCampaigns>,
        id: String,
        why: String,
    ) -> Result<(), AppError> {
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
        let why = reason("why", &why)?;
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
            .map_err(|error| failure(&error))
    }

    async fn read(id: String) -> Result<Campaign, AppError> {
        let found = campaign::get(&store()?, &CampaignId::new(id)).await;
        let found = found.map_err(|error| failure(&error))?;
        let campaign = found.and_then(|found| found.campaign.ok());
        campaign
            .map(|record| record.value)
            .ok_or_else(|| AppError::Invalid("There is no such campaign.".to_owned()))
    }

    fn reason(field: &str, typed: &str) -> Result<String, AppError> {
        form::reason(typed).map_err(|message| {
            let mut errors = FieldErrors::default();
            errors.add(field, message);
            AppError::Rejected {
                errors,
                typed: vec![(field.to_owned(), typed.to_owned())],
            }
        })
    }
}
