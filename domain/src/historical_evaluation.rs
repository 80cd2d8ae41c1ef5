//! An evaluation on which a float or loan was taken: kept forever.

use crate::evaluation::{CfiState, Evaluation, EvaluationResult};
use crate::id::{AccountId, BankItemId, FloatId, LoanId, ResultId, UserId};
use crate::instant::Instant;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoricalEvaluation {
    pub result_id: ResultId,
    pub user_id: UserId,
    pub item_id: BankItemId,
    pub account_id: AccountId,
    /// The amount that was taken.
    pub amount: Cents,
    /// The key of the float's collection attempts. Stored as an empty text where a loan was taken.
    pub float_id: Option<FloatId>,
    /// Not the `loan_id` of collection-history, which is the float id.
    pub loan_id: Option<LoanId>,
    pub float_results: Option<Evaluation>,
    pub loan_results: Option<Evaluation>,
    pub cfi_state: Option<CfiState>,
    pub created_date: Instant,
}

impl HistoricalEvaluation {
    /// Whether that is the id of the float or loan that was taken.
    pub fn is_called(&self, id: &str) -> bool {
        let float = self.float_id.as_ref().map(FloatId::as_str);
        let loan = self.loan_id.as_ref().map(LoanId::as_str);
        float == Some(id) || loan == Some(id)
    }

    /// The evaluation that it was taken on, which never expires here.
    pub fn evaluation(&self) -> EvaluationResult {
        EvaluationResult {
            result_id: self.result_id.clone(),
            user_id: self.user_id.clone(),
            item_id: self.item_id.clone(),
            account_id: self.account_id.clone(),
            float_results: self.float_results.clone(),
            loan_results: self.loan_results.clone(),
            cfi_state: self.cfi_state.clone(),
            created_date: self.created_date,
            ttl: None,
        }
    }
}
