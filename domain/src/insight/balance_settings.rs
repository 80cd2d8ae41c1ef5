//! The balance below which a user wants to be told.

use crate::id::UserId;
use crate::money::Cents;
use crate::value::Number;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceSettings {
    pub user_id: UserId,
    /// Whether in dollars or in cents is not documented, so as stored. Stored as `LowBalanceAlert`.
    pub low_balance_alert: Option<Number>,
}

/// In what the threshold is stored: an installation knows, the document does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LowBalanceUnit {
    Cents,
    Dollars,
}

/// The threshold as stored, and as an amount where its unit is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threshold {
    pub stored: Number,
    /// Nothing where no unit is set, or the number is no whole amount of cents.
    pub cents: Option<Cents>,
}

impl BalanceSettings {
    pub fn threshold(&self, unit: Option<LowBalanceUnit>) -> Option<Threshold> {
        let stored = self.low_balance_alert.clone()?;
        let cents = match unit {
            Some(LowBalanceUnit::Cents) => stored.as_i64(),
            // Two places to the left, digit by digit: no fraction of a cent is made up or lost.
            Some(LowBalanceUnit::Dollars) => Number::from_stored(format!("{stored}E2")).as_i64(),
            None => None,
        };
        Some(Threshold {
            stored,
            cents: cents.map(Cents),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(stored: &str, unit: Option<LowBalanceUnit>) -> Option<i64> {
        let settings = BalanceSettings {
            user_id: UserId::new("anna"),
            low_balance_alert: Some(Number::from_stored(stored)),
        };
        let threshold = settings.threshold(unit).unwrap();
        assert_eq!(threshold.stored.as_str(), stored);
        threshold.cents.map(|cents| cents.0)
    }

    #[test]
    fn without_a_unit_the_threshold_is_a_number_and_no_amount() {
        assert_eq!(cents("100", None), None);
    }

    #[test]
    fn dollars_and_cents_are_read_to_the_cent() {
        assert_eq!(cents("100", Some(LowBalanceUnit::Cents)), Some(100));
        assert_eq!(cents("100", Some(LowBalanceUnit::Dollars)), Some(10_000));
        assert_eq!(cents("25.5", Some(LowBalanceUnit::Dollars)), Some(2_550));
        assert_eq!(cents("25.505", Some(LowBalanceUnit::Dollars)), None);
        assert_eq!(cents("25.5", Some(LowBalanceUnit::Cents)), None);
    }
}
