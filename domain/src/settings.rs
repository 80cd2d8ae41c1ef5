//! The switches of a profile, apart from when and why they were set.

use crate::money::{Cents, Spoken};
use crate::profile::{FloatProfile, default_floats};
use crate::temporary_profile::TemporaryProfile;
use crate::tier::{FLOAT_TIERS, FloatSetting, LOAN_TIERS, LoanSetting};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

/// What a version, or an override on top of one, switches on and off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub is_float_enabled: bool,
    pub is_loan_enabled: bool,
    pub cfi_enabled: bool,
    pub floats: Vec<FloatSetting>,
    pub loans: Vec<LoanSetting>,
}

impl Default for Settings {
    /// Those of a user without a stored profile.
    fn default() -> Self {
        Self {
            is_float_enabled: true,
            is_loan_enabled: false,
            cfi_enabled: true,
            floats: default_floats(),
            loans: Vec::new(),
        }
    }
}

impl From<&FloatProfile> for Settings {
    fn from(version: &FloatProfile) -> Self {
        Self {
            is_float_enabled: version.is_float_enabled,
            is_loan_enabled: version.is_loan_enabled,
            cfi_enabled: version.cfi_enabled,
            floats: version.floats.clone(),
            loans: version.loans.clone(),
        }
    }
}

impl Settings {
    /// These settings with an override on top: what it leaves out stays, what it has replaces.
    #[must_use]
    pub fn under(&self, temporary: &TemporaryProfile) -> Self {
        Self {
            is_float_enabled: temporary.is_float_enabled.unwrap_or(self.is_float_enabled),
            is_loan_enabled: temporary.is_loan_enabled.unwrap_or(self.is_loan_enabled),
            cfi_enabled: self.cfi_enabled,
            floats: temporary.floats.as_ref().unwrap_or(&self.floats).clone(),
            loans: temporary.loans.as_ref().unwrap_or(&self.loans).clone(),
        }
    }

    /// In short, as they stand in the audit log.
    pub fn described(&self) -> Attributes {
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        let amounts = |amounts: Vec<Cents>| {
            let spoken: Vec<_> = amounts.iter().map(|one| Spoken(*one).to_string()).collect();
            if spoken.is_empty() {
                "none".to_owned()
            } else {
                spoken.join(", ")
            }
        };
        let floats = self.floats.iter().filter(|one| one.is_enabled);
        let loans = self.loans.iter().filter(|one| one.is_enabled);
        [
            ("floats", switch(self.is_float_enabled)),
            ("loans", switch(self.is_loan_enabled)),
            ("cfi", switch(self.cfi_enabled)),
            (
                "float tiers on",
                amounts(floats.map(|one| one.amount).collect()),
            ),
            (
                "loan tiers on",
                amounts(loans.map(|one| one.amount).collect()),
            ),
        ]
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Value::text(text)))
        .collect()
    }

    /// With every numbered tier and every loan listed, those that were missing switched off: what
    /// Float Desk writes never leaves anything to be guessed. Anything else stays as it is stored.
    #[must_use]
    pub fn complete(mut self) -> Self {
        for tier in FLOAT_TIERS {
            if !self.floats.iter().any(|it| it.is_in_place_of(&tier)) {
                self.floats
                    .push(FloatSetting::new(tier.id, tier.amount, false));
            }
        }
        for (id, amount) in LOAN_TIERS {
            if !self.loans.iter().any(|setting| setting.id == id) {
                self.loans.push(LoanSetting::new(id, amount, false));
            }
        }
        self.floats.sort_by_key(|setting| setting.amount);
        self.loans.sort_by_key(|setting| setting.amount);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_under_another_id_is_not_listed_twice() {
        let complete = Settings {
            floats: vec![FloatSetting::new("9", Cents(3_000), true)],
            ..Settings::default()
        }
        .complete();
        let thirty = complete
            .floats
            .iter()
            .filter(|it| it.amount == Cents(3_000));
        let thirty: Vec<_> = thirty.map(|it| (it.id.as_str(), it.is_enabled)).collect();
        assert_eq!(thirty, [("9", true)]);
        assert_eq!(complete.floats.len(), 7);
    }

    #[test]
    fn complete_settings_list_every_tier_and_keep_what_no_document_names() {
        let mut odd = FloatSetting::new("9", Cents(6_000), true);
        odd.unknown.insert("pilot".to_owned(), Value::Bool(true));
        let complete = Settings {
            floats: vec![odd.clone(), FloatSetting::new("3", Cents(3_500), true)],
            ..Settings::default()
        }
        .complete();
        let ids: Vec<_> = complete.floats.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["1", "2", "3", "4", "5", "9", "6", "7"]);
        assert!(complete.floats.contains(&odd));
        let on: Vec<_> = complete
            .floats
            .iter()
            .filter(|one| one.is_enabled)
            .collect();
        assert_eq!(on.len(), 2);
        assert_eq!(complete.loans.len(), 4);
        assert_eq!(complete.clone().complete(), complete);
    }
}
