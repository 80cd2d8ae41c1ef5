//! A user's evaluations as one list: those still stored, those kept because something was taken, and
//! those that somebody pinned, each once.

mod filter;

pub use filter::{EvaluationFilter, FilterError};

use crate::decision::{Decision, NoResultsReading};
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
    /// With the installation's reading of a decision without results.
    pub decision: Decision,
    /// As stored, whatever the status says.
    pub approved: bool,
    pub amount: Cents,
    pub deciding_rulebook: Option<RulebookId>,
    pub status: EvaluationStatus,
    /// Approved, although the deciding rulebook returned a denial.
    pub is_contradicted: bool,
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

impl Outcome {
    pub fn of(part: &Evaluation, no_results: NoResultsReading) -> Self {
        Self {
            decision: part.decision().read(no_results),
            approved: part.approved,
            amount: part.amount,
            deciding_rulebook: part.deciding_rulebook.clone(),
            status: part.status.clone(),
            is_contradicted: part.is_contradicted(),
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

impl ListedEvaluation {
    pub fn of(evaluation: &EvaluationResult, no_results: NoResultsReading) -> Self {
        let outcome = |part: &Option<Evaluation>| {
            let part = part.as_ref();
            part.map(|part| Outcome::of(part, no_results))
        };
        Self {
            result_id: evaluation.result_id.clone(),
            created_date: evaluation.created_date,
            item_id: evaluation.item_id.clone(),
            account_id: evaluation.account_id.clone(),
            float: outcome(&evaluation.float_results),
            loan: outcome(&evaluation.loan_results),
            taken: None,
            is_pinned: false,
            is_stored: true,
            expires: evaluation.ttl,
        }
    }

    /// A float or loan was taken on it, and the evaluation itself is gone.
    fn of_taken(taken: &HistoricalEvaluation, no_results: NoResultsReading) -> Self {
        Self {
            taken: Some(taken.into()),
            is_stored: false,
            ..Self::of(&taken.evaluation(), no_results)
        }
    }

    pub fn outcome(&self, product: Product) -> Option<&Outcome> {
        match product {
            Product::Float => self.float.as_ref(),
            Product::Loan => self.loan.as_ref(),
        }
    }

    pub fn decision(&self, product: Product) -> Decision {
        let outcome = self.outcome(product);
        outcome.map_or(Decision::NotEvaluated, |outcome| outcome.decision)
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
        no_results: NoResultsReading,
    ) -> Vec<(ResultId, Listed)> {
        let mut lines = stored;
        let is_within = |id: &ResultId| {
            upper.is_none_or(|upper| id <= upper) && next.is_none_or(|next| next < id)
        };
        let gone = self
            .taken
            .iter()
            .map(|taken| ListedEvaluation::of_taken(taken, no_results))
            .chain(self.pinned.iter().map(|copy| ListedEvaluation {
                is_stored: false,
                ..ListedEvaluation::of(copy, no_results)
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
