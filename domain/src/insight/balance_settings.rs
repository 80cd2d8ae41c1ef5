//! The balance below which a user wants to be told.

use crate::id::UserId;
use crate::value::Number;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceSettings {
    pub user_id: UserId,
    /// Whether in dollars or in cents is not documented, so as stored. Stored as `LowBalanceAlert`.
    pub low_balance_alert: Option<Number>,
}
