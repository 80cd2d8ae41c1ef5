//! An evaluation: the answer to one float check or loan check, kept for 32 days.

use crate::basis_points::BasisPoints;
use crate::id::{AccountId, BankItemId, ResultId, RulebookId, UserId};
use crate::instant::Instant;
use crate::money::Cents;
use crate::rulebook::RulebookType;
use crate::stored_enum::stored_enum;
use crate::value::Attributes;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// How many days an evaluation and a rule outcome are kept.
pub const KEPT_DAYS: i64 = 32;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationResult {
    pub result_id: ResultId,
    pub user_id: UserId,
    pub item_id: BankItemId,
    pub account_id: AccountId,
    pub float_results: Option<Evaluation>,
    pub loan_results: Option<Evaluation>,
    pub cfi_state: Option<CfiState>,
    pub created_date: Instant,
    pub ttl: Option<Instant>,
}

/// The decision on one product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    pub approved: bool,
    pub amount: Cents,
    pub deciding_rulebook: Option<RulebookId>,
    pub status: EvaluationStatus,
    pub errors: String,
    pub results: Vec<RulebookResult>,
    pub result_id: Option<ResultId>,
    /// Attributes that no document names; they are shown.
    pub unknown: Attributes,
}

/// What one rulebook said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulebookResult {
    pub rulebook_id: RulebookId,
    pub result: Verdict,
    pub calc_status: CalcStatus,
    pub apply_to: Option<BasisPoints>,
    pub priority: Option<i64>,
    /// What the rules saw, by rule.
    pub features: Attributes,
    pub approved: Option<bool>,
    /// Nothing means "not recorded", which is not "no".
    pub is_applicable: Option<bool>,
    pub run: Run,
    /// Attributes that no document names; they are shown.
    pub unknown: Attributes,
}

/// Whether a rulebook was run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Run {
    #[default]
    Ran,
    /// It didn't apply, and no rule left a feature: its result says nothing.
    NotRun,
    /// It didn't apply, and whether any rule left a feature wasn't kept.
    NotRecorded,
}

impl Run {
    pub fn of(is_applicable: Option<bool>, features: &Attributes) -> Self {
        if is_applicable == Some(false) && features.is_empty() {
            Self::NotRun
        } else {
            Self::Ran
        }
    }
}

/// The Continuous Float Increase metrics at the time of an evaluation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CfiState {
    pub current_limit: Option<Cents>,
    pub sub_rank: Option<i64>,
    pub float_rank: Option<i64>,
    pub account_balance: Option<Cents>,
    pub highest_float: Option<Cents>,
    /// Attributes that no document names; they are shown.
    pub unknown: Attributes,
}

/// What an evaluation decides on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Product {
    Float,
    Loan,
}

impl Product {
    pub const ALL: [Self; 2] = [Self::Float, Self::Loan];

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|product| product.as_str() == word)
    }

    /// The word that stands in addresses and exports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Loan => "loan",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Float => "Float",
            Self::Loan => "Loan",
        }
    }

    /// The type of the rulebooks that decide on it.
    pub fn rulebook_type(self) -> RulebookType {
        match self {
            Self::Float => RulebookType::Floats,
            Self::Loan => RulebookType::Loan,
        }
    }
}

stored_enum! {
    /// Whether an evaluation came to a decision.
    EvaluationStatus {
        Ok = "OK", "no error";
        NoEval = "NOEVAL", "not evaluated";
        CalcErr = "CALCERR", "calculation error";
        EvalErr = "EVALERR", "evaluation error";
    }
}

stored_enum! {
    /// Whether a rulebook could be calculated.
    CalcStatus {
        Ok = "OK", "calculated";
        NoData = "NODATA", "no data";
        CalcErr = "CALCERR", "calculation error";
    }
}

/// One CFI metric in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metric {
    pub name: String,
    /// Nothing where it is not stored.
    pub value: Option<String>,
}

impl CfiState {
    /// Every documented metric, stored or not.
    pub fn metrics(&self) -> [Metric; 5] {
        let metric = |name: &str, value: Option<String>| Metric {
            name: name.to_owned(),
            value,
        };
        let said = |cents: Option<Cents>| cents.map(|cents| cents.to_string());
        let rank = |rank: Option<i64>| rank.map(|rank| rank.to_string());
        [
            metric("current limit", said(self.current_limit)),
            metric("account balance", said(self.account_balance)),
            metric("highest float", said(self.highest_float)),
            metric("sub rank", rank(self.sub_rank)),
            metric("float rank", rank(self.float_rank)),
        ]
    }
}

impl EvaluationResult {
    /// The decision on a product.
    pub fn decision(&self, product: Product) -> Option<&Evaluation> {
        match product {
            Product::Float => self.float_results.as_ref(),
            Product::Loan => self.loan_results.as_ref(),
        }
    }

    /// Past its end, though DynamoDB may still hold it for up to two days.
    pub fn is_expired_at(&self, at: Instant) -> bool {
        self.ttl.is_some_and(|ttl| ttl <= at)
    }
}
