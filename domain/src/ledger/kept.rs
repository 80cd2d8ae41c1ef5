//! An evaluation as far as the ledger keeps it.

use super::{Decided, LedgerEntry, Said};
use crate::evaluation::{Evaluation, EvaluationResult, RulebookResult};
use crate::value::Attributes;

impl LedgerEntry {
    /// What is left of the evaluation once it is gone: what everybody said and what came of it, without
    /// what the rules saw and without the CFI snapshot.
    pub fn evaluation(&self) -> EvaluationResult {
        EvaluationResult {
            result_id: self.result_id.clone(),
            user_id: self.user_id.clone(),
            item_id: self.item_id.clone(),
            account_id: self.account_id.clone(),
            float_results: self.float.as_ref().map(Evaluation::from),
            loan_results: self.loan.as_ref().map(Evaluation::from),
            cfi_state: None,
            created_date: self.created,
            ttl: self.expires,
        }
    }
}

impl From<&Decided> for Evaluation {
    fn from(decided: &Decided) -> Self {
        Self {
            approved: decided.approved,
            amount: decided.amount,
            deciding_rulebook: decided.deciding.clone(),
            status: decided.status.clone(),
            errors: String::new(),
            results: decided.results.iter().map(RulebookResult::from).collect(),
            result_id: None,
            unknown: Attributes::new(),
        }
    }
}

impl From<&Said> for RulebookResult {
    fn from(said: &Said) -> Self {
        Self {
            rulebook_id: said.rulebook_id.clone(),
            result: said.result,
            calc_status: said.calc_status.clone(),
            apply_to: said.apply_to,
            priority: said.priority,
            features: Attributes::new(),
            approved: None,
            is_applicable: said.is_applicable,
            run: said.run,
            unknown: Attributes::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::samples::{decision, evaluation, result};
    use crate::instant::Instant;

    #[test]
    fn an_entry_made_of_what_it_kept_is_the_same_entry() {
        let at = Instant::parse("2024-02-10T12:00:00Z").unwrap();
        let results = vec![result("trial", 110, 0), result("core", 100, -1)];
        let made = evaluation(at, Some(decision(true, 3_000, Some("core"), results)));
        let entry = LedgerEntry::of(&made);
        assert_eq!(LedgerEntry::of(&entry.evaluation()), entry);
    }
}
