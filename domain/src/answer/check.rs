//! The latest evaluation, as far as it bears on the answer, and how old it is.

use crate::decision::{Decision, NoResultsReading};
use crate::evaluation::{Evaluation, EvaluationResult, KEPT_DAYS};
use crate::id::RulebookId;
use crate::instant::Instant;
use crate::money::{Cents, Spoken};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCheck {
    pub at: Instant,
    /// When the table may delete it.
    pub ttl: Option<Instant>,
    pub float: CheckOutcome,
    pub loan: CheckOutcome,
}

/// What an evaluation concluded on one product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckOutcome {
    Approved {
        /// Nothing where no amount is stored.
        amount: Option<Cents>,
        by: Option<RulebookId>,
    },
    Denied {
        by: Option<RulebookId>,
    },
    NotEvaluated,
    /// Not approved, and no rulebook result is stored with it.
    NoResults,
    Error(String),
}

impl LastCheck {
    pub fn of(evaluation: &EvaluationResult, no_results: NoResultsReading) -> Self {
        let outcome = |part: Option<&Evaluation>| CheckOutcome::of(part, no_results);
        Self {
            at: evaluation.created_date,
            ttl: evaluation.ttl,
            float: outcome(evaluation.float_results.as_ref()),
            loan: outcome(evaluation.loan_results.as_ref()),
        }
    }

    /// Evaluations are kept for 32 days, so that stale ones don't affect new decisions; the table may
    /// hold one longer, and another writer may have set no `ttl`.
    pub fn is_current(&self, now: Instant) -> bool {
        now < self.at.plus_days(KEPT_DAYS) && self.ttl.is_none_or(|ttl| now < ttl)
    }
}

impl CheckOutcome {
    fn of(part: Option<&Evaluation>, no_results: NoResultsReading) -> Self {
        let Some(part) = part else {
            return Self::NotEvaluated;
        };
        let by = part.deciding_rulebook.clone();
        match part.decision().read(no_results) {
            Decision::Approved => Self::Approved {
                amount: (part.amount > Cents::ZERO).then_some(part.amount),
                by,
            },
            Decision::Denied => Self::Denied { by },
            Decision::NotEvaluated => Self::NotEvaluated,
            Decision::NoResults => Self::NoResults,
            Decision::Error => Self::Error(failure(part)),
        }
    }

    /// For staff, after "The latest evaluation, of Nov 18, 2026, 4:16 PM,".
    pub(super) fn describe(&self) -> String {
        let by = |by: &Option<RulebookId>| {
            by.as_ref()
                .map_or_else(String::new, |id| format!(", decided by {id}"))
        };
        match self {
            Self::Approved {
                amount: Some(amount),
                by: id,
            } => format!("approved {}{}", Spoken(*amount), by(id)),
            Self::Approved {
                amount: None,
                by: id,
            } => format!("approved a float without an amount{}", by(id)),
            Self::Denied { by: id } => format!("denied a float{}", by(id)),
            Self::NotEvaluated => "says nothing about floats".to_owned(),
            Self::NoResults => "stores no results for floats".to_owned(),
            Self::Error(words) => format!("ended with {words}"),
        }
    }
}

fn failure(part: &Evaluation) -> String {
    let status = format!("{} ({})", part.status.in_words(), part.status);
    if part.errors.is_empty() {
        status
    } else {
        format!("{status}: {}", part.errors)
    }
}
