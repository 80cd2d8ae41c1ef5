//! Reads the rulebooks and what the snapshots say about them.

use super::record::{LastChanged, last_changed, versions};
use super::standing::Standing;
use super::{Past, RulebookPage, RulebookRow, RulebooksPage};
use crate::api::publishing::{self, Deed};
use crate::error::AppError;
use crate::request::{failure, now, store};
use crate::writing;
use domain::audit::Action;
use domain::configuration::Configuration;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::role::{Permit, ProposeRulebooks, PublishRulebooks, ReadDecisions};
use domain::rulebook::Rulebook;
use domain::rulebook_blame::blame;
use domain::rulebook_update::RulebookUpdate;
use std::collections::BTreeSet;
use store::rulebook::{Live, snapshot_size};
use store::{LARGEST_ITEM, Store, rulebook_update};

pub(super) async fn list(
    permit: &Permit<ReadDecisions>,
    at: Option<String>,
) -> Result<RulebooksPage, AppError> {
    let (store, now) = (store()?, now());
    let at = at.filter(|at| !at.is_empty());
    let may_propose = permit.staff().may::<ProposeRulebooks>();
    if let Some(at) = at {
        let at = instant(&at)?;
        let (past, update) = past(&store, at).await?;
        let configuration = update.configuration();
        let changed = last_changed(&store, ids(&configuration), Some(at)).await?;
        return Ok(RulebooksPage {
            now,
            rows: rows(&configuration, &changed),
            past: Some(past),
            broken: Vec::new(),
            unreadable: update.unreadable,
            drift: None,
            may_propose,
            room: 0,
            is_summarized: changed.is_whole,
        });
    }
    let standing = Standing::read(&store).await?;
    let changed = last_changed(&store, ids(&standing.configuration), None).await?;
    Ok(RulebooksPage {
        now,
        past: None,
        rows: rows(&standing.configuration, &changed),
        broken: standing.live.broken().cloned().collect(),
        unreadable: Vec::new(),
        drift: standing.drift(permit.staff()),
        may_propose,
        room: room(&standing.live),
        is_summarized: changed.is_whole,
    })
}

/// Reads a moment as people type it: a whole one, or a day, which means its beginning.
fn instant(text: &str) -> Result<Instant, AppError> {
    Instant::parse(text)
        .or_else(|| Instant::parse(&format!("{text}T00:00:00Z")))
        .ok_or_else(|| {
            AppError::Invalid("A moment is written 2024-02-15T00:00:00Z, or as a day.".to_owned())
        })
}

async fn past(store: &Store, at: Instant) -> Result<(Past, RulebookUpdate), AppError> {
    let found = rulebook_update::in_force_at(store, at)
        .await
        .map_err(|error| failure(&error))?;
    let Some((id, stored)) = found else {
        return Err(AppError::Invalid(format!("No snapshot is as old as {at}.")));
    };
    let update = stored
        .map_err(|broken| AppError::Invalid(format!("The snapshot {id} cannot be read: {broken}")))?
        .value;
    let past = Past {
        at,
        update: id,
        since: update.update_time,
        by: update.update_user.clone(),
        is_complete: update.gaps().is_empty(),
    };
    Ok((past, update))
}

fn ids(configuration: &Configuration) -> BTreeSet<RulebookId> {
    let rulebooks = configuration.rulebooks().iter();
    rulebooks.map(|it| it.rulebook_id.clone()).collect()
}

fn rows(configuration: &Configuration, changed: &LastChanged) -> Vec<RulebookRow> {
    let rulebooks = configuration.rulebooks().iter();
    rulebooks
        .map(|rulebook| RulebookRow {
            rules: rulebook
                .rules
                .iter()
                .map(|rule| rule.rule.clone())
                .collect(),
            tied: tied(configuration, rulebook),
            unchanged_since: changed
                .looked_back_to
                .filter(|_| !changed.of.contains_key(&rulebook.rulebook_id)),
            changed: changed.of.get(&rulebook.rulebook_id).cloned(),
            rulebook: Rulebook {
                rules: Vec::new(),
                ..rulebook.clone()
            },
        })
        .collect()
}

fn tied(configuration: &Configuration, rulebook: &Rulebook) -> Vec<RulebookId> {
    let tied = configuration.tied_with(rulebook);
    tied.map(|other| other.rulebook_id.clone()).collect()
}

/// What the next snapshot may still grow by.
pub(crate) fn room(live: &Live) -> u64 {
    LARGEST_ITEM.saturating_sub(snapshot_size(live)) as u64
}

pub(super) async fn read(
    permit: &Permit<ReadDecisions>,
    id: &RulebookId,
    at: Option<String>,
) -> Result<RulebookPage, AppError> {
    let store = store()?;
    if let Some(at) = at.filter(|at| !at.is_empty()) {
        let (past, update) = past(&store, instant(&at)?).await?;
        let rulebook = found_in(&update, id, past.at)?;
        let page = page(&store, rulebook, &update.configuration(), Some(past.at)).await?;
        return Ok(RulebookPage {
            past: Some(past),
            ..page
        });
    }
    let standing = Standing::read(&store).await?;
    let rulebook = standing.find(id)?.clone();
    let page = page(&store, rulebook, &standing.configuration, None).await?;
    Ok(RulebookPage {
        drift: standing.drift(permit.staff()),
        may_propose: permit.staff().may::<ProposeRulebooks>(),
        ..page
    })
}

fn found_in(update: &RulebookUpdate, id: &RulebookId, at: Instant) -> Result<Rulebook, AppError> {
    let rulebook = update.rulebooks.iter().find(|it| it.rulebook_id == *id);
    let missing = || {
        let broken = update.unreadable.iter().find(|it| it.id == *id);
        AppError::Invalid(match broken {
            Some(broken) => format!(
                "{id} cannot be read in the snapshot of that moment: {}.",
                broken.why
            ),
            None => format!("There was no rulebook {id} at {at}."),
        })
    };
    rulebook.cloned().ok_or_else(missing)
}

/// A rulebook among the others, with who had set what up to a moment; without what can be done with it.
async fn page(
    store: &Store,
    rulebook: Rulebook,
    configuration: &Configuration,
    at: Option<Instant>,
) -> Result<RulebookPage, AppError> {
    let id = &rulebook.rulebook_id;
    let (versions, looked) = versions(store, id, at).await?;
    let of_type: Vec<_> = configuration.of_type(&rulebook.kind).collect();
    let place = of_type.iter().position(|one| one.rulebook_id == *id);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(RulebookPage {
        now: now(),
        past: None,
        place: (number(place.unwrap_or_default() + 1), number(of_type.len())),
        tied: tied(configuration, &rulebook),
        blame: blame(&rulebook, &versions),
        is_summarized: looked.is_whole,
        drift: None,
        may_propose: false,
        rulebook,
    })
}

pub(super) async fn record_drift(
    permit: &Permit<PublishRulebooks>,
    reason: &str,
) -> Result<(), AppError> {
    let deed = Deed {
        action: Action::DriftRecorded,
        reason: writing::reason("reason", &writing::typed([("reason", reason)]))?,
        subject: "the live rulebooks".to_owned(),
        settles: None,
    };
    let store = store()?;
    // What is on record already needs no second entry: a double click, or a second tab.
    if Standing::read(&store)
        .await?
        .drift(permit.staff())
        .is_none()
    {
        return Ok(());
    }
    let published = publishing::publish(permit, &[], deed).await?;
    leptos_axum::redirect(&crate::paths::update(&published));
    Ok(())
}
