//! Which user, and which entry, an id belongs to.

use crate::id::{ResultId, UserId};
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use serde::{Deserialize, Serialize};

/// What an id leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finder {
    /// The id by which it is found: a result's, a float's or a loan's.
    pub id: String,
    pub kind: FinderKind,
    pub user_id: UserId,
    pub result_id: ResultId,
    /// When the evaluation was made: with its user and its id, the place of its entry.
    pub created: Instant,
}

stored_enum! {
    /// What kind of thing was found by its id.
    FinderKind {
        Evaluation = "evaluation", "evaluation";
        Float = "float", "float that was taken";
        Loan = "loan", "loan that was taken";
        Taken = "taken", "evaluation on which something was taken";
    }
}
