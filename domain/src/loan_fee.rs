//! Loan fees by term, as the feature-flag service gives them.

use crate::money::Cents;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Term (`4_weeks`) to loan (`loan_200`) to fee.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LoanFeeSchedule(pub BTreeMap<String, BTreeMap<String, LoanFee>>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoanFee {
    #[serde(rename = "type")]
    pub kind: LoanFeeType,
    #[serde(default)]
    pub fee_cents: i64,
    /// A rate, not an amount of money: 2.5 means 2.5 % of the loan.
    #[serde(default)]
    pub fee_percent: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoanFeeType {
    Fixed,
    Percentage,
}

impl LoanFee {
    /// What a loan of `amount` costs, a percentage rounded half up to whole cents.
    pub fn for_amount(&self, amount: Cents) -> Cents {
        match self.kind {
            LoanFeeType::Fixed => Cents(self.fee_cents),
            LoanFeeType::Percentage => {
                // In ten-thousandths of a percent, so that the reckoning itself is in whole numbers.
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "saturates, and a rate is small"
                )]
                let rate = (self.fee_percent * 10_000.0).round() as i64;
                let cents = (i128::from(amount.0) * i128::from(rate) + 500_000) / 1_000_000;
                Cents(i64::try_from(cents).unwrap_or(i64::MAX))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_example_costs_fifteen_dollars() {
        let schedule: LoanFeeSchedule = serde_json::from_str(
            r#"{"4_weeks": {"loan_200": {"type": "fixed", "fee_cents": 1500, "fee_percent": 0.0}}}"#,
        )
        .unwrap();
        let fee = &schedule.0["4_weeks"]["loan_200"];
        assert_eq!(fee.for_amount(Cents(20000)), Cents(1500));
    }

    #[test]
    fn a_percentage_becomes_whole_cents() {
        let fee = LoanFee {
            kind: LoanFeeType::Percentage,
            fee_cents: 0,
            fee_percent: 2.5,
        };
        assert_eq!(fee.for_amount(Cents(20000)), Cents(500));
        assert_eq!(fee.for_amount(Cents(20010)), Cents(500));
        assert_eq!(fee.for_amount(Cents(20020)), Cents(501));
    }
}
