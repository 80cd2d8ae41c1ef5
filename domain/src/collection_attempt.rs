//! One attempt to collect a float's repayment.

use crate::day::Day;
use crate::id::{FloatId, UserId};
use crate::instant::Instant;
use crate::stored_enum::stored_enum;
use crate::value::{Attributes, Number};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionAttempt {
    /// Stored under the name `loan_id`.
    pub float_id: FloatId,
    pub run_time: RunTime,
    pub user_id: UserId,
    pub due_date: Option<Day>,
    pub run_date: Option<Day>,
    pub process: CollectionProcess,
    pub outcome: CollectionOutcome,
    pub confirmation_id: Option<String>,
    pub ach_model: AchModel,
}

/// What the ACH routing model said about an attempt, as far as it was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AchModel {
    pub overridden: Option<bool>,
    pub version: Option<String>,
    pub features: Option<Attributes>,
    /// The predicted probability of success.
    pub probability: Option<Number>,
}

/// Nanoseconds since 1970. Beyond 2^53, so it crosses to the browser as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunTime(Number);

impl RunTime {
    pub fn from_stored(nanoseconds: Number) -> Self {
        Self(nanoseconds)
    }

    pub fn as_stored(&self) -> &Number {
        &self.0
    }

    pub fn instant(&self) -> Option<Instant> {
        Instant::from_epoch_seconds(self.0.as_i64()?.div_euclid(1_000_000_000))
    }
}

stored_enum! {
    /// The stage of collection that made an attempt.
    CollectionProcess {
        Tomorrow = "TOMORROW", "the day before it was due";
        Today6Am = "TODAY6AM", "on the due date";
        Retry = "RETRY", "daily retry after the due date";
        Webhook = "WEBHOOK", "income was detected";
        Support = "SUPPORT", "changed by support";
    }
}

stored_enum! {
    /// How an attempt ended.
    CollectionOutcome {
        AchSent = "ACHSENT", "debit sent to the bank";
        Completed = "COMPLETED", "collected";
        Returned = "RETURNED", "returned by the bank";
        Defaulted = "DEFAULTED", "given up as defaulted";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nanoseconds_keep_every_digit() {
        let run_time = RunTime::from_stored(Number::from_stored("1707575400123456789"));
        assert_eq!(run_time.as_stored().as_str(), "1707575400123456789");
        assert_eq!(run_time.instant(), Instant::parse("2024-02-10T14:30:00Z"));
        assert_eq!(
            serde_json::to_string(&run_time).unwrap(),
            r#""1707575400123456789""#
        );
    }
}
