//! The latest outcome of one rule for one user. Overwritten on each run, so never joined to an
//! older evaluation.

use crate::id::UserId;
use crate::instant::Instant;
use crate::value::Attributes;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleOutcome {
    pub user_id: UserId,
    pub rule_name: String,
    /// Stored under the name `loan`, for floats too.
    pub result: Verdict,
    pub error: bool,
    pub features: Attributes,
    pub updated_date: Instant,
    pub ttl: Option<Instant>,
}
