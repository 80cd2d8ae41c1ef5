//! Keeps drafts.

use super::DraftForm;
use crate::api::publishing;
use crate::api::rulebooks::room;
use crate::api::rulebooks::standing::Standing;
use crate::audit;
use crate::error::AppError;
use crate::paths;
use crate::request::{failure, now, request_id, store};
use domain::audit::{Action, AuditEvent};
use domain::basis_points::BasisPoints;
use domain::configuration::Configuration;
use domain::id::{ProposalId, RulebookId, StaffId, UpdateId};
use domain::proposal::{Proposal, ProposalState, ProposedChange};
use domain::role::{Permit, ProposeRulebooks};
use domain::rulebook::{Rulebook, RulebookType};
use domain::rulebook_diff::{ConfigurationDiff, Summary, compare, compare_rulebooks};
use domain::value::Attributes;
use store::off_thread;
use store::proposal::{self, Discussed, NotKept};

pub(super) async fn form(
    permit: &Permit<ProposeRulebooks>,
    id: Option<String>,
    copy_of: Option<String>,
    proposal: Option<String>,
) -> Result<DraftForm, AppError> {
    let standing = Standing::read(&store()?).await?;
    let live = |id: &str| standing.find(&RulebookId::new(id)).cloned();
    let mut edited = None;
    let (base, draft) = match (&proposal, &id, &copy_of) {
        (Some(proposal), Some(id), _) => {
            let proposal = read(&permit.staff().id, &ProposalId::new(proposal)).await?;
            proposal
                .may_edit(permit.staff())
                .map_err(|rule| AppError::Invalid(rule.to_string()))?;
            let change = proposal.changes.iter().find(|it| it.id.as_str() == id);
            let draft = change.and_then(|it| it.after.clone());
            let base = change.and_then(|it| it.base.clone());
            edited = Some((proposal.id.to_string(), proposal.version));
            let gone = || AppError::Invalid("This proposal has no such rulebook.".to_owned());
            (base, draft.ok_or_else(gone)?)
        }
        (_, Some(id), _) => (Some(live(id)?), live(id)?),
        (_, None, Some(copied)) => (None, copy(live(copied)?)),
        (_, None, None) => (None, blank()),
    };
    Ok(DraftForm {
        base,
        draft,
        known: standing.known(),
        proposal: edited,
        drift: standing.drift(permit.staff()),
        room: room(&standing.live),
    })
}

fn copy(rulebook: Rulebook) -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new(format!("{}_copy", rulebook.rulebook_id)),
        rulebook_name: format!("Copy of {}", rulebook.rulebook_name),
        // A copy decides on nobody until somebody says so.
        apply_to: Some(BasisPoints(0)),
        last_updated: None,
        ..rulebook
    }
}

fn blank() -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new(""),
        rulebook_name: String::new(),
        kind: RulebookType::Floats,
        rules: Vec::new(),
        apply_to: Some(BasisPoints(0)),
        priority: 0,
        superseding: Some(false),
        last_updated: None,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

pub(super) async fn delete(
    permit: &Permit<ProposeRulebooks>,
    id: &RulebookId,
) -> Result<(), AppError> {
    let standing = Standing::read(&store()?).await?;
    let change = ProposedChange {
        id: id.clone(),
        base: Some(standing.find(id)?.clone()),
        after: None,
    };
    preview(&keep(permit, vec![change], None, false).await?);
    Ok(())
}

fn preview(proposal: &ProposalId) {
    leptos_axum::redirect(&paths::proposal(proposal));
}

pub(super) async fn restore(
    permit: &Permit<ProposeRulebooks>,
    update: &UpdateId,
    only: Option<RulebookId>,
) -> Result<(), AppError> {
    let snapshot = publishing::snapshot(update).await?;
    let standing = Standing::read(&store()?).await?;
    let stays = standing.broken_since(&snapshot.configuration());
    let mut gaps = snapshot.gaps();
    let mut rulebooks = snapshot.rulebooks;
    let mut live = standing.configuration;
    if let Some(only) = &only {
        let keep = |rulebook: &Rulebook| rulebook.rulebook_id == *only;
        rulebooks.retain(keep);
        // An entry without an id may be the one that is looked for.
        let may_be_it = |id: &RulebookId| rulebooks.is_empty() && id.as_str().is_empty();
        gaps.retain(|(id, _)| id == only || may_be_it(id));
        live = live
            .rulebooks()
            .iter()
            .filter(|it| keep(it))
            .cloned()
            .collect();
    }
    if let Some((id, what)) = gaps.first() {
        let id = match id.as_str() {
            "" => "a rulebook without an id",
            id => id,
        };
        return Err(AppError::Invalid(format!(
            "This snapshot is not complete: {id} {what}. It can be compared, not restored."
        )));
    }
    let changes = off_thread(move || changes(&live, &rulebooks.into())).await;
    if changes.is_empty() {
        return Err(AppError::Invalid(match stays.first() {
            Some(id) if only.is_none() => format!(
                "Everything else is already as it was then. {id} was added since and cannot be read, so that it would stay."
            ),
            _ => "Everything is already as it was then.".to_owned(),
        }));
    }
    preview(&keep(permit, changes, Some(update.clone()), only.is_none()).await?);
    Ok(())
}

