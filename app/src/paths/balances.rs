//! Links to a user's balances and insights.

use super::{user, with_fields};
use domain::balance::view::BalanceView;
use domain::id::UserId;

pub fn all_balances(id: &UserId) -> String {
    balances(id, &BalanceView::default())
}

/// Certain days, accounts and marks of them.
pub fn balances(id: &UserId, view: &BalanceView) -> String {
    with_fields(&format!("{}/balances", user(id)), &view.address())
}

/// The same as a file; `form` is `csv` or `jsonl`.
pub fn balances_export(id: &UserId, view: &BalanceView, form: &str) -> String {
    with_fields(&format!("{}/balances.{form}", user(id)), &view.address())
}

/// What the insight service knows.
pub fn user_insights(id: &UserId) -> String {
    format!("{}/insights", user(id))
}
