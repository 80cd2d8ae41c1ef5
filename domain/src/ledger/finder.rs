//! Which user, and which entry, an id belongs to.

use super::LedgerEntry;
use crate::collection_attempt::CollectionAttempt;
use crate::id::{FloatId, ResultId, UserId};
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use serde::{Deserialize, Serialize};

/// What an id leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finder {
    /// The ID by which it is found: a result's, a float's, a loan's, an account's, or a collection's
    /// confirmation ID.
    pub id: String,
    pub kind: FinderKind,
    pub user_id: UserId,
    /// Of a collection: none, since it belongs to a float.
    pub result_id: ResultId,
    /// The float that was collected.
    pub float_id: Option<FloatId>,
    /// When the evaluation was made: with its user and its id, the place of its entry. Of a collection: when
    /// it ran.
    pub created: Instant,
}

impl Finder {
    /// Leads from a collection's confirmation ID to the float's user.
    pub fn of_collection(attempt: &CollectionAttempt) -> Option<Self> {
        Some(Self {
            id: attempt.confirmation_id.clone()?,
            kind: FinderKind::Collection,
            user_id: attempt.user_id.clone(),
            result_id: ResultId::new(""),
            float_id: Some(attempt.float_id.clone()),
            created: attempt.run_time.instant()?,
        })
    }
}

impl LedgerEntry {
    /// Leads from its account to its user.
    pub fn account_finder(&self) -> Option<Finder> {
        let id = self.account_id.as_str();
        (!id.is_empty()).then(|| self.finder(FinderKind::Account, id))
    }
}

stored_enum! {
    /// What kind of thing was found by its id.
    FinderKind {
        Evaluation = "evaluation", "evaluation";
        Float = "float", "float that was taken";
        Loan = "loan", "loan that was taken";
        Taken = "taken", "evaluation on which something was taken";
        Account = "account", "account that was evaluated";
        Collection = "collection", "collection attempt";
    }
}
