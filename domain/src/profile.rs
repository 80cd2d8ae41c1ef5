//! A user's float profile: versioned, the newest counts.

use crate::id::UserId;
use crate::instant::Instant;
use crate::tier::{FLOAT_TIERS, FloatSetting, LoanSetting};
use serde::{Deserialize, Serialize};

/// One version of a user's settings. A change writes a new version and leaves the old ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatProfile {
    pub user_id: UserId,
    pub is_float_enabled: bool,
    pub is_loan_enabled: bool,
    /// Whether limits may rise on their own (Continuous Float Increase).
    pub cfi_enabled: bool,
    pub floats: Vec<FloatSetting>,
    pub loans: Vec<LoanSetting>,
    pub created_on: Instant,
    pub reason: String,
    pub notes: String,
}

/// The float settings of a user who has no profile. Computed, never written: the documents give
/// the tiers, and nothing about the $200 tier, which is therefore absent.
pub fn default_floats() -> Vec<FloatSetting> {
    FLOAT_TIERS
        .iter()
        .map(|tier| FloatSetting::new(tier.id, tier.amount, tier.on_by_default))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Cents;

    #[test]
    fn a_new_user_has_ten_and_twenty_dollars() {
        let on: Vec<_> = default_floats()
            .into_iter()
            .filter(|f| f.is_enabled)
            .map(|f| f.amount)
            .collect();
        assert_eq!(on, [Cents(1000), Cents(2000)]);
        assert_eq!(default_floats().len(), 7);
    }
}
