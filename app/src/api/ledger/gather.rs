//! Reads on until the page is full, and counts at the same time.

use super::{Counts, LedgerPage, Reach};
use crate::error::AppError;
use crate::ledger_list::{self, Read};
use crate::request::{failure, now, store};
use domain::day::Day;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::ledger_list::{LedgerFilter, LedgerLine, LedgerView, filtered_counts, tallied};
use domain::role::Staff;
use futures::try_join;
use std::collections::BTreeSet;
use store::ledger::{self, Place};
use store::{Store, StoreError, saved_view};

/// How many decisions a page shows.
const PAGE: u32 = 50;
/// With a filter, so many are read at a time, and no more often than this for one page.
const FILTERED: u32 = 500;
const READS: u32 = 20;

pub(super) async fn read(
    staff: &Staff,
    view: LedgerView,
    after: Option<String>,
) -> Result<LedgerPage, AppError> {
    let (store, now) = (store()?, now());
    let after = match after.filter(|after| !after.is_empty()) {
        None => None,
        Some(text) => Some(Place::parse(&text).ok_or_else(|| {
            AppError::Invalid("That page of the list is no longer there. Start again.".to_owned())
        })?),
    };
    let ((read, looked), counted, views, notice) = try_join!(
        full_page(&store, &view.filter, after.clone(), now),
        counted(&store, &view, now),
        saved_view::of_person(&store, &staff.id),
        ledger_list::notice(&store, now),
    )
    .map_err(|error| failure(&error))?;
    let counts = counted.counts.unwrap_or(looked);
    let is_empty = read.looked_at == 0
        && after.is_none()
        && ledger_list::has_nothing(&store, now)
            .await
            .map_err(|error| failure(&error))?;
    let lines = read.entries.into_iter();
    let lines =
        lines.map(|entry| entry.map(|record| LedgerLine::of(&record.value, store.no_results())));
    Ok(LedgerPage {
        now,
        view,
        lines: lines.collect(),
        next: read.next.map(|place| place.as_str().to_owned()),
        looked_at: read.looked_at,
        back_to: read.back_to,
        counts,
        rulebooks: counted.rulebooks,
        // One that cannot be read leads nowhere.
        views: views
            .into_iter()
            .flatten()
            .map(|record| record.value)
            .collect(),
        is_empty,
        notice: ledger_list::with_recount(notice, &counted.being_recounted),
    })
}

async fn full_page(
    store: &Store,
    filter: &LedgerFilter,
    after: Option<Place>,
    now: Instant,
) -> Result<(Read, Counts), StoreError> {
    let is_first = after.is_none();
    let size = if filter.follows_the_day() {
        PAGE
    } else {
        FILTERED
    };
    let mut read = ledger_list::part(store, filter, after.as_ref(), size, now).await?;
    let mut reads = 1;
    while let (Some(next), true) = (
        &read.next,
        read.entries.len() < PAGE as usize && reads < READS,
    ) {
        let more = ledger_list::part(store, filter, Some(next), size, now).await?;
        read.entries.extend(more.entries);
        read.next = more.next;
        read.looked_at += more.looked_at;
        read.back_to = more.back_to.or(read.back_to);
        reads += 1;
    }
    let looked = looked(store, &read, filter, is_first);
    if read.entries.len() > PAGE as usize {
        // What is more than a page begins the next one.
        read.entries.truncate(PAGE as usize);
        read.next = read.entries.last().and_then(Place::behind);
    }
    Ok((read, looked))
}

/// How many decisions the filter admits of what was looked at.
fn looked(store: &Store, read: &Read, filter: &LedgerFilter, is_first: bool) -> Counts {
    let entries = read.entries.iter().flatten();
    let counts = tallied(
        entries.map(|record| &record.value),
        filter,
        store.no_results(),
    );
    let reach = match (is_first, &read.next) {
        (true, None) => Reach::All,
        (true, Some(_)) => Reach::SoFar(read.back_to),
        (false, _) => Reach::Page(read.back_to),
    };
    Counts::Looked(counts, reach)
}

/// What the counts of the days know.
#[derive(Default)]
struct Counted {
    /// Nothing where they don't know what the filter asks for.
    counts: Option<Counts>,
    /// The rulebooks that decided on those days.
    rulebooks: Vec<RulebookId>,
    being_recounted: Vec<Day>,
}

/// How many decisions the filter admits, where the counts of the days know that, and who decided on those days.
async fn counted(store: &Store, view: &LedgerView, now: Instant) -> Result<Counted, StoreError> {
    let can_be_counted = view.filter.can_be_counted();
    let Some(days) = view.counted_days(now.day()) else {
        return Ok(Counted {
            counts: can_be_counted.then_some(Counts::TooManyDays),
            ..Counted::default()
        });
    };
    let found = ledger::daily_counts(store, days.from, days.to).await?;
    let deciding: BTreeSet<_> = found
        .counts
        .iter()
        .filter_map(|count| count.deciding.clone())
        .collect();
    let of_filter =
        can_be_counted.then(|| Counts::Of(days, filtered_counts(&found.counts, &view.filter)));
    Ok(Counted {
        counts: of_filter,
        rulebooks: deciding.into_iter().collect(),
        being_recounted: found.being_recounted,
    })
}
