//! What everything underwriting knows about a user shares: the partition `USER#<user>`.

use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::id::UserId;

pub(crate) fn partition(user: &UserId) -> String {
    format!("USER#{user}")
}

/// Whether anything at all is stored about a user. There is no table of users, so this is the
/// nearest there is to knowing one.
pub async fn is_known(store: &Store, user: &UserId) -> Result<bool, StoreError> {
    let anything = Query::new(partition(user), SortRange::All);
    let found = store.table(TableId::Underwriting).first(anything).await?;
    Ok(found.is_some())
}
