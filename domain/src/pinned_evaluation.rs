//! An evaluation that somebody wants kept: a full copy that does not expire.

use crate::evaluation::EvaluationResult;
use crate::id::{ResultId, StaffId, UserId};
use crate::instant::Instant;
use crate::item::{BrokenItem, Record};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinnedEvaluation {
    pub user_id: UserId,
    pub result_id: ResultId,
    pub pin: Pin,
    /// As it was stored when it was pinned.
    pub copy: Result<Record<EvaluationResult>, BrokenItem>,
}

/// Who pinned it, when and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    pub by: StaffId,
    pub on: Instant,
    pub reason: String,
}
