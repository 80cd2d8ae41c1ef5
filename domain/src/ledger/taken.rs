//! A float or loan that was taken, as the ledger keeps it.

use super::{Decided, Finder, FinderKind, LedgerEntry};
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

    /// Puts it under what the ledger put the same evaluation under. What is kept with a float may lack what
    /// the rulebooks said, by which two configurations are told apart, and who decided.
    pub fn agree_with(&mut self, entry: &LedgerEntry) {
        self.on.snapshot.clone_from(&entry.snapshot);
        complete(&mut self.on.float, entry.float.as_ref());
        complete(&mut self.on.loan, entry.loan.as_ref());
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

/// What is stored with the float itself stays.
fn complete(decided: &mut Option<Decided>, entry: Option<&Decided>) {
    match (decided, entry) {
        (Some(decided), Some(entry)) => {
            if decided.deciding.is_none() {
                decided.deciding.clone_from(&entry.deciding);
            }
            if decided.results.is_empty() {
                decided.results.clone_from(&entry.results);
            }
        }
        (decided @ None, Some(entry)) => *decided = Some(entry.clone()),
        (_, None) => {}
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
            float_id: None,
            created: self.created,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};
    use crate::id::RulebookId;
    use crate::instant::Instant;

    #[test]
    fn what_was_taken_stands_under_what_its_evaluation_does_and_keeps_what_it_says_itself() {
        let results = vec![result("core", 100, -1)];
        let made = evaluation(
            Instant::EPOCH,
            Some(decision(true, 2_000, Some("core"), results)),
        );
        let entry = LedgerEntry {
            snapshot: Some(UpdateId::new("before")),
            loan: LedgerEntry::of(&made).float,
            ..LedgerEntry::of(&made)
        };
        let bare = evaluation(
            Instant::EPOCH,
            Some(decision(true, 1_500, None, Vec::new())),
        );
        let mut taken = Taken {
            on: LedgerEntry {
                snapshot: Some(UpdateId::new("after")),
                ..LedgerEntry::of(&bare)
            },
            amount: Cents(1_500),
            float_id: Some(FloatId::new("float-1")),
            loan_id: None,
        };
        taken.agree_with(&entry);
        assert_eq!(
            (&taken.on.snapshot, &taken.on.loan),
            (&entry.snapshot, &entry.loan)
        );
        let float = taken.on.float.as_mut().unwrap();
        assert_eq!(float.deciding, Some(RulebookId::new("core")));
        assert_eq!((float.amount, float.results.len()), (Cents(1_500), 1));
        float.deciding = Some(RulebookId::new("own"));
        let before = taken.clone();
        taken.agree_with(&entry);
        assert_eq!(taken, before);
    }
}
