//! Publishes changes of rulebooks: checks them once more, and takes up again what only collided.

use crate::api::drafts;
use crate::api::rulebooks::standing::Standing;
use crate::audit;
use crate::error::AppError;
use crate::request::{failure, request_id, store};
use domain::audit::{Action, AuditEvent};
use domain::configuration::Configuration;
use domain::id::UpdateId;
use domain::proposal::{Proposal, ProposedChange};
use domain::role::{Permit, PublishRulebooks};
use domain::rulebook_diff::compare_rulebooks;
use domain::rulebook_draft::check;
use domain::rulebook_update::RulebookUpdate;
use store::rulebook::{self, Edit, NotPublished, Order, Settled};
use store::{ErrorKind, rulebook_update};

/// How often a publish is taken up again after somebody published something else.
const ATTEMPTS: u32 = 6;

/// Why a restore of everything cannot be published any more.
pub(crate) const LEFT_OUT: &str = "This was added or changed since the restore was drafted, and would not become what it was then. Withdraw this restore, and go back to that update again.";

/// What a publish is called in the log, and which proposal ends with it.
#[derive(Debug, Clone)]
pub(crate) struct Deed {
    pub(crate) action: Action,
    pub(crate) reason: String,
    pub(crate) subject: String,
    pub(crate) settles: Option<Settled>,
}

/// Publishes the changes, each on condition that its rulebook is still what it was drafted from.
pub(crate) async fn publish(
    permit: &Permit<PublishRulebooks>,
    changes: &[ProposedChange],
    deed: Deed,
) -> Result<UpdateId, AppError> {
    let store = store()?;
    let event = AuditEvent {
        subject: deed.subject,
        reason: deed.reason,
        ..audit::event(permit.staff(), deed.action)
    };
    let settles = deed.settles.as_ref().map(|it| &it.proposal);
    let whole = match settles {
        Some(proposal) => restored_whole(proposal).await?,
        None => None,
    };
    let mut is_lost = false;
    for _ in 0..ATTEMPTS {
        let standing = Standing::read(&store).await?;
        // The answer to an earlier attempt may have been lost on the way.
        if standing.live.was_published_by(&event.id) {
            return newest(&standing);
        }
        if !changes.is_empty() && changes.iter().all(|change| is_done(change, &standing)) {
            return match settles {
                Some(proposal) => settled(proposal).await,
                None => newest(&standing),
            };
        }
        // Without changes it is only the record that is wanted, and somebody else may just have written it.
        let is_record = changes.is_empty() && settles.is_none();
        if is_record && standing.drift(permit.staff()).is_none() {
            return newest(&standing);
        }
        if changes
            .iter()
            .any(|change| change.is_stale(&standing.configuration))
        {
            return Err(AppError::Conflict);
        }
        nothing_left_out(settles, whole.as_ref(), &standing)?;
        checked(changes, settles, &standing)?;
        let edits = edits(changes);
        let order = Order {
            live: &standing.live,
            edits: &edits,
            previous: standing.newest.clone(),
            event: event.clone(),
            proposal: deed.settles.clone(),
        };
        match rulebook::publish(&store, permit, order).await {
            Ok(published) => return Ok(published.update),
            Err(NotPublished::Store(error))
                if matches!(
                    error.kind,
                    ErrorKind::Conflict | ErrorKind::Contended | ErrorKind::Unreachable
                ) =>
            {
                is_lost = error.kind == ErrorKind::Unreachable;
                tracing::info!(%error, "a publish is taken up again");
            }
            Err(NotPublished::Store(error)) => return Err(failure(&error)),
            Err(refused) => {
                return Err(AppError::Invalid(format!("{refused} Nothing was written.")));
            }
        }
    }
    if is_lost {
        let request_id = request_id();
        return Err(AppError::Unconfirmed { request_id });
    }
    Err(AppError::Conflict)
}

fn newest(standing: &Standing) -> Result<UpdateId, AppError> {
    let newest = standing.newest.as_ref().map(|(id, _)| id.clone());
    newest.ok_or(AppError::Conflict)
}

/// Where a proposal was published whose values are live. Somebody else may have published the same ones:
/// that settles theirs and not this one.
async fn settled(proposal: &Proposal) -> Result<UpdateId, AppError> {
    let closing = drafts::read(&proposal.id).await?.closing;
    closing.and_then(|it| it.update).ok_or(AppError::Conflict)
}

pub(crate) fn edits(changes: &[ProposedChange]) -> Vec<Edit> {
    let edit = |change: &ProposedChange| Edit {
        id: change.id.clone(),
        after: change.after.clone(),
    };
    changes.iter().map(edit).collect()
}

/// Whether the rulebook already is what it shall become: a double click, or a second tab.
fn is_done(change: &ProposedChange, standing: &Standing) -> bool {
    let live = standing.configuration.get(&change.id);
    let is_same = |diff: Option<domain::rulebook_diff::RulebookDiff>| {
        diff.is_none_or(|diff| !diff.is_of_substance())
    };
    change.base.as_ref() != live && is_same(compare_rulebooks(live, change.after.as_ref()))
}

/// The snapshot of a proposal that restores all of one.
pub(crate) async fn restored_whole(proposal: &Proposal) -> Result<Option<Configuration>, AppError> {
    match &proposal.restores {
        Some(update) if proposal.is_whole => Ok(Some(snapshot(update).await?.configuration())),
        _ => Ok(None),
    }
}

fn nothing_left_out(
    proposal: Option<&Proposal>,
    whole: Option<&Configuration>,
    standing: &Standing,
) -> Result<(), AppError> {
    let (Some(proposal), Some(whole)) = (proposal, whole) else {
        return Ok(());
    };
    match proposal.left_out(&standing.configuration, whole).first() {
        Some(id) => Err(AppError::Invalid(format!(
            "{id}: {LEFT_OUT} Nothing was published."
        ))),
        None => Ok(()),
    }
}

/// What the browser has checked, checked again.
fn checked(
    changes: &[ProposedChange],
    proposal: Option<&Proposal>,
    standing: &Standing,
) -> Result<(), AppError> {
    let known = standing.known();
    for change in changes {
        let Some(after) = &change.after else { continue };
        let measure = match proposal {
            Some(proposal) => proposal.measure(change),
            None => change.base.as_ref(),
        };
        let found = check(after, measure, &known);
        if let Some(problem) = found.problems.first() {
            return Err(AppError::Invalid(format!("{}: {problem}", change.id)));
        }
    }
    Ok(())
}

/// A snapshot, for restoring.
pub(crate) async fn snapshot(id: &UpdateId) -> Result<RulebookUpdate, AppError> {
    let found = rulebook_update::get(&store()?, id)
        .await
        .map_err(|error| failure(&error))?;
    let missing = || AppError::Invalid(format!("There is no update {id}."));
    let (_, stored) = found.ok_or_else(missing)?;
    let broken = |broken| AppError::Invalid(format!("The snapshot cannot be read: {broken}"));
    Ok(stored.map_err(broken)?.value)
}
