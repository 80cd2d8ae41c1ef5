//! Whether a user's newest profile version switched floats or loans off, since when and why.

use domain::id::UserId;
use domain::offer_change::Closed;
use domain::profile::FloatProfile;
use store::{PageRequest, Store, StoreError, profile};

/// So many versions are looked at for the one that switched them off.
const LOOK_BEHIND: u32 = 50;

/// Asked only where something is off.
pub(crate) async fn closed(
    store: &Store,
    user: &UserId,
    newest: Option<&FloatProfile>,
) -> Result<Option<Closed>, StoreError> {
    if newest.is_none_or(|newest| newest.is_float_enabled && newest.is_loan_enabled) {
        return Ok(None);
    }
    let page = profile::history(store, user, PageRequest::first(LOOK_BEHIND)).await?;
    let versions = page.items.into_iter().flatten();
    let versions: Vec<_> = versions.map(|record| record.value).collect();
    Ok(Closed::of(&versions))
}
