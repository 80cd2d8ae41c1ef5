//! A user's evaluations as one list: those still stored, those kept because something was taken, and
//! those that somebody pinned, each once.

mod filter;

pub use filter::{EvaluationFilter, FilterError};

use crate::evaluation::{Evaluation, EvaluationResult, EvaluationStatus, Product};
use crate::historical_evaluation::HistoricalEvaluation;
use crate::id::{AccountId, BankItemId, FloatId, LoanId, ResultId, RulebookId};
use crate::instant::Instant;
use crate::item::BrokenItem;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedEvaluation {
    pub result_id: ResultId,
    pub created_date: Instant,
    pub item_id: BankItemId,
    pub account_id: AccountId,
    pub float: Option<Outcome>,
    pub loan: Option<Outcome>,
    pub taken: Option<TakenOn>,
    pub is_pinned: bool,
    /// The evaluation itself is still stored, until it expires.
    pub is_stored: bool,
    pub expires: Option<Instant>,
}

/// A decision in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub approved: bool,
    pub amount: Cents,
    pub deciding_rulebook: Option<RulebookId>,
    pub status: EvaluationStatus,
}

/// What was taken on an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenOn {
    pub amount: Cents,
    pub float_id: Option<FloatId>,
    pub loan_id: Option<LoanId>,
}

/// A line, or an item that could not be read.
pub type Listed = Result<ListedEvaluation, BrokenItem>;

impl From<&Evaluation> for Outcome {
    fn from(decision: &Evaluation) -> Self {
        Self {
            approved: decision.approved,
            amount: decision.amount,
            deciding_rulebook: decision.deciding_rulebook.clone(),
            status: decision.status.clone(),
        }
    }
}

impl From<&HistoricalEvaluation> for TakenOn {
    fn from(taken: &HistoricalEvaluation) -> Self {
        Self {
            amount: taken.amount,
            float_id: taken.float_id.clone(),
            loan_id: taken.loan_id.clone(),
        }
    }
}

impl From<&EvaluationResult> for ListedEvaluation {
    fn from(evaluation: &EvaluationResult) -> Self {
        Self {
            result_id: evaluation.result_id.clone(),
            created_date: evaluation.created_date,
            item_id: evaluation.item_id.clone(),
            account_id: evaluation.account_id.clone(),
            float: evaluation.float_results.as_ref().map(Outcome::from),
            loan: evaluation.loan_results.as_ref().map(Outcome::from),
            taken: None,
            is_pinned: false,
            is_stored: true,
            expires: evaluation.ttl,
        }
    }
}

impl From<&HistoricalEvaluation> for ListedEvaluation {
    fn from(taken: &HistoricalEvaluation) -> Self {
        Self {
            taken: Some(taken.into()),
            is_stored: false,
            ..Self::from(&taken.evaluation())
        }
    }
}

impl ListedEvaluation {
    pub fn outcome(&self, product: Product) -> Option<&Outcome> {
        match product {
            Product::Float => self.float.as_ref(),
            Product::Loan => self.loan.as_ref(),
        }
    }

    /// Whole days until the evaluation may be deleted; nothing where it has none, or has passed it.
    pub fn days_left(&self, now: Instant) -> Option<i64> {
        let left = self.expires?.epoch_seconds() - now.epoch_seconds();
        (self.is_stored && left > 0).then_some(left / 86_400)
    }
}

/// What is kept beside the evaluations themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    pub taken: Vec<HistoricalEvaluation>,
    /// Full copies of what somebody pinned.
    pub pinned: Vec<EvaluationResult>,
}

impl Kept {
    /// Marks what was taken or pinned, and puts in what is kept of those that are gone, among lines
    /// that go from `upper` down to the last one before `next`, newest first.
    pub fn merge(
        &self,
        stored: Vec<(ResultId, Listed)>,
        upper: Option<&ResultId>,
        next: Option<&ResultId>,
    ) -> Vec<(ResultId, Listed)> {
        let mut lines = stored;
        let is_within = |id: &ResultId| {
            upper.is_none_or(|upper| id <= upper) && next.is_none_or(|next| next < id)
        };
        let gone = self
            .taken
            .iter()
            .map(ListedEvaluation::from)
            .chain(self.pinned.iter().map(|copy| ListedEvaluation {
                is_stored: false,
                ..copy.into()
            }));
        for line in gone.filter(|line| is_within(&line.result_id)) {
            if !lines.iter().any(|(id, _)| *id == line.result_id) {
                lines.push((line.result_id.clone(), Ok(line)));
            }
        }
        lines.sort_by(|(a, _), (b, _)| b.cmp(a));
        for line in lines.iter_mut().filter_map(|(_, line)| line.as_mut().ok()) {
            line.taken = self
                .taken
                .iter()
                .find(|taken| taken.result_id == line.result_id)
                .map(TakenOn::from);
            line.is_pinned = self
                .pinned
                .iter()
                .any(|pinned| pinned.result_id == line.result_id);
        }
        lines
    }
}

#[cfg(test)]
mod tests;
