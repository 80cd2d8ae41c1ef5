//! The decision ledger: what is kept of each evaluation after it expires, so that all decisions of
//! all users can be listed, counted and worked out again.

mod attributed;
mod count;
mod finder;
mod kept;
mod taken;

pub use count::{Counted, DailyCount, HourlyCount, Tally};
pub use finder::{Finder, FinderKind};
pub use taken::Taken;

use crate::basis_points::BasisPoints;
use crate::evaluation::{
    CalcStatus, Evaluation, EvaluationResult, EvaluationStatus, Product, RulebookResult, Run,
};
use crate::id::{AccountId, BankItemId, ResultId, RulebookId, UpdateId, UserId};
use crate::instant::Instant;
use crate::money::Cents;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// One evaluation as the ledger keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    pub result_id: ResultId,
    pub user_id: UserId,
    pub item_id: BankItemId,
    pub account_id: AccountId,
    pub created: Instant,
    /// When the evaluation itself goes, where that is stored.
    pub expires: Option<Instant>,
    pub float: Option<Decided>,
    pub loan: Option<Decided>,
    /// The rulebook snapshot that it was made under: the newest where two may have been in use, none
    /// where it is older than every recorded one.
    pub snapshot: Option<UpdateId>,
}

/// A decision on one product, without what the rules saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    pub approved: bool,
    pub amount: Cents,
    pub deciding: Option<RulebookId>,
    pub status: EvaluationStatus,
    pub results: Vec<Said>,
}

/// What one rulebook said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    pub rulebook_id: RulebookId,
    pub result: Verdict,
    pub calc_status: CalcStatus,
    pub priority: Option<i64>,
    pub apply_to: Option<BasisPoints>,
    /// Nothing means "not recorded", which is not "no".
    pub is_applicable: Option<bool>,
    pub run: Run,
    /// The arm of the rulebook's A/B trial in that snapshot, where it is known.
    pub ab_group: Option<String>,
}

impl LedgerEntry {
    /// What is kept of an evaluation. The snapshot and the arms are not the evaluation's to tell.
    pub fn of(evaluation: &EvaluationResult) -> Self {
        Self {
            result_id: evaluation.result_id.clone(),
            user_id: evaluation.user_id.clone(),
            item_id: evaluation.item_id.clone(),
            account_id: evaluation.account_id.clone(),
            // As it is stored: the time in the key has no fractions.
            created: evaluation.created_date.whole_seconds(),
            expires: evaluation.ttl,
            float: evaluation.float_results.as_ref().map(Decided::from),
            loan: evaluation.loan_results.as_ref().map(Decided::from),
            snapshot: None,
        }
    }

    pub fn decided(&self, product: Product) -> Option<&Decided> {
        match product {
            Product::Float => self.float.as_ref(),
            Product::Loan => self.loan.as_ref(),
        }
    }
}

impl From<&Evaluation> for Decided {
    fn from(decision: &Evaluation) -> Self {
        Self {
            approved: decision.approved,
            amount: decision.amount,
            deciding: decision.deciding_rulebook.clone(),
            status: decision.status.clone(),
            results: decision.results.iter().map(Said::from).collect(),
        }
    }
}

impl From<&RulebookResult> for Said {
    fn from(result: &RulebookResult) -> Self {
        Self {
            rulebook_id: result.rulebook_id.clone(),
            result: result.result,
            calc_status: result.calc_status.clone(),
            priority: result.priority,
            apply_to: result.apply_to,
            is_applicable: result.is_applicable,
            run: result.run,
            ab_group: None,
        }
    }
}
