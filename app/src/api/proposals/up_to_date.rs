//! Brings a draft up to date that started from what somebody has changed since.

use super::steps::{at_version, live, refused};
use crate::api::drafts;
use crate::error::AppError;
use domain::configuration::Configuration;
use domain::id::ProposalId;
use domain::proposal::ProposedChange;
use domain::role::{Permit, ProposeRulebooks};
use domain::rulebook::Rulebook;
use domain::rulebook_merge::{Choice, merge};

pub(super) async fn bring_up_to_date(
    permit: &Permit<ProposeRulebooks>,
    id: &ProposalId,
    version: i64,
    choices: &[String],
) -> Result<(), AppError> {
    let mut proposal = at_version(id, version).await?;
    proposal.may_edit(permit.staff()).map_err(refused)?;
    let live = live().await?;
    let mut choices = choices.iter().map(|choice| match choice.as_str() {
        "mine" => Choice::Mine,
        _ => Choice::Theirs,
    });
    let mut changes = Vec::new();
    for change in proposal.changes {
        if change.is_stale(&live) {
            changes.extend(rebased(change, &live, &mut choices)?);
        } else {
            changes.push(change);
        }
    }
    // What they did as well needs not be proposed any more.
    changes.retain(|change| change.base != change.after);
    if changes.is_empty() {
        return Err(AppError::Invalid(
            "Nothing is left to propose: everything is already so. Withdraw it.".to_owned(),
        ));
    }
    proposal.changes = changes;
    drafts::redraft(permit, proposal).await
}

/// A change on top of what is live now; nothing where theirs is taken as a whole.
fn rebased(
    change: ProposedChange,
    live: &Configuration,
    choices: &mut impl Iterator<Item = Choice>,
) -> Result<Option<ProposedChange>, AppError> {
    let theirs = live.get(&change.id).cloned();
    if let (Some(base), Some(their), Some(mine)) = (&change.base, &theirs, &change.after) {
        let merge = merge(base, their, mine);
        let chosen: Vec<_> = choices.take(merge.conflicts()).collect();
        let merged = merge.resolve(&chosen).map_err(|problems| {
            let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
            AppError::Invalid(problems.join(" "))
        })?;
        let after = Rulebook {
            last_updated: their.last_updated.clone(),
            ..merged
        };
        return Ok(Some(ProposedChange {
            id: change.id,
            base: theirs,
            after: Some(after),
        }));
    }
    match choices.next().unwrap_or(Choice::Theirs) {
        Choice::Theirs => Ok(None),
        Choice::Mine => Ok(Some(ProposedChange {
            base: theirs,
            ..change
        })),
    }
}
