//! Reads how floats were repaid. The page and its export both go through here, so that they hold the same.

use domain::collection_attempt::CollectionAttempt;
use domain::day_range::DayRange;
use domain::repayment::report::{Gathering, Report};
use domain::repayment::sample::{Looked, MOST_FLOATS, Sample, TakenFloat};
use domain::repayment::view::RepaymentView;
use futures::{StreamExt, TryStreamExt, pin_mut, stream};
use store::{Store, StoreError, collection_attempt, ledger};

/// So many floats' attempts are asked for at the same time.
const FLOATS_AT_ONCE: usize = 32;

/// What was found, and why the collection history could not be read where it could not.
pub struct Found {
    pub report: Report,
    pub unread: Option<StoreError>,
}

/// The floats of these days, or as many of them as are looked at, each with its attempts. Without the ledger there is nothing; without
/// the collection history there is what was taken.
pub async fn read(
    store: &Store,
    view: &RepaymentView,
    range: DayRange,
) -> Result<Found, StoreError> {
    let looked = sample(store, range).await?;
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

/// Everything that was taken in the days is read, part by part, and some of it kept.
async fn sample(store: &Store, range: DayRange) -> Result<Looked, StoreError> {
    let chunks = ledger::taken(store, range.from, range.to).await?;
    pin_mut!(chunks);
    let mut sample = Sample::new(MOST_FLOATS);
    while let Some(chunk) = chunks.try_next().await? {
        sample.add_broken(chunk.broken);
        for taken in chunk.items {
            sample.add(taken);
        }
    }
    Ok(sample.finish())
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
