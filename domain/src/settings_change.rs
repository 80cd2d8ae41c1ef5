//! What somebody changed about a profile's settings, apart from the rest of it: the rest is left as the
//! profile has it, whenever the change is applied.

use crate::settings::Settings;
use crate::tier::{FloatSetting, LoanSetting};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsChange {
    /// Nothing where the switch is left alone.
    pub is_float_enabled: Option<bool>,
    pub is_loan_enabled: Option<bool>,
    /// The tiers that were changed, as they're to be.
    pub floats: Vec<FloatSetting>,
    pub loans: Vec<LoanSetting>,
}

impl SettingsChange {
    pub fn between(before: &Settings, after: &Settings) -> Self {
        let switch = |before: bool, after: bool| (before != after).then_some(after);
        let floats = after.floats.iter().filter(|it| !before.floats.contains(it));
        let loans = after.loans.iter().filter(|it| !before.loans.contains(it));
        Self {
            is_float_enabled: switch(before.is_float_enabled, after.is_float_enabled),
            is_loan_enabled: switch(before.is_loan_enabled, after.is_loan_enabled),
            floats: floats.cloned().collect(),
            loans: loans.cloned().collect(),
        }
    }

    #[must_use]
    pub fn apply(&self, regular: &Settings) -> Settings {
        let mut settings = regular.clone();
        if let Some(is_on) = self.is_float_enabled {
            settings.is_float_enabled = is_on;
        }
        if let Some(is_on) = self.is_loan_enabled {
            settings.is_loan_enabled = is_on;
        }
        for float in &self.floats {
            match settings.floats.iter_mut().find(|it| it.id == float.id) {
                Some(it) => it.is_enabled = float.is_enabled,
                None => settings.floats.push(float.clone()),
            }
        }
        for loan in &self.loans {
            match settings.loans.iter_mut().find(|it| it.id == loan.id) {
                Some(it) => it.is_enabled = loan.is_enabled,
                None => settings.loans.push(loan.clone()),
            }
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_tiers(ids: &[&str]) -> Settings {
        let mut settings = Settings::default().complete();
        for tier in &mut settings.floats {
            tier.is_enabled = ids.contains(&tier.id.as_str());
        }
        settings
    }

    #[test]
    fn what_was_left_alone_follows_the_profile() {
        // $30 was ticked when the limit was $20; by the start it is $50, and loans are on.
        let change =
            SettingsChange::between(&with_tiers(&["1", "2"]), &with_tiers(&["1", "2", "3"]));
        let mut by_then = with_tiers(&["1", "2", "4", "5"]);
        by_then.is_loan_enabled = true;
        let mut expected = with_tiers(&["1", "2", "3", "4", "5"]);
        expected.is_loan_enabled = true;
        assert_eq!(change.apply(&by_then), expected);
    }

    #[test]
    fn what_was_switched_off_is_off_at_the_start() {
        let mut after = with_tiers(&["1"]);
        after.is_float_enabled = false;
        let change = SettingsChange::between(&with_tiers(&["1", "2"]), &after);
        let start = change.apply(&with_tiers(&["1", "2", "3"]));
        assert!(!start.is_float_enabled);
        assert!(!start.floats[1].is_enabled && start.floats[2].is_enabled);
    }
}