fn changes(live: &Configuration, wanted: &Configuration) -> Vec<ProposedChange> {
    let diff = compare(live, wanted).of_substance();
    let change = |id: RulebookId| ProposedChange {
        base: live.get(&id).cloned(),
        after: wanted.get(&id).cloned(),
        id,
    };
    diff.rulebooks.into_iter().map(|it| change(it.id)).collect()
}

/// Keeps a new draft.
pub(super) async fn keep(
    permit: &Permit<ProposeRulebooks>,
    changes: Vec<ProposedChange>,
    restores: Option<UpdateId>,
    is_whole: bool,
) -> Result<ProposalId, AppError> {
    let (changes, line) = with_line(changes).await;
    let proposal = Proposal {
        id: ProposalId::new(request_id()),
        author: permit.staff().id.clone(),
        created: now().whole_seconds(),
        reason: String::new(),
        line,
        state: ProposalState::Draft,
        version: 1,
        drafted: 1,
        restores,
        is_whole,
        approval: None,
        closing: None,
        changes,
    };
    write(permit, proposal, None, Action::ProposalDrafted).await
}

/// Keeps a new draft of a proposal. Whoever had approved it approved something else.
pub(crate) async fn redraft(
    permit: &Permit<ProposeRulebooks>,
    edited: Proposal,
    action: Action,
) -> Result<ProposalId, AppError> {
    let (changes, line) = with_line(edited.changes).await;
    let read_at = edited.version;
    let proposal = Proposal {
        changes,
        line,
        version: edited.version + 1,
        drafted: edited.version + 1,
        restores: None,
        is_whole: false,
        approval: None,
        ..edited
    };
    write(permit, proposal, Some(read_at), action).await
}

async fn write(
    permit: &Permit<ProposeRulebooks>,
    proposal: Proposal,
    read_at: Option<i64>,
    action: Action,
) -> Result<ProposalId, AppError> {
    // What a draft changes is its author's until it is submitted, also in the log.
    let line = match proposal.state {
        ProposalState::Draft => String::new(),
        _ => proposal.line.clone(),
    };
    let event = AuditEvent {
        subject: proposal.id.to_string(),
        reason: line,
        ..audit::event(permit.staff(), action)
    };
    match proposal::save(&store()?, permit, &proposal, read_at, &event).await {
        Ok(()) => Ok(proposal.id),
        Err(NotKept::Store(error)) => Err(failure(&error)),
        Err(refused) => Err(AppError::Invalid(refused.to_string())),
    }
}

/// A proposal with all that was said about it, for somebody who may read it. A draft of another is as if it
/// weren't there.
pub(crate) async fn discussed(reader: &StaffId, id: &ProposalId) -> Result<Discussed, AppError> {
    let found = proposal::get(&store()?, id).await;
    let found = found.map_err(|error| failure(&error))?;
    let missing = || AppError::Invalid(no_proposal(id));
    let stored = found.ok_or_else(missing)?;
    let broken = |broken| AppError::Invalid(format!("The proposal cannot be read: {broken}"));
    let discussed = stored.map_err(broken)?.value;
    if discussed.proposal.may_read(reader) {
        Ok(discussed)
    } else {
        Err(missing())
    }
}

/// The same message for a missing ID and for another person's draft.
pub(crate) fn no_proposal(id: &ProposalId) -> String {
    format!(
        "There is no proposal {id} that you can read. Others can read a draft once it is submitted."
    )
}

pub(crate) async fn read(reader: &StaffId, id: &ProposalId) -> Result<Proposal, AppError> {
    Ok(discussed(reader, id).await?.proposal)
}

/// Changes, and all of them in one line.
async fn with_line(changes: Vec<ProposedChange>) -> (Vec<ProposedChange>, String) {
    off_thread(move || {
        let diffs = changes
            .iter()
            .filter_map(|it| compare_rulebooks(it.base.as_ref(), it.after.as_ref()));
        let diff = ConfigurationDiff {
            rulebooks: diffs.collect(),
        };
        let line = Summary(&diff).to_string();
        (changes, line)
    })
    .await
}
