//! The amounts a user can take and what each costs.

use crate::money::Cents;
use crate::value::{Attributes, Value};
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
/// The ID under which Float Desk stores it where it isn't stored yet: the document's table says "(special)".
pub const SPECIAL_ID: &str = "special";

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

    /// What taking this amount costs. The document's schedule goes by amount alone. Nothing where it
    /// doesn't list the amount, since a guessed fee would be read out to a customer.
    pub fn fee(&self) -> Option<Cents> {
        if self.amount == SPECIAL_AMOUNT {
            return Some(SPECIAL_FEE);
        }
        let mut schedule = FLOAT_TIERS.iter();
        let tier = schedule.find(|tier| tier.amount == self.amount)?;
        Some(tier.fee)
    }

    /// Whether a profile that stores this one offers that tier of the schedule, if under another ID.
    pub fn is_in_place_of(&self, tier: &FloatTier) -> bool {
        self.id == tier.id || self.amount == tier.amount
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

    /// The feature flag that is stored with the loan, in whatever spelling of the document's name for it.
    pub fn required_flag(&self) -> Option<&str> {
        let is_flag = |name: &&String| {
            name.replace('_', "")
                .eq_ignore_ascii_case("RequiresFeatureFlag")
        };
        let name = self.unknown.keys().find(is_flag)?;
        match &self.unknown[name] {
            Value::Text(flag) if !flag.is_empty() => Some(flag),
            _ => None,
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
    fn a_loan_names_the_flag_that_is_stored_with_it() {
        let with = |name: &str, flag: Value| {
            let mut loan = LoanSetting::new("4", Cents(35_000), true);
            loan.unknown.insert(name.to_owned(), flag);
            loan.required_flag().map(str::to_owned)
        };
        let flag = || Value::text("loan-350");
        assert_eq!(
            with("RequiresFeatureFlag", flag()),
            Some("loan-350".to_owned())
        );
        assert_eq!(
            with("requires_feature_flag", flag()),
            Some("loan-350".to_owned())
        );
        assert_eq!(with("requires_feature_flag", Value::text("")), None);
        assert_eq!(with("feature_flag", flag()), None);
    }

    #[test]
    fn a_fee_goes_by_the_amount_whatever_the_id() {
        let fee = |id: &str, amount| FloatSetting::new(id, Cents(amount), true).fee();
        assert_eq!(fee("9", 3000), Some(Cents(400)));
        assert_eq!(fee("3", 1000), Some(Cents(100)));
        assert_eq!(fee("", 8000), Some(Cents(600)));
        assert_eq!(fee("3", 3500), None);
    }
}
