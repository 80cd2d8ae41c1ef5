//! Brings a draft up to date that started from what somebody has changed since.

use super::Chosen;
use super::steps::{at_version, refused};
use crate::api::drafts;
use crate::api::rulebooks::standing::Standing;
use crate::error::AppError;
use crate::paths;
use crate::request::store;
use domain::audit::Action;
use domain::configuration::Configuration;
use domain::id::{ProposalId, RulebookId};
use domain::proposal::ProposedChange;
use domain::role::{Permit, ProposeRulebooks};
use domain::rulebook::Rulebook;
use domain::rulebook::leaves::Place;
use domain::rulebook_draft::{reserved, too_many_rules};
use domain::rulebook_merge::{Choice, Merge, MergeState, merge};
use domain::value::{Value, json};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use store::off_thread;

pub(super) async fn bring_up_to_date(
    permit: &Permit<ProposeRulebooks>,
    (id, version): (&ProposalId, i64),
    seen: &str,
    choices: &[Chosen],
) -> Result<(), AppError> {
    let mut proposal = at_version(permit.staff(), id, version).await?;
    proposal.may_edit(permit.staff()).map_err(refused)?;
    let standing = Standing::read(&store()?).await?;
    let live = &standing.configuration;
    // A third change meanwhile: the page shows the sides as they are now, and the draft is as it was.
    if stamp(&proposal.changes, live) != seen {
        return Err(AppError::Conflict);
    }
    let (changes, choices) = (proposal.changes, choices.to_vec());
    let changes = off_thread(move || all_rebased(changes, &standing, &choices)).await?;
    if changes.is_empty() {
        return Err(AppError::Invalid(
            "Nothing is left to propose: everything is already so. Withdraw it.".to_owned(),
        ));
    }
    proposal.changes = changes;
    let kept = drafts::redraft(permit, proposal, Action::ProposalMerged).await?;
    leptos_axum::redirect(&paths::proposal(&kept));
    Ok(())
}

/// The changes on top of what is live now. What they did as well needs not be proposed any more.
fn all_rebased(
    changes: Vec<ProposedChange>,
    standing: &Standing,
    choices: &[Chosen],
) -> Result<Vec<ProposedChange>, AppError> {
    let choices = Choices::read(choices);
    let mut all = Vec::new();
    for change in changes {
        if change.is_stale(&standing.configuration) {
            all.extend(rebased(change, standing, &choices)?);
        } else {
            all.push(change);
        }
    }
    all.retain(|change| change.base != change.after);
    Ok(all)
}

/// What no draft can have: a merge may bring it together of two that each had less.
fn keepable(merged: Rulebook, theirs: &Rulebook) -> Result<Rulebook, AppError> {
    let reserved = reserved(&merged, Some(theirs)).into_iter().next();
    let too_many = too_many_rules(merged.rules.len()).filter(|_| merged.rules != theirs.rules);
    match reserved.map(|problem| problem.what).or(too_many) {
        Some(what) => Err(AppError::Invalid(format!(
            "{}: {what} The draft is as it was.",
            merged.rulebook_id
        ))),
        None => Ok(merged),
    }
}

/// Stands for what is live of the rulebooks that are changed, to the last digit.
pub(super) fn stamp(changes: &[ProposedChange], live: &Configuration) -> String {
    let mut hasher = DefaultHasher::new();
    for change in changes {
        let live = live.get(&change.id);
        let text = live.map(|it| json::print(&Value::Map(it.to_plain())));
        (change.id.as_str(), text).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// The name of a row of the three-way view; of the row of the whole rulebook without a place.
pub(super) fn row_key(id: &RulebookId, place: Option<&Place>) -> String {
    let place = place.map(Place::address).unwrap_or_default();
    format!("{:?} {place}", id.as_str())
}

/// What was chosen, by row.
struct Choices<'a>(BTreeMap<&'a str, Choice>);

impl<'a> Choices<'a> {
    fn read(chosen: &'a [Chosen]) -> Self {
        let choice = |it: &'a Chosen| match it.side.as_str() {
            "mine" => Some((it.row.as_str(), Choice::Mine)),
            "theirs" => Some((it.row.as_str(), Choice::Theirs)),
            _ => None,
        };
        Self(chosen.iter().filter_map(choice).collect())
    }

    fn of(&self, id: &RulebookId, place: Option<&Place>) -> Option<Choice> {
        self.0.get(row_key(id, place).as_str()).copied()
    }

    /// Nobody's value is taken because nobody chose.
    fn all_made(&self, id: &RulebookId, merge: &Merge) -> Result<(), AppError> {
        let fields = merge.fields.iter();
        let mut open = fields.filter(|field| field.state == MergeState::Conflict);
        match open.find(|field| self.of(id, Some(&field.place)).is_none()) {
            Some(field) => Err(unchosen(id, &field.place.to_string())),
            None => Ok(()),
        }
    }
}

fn unchosen(id: &RulebookId, what: &str) -> AppError {
    AppError::Invalid(format!("Choose theirs or mine for {id}: {what}."))
}

/// A change on top of what is live now; nothing where theirs is taken as a whole.
fn rebased(
    change: ProposedChange,
    standing: &Standing,
    choices: &Choices<'_>,
) -> Result<Option<ProposedChange>, AppError> {
    let theirs = standing.configuration.get(&change.id).cloned();
    if let (Some(base), Some(their), Some(mine)) = (&change.base, &theirs, &change.after) {
        let merge = merge(base, their, mine);
        choices.all_made(&change.id, &merge)?;
        let chosen = |place: &Place| choices.of(&change.id, Some(place));
        let merged = merge
            .resolve(|field| chosen(&field.place).unwrap_or(Choice::Theirs))
            .map_err(|problems| {
                let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
                AppError::Invalid(problems.join(" "))
            })?;
        let after = Rulebook {
            last_updated: their.last_updated.clone(),
            ..keepable(merged, their)?
        };
        return Ok(Some(ProposedChange {
            id: change.id,
            base: theirs,
            after: Some(after),
        }));
    }
    match choices.of(&change.id, None) {
        None => Err(unchosen(&change.id, "the whole rulebook")),
        Some(Choice::Theirs) => Ok(None),
        // Nobody knows what would be written over; a restore says what comes back instead.
        Some(Choice::Mine) if standing.live.is_broken(&change.id) => {
            Err(AppError::Invalid(format!(
                "{} cannot be read as it is stored now. Go back to an update in which it could be, and draft this again. Nothing of the draft was changed.",
                change.id
            )))
        }
        Some(Choice::Mine) => Ok(Some(ProposedChange {
            base: theirs,
            ..change
        })),
    }
}
