//! Whether somebody has repaid $200.

use domain::collection_attempt::CollectionOutcome;
use domain::id::UserId;
use domain::profile::FloatProfile;
use domain::tier::SPECIAL_AMOUNT;
use futures::future::try_join_all;
use store::{Store, StoreError, collection_attempt, historical_evaluation};

/// Asked only where the profile lists the $200 tier and has it off: nobody else can be given it.
pub(crate) async fn has_repaid_special(
    store: &Store,
    user: &UserId,
    version: Option<&FloatProfile>,
) -> Result<bool, StoreError> {
    let is_closed = version.is_some_and(|version| {
        let mut floats = version.floats.iter();
        floats.any(|one| one.amount == SPECIAL_AMOUNT && !one.is_enabled)
    });
    if !is_closed {
        return Ok(false);
    }
    let taken = historical_evaluation::all(store, user).await?;
    let floats = taken
        .into_iter()
        .flatten()
        .filter(|record| record.value.amount == SPECIAL_AMOUNT)
        .filter_map(|record| record.value.float_id);
    let attempts = floats.map(async |float| collection_attempt::of_float(store, &float).await);
    let attempts = try_join_all(attempts).await?;
    let mut all = attempts.into_iter().flatten().flatten();
    Ok(all.any(|record| record.value.outcome == CollectionOutcome::Completed))
}
