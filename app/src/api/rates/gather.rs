//! Reads what the page of rates shows.

use super::{Arms, RatesPage};
use crate::error::AppError;
use crate::request::{failure, now, store};
use crate::{ledger_list, rate_list};
use domain::day::Day;
use domain::day_range::DayRange;
use domain::evaluation::Product;
use domain::instant::Instant;
use domain::rates::arms::Gathered;
use domain::rates::around::Around;
use domain::rates::view::RatesView;
use futures::try_join;
use store::{Store, StoreError};

/// The hourly counts do not know arms, so that entries are read for them: about so many, the newest days
/// first.
const ENTRIES: u64 = 20_000;

pub(super) async fn read(view: RatesView) -> Result<RatesPage, AppError> {
    let (store, now) = (store()?, now());
    let lost = |error: StoreError| failure(&error);
    let change = rate_list::change(&store, &view).await.map_err(lost)?;
    if let (Some(id), None) = (&view.change, &change) {
        return Err(AppError::Invalid(format!("There is no change {id}.")));
    }
    let range = rate_list::range(&view, change.as_ref(), now)
        .map_err(|error| AppError::Invalid(error.to_string()))?;
    let ((counts, found), notice) = try_join!(
        rate_list::read(&store, range),
        ledger_list::notice(&store, now)
    )
    .map_err(lost)?;
    let being_recounted = counts.being_recounted;
    let counts = counts.counts;
    let (mut changes, is_summarized) = (found.changes, found.is_summarized);
    let around = change.map(|change| {
        let others: Vec<_> = changes.iter().map(|other| other.at).collect();
        let days = (whole(range), now);
        let around = Around::of(&counts, view.product, change.at, &others, days);
        (change, around)
    });
    changes.retain(|change| range.contains(change.at.day()));
    let arms = if view.arms {
        Some(arms(&store, range, view.product).await.map_err(lost)?)
    } else {
        None
    };
    let is_empty = counts.is_empty()
        && being_recounted.is_empty()
        && ledger_list::has_nothing(&store, now).await.map_err(lost)?;
    Ok(RatesPage {
        now,
        series: rate_list::series(&counts, &view, range),
        view,
        changes,
        around,
        arms,
        is_empty,
        is_summarized,
        notice: ledger_list::with_recount(notice, &being_recounted),
    })
}

/// From midnight to midnight.
fn whole(range: DayRange) -> (Instant, Instant) {
    let at = |day: Day| Instant::EPOCH.plus_days(day.number());
    (at(range.from), at(range.to.plus_days(1)))
}

async fn arms(store: &Store, range: DayRange, product: Product) -> Result<Arms, StoreError> {
    let (mut gathered, mut entries) = (Gathered::default(), 0);
    let most = (usize::MAX, ENTRIES);
    let looked = ledger_list::newest(store, range.from..=range.to, most, |chunk| {
        entries += chunk.items.len() as u64;
        for entry in &chunk.items {
            gathered.add(entry, product, store.no_results());
        }
    });
    let looked = looked.await?;
    Ok(Arms {
        arms: gathered.arms(),
        entries,
        looked,
    })
}
