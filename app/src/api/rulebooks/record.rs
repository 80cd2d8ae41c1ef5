//! What the record of updates says about rulebooks: who touched which last, and every version of one.

use super::Changed;
use crate::error::AppError;
use crate::request::failure;
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::rulebook_blame::{Left, Version, Versions};
use domain::rulebook_update::{RulebookUpdate, UpdateSummary};
use futures::stream::{self, StreamExt, TryStreamExt};
use std::collections::{BTreeMap, BTreeSet};
use store::{Store, StoreError, rulebook_update, update_summary};

/// How many summaries are read at a time.
const PART: u32 = 500;
/// How many versions of a rulebook are read: each comes with its whole snapshot.
const VERSIONS: usize = 100;
/// So many of them at a time.
const AT_ONCE: usize = 4;

/// How many summaries a look back goes through: where nothing touched a rulebook for years, nobody waits
/// until all of them are read.
const LOOK_BACK: usize = 2_000;

/// What a look back through the summaries came to.
pub(super) struct Looked {
    /// The first update there is was reached.
    to_first: bool,
    /// Every update on the way was summarized.
    pub(super) is_whole: bool,
    /// Where it stopped, though there was more to look for.
    stopped_at: Option<UpdateSummary>,
}

/// Goes through the summaries of all updates, up to a moment where one is given, newest first, as long as
/// `goes_on` wants more, and no further than to an update that is not summed up yet: nobody knows what that
/// one changed.
async fn look_back(
    store: &Store,
    at: Option<Instant>,
    mut goes_on: impl FnMut(&UpdateSummary) -> bool,
) -> Result<Looked, AppError> {
    let read = async {
        let looked = |to_first, is_whole| Looked {
            to_first,
            is_whole,
            stopped_at: None,
        };
        // One of those may have touched what an older summary says was touched last.
        let pending = update_summary::pending(store).await?;
        let is_wanted = |id: &UpdateId| at.is_none_or(|at| id.at().is_none_or(|id| id <= at));
        if pending.iter().any(is_wanted) {
            return Ok(looked(false, false));
        }
        let (mut after, mut expected) = (at.map(behind), None);
        let mut count = 0;
        loop {
            let part = update_summary::list(store, PART, after.as_ref()).await?;
            for summary in part.summaries {
                if expected.as_ref().is_some_and(|it| *it != summary.id) {
                    return Ok(looked(false, false));
                }
                expected.clone_from(&summary.previous);
                let is_first = expected.is_none();
                let is_wanted = at.is_none_or(|at| summary.at <= at);
                if (is_wanted && !goes_on(&summary)) || is_first {
                    return Ok(looked(is_first, true));
                }
                count += 1;
                if count == LOOK_BACK {
                    return Ok(Looked {
                        stopped_at: Some(summary),
                        ..looked(false, true)
                    });
                }
            }
            after = match part.next {
                Some(next) => Some(next),
                None => return Ok(looked(false, expected.is_none())),
            };
        }
    };
    read.await.map_err(|error: StoreError| failure(&error))
}

/// A place in the list of summaries behind which all of a moment lie, with a day's room: a key may hold a
/// moment of another time zone.
fn behind(at: Instant) -> UpdateId {
    UpdateId::new(at.plus_days(1).stored())
}

/// Which update touched each rulebook last.
#[derive(Default)]
pub(crate) struct LastChanged {
    pub(crate) of: BTreeMap<RulebookId, Changed>,
    /// The others were touched before this, where not everything was looked through.
    pub(crate) looked_back_to: Option<Instant>,
    /// Whether every update on the way was summarized; where not, those that are missing in `of` may
    /// have been touched by one that wasn't.
    pub(crate) is_whole: bool,
}

/// Which update touched each of these rulebooks last, at or before a moment where one is given.
pub(crate) async fn last_changed(
    store: &Store,
    mut open: BTreeSet<RulebookId>,
    at: Option<Instant>,
) -> Result<LastChanged, AppError> {
    let mut of = BTreeMap::new();
    let looked = look_back(store, at, |summary| {
        for id in summary.rulebooks.iter().filter(|id| open.remove(*id)) {
            let changed = Changed {
                by: summary.credit().label(),
                at: summary.at,
                update: summary.id.clone(),
            };
            of.insert(id.clone(), changed);
        }
        !open.is_empty()
    })
    .await?;
    Ok(LastChanged {
        of,
        is_whole: looked.is_whole,
        looked_back_to: looked.stopped_at.map(|summary| summary.at),
    })
}

/// The updates that touched a rulebook up to a moment, newest first, each with the rulebook as it left it; and whether
/// all of them are known.
pub(super) async fn versions(
    store: &Store,
    id: &RulebookId,
    at: Option<Instant>,
) -> Result<(Versions, Looked), AppError> {
    let mut touching = Vec::new();
    let looked = look_back(store, at, |summary| {
        if may_touch(summary, id) {
            touching.push(summary.clone());
        }
        touching.len() < VERSIONS
    })
    .await?;
    // It touched nothing, but its snapshot says what was so then.
    let stopped_at = looked.stopped_at.iter();
    let stopped_at = stopped_at.filter(|last| Some(&last.id) != touching.last().map(|it| &it.id));
    let looked_at: Vec<_> = touching.iter().chain(stopped_at).cloned().collect();
    let versions = looked_at.into_iter().map(async |summary| {
        let found = rulebook_update::get(store, &summary.id).await?;
        let update = found.and_then(|(_, stored)| stored.ok());
        Ok(Version {
            credit: summary.credit(),
            left: left(update.map(|record| record.value), id),
        })
    });
    let versions: Vec<_> = stream::iter(versions)
        .buffered(AT_ONCE)
        .try_collect()
        .await
        .map_err(|error: StoreError| failure(&error))?;
    let versions = Versions {
        versions,
        is_complete: looked.to_first && looked.is_whole,
    };
    Ok((versions, looked))
}

/// What an update that cannot be read changed, nobody knows.
fn may_touch(summary: &UpdateSummary, id: &RulebookId) -> bool {
    summary.rulebooks.contains(id) || summary.is_unreadable()
}

/// How an update left a rulebook, where the update can be read.
fn left(update: Option<RulebookUpdate>, id: &RulebookId) -> Left {
    let Some(update) = update.filter(|update| !update.cannot_read(id)) else {
        return Left::Unreadable;
    };
    let mut rulebooks = update.rulebooks.into_iter();
    match rulebooks.find(|it| it.rulebook_id == *id) {
        Some(rulebook) => Left::As(Box::new(rulebook)),
        None => Left::Gone,
    }
}
