//! A recurring expense or income that a mining run found.

use crate::day::Day;
use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::insight::mining_run::Mined;
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recurring {
    pub user_id: UserId,
    pub mined_at: Instant,
    /// Tells the findings of one run apart; says nothing across runs.
    pub uuid: String,
    pub kind: Option<RecurringKind>,
    pub due_date: Option<Day>,
    pub ttl: Option<Instant>,
}

stored_enum! {
    /// Which way the money goes.
    RecurringKind {
        Expense = "expense", "goes out";
        Income = "income", "comes in";
    }
}

impl Expires for Recurring {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}

impl Mined for Recurring {
    fn mined_at(&self) -> Instant {
        self.mined_at
    }
}
