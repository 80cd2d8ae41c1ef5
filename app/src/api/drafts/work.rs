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
use domain::id::{LONGEST, ProposalId, RulebookId, UpdateId};
use domain::proposal::{Proposal, ProposalState, ProposedChange};
use domain::role::{Permit, ProposeRulebooks};
use domain::rulebook::{Rulebook, RulebookType};
use domain::rulebook_diff::{ConfigurationDiff, Summary, compare, compare_rulebooks};
use domain::rulebook_draft::storable;
use domain::value::{Attributes, Value, json};
use store::proposal::{self, NotKept};

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
            let proposal = read(&ProposalId::new(proposal)).await?;
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

/// What was typed, as a rulebook. Mistakes inside it are shown in the preview; only what cannot be
/// read at all is refused.
fn parsed(text: &str) -> Result<Rulebook, AppError> {
    let invalid = |what: String| AppError::Invalid(format!("The rulebook cannot be read. {what}"));
    let value = json::parse(text).map_err(|error| invalid(error.to_string()))?;
    storable(&value).map_err(|why| invalid(why.to_string()))?;
    let Value::Map(plain) = value else {
        return Err(invalid("It should be a map.".to_owned()));
    };
    Rulebook::from_plain(plain).map_err(|problems| {
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        invalid(problems.join(" "))
    })
}

pub(super) async fn save(
    permit: &Permit<ProposeRulebooks>,
    (draft, base): (&str, &str),
    (proposal, version): (&str, i64),
    was: &str,
) -> Result<(), AppError> {
    let after = parsed(draft)?;
    let base = if base.is_empty() {
        None
    } else {
        Some(parsed(base)?)
    };
    if base.is_none() {
        can_be_opened_again(&after.rulebook_id)?;
    }
    let id = base.as_ref().unwrap_or(&after).rulebook_id.clone();
    let change = ProposedChange {
        id,
        base,
        after: Some(after),
    };
    if proposal.is_empty() {
        let changes = with_effect(vec![change])?;
        return keep(permit, changes, None, false).await;
    }
    let mut edited = read(&ProposalId::new(proposal)).await?;
    edited
        .may_edit(permit.staff())
        .map_err(|rule| AppError::Invalid(rule.to_string()))?;
    if edited.version != version {
        return Err(AppError::Conflict);
    }
    replace(&mut edited.changes, change, was)?;
    edited.changes = with_effect(edited.changes)?;
    redraft(permit, edited).await
}

/// Those of the changes that change something.
fn with_effect(mut changes: Vec<ProposedChange>) -> Result<Vec<ProposedChange>, AppError> {
    changes.retain(|change| change.base != change.after);
    if changes.is_empty() {
        Err(AppError::Invalid(
            "Nothing is changed, so there is nothing to preview.".to_owned(),
        ))
    } else {
        Ok(changes)
    }
}

/// Whether a link can lead to a draft of this id. Whatever else is wrong with an id is shown in the
/// preview, and put right from there.
fn can_be_opened_again(id: &RulebookId) -> Result<(), AppError> {
    let what = match id.as_str().len() {
        0 => "Give the rulebook an id: it becomes part of keys and links.",
        1..=LONGEST => return Ok(()),
        _ => "An id has at most 1,000 bytes: it becomes part of keys and links.",
    };
    Err(AppError::Invalid(what.to_owned()))
}

/// Puts a change in the place of the one that the proposal has under the id that it was edited as.
fn replace(
    changes: &mut Vec<ProposedChange>,
    change: ProposedChange,
    was: &str,
) -> Result<(), AppError> {
    let is_other = |it: &ProposedChange| it.id.as_str() != was;
    if is_other(&change) && !was.is_empty() && changes.iter().any(|it| it.id == change.id) {
        let id = &change.id;
        return Err(AppError::Invalid(format!(
            "This proposal changes {id} already. Give the rulebook another id."
        )));
    }
    changes.retain(|it| is_other(it) && it.id != change.id);
    changes.push(change);
    Ok(())
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
    keep(permit, vec![change], None, false).await
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
    let changes = changes(&live, &rulebooks.into());
    if changes.is_empty() {
        return Err(AppError::Invalid(match stays.first() {
            Some(id) if only.is_none() => format!(
                "Everything else is already as it was then. {id} was added since and cannot be read, so that it would stay."
            ),
            _ => "Everything is already as it was then.".to_owned(),
        }));
    }
    keep(permit, changes, Some(update.clone()), only.is_none()).await
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

/// Keeps a new draft, and leads to it.
async fn keep(
    permit: &Permit<ProposeRulebooks>,
    changes: Vec<ProposedChange>,
    restores: Option<UpdateId>,
    is_whole: bool,
) -> Result<(), AppError> {
    let proposal = Proposal {
        id: ProposalId::new(request_id()),
        author: permit.staff().name.clone(),
        created: now().whole_seconds(),
        reason: String::new(),
        line: line(&changes),
        state: ProposalState::Draft,
        version: 1,
        drafted: 1,
        restores,
        is_whole,
        approval: None,
        closing: None,
        changes,
    };
    write(permit, &proposal, None).await
}

/// Keeps a new draft of a proposal. Whoever had approved it approved something else.
pub(crate) async fn redraft(
    permit: &Permit<ProposeRulebooks>,
    edited: Proposal,
) -> Result<(), AppError> {
    let proposal = Proposal {
        line: line(&edited.changes),
        version: edited.version + 1,
        drafted: edited.version + 1,
        restores: None,
        is_whole: false,
        approval: None,
        ..edited.clone()
    };
    write(permit, &proposal, Some(edited.version)).await
}

async fn write(
    permit: &Permit<ProposeRulebooks>,
    proposal: &Proposal,
    read_at: Option<i64>,
) -> Result<(), AppError> {
    let event = AuditEvent {
        subject: proposal.id.to_string(),
        reason: proposal.line.clone(),
        ..audit::event(permit.staff(), Action::ProposalWritten)
    };
    match proposal::save(&store()?, permit, proposal, read_at, &event).await {
        Ok(()) => {
            leptos_axum::redirect(&paths::proposal(&proposal.id));
            Ok(())
        }
        Err(NotKept::Store(error)) => Err(failure(&error)),
        Err(refused) => Err(AppError::Invalid(refused.to_string())),
    }
}

pub(crate) async fn read(id: &ProposalId) -> Result<Proposal, AppError> {
    let found = proposal::get(&store()?, id).await;
    let found = found.map_err(|error| failure(&error))?;
    let missing = || AppError::Invalid(format!("There is no proposal {id}."));
    let stored = found.ok_or_else(missing)?;
    let broken = |broken| AppError::Invalid(format!("The proposal cannot be read: {broken}"));
    Ok(stored.map_err(broken)?.value.proposal)
}

fn line(changes: &[ProposedChange]) -> String {
    let rulebooks = changes
        .iter()
        .filter_map(|it| compare_rulebooks(it.base.as_ref(), it.after.as_ref()));
    let diff = ConfigurationDiff {
        rulebooks: rulebooks.collect(),
    };
    Summary(&diff).to_string()
}
