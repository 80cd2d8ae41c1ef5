//! Reads how floats were repaid. The page and its export both go through here, so that they hold the same.

use domain::collection_attempt::CollectionAttempt;
use domain::day_range::DayRange;
use domain::repayment::newest::{Looked, MOST_FLOATS, Newest, TakenFloat};
use domain::repayment::report::{Gathering, Report};
use domain::repayment::view::RepaymentView;
use futures::{StreamExt, TryStreamExt, pin_mut, stream};
use store::{Store, StoreError, collection_attempt, ledger};

/// So many days are read before it is seen whether older ones are needed: as many as the store reads at
/// the same time.
const DAYS_AT_ONCE: usize = 8;
/// So many floats' attempts are asked for at the same time.
const FLOATS_AT_ONCE: usize = 32;

/// What was found, and why the collection history could not be read where it could not.
pub struct Found {
    pub report: Report,
    pub unread: Option<StoreError>,
}

/// The newest floats of these days, each with its attempts. Without the ledger there is nothing; without
/// the collection history there is what was taken.
pub async fn read(
    store: &Store,
    view: &RepaymentView,
    range: DayRange,
) -> Result<Found, StoreError> {
    let looked = newest(store, range).await?;
    let (gathering, unread) = match with_attempts(store, view, &looked.floats).await {
        Ok(gathering) => (gathering, None),
        Err(error) => {
            let gathering = Gathering::without_attempts(view, &looked.floats);
            (gathering, Some(error))
        }
    };
    let report = gathering.finish(&looked, range);
    Ok(Found { report, unread })
}

/// Days are read newest first, until there are as many floats as are looked at.
async fn newest(store: &Store, range: DayRange) -> Result<Looked, StoreError> {
    let days = ledger::days(store, range.from..=range.to, u32::MAX).await?;
    let mut newest = Newest::new(MOST_FLOATS);
    for days in days.chunks(DAYS_AT_ONCE) {
        let chunks = ledger::taken_on(store, days);
        pin_mut!(chunks);
        while let Some(chunk) = chunks.try_next().await? {
            newest.add_broken(chunk.broken);
            for taken in chunk.items {
                newest.add(taken);
            }
        }
        if newest.is_full() {
            break;
        }
    }
    Ok(newest.finish())
}

/// The first answer that fails ends it: the others would fail as slowly.
async fn with_attempts(
    store: &Store,
    view: &RepaymentView,
    floats: &[TakenFloat],
) -> Result<Gathering, StoreError> {
    let reads = floats.iter().cloned().map(|float| {
        let store = store.clone();
        async move {
            let attempts = collection_attempt::of_float(&store, &float.id).await?;
            Ok::<_, StoreError>((float, attempts))
        }
    });
    // Collected first, since a lazy stream of borrowed floats cannot be sent to another thread.
    let reads: Vec<_> = reads.collect();
    let mut reads = stream::iter(reads).buffer_unordered(FLOATS_AT_ONCE);
    let mut gathering = Gathering::new(view);
    while let Some((float, stored)) = reads.try_next().await? {
        let count = stored.len();
        let sound = stored.into_iter().filter_map(Result::ok);
        let sound: Vec<CollectionAttempt> = sound.map(|record| record.value).collect();
        let broken = (count - sound.len()) as u64;
        gathering.add(&float, &sound, broken);
    }
    Ok(gathering)
}
