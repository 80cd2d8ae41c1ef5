//! One run of income detection: at most one a day is kept, for a week.

use crate::day::Day;
use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

/// The transactions and the methods' results have no documented names: they are the record's
/// unknown attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomeDetection {
    pub user_id: UserId,
    pub run_date: Day,
    pub ttl: Option<Instant>,
}

impl Expires for IncomeDetection {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}
