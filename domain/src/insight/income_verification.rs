//! What a user stated about their income, perhaps with what a provider added.
//! Deleted when the user connects a new bank.

use crate::day::Day;
use crate::id::UserId;
use crate::value::Number;
use serde::{Deserialize, Serialize};

/// Personal: pages mask it until a person asks, and record that they did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomeVerification {
    pub user_id: UserId,
    pub employer_name: Option<String>,
    /// Neither its unit nor its period is documented, so as stored.
    pub salary: Option<Number>,
    pub pay_frequency: Option<String>,
    pub start_date: Option<Day>,
}
