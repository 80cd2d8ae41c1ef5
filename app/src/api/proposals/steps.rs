//! The steps that people take with a proposal. Each is refused where the proposal has moved on since
//! the page was read.

use super::work::review;
use crate::api::drafts;
use crate::api::publishing::{self, Deed};
use crate::api::rulebooks::standing::Standing;
use crate::audit;
use crate::error::AppError;
use crate::paths;
use crate::request::{failure, now, store};
use crate::writing;
use domain::audit::{Action, AuditEvent};
use domain::configuration::Configuration;
use domain::free_text::{COMMENT, REASON};
use domain::id::ProposalId;
use domain::proposal::{Approval, Closing, Comment, Proposal, ProposalState, ReviewRule};
use domain::role::{Permit, ProposeRulebooks, PublishRulebooks, Staff};
use store::proposal;
use store::rulebook::Settled;

pub(super) fn refused(rule: ReviewRule) -> AppError {
    AppError::Invalid(rule.to_string())
}

/// The proposal as the person saw it.
pub(super) async fn at_version(id: &ProposalId, version: i64) -> Result<Proposal, AppError> {
    let proposal = drafts::read(id).await?;
    if proposal.version == version {
        Ok(proposal)
    } else {
        Err(AppError::Conflict)
    }
}

pub(super) async fn discuss(
    permit: &Permit<ProposeRulebooks>,
    id: &ProposalId,
    version: i64,
    step: &str,
    typed: &str,
) -> Result<(), AppError> {
    let staff = permit.staff();
    let typed = writing::typed([("step", step), ("reason", typed)]);
    if step == "comment" {
        let text = writing::checked("reason", &typed, |text| {
            COMMENT.required(text, "Write something.")
        })?;
        return comment(permit, id, text).await;
    }
    let reason = writing::reason("reason", &typed)?;
    match step {
        "submit" => {
            let proposal = at_version(id, version).await?;
            proposal.may_submit(staff).map_err(refused)?;
            let open = Proposal {
                state: ProposalState::Open,
                reason: reason.clone(),
                ..proposal
            };
            step_to(permit, open, version, Action::ProposalWritten, reason).await
        }
        "withdraw" => {
            let proposal = at_version(id, version).await?;
            proposal.may_edit(staff).map_err(refused)?;
            let closed = closed(proposal, ProposalState::Withdrawn, staff, &reason);
            step_to(permit, closed, version, Action::ProposalWithdrawn, reason).await
        }
        _ => Err(AppError::Invalid("There is no such step.".to_owned())),
    }
}

pub(super) async fn decide(
    permit: &Permit<PublishRulebooks>,
    id: &ProposalId,
    version: i64,
    step: &str,
    (reason, urgency): (&str, &str),
) -> Result<(), AppError> {
    let staff = permit.staff();
    let typed = writing::typed([("step", step), ("reason", reason), ("urgency", urgency)]);
    let reason = writing::reason("reason", &typed)?;
    let urgency = match step {
        "break_glass" => writing::checked("urgency", &typed, |text| {
            REASON.required(
                text,
                "Say also why it can't wait for a second pair of eyes.",
            )
        })?,
        _ => String::new(),
    };
    let proposal = drafts::read(id).await?;
    // A double click on publish: it is done, and this is where.
    if let ("publish" | "break_glass", Some(update)) = (
        step,
        proposal.closing.as_ref().and_then(|it| it.update.clone()),
    ) {
        leptos_axum::redirect(&paths::update(&update));
        return Ok(());
    }
    if proposal.version != version {
        return Err(AppError::Conflict);
    }
    let writing = staff.permit::<ProposeRulebooks>()?;
    match step {
        "approve" => {
            proposal.may_decide(staff).map_err(refused)?;
            let approval = Approval {
                by: staff.id.clone(),
                at: now().whole_seconds(),
            };
            let approved = Proposal {
                approval: Some(approval),
                ..proposal
            };
            step_to(
                &writing,
                approved,
                version,
                Action::ProposalApproved,
                reason,
            )
            .await
        }
        "reject" => {
            proposal.may_decide(staff).map_err(refused)?;
            let rejected = closed(proposal, ProposalState::Rejected, staff, &reason);
            step_to(
                &writing,
                rejected,
                version,
                Action::ProposalRejected,
                reason,
            )
            .await
        }
        "reviewed" => {
            proposal.may_review(staff).map_err(refused)?;
            let reviewed = Proposal {
                state: ProposalState::Published,
                approval: Some(Approval {
                    by: staff.id.clone(),
                    at: now().whole_seconds(),
                }),
                ..proposal
            };
            step_to(
                &writing,
                reviewed,
                version,
                Action::ProposalReviewed,
                reason,
            )
            .await
        }
        "publish" => publish(permit, proposal, reason).await,
        "break_glass" => break_glass(permit, proposal, reason, &urgency).await,
        _ => Err(AppError::Invalid("There is no such step.".to_owned())),
    }
}

