//! A discretionary but regular expense that a mining run found: a weekly visit to a coffee shop.

use crate::day::Day;
use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::insight::mining_run::Mined;
use crate::instant::Instant;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ritual {
    pub user_id: UserId,
    pub mined_at: Instant,
    /// Tells the findings of one run apart; says nothing across runs.
    pub uuid: String,
    pub date: Option<Day>,
    pub ttl: Option<Instant>,
}

impl Expires for Ritual {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}

impl Mined for Ritual {
    fn mined_at(&self) -> Instant {
        self.mined_at
    }
}
