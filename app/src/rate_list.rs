//! Reads approval rates. The page and its export both go through here, so that they hold the same.

use domain::address::AddressError;
use domain::day_range::DayRange;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::ledger::HourlyCount;
use domain::rates::around::from_last_before;
use domain::rates::series::Series;
use domain::rates::view::RatesView;
use domain::rulebook_update::UpdateSummary;
use futures::try_join;
use store::ledger::Counts;
use store::{Store, StoreError, ledger, rulebook_update, update_summary};

/// A change that is looked at without days of one's own is shown with so many days on either side.
const AROUND: i64 = 7;
/// So many summaries are read at a time.
const PART: u32 = 50;

/// The days that an address means: its own, or those around the change that it names.
pub fn range(
    view: &RatesView,
    change: Option<&UpdateSummary>,
    now: Instant,
) -> Result<DayRange, AddressError> {
    let today = now.day();
    let usual = view.range(today)?;
    match change.map(|change| change.at.day()) {
        Some(day) if view.from.is_none() && view.to.is_none() && !usual.contains(day) => {
            Ok(DayRange {
                from: day.plus_days(-AROUND),
                to: day.plus_days(AROUND).min(today),
            })
        }
        _ => Ok(usual),
    }
}

/// The change that an address names; nothing where there is none, or none of that name.
pub async fn change(store: &Store, view: &RatesView) -> Result<Option<UpdateSummary>, StoreError> {
    let Some(id) = &view.change else {
        return Ok(None);
    };
    if let Some(summary) = update_summary::get(store, id).await? {
        return Ok(Some(summary));
    }
    // One that isn't summarized yet is known by its ID.
    let update = rulebook_update::get(store, id).await?;
    Ok(update.map(|(id, _)| UpdateSummary::pending(id)))
}

pub async fn counts(store: &Store, range: DayRange) -> Result<Counts<HourlyCount>, StoreError> {
    ledger::counts(store, range.from, range.to).await
}

pub fn series(counts: &[HourlyCount], view: &RatesView, range: DayRange) -> Series {
    Series::of(counts, view.product, (view.step, view.split), range)
}

/// How the rulebooks changed.
pub struct Changes {
    /// Oldest first, from the last change before the days on: what was decided first on the first day
    /// may lie too close behind that.
    pub changes: Vec<UpdateSummary>,
    /// Whether all of them are summarized.
    pub is_summarized: bool,
}

/// What was counted in these days and how the rulebooks changed.
pub async fn read(
    store: &Store,
    range: DayRange,
) -> Result<(Counts<HourlyCount>, Changes), StoreError> {
    try_join!(counts(store, range), changes(store, range))
}

async fn changes(store: &Store, range: DayRange) -> Result<Changes, StoreError> {
    let pending = update_summary::pending(store).await?;
    let mut is_summarized = pending.is_empty();
    let (mut found, mut after): (Vec<UpdateSummary>, Option<UpdateId>) = (Vec::new(), None);
    loop {
        let part = update_summary::list(store, PART, after.as_ref()).await?;
        found.extend(part.summaries);
        is_summarized &= !update_summary::has_gap(&found);
        let is_enough = found.last().is_none_or(|last| last.at.day() < range.from);
        after = part.next.filter(|_| !is_enough);
        if after.is_none() {
            found.extend(pending.into_iter().map(UpdateSummary::pending));
            found.sort_by(|a, b| b.id.cmp(&a.id));
            found.retain(|change| change.at.day() <= range.to);
            let changes = from_last_before(found, range.from);
            return Ok(Changes {
                changes,
                is_summarized,
            });
        }
    }
}
