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

/// Why a reason is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReasonError {
    #[error("Give a reason: it is kept with the copy and stands in the audit log.")]
    Empty,
    #[error("That reason is too long: {0} letters, and reasons end at {LONGEST_REASON}.")]
    TooLong(usize),
}

pub const LONGEST_REASON: usize = 500;

/// The reason for a pin as it will be kept.
pub fn reason(typed: &str) -> Result<String, ReasonError> {
    let reason = typed.trim();
    match reason.chars().count() {
        0 => Err(ReasonError::Empty),
        length if length > LONGEST_REASON => Err(ReasonError::TooLong(length)),
        _ => Ok(reason.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_says_something_and_ends_somewhere() {
        assert_eq!(reason(" disputed ").as_deref(), Ok("disputed"));
        assert_eq!(reason(" \n"), Err(ReasonError::Empty));
        assert_eq!(reason(&"x".repeat(501)), Err(ReasonError::TooLong(501)));
    }
}
