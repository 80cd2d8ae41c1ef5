//! Reads the history.

use super::{HistoryFilter, HistoryPage, UpdatePage};
use crate::diff_view;
use crate::error::AppError;
use crate::request::{failure, now, store};
use domain::day::Day;
use domain::id::UpdateId;
use domain::role::{Permit, ProposeRulebooks, ReadDecisions};
use domain::rulebook_update::{Credit, RulebookUpdate, Unreadable, UpdateSummary, comparable};
use store::off_thread;
use store::rulebook_update::{self, Found};
use store::update_summary;

/// How many updates a page shows.
const PAGE: usize = 50;
/// How many are looked through for one page.
const LOOK_THROUGH: usize = 2_000;

pub(super) async fn list(
    filter: HistoryFilter,
    after: Option<UpdateId>,
) -> Result<HistoryPage, AppError> {
    let store = store()?;
    let wanted = Wanted::read(&filter)?;
    let read = async {
        let pending = match after {
            None => update_summary::pending(&store).await?,
            Some(_) => Vec::new(),
        };
        let mut has_gap = !pending.is_empty();
        let newest = pending.into_iter().rev().map(UpdateSummary::pending);
        let newest: Vec<_> = newest.filter(|summary| wanted.has(summary)).collect();
        let (mut updates, mut next, mut looked) = (newest, after, 0);
        let (mut last, mut expected) = (None, None);
        let days = (wanted.from, wanted.to);
        loop {
            let part = update_summary::list_within(&store, 50, next.as_ref(), days).await?;
            looked += part.summaries.len();
            last = part.summaries.last().map(|it| it.at).or(last);
            if part.summaries.is_empty() {
                // None of them could be read.
                next.clone_from(&part.next);
            }
            for summary in part.summaries {
                has_gap |= expected.as_ref().is_some_and(|it| *it != summary.id);
                expected.clone_from(&summary.previous);
                next = Some(summary.id.clone());
                if wanted.has(&summary) {
                    updates.push(summary);
                }
                if updates.len() >= PAGE {
                    break;
                }
            }
            let is_over = part.next.is_none() && updates.len() < PAGE;
            if is_over || updates.len() >= PAGE || looked >= LOOK_THROUGH {
                let next = next.filter(|_| !is_over);
                // A late clock puts a pending one among the others.
                updates.sort_by(|a, b| b.id.cmp(&a.id));
                return Ok((updates, next, last, has_gap));
            }
        }
    };
    let (updates, next, last, has_gap) = read.await.map_err(|error| failure(&error))?;
    Ok(HistoryPage {
        now: now(),
        looked_back_to: last.filter(|_| filter != HistoryFilter::default()),
        filter,
        updates,
        next,
        has_gap,
    })
}

/// A filter, read.
struct Wanted<'a> {
    filter: &'a HistoryFilter,
    from: Option<Day>,
    to: Option<Day>,
}

impl<'a> Wanted<'a> {
    fn read(filter: &'a HistoryFilter) -> Result<Self, AppError> {
        let day = |text: &str| match text.trim() {
            "" => Ok(None),
            text => Day::parse(text)
                .map(Some)
                .ok_or_else(|| AppError::Invalid("A day is written 2026-11-16.".to_owned())),
        };
        Ok(Self {
            filter,
            from: day(&filter.from)?,
            to: day(&filter.to)?,
        })
    }

    fn has(&self, summary: &UpdateSummary) -> bool {
        let (person, rulebook) = (self.filter.person.trim(), self.filter.rulebook.trim());
        let day = summary.at.day();
        (person.is_empty() || summary.credit().names(person))
            && (rulebook.is_empty() || summary.rulebooks.iter().any(|id| id.as_str() == rulebook))
            && self.from.is_none_or(|from| day >= from)
            && self.to.is_none_or(|to| day <= to)
    }
}

pub(super) async fn read(
    permit: &Permit<ReadDecisions>,
    id: &UpdateId,
    compare: Option<UpdateId>,
) -> Result<UpdatePage, AppError> {
    let store = store()?;
    let absent = |id: &UpdateId| AppError::Invalid(format!("There is no update {id}."));
    let read = async {
        let update = rulebook_update::get(&store, id).await?;
        let previous = rulebook_update::before(&store, id).await?;
        let newest = rulebook_update::latest(&store).await?;
        let other = match &compare {
            Some(other) => rulebook_update::get(&store, other).await?,
            None => None,
        };
        // Where Float Desk published it, its summary knows by whom and why.
        let summary = update_summary::get(&store, id).await?;
        Ok((update, previous, newest, other, summary))
    };
    let (update, previous, newest, other, summary) = read.await.map_err(|error| failure(&error))?;
    let update = sound(update.ok_or_else(|| absent(id))?)?;
    let other = match &compare {
        Some(chosen) => {
            let other = sound(other.ok_or_else(|| absent(chosen))?)?;
            Some((chosen.clone(), other))
        }
        // One that cannot be read says nothing of what changed: the last that can be does.
        None => rulebook_update::readable(&store, previous.clone())
            .await
            .map_err(|error| failure(&error))?,
    };
    let (against, other) = other.unzip();
    let credit = match &summary {
        Some(summary) => summary.credit(),
        None => Credit::of_update(id.clone(), update.update_user.clone(), update.update_time),
    };
    let compared = move || {
        let (before, after) = comparable(other.as_ref(), &update);
        (diff_view::of_configurations(&before, &after), other, update)
    };
    let (diff, other, update) = off_thread(compared).await;
    Ok(UpdatePage {
        now: now(),
        id: id.clone(),
        at: update.update_time,
        credit,
        against,
        is_chosen: compare.is_some(),
        previous: previous.map(|(id, _)| id),
        newest: newest.map(|(id, _)| id),
        diff,
        unreadable: unreadable(other, &update),
        rulebooks: update
            .rulebooks
            .iter()
            .map(|it| it.rulebook_id.clone())
            .collect(),
        gaps: update.gaps(),
        may_propose: permit.staff().may::<ProposeRulebooks>(),
    })
}

/// Each once, however many of the two snapshots hold it.
fn unreadable(other: Option<RulebookUpdate>, update: &RulebookUpdate) -> Vec<Unreadable> {
    let mut all = update.unreadable.clone();
    let others = other.into_iter().flat_map(|other| other.unreadable);
    all.extend(others.filter(|one| !update.cannot_read(&one.id)));
    all
}

fn sound((id, stored): Found) -> Result<RulebookUpdate, AppError> {
    let broken = |broken| AppError::Invalid(format!("The snapshot {id} cannot be read: {broken}"));
    Ok(stored.map_err(broken)?.value)
}
