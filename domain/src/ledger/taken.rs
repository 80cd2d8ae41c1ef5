//! A float or loan that was taken, as the ledger keeps it.

use super::{Finder, FinderKind, LedgerEntry};
use crate::historical_evaluation::HistoricalEvaluation;
use crate::id::{FloatId, LoanId, UpdateId};
use crate::money::Cents;
use crate::rulebook_update::RulebookUpdate;
use serde::{Deserialize, Serialize};

/// What was taken, and the decision that it was taken on. Never counted as a decision: of those made
/// long ago only the taken ones are left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    pub on: LedgerEntry,
    pub amount: Cents,
    /// The key of its collection attempts.
    pub float_id: Option<FloatId>,
    pub loan_id: Option<LoanId>,
}

impl Taken {
    pub fn under(taken: &HistoricalEvaluation, updates: &[(UpdateId, RulebookUpdate)]) -> Self {
        Self {
            on: LedgerEntry::under(&taken.evaluation(), updates),
            amount: taken.amount,
            float_id: taken.float_id.clone(),
            loan_id: taken.loan_id.clone(),
        }
    }

    /// Each id by which it is found.
    pub fn finders(&self) -> Vec<Finder> {
        let ids = [
            (FinderKind::Taken, Some(self.on.result_id.as_str())),
            (
                FinderKind::Float,
                self.float_id.as_ref().map(FloatId::as_str),
            ),
            (FinderKind::Loan, self.loan_id.as_ref().map(LoanId::as_str)),
        ];
        ids.into_iter()
            .filter_map(|(kind, id)| Some(self.on.finder(kind, id?)))
            .collect()
    }
}

impl LedgerEntry {
    /// Leads from an id to this entry.
    pub fn finder(&self, kind: FinderKind, id: &str) -> Finder {
        Finder {
            id: id.to_owned(),
            kind,
            user_id: self.user_id.clone(),
            result_id: self.result_id.clone(),
            created: self.created,
        }
    }
}