async fn publish(
    permit: &Permit<PublishRulebooks>,
    proposal: Proposal,
    reason: String,
) -> Result<(), AppError> {
    let live = live().await?;
    match proposal.may_publish(permit.staff(), &live, review()) {
        // The page shows both sides, and nothing of the draft is lost.
        Err(ReviewRule::Stale) => return Err(AppError::Conflict),
        other => other.map_err(refused)?,
    }
    let action = match proposal.restores {
        Some(_) => Action::RulebooksRestored,
        None => Action::RulebooksPublished,
    };
    finish(permit, proposal, action, reason).await
}

/// Published at once by one admin: two reasons, and a review afterwards.
async fn break_glass(
    permit: &Permit<PublishRulebooks>,
    proposal: Proposal,
    reason: String,
    urgency: &str,
) -> Result<(), AppError> {
    let live = live().await?;
    match proposal.may_break_glass(permit.staff(), &live) {
        Err(ReviewRule::Stale) => return Err(AppError::Conflict),
        other => other.map_err(refused)?,
    }
    let reason = format!("{reason} Could not wait: {urgency}");
    finish(permit, proposal, Action::GlassBroken, reason).await
}

async fn finish(
    permit: &Permit<PublishRulebooks>,
    proposal: Proposal,
    action: Action,
    reason: String,
) -> Result<(), AppError> {
    let changes = proposal.changes.clone();
    let state = match action {
        Action::GlassBroken => ProposalState::Unreviewed,
        _ => ProposalState::Published,
    };
    let deed = Deed {
        subject: proposal.id.to_string(),
        settles: Some(Settled {
            proposal,
            state,
            by: permit.staff().id.clone(),
            why: reason.clone(),
        }),
        action,
        reason,
    };
    let update = publishing::publish(permit, &changes, deed).await?;
    leptos_axum::redirect(&paths::update(&update));
    Ok(())
}

async fn live() -> Result<Configuration, AppError> {
    Ok(Standing::read(&store()?).await?.configuration)
}

fn closed(proposal: Proposal, state: ProposalState, staff: &Staff, why: &str) -> Proposal {
    Proposal {
        state,
        closing: Some(Closing {
            by: staff.id.clone(),
            at: now().whole_seconds(),
            why: why.to_owned(),
            update: None,
        }),
        ..proposal
    }
}

async fn step_to(
    permit: &Permit<ProposeRulebooks>,
    next: Proposal,
    read_at: i64,
    action: Action,
    reason: String,
) -> Result<(), AppError> {
    let next = Proposal {
        version: read_at + 1,
        ..next
    };
    let event = AuditEvent {
        subject: next.id.to_string(),
        reason,
        ..audit::event(permit.staff(), action)
    };
    proposal::step(&store()?, permit, &next, read_at, &event)
        .await
        .map_err(|error| failure(&error))?;
    leptos_axum::redirect(&paths::proposal(&next.id));
    Ok(())
}

async fn comment(
    permit: &Permit<ProposeRulebooks>,
    id: &ProposalId,
    text: String,
) -> Result<(), AppError> {
    drafts::read(id).await?;
    let event = AuditEvent {
        subject: id.to_string(),
        reason: text.clone(),
        ..audit::event(permit.staff(), Action::Commented)
    };
    let comment = Comment {
        by: permit.staff().id.clone(),
        at: now().whole_seconds(),
        text,
    };
    proposal::comment(&store()?, permit, id, &comment, &event)
        .await
        .map_err(|error| failure(&error))?;
    leptos_axum::redirect(&paths::proposal(id));
    Ok(())
}
