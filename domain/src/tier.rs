//! The amounts a user can take and what each costs.

use crate::money::Cents;
use crate::value::Attributes;
use serde::{Deserialize, Serialize};

/// One float tier of the schedule that holds for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FloatTier {
    pub id: &'static str,
    pub amount: Cents,
    pub fee: Cents,
    /// On for a user who has no profile yet.
    pub on_by_default: bool,
}

const fn tier(id: &'static str, dollars: i64, fee: i64, on_by_default: bool) -> FloatTier {
    FloatTier {
        id,
        amount: Cents::from_dollars(dollars),
        fee: Cents::from_dollars(fee),
        on_by_default,
    }
}

/// The seven numbered float tiers, lowest first.
pub const FLOAT_TIERS: [FloatTier; 7] = [
    tier("1", 10, 1, true),
    tier("2", 20, 3, true),
    tier("3", 30, 4, false),
    tier("4", 40, 5, false),
    tier("5", 50, 5, false),
    tier("6", 80, 6, false),
    tier("7", 100, 7, false),
];

/// The tier without a number, for users who have repaid $200 before. It is known by its amount
/// alone, since the documents give it no id.
pub const SPECIAL_AMOUNT: Cents = Cents::from_dollars(200);
const SPECIAL_FEE: Cents = Cents::from_dollars(7);

/// The loan tiers: id and amount. Their fees vary by term and come from a fee schedule.
pub const LOAN_TIERS: [(&str, Cents); 4] = [
    ("1", Cents::from_dollars(200)),
    ("2", Cents::from_dollars(250)),
    ("3", Cents::from_dollars(300)),
    ("4", Cents::from_dollars(350)),
];

/// One entry of a profile's `floats`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatSetting {
    pub id: String,
    pub amount: Cents,
    pub is_enabled: bool,
    /// What else is stored in the entry; it survives every edit.
    pub unknown: Attributes,
}

impl FloatSetting {
    pub fn new(id: impl Into<String>, amount: Cents, is_enabled: bool) -> Self {
        Self {
            id: id.into(),
            amount,
            is_enabled,
            unknown: Attributes::new(),
        }
    }

    /// What taking this tier costs; nothing where the id and amount fit no documented tier, since
    /// a guessed fee would be read out to a customer.
    pub fn fee(&self) -> Option<Cents> {
        if self.amount == SPECIAL_AMOUNT {
            return Some(SPECIAL_FEE);
        }
        FLOAT_TIERS
            .iter()
            .find(|tier| tier.id == self.id && tier.amount == self.amount)
            .map(|tier| tier.fee)
    }
}

/// One entry of a profile's `loans`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoanSetting {
    pub id: String,
    /// Stored as `amount_cents`, where floats say `amount`; both are cents.
    pub amount: Cents,
    pub is_enabled: bool,
    /// What else is stored in the entry; it survives every edit.
    pub unknown: Attributes,
}

impl LoanSetting {
    pub fn new(id: impl Into<String>, amount: Cents, is_enabled: bool) -> Self {
        Self {
            id: id.into(),
            amount,
            is_enabled,
            unknown: Attributes::new(),
        }
    }

    pub fn is_documented(&self) -> bool {
        LOAN_TIERS.contains(&(self.id.as_str(), self.amount))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fee_schedule_is_the_documents() {
        let schedule: Vec<_> = FLOAT_TIERS
            .iter()
            .map(|tier| (tier.amount.0, tier.fee.0))
            .collect();
        assert_eq!(
            schedule,
            [
                (1000, 100),
                (2000, 300),
                (3000, 400),
                (4000, 500),
                (5000, 500),
                (8000, 600),
                (10000, 700)
            ]
        );
    }

    #[test]
    fn two_hundred_dollars_cost_seven_under_any_id() {
        assert_eq!(
            FloatSetting::new("x", SPECIAL_AMOUNT, true).fee(),
            Some(Cents(700))
        );
    }

    #[test]
    fn an_unknown_id_or_amount_has_no_fee() {
        assert_eq!(FloatSetting::new("9", Cents(3000), true).fee(), None);
        assert_eq!(FloatSetting::new("3", Cents(3500), true).fee(), None);
    }
}
