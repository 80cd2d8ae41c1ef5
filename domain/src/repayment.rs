//! How the repayment of a float stands, from its collection attempts; and of many floats, by who decided
//! on them, with what the ACH model had predicted (docs/decisions/repayment.md).

pub mod calibration;
pub mod chart;
pub mod debit;
mod notes;
pub mod outcomes;
pub mod report;
mod ripeness;
pub mod sample;
pub mod view;
mod words;

use crate::collection_attempt::{CollectionAttempt, CollectionOutcome};
use crate::day::Day;
use serde::{Deserialize, Serialize};

/// How it stands after the last attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repayment {
    NoAttempt,
    /// A debit is on its way.
    Sent,
    Collected,
    /// The last debit came back.
    Returned,
    Defaulted,
    /// The last outcome is a word that no document lists.
    Unknown(String),
}

impl Repayment {
    /// From attempts that are oldest first.
    pub fn after(attempts: &[CollectionAttempt]) -> Self {
        match attempts.last().map(|attempt| &attempt.outcome) {
            None => Self::NoAttempt,
            Some(CollectionOutcome::AchSent) => Self::Sent,
            Some(CollectionOutcome::Completed) => Self::Collected,
            Some(CollectionOutcome::Returned) => Self::Returned,
            Some(CollectionOutcome::Defaulted) => Self::Defaulted,
            Some(CollectionOutcome::Unknown(word)) => Self::Unknown(word.clone()),
        }
    }

    pub fn in_words(&self) -> String {
        match self {
            Self::NoAttempt => "No attempt yet".to_owned(),
            Self::Sent => "Debit sent".to_owned(),
            Self::Collected => "Collected".to_owned(),
            Self::Returned => "Returned".to_owned(),
            Self::Defaulted => "Defaulted".to_owned(),
            Self::Unknown(word) => format!("Unknown: {word}"),
        }
    }
}

/// The float's due date, which each attempt repeats.
pub fn due(attempts: &[CollectionAttempt]) -> Option<Day> {
    attempts.iter().rev().find_map(|attempt| attempt.due_date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection_attempt::{AchModel, CollectionProcess, RunTime};
    use crate::id::{FloatId, UserId};
    use crate::value::Number;

    pub(super) fn attempt(outcome: &str, due: Option<&str>) -> CollectionAttempt {
        CollectionAttempt {
            float_id: FloatId::new("float-1"),
            run_time: RunTime::from_stored(Number::from_stored("1707575400123456789")),
            user_id: UserId::new("user-1"),
            due_date: due.and_then(Day::parse),
            run_date: None,
            process: CollectionProcess::Retry,
            outcome: CollectionOutcome::from_stored(outcome),
            confirmation_id: None,
            ach_model: AchModel::default(),
        }
    }

    #[test]
    fn the_last_attempt_decides_how_it_stands() {
        let attempts = [attempt("ACHSENT", None), attempt("RETURNED", None)];
        assert_eq!(Repayment::after(&attempts), Repayment::Returned);
        assert_eq!(Repayment::after(&[]), Repayment::NoAttempt);
        let odd = Repayment::after(&[attempt("VOIDED", None)]);
        assert_eq!(odd.in_words(), "Unknown: VOIDED");
    }

    #[test]
    fn the_due_date_is_the_newest_that_an_attempt_names() {
        let attempts = [
            attempt("RETURNED", Some("2024-02-09")),
            attempt("ACHSENT", None),
        ];
        assert_eq!(due(&attempts), Day::parse("2024-02-09"));
        assert_eq!(due(&[]), None);
    }
}
