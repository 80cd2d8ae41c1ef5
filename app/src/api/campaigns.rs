//! Campaigns: which there are, how far each has come, and letting one run, stop or be undone.

#[cfg(feature = "ssr")]
mod read;
#[cfg(feature = "ssr")]
mod write;

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
            ..Switches::default()
        }
    }
}

crate::effect::reads!(ListCampaigns);
#[server(prefix = "/rpc", endpoint = "list_campaigns", output = crate::wire::Answer)]
pub async fn list_campaigns(after: Option<String>) -> Result<CampaignsPage, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    read::list(&permit, after).await
}

crate::effect::reads!(ReadCampaign);
/// `state` leaves only the users in that state.
#[server(prefix = "/rpc", endpoint = "read_campaign", output = crate::wire::Answer)]
pub async fn read_campaign(
    id: String,
    state: Option<String>,
    after: Option<String>,
) -> Result<Option<CampaignPage>, AppError> {
    let permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    read::page(&permit, domain::id::CampaignId::new(id), state, after).await
}

crate::effect::reads!(ReadCampaignProgress);
#[server(prefix = "/rpc", endpoint = "read_campaign_progress", output = crate::wire::Answer)]
pub async fn read_campaign_progress(id: String) -> Result<Option<Progress>, AppError> {
    let _permit = crate::request::permit::<domain::role::LookUpUsers>().await?;
    read::progress(domain::id::CampaignId::new(id)).await
}

crate::effect::writes!(CreateCampaign);
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
    write::create(&permit, operation, &draft).await
}

crate::effect::writes!(StartCampaign);
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
    write::change(&permit, id, write::Deed::Start(choices)).await
}

crate::effect::writes!(StopCampaign);
#[server(prefix = "/rpc", endpoint = "stop_campaign", output = crate::wire::Answer)]
pub async fn stop_campaign(id: String, reason: String) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    write::change(&permit, id, write::Deed::Stop(reason)).await
}

crate::effect::writes!(UndoCampaign);
#[server(prefix = "/rpc", endpoint = "undo_campaign", output = crate::wire::Answer)]
pub async fn undo_campaign(id: String, why: String) -> Result<(), AppError> {
    let large = crate::request::permit::<domain::role::RunLargeCampaigns>().await?;
    let permit = crate::request::permit::<domain::role::OverrideProfiles>().await?;
    write::undo(&permit, &large, id, why).await
}
