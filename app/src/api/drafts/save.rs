//! What the form sends becomes a draft, or part of one.

use super::SavedDraft;
use super::work::{keep, read, redraft};
use crate::error::AppError;
use crate::paths;
use crate::request::redirect_form;
use domain::audit::Action;
use domain::id::{LONGEST, ProposalId, RulebookId};
use domain::proposal::ProposedChange;
use domain::role::{Permit, ProposeRulebooks};
use domain::rulebook::Rulebook;
use domain::rulebook_draft::{reserved, storable, too_many_rules};
use domain::value::{Value, json};

/// What was typed, as a rulebook. Mistakes inside it are shown in the preview; only what cannot be
/// read at all is refused.
fn parsed(text: &str) -> Result<Rulebook, AppError> {
    let invalid = |what: String| AppError::Invalid(format!("The rulebook cannot be read. {what}"));
    let value = json::parse(text).map_err(|error| invalid(error.to_string()))?;
    storable(&value).map_err(|why| {
        AppError::Invalid(format!("The rulebook cannot be kept like this. {why}"))
    })?;
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
) -> Result<SavedDraft, AppError> {
    let after = parsed(draft)?;
    let base = if base.is_empty() {
        None
    } else {
        Some(parsed(base)?)
    };
    if base.is_none() {
        can_be_opened_again(&after.rulebook_id)?;
    }
    keepable(&after, base.as_ref())?;
    let id = base.as_ref().unwrap_or(&after).rulebook_id.clone();
    let change = ProposedChange {
        id,
        base,
        after: Some(after),
    };
    let book = change.id.clone();
    let saved = |proposal: &ProposalId| {
        let saved = SavedDraft {
            form: paths::rulebook_form(&book, Some(proposal)),
            preview: paths::proposal(proposal),
        };
        redirect_form(&saved.preview);
        saved
    };
    if proposal.is_empty() {
        let changes = with_effect(vec![change])?;
        let kept = keep(permit, changes, None, false).await?;
        return Ok(saved(&kept));
    }
    let mut edited = read(&permit.staff().id, &ProposalId::new(proposal)).await?;
    edited
        .may_edit(permit.staff())
        .map_err(|rule| AppError::Invalid(rule.to_string()))?;
    if edited.version != version {
        return Err(AppError::Conflict);
    }
    replace(&mut edited.changes, change, was)?;
    edited.changes = with_effect(edited.changes)?;
    let kept = redraft(permit, edited, Action::ProposalEdited).await?;
    Ok(saved(&kept))
}

/// What no draft can have, so that nobody has to look for it in the preview.
fn keepable(after: &Rulebook, base: Option<&Rulebook>) -> Result<(), AppError> {
    if let Some(problem) = reserved(after, base).first() {
        return Err(AppError::Invalid(problem.what.clone()));
    }
    let is_stored = base.is_some_and(|base| base.rules == after.rules);
    match too_many_rules(after.rules.len()) {
        Some(what) if !is_stored => Err(AppError::Invalid(what)),
        _ => Ok(()),
    }
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
