//! The partition that everything underwriting knows about a user shares.

use domain::id::UserId;

pub(crate) fn partition(user: &UserId) -> String {
    format!("USER#{user}")
}
