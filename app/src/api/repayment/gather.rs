//! Reads what the page of repayment shows.

use super::RepaymentPage;
use crate::error::AppError;
use crate::ledger_list::{has_nothing, notice};
use crate::repayment_list::{self, Found};
use crate::request::{failure, now, store};
use domain::id::{RulebookId, UpdateId};
use domain::repayment::report::{Part, Report};
use domain::repayment::view::RepaymentView;
use domain::rulebook_update::UpdateSummary;
use futures::try_join;
use store::{Store, StoreError, rulebook, update_summary};

pub(super) async fn read(view: RepaymentView) -> Result<RepaymentPage, AppError> {
    let (store, now) = (store()?, now());
    let range = view.range(now.day());
    let range = range.map_err(|error| AppError::Invalid(error.to_string()))?;
    let lost = |error: StoreError| failure(&error);
    let (Found { report, unread }, notice) = try_join!(
        repayment_list::read(&store, &view, range),
        notice(&store, now)
    )
    .map_err(lost)?;
    let updates = updates(&store, &report).await.map_err(lost)?;
    let rulebooks = rulebooks(&store, &report).await.map_err(lost)?;
    let has_none = report.total.taken.count == 0 && report.beside.loans.count == 0;
    let is_empty = has_none && has_nothing(&store, now).await.map_err(lost)?;
    Ok(RepaymentPage {
        now,
        view,
        report,
        unread: unread.as_ref().map(failure),
        updates,
        rulebooks,
        is_empty,
        notice,
    })
}

/// Those that a report names and that aren't deleted; nothing is asked where it names none.
async fn rulebooks(store: &Store, report: &Report) -> Result<Vec<RulebookId>, StoreError> {
    let named = report.groups.iter().filter_map(|group| match &group.part {
        Part::Rulebook(id) => id.as_ref(),
        Part::Snapshot(_) => None,
    });
    let named: Vec<_> = named.collect();
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let live = rulebook::all(store).await?;
    let live = live.into_iter().flatten();
    let live = live.map(|record| record.value.rulebook_id);
    Ok(live.filter(|id| named.contains(&id)).collect())
}

/// What is known of the snapshots that a report names; nothing is asked where it names none.
async fn updates(store: &Store, report: &Report) -> Result<Vec<UpdateSummary>, StoreError> {
    let named = report.groups.iter().filter_map(|group| match &group.part {
        Part::Snapshot(id) => id.clone(),
        Part::Rulebook(_) => None,
    });
    let named: Vec<UpdateId> = named.collect();
    if named.is_empty() {
        return Ok(Vec::new());
    }
    update_summary::get_all(store, &named).await
}
