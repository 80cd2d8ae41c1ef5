//! A provider's score of how safe a cash advance to a user is, at one moment.

use crate::id::UserId;
use crate::insight::expiry::Expires;
use crate::instant::Instant;
use crate::value::Number;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CashAdvanceScore {
    pub user_id: UserId,
    pub scored_at: Instant,
    /// No scale is documented, so every digit is kept.
    pub score: Option<Number>,
    pub ttl: Option<Instant>,
}

impl Expires for CashAdvanceScore {
    fn ttl(&self) -> Option<Instant> {
        self.ttl
    }
}
