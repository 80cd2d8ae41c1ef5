//! Proposals: what each would change, what was said about it, and the steps that people take.

#[cfg(feature = "ssr")]
mod steps;
#[cfg(feature = "ssr")]
mod three_way;
#[cfg(feature = "ssr")]
mod up_to_date;
#[cfg(feature = "ssr")]
mod work;

use crate::api::rulebooks::Drift;
use crate::diff_view::DiffView;
use crate::error::AppError;
use domain::id::{ProposalId, RulebookId};
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::proposal::{Comment, Proposal, Review};
use domain::rulebook::plain::FieldProblem;
use domain::rulebook_merge::MergeState;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalsPage {
    pub now: Instant,
    pub review: Review,
    /// Those under way first, then the closed ones; drafts of others are left out.
    pub proposals: Vec<Result<Proposal, BrokenItem>>,
    /// Those under way whose rulebooks changed since.
    pub stale: Vec<ProposalId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalPage {
    pub now: Instant,
    /// Without the rulebooks themselves, which the diff shows.
    pub proposal: Proposal,
    pub rulebooks: Vec<RulebookId>,
    pub diff: DiffView,
    pub comments: Vec<Comment>,
    /// What must be put right before it can be published.
    pub problems: Vec<FieldProblem>,
    /// What can be published and is worth a second look before.
    pub cautions: Vec<FieldProblem>,
    /// Why a what-if can't estimate it, where it can't.
    pub unestimated: Option<String>,
    /// What changed since it was drafted, rulebook by rulebook.
    pub stale: Vec<ThreeWay>,
    /// Stands for what is live: a choice is only taken for the two sides that somebody saw.
    pub seen: String,
    /// While it is under way: what was changed outside Float Desk, which keeps it from being published.
    pub drift: Option<Drift>,
    pub steps: Steps,
    pub review: Review,
}

/// What the person looking at it can do, or why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Steps {
    pub offered: Vec<Step>,
    /// Why publishing is not offered, where somebody would look for it.
    pub why_not: Option<String>,
    /// Where it can be published without review: what that may let through.
    pub cautions: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    Edit,
    Submit,
    Withdraw,
    Approve,
    Reject,
    Publish,
    BreakGlass,
    Review,
    Comment,
}

impl Steps {
    pub fn has(&self, step: Step) -> bool {
        self.offered.contains(&step)
    }
}

/// A rulebook that somebody changed since: theirs and mine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreeWay {
    pub id: RulebookId,
    /// Who changed it meanwhile, and when, where the record knows.
    pub by: Option<String>,
    pub rows: Vec<ThreeWayRow>,
    /// Where the choice is about the whole rulebook: what the two sides are.
    pub beside: Option<Beside>,
}

/// What differs between two sides of a whole rulebook, and which sides they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    pub title: String,
    pub diff: DiffView,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreeWayRow {
    /// The name under which a choice is sent: no two rows of a page have the same.
    pub key: String,
    pub field: String,
    pub base: Option<String>,
    pub theirs: Option<String>,
    pub mine: Option<String>,
    pub state: MergeState,
}

/// What somebody chose for one row: `mine` or `theirs`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// The row's key.
    pub row: String,
    #[serde(default)]
    pub side: String,
}

crate::effect::reads!(ListProposals);
#[server(prefix = "/rpc", endpoint = "list_proposals", output = crate::wire::Answer)]
pub async fn list_proposals() -> Result<ProposalsPage, AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::list(&permit).await
}

crate::effect::reads!(ReadProposal);
#[server(prefix = "/rpc", endpoint = "read_proposal", output = crate::wire::Answer)]
pub async fn read_proposal(id: String) -> Result<ProposalPage, AppError> {
    let permit = crate::request::permit::<domain::role::ReadDecisions>().await?;
    work::read(&permit, &ProposalId::new(id)).await
}

crate::effect::writes!(DiscussProposal);
/// What an author or a reader does: submit, withdraw, comment.
#[server(prefix = "/rpc", endpoint = "discuss_proposal", output = crate::wire::Answer)]
pub async fn discuss_proposal(
    id: String,
    version: i64,
    step: String,
    reason: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ProposeRulebooks>().await?;
    steps::discuss(&permit, &ProposalId::new(id), version, &step, &reason).await
}

crate::effect::writes!(BringUpToDate);
/// Brings a stale draft up to date: one choice for each conflict, between two sides as they were `seen`.
#[server(prefix = "/rpc", endpoint = "bring_up_to_date", output = crate::wire::Answer)]
pub async fn bring_up_to_date(
    id: String,
    version: i64,
    #[server(default)] seen: String,
    #[server(default)] choices: Vec<Chosen>,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::ProposeRulebooks>().await?;
    up_to_date::bring_up_to_date(&permit, (&ProposalId::new(id), version), &seen, &choices).await
}

crate::effect::writes!(DecideProposal);
/// What an admin decides: approve, reject, publish, break_glass, reviewed.
#[server(prefix = "/rpc", endpoint = "decide_proposal", output = crate::wire::Answer)]
pub async fn decide_proposal(
    id: String,
    version: i64,
    step: String,
    reason: String,
    #[server(default)] urgency: String,
) -> Result<(), AppError> {
    let permit = crate::request::permit::<domain::role::PublishRulebooks>().await?;
    steps::decide(
        &permit,
        &ProposalId::new(id),
        version,
        &step,
        (&reason, &urgency),
    )
    .await
}
