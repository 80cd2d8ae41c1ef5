//! The switches of a form: which tiers somebody has ticked, and what becomes of a profile by that.

use crate::form::FieldErrors;
use crate::free_text::REASON;
use crate::settings::Settings;
use crate::tier::SPECIAL_AMOUNT;
use serde::{Deserialize, Serialize};

/// Field names, in forms and in addresses.
pub const FLOATS: &str = "floats";
pub const LOANS: &str = "loans";
pub const TIER: &str = "tier";
pub const LOAN: &str = "loan";
pub const SPECIAL_REASON: &str = "special_reason";

/// The documents' four reasons for switching a user's loans off.
pub const REASONS_AGAINST_LOANS: [&str; 4] = [
    "User exceeded debt-to-income ratio",
    "Risk scoring below threshold",
    "Regulatory hold",
    "User requested pause",
];

/// What is ticked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switches {
    pub floats: bool,
    pub loans: bool,
    /// The ids of the tiers that are on.
    pub tiers: Vec<String>,
    pub loan_tiers: Vec<String>,
    /// Why $200 are opened to somebody who has not repaid as much before.
    pub special_reason: String,
}

impl Switches {
    /// As a profile has them.
    pub fn of(settings: &Settings) -> Self {
        let floats = settings.floats.iter().filter(|one| one.is_enabled);
        let loans = settings.loans.iter().filter(|one| one.is_enabled);
        Self {
            floats: settings.is_float_enabled,
            loans: settings.is_loan_enabled,
            tiers: floats.map(|one| one.id.clone()).collect(),
            loan_tiers: loans.map(|one| one.id.clone()).collect(),
            special_reason: String::new(),
        }
    }

    /// Takes in one field of a form; `false` where it is none of these.
    pub fn take(&mut self, name: &str, value: &str) -> bool {
        match name {
            FLOATS => self.floats = true,
            LOANS => self.loans = true,
            TIER => self.tiers.push(value.to_owned()),
            LOAN => self.loan_tiers.push(value.to_owned()),
            SPECIAL_REASON => value.clone_into(&mut self.special_reason),
            _ => return false,
        }
        true
    }

    /// The fields that [`Self::take`] reads.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        fields.extend(self.floats.then(|| (FLOATS, "on".to_owned())));
        fields.extend(self.loans.then(|| (LOANS, "on".to_owned())));
        fields.extend(self.tiers.iter().map(|id| (TIER, id.clone())));
        fields.extend(self.loan_tiers.iter().map(|id| (LOAN, id.clone())));
        if !self.special_reason.is_empty() {
            fields.push((SPECIAL_REASON, self.special_reason.clone()));
        }
        fields
    }

    /// The settings that these switches make of `regular`, which lists every tier there is. What is
    /// wrong goes to `errors`.
    pub fn apply(
        &self,
        regular: &Settings,
        has_repaid_special: bool,
        errors: &mut FieldErrors,
    ) -> Settings {
        let mut settings = regular.clone();
        settings.is_float_enabled = self.floats;
        settings.is_loan_enabled = self.loans;
        for float in &mut settings.floats {
            float.is_enabled = self.tiers.contains(&float.id);
        }
        for loan in &mut settings.loans {
            loan.is_enabled = self.loan_tiers.contains(&loan.id);
        }
        let known = |id: &&String| regular.floats.iter().any(|one| one.id == **id);
        if let Some(id) = self.tiers.iter().find(|id| !known(id)) {
            errors.add(TIER, format!("There is no float tier {id}."));
        }
        let known = |id: &&String| regular.loans.iter().any(|one| one.id == **id);
        if let Some(id) = self.loan_tiers.iter().find(|id| !known(id)) {
            errors.add(LOAN, format!("There is no loan {id}."));
        }
        let special = if opens_special(regular, &settings) && !has_repaid_special {
            REASON.required(
                &self.special_reason,
                "No repaid $200 float is known of this user: say why $200 are opened all the same.",
            )
        } else {
            REASON.check(&self.special_reason)
        };
        if let Err(problem) = special {
            errors.add(SPECIAL_REASON, problem);
        }
        settings
    }
}

/// Whether $200 can be taken after and could not before.
fn opens_special(before: &Settings, after: &Settings) -> bool {
    let is_open = |settings: &Settings| {
        let mut floats = settings.floats.iter();
        floats.any(|one| one.amount == SPECIAL_AMOUNT && one.is_enabled)
    };
    is_open(after) && !is_open(before)
}

/// The reason that is stored, with what was said about $200 where that was asked for.
pub fn whole_reason(reason: &str, special_reason: &str) -> String {
    let special = special_reason.trim();
    if special.is_empty() {
        reason.to_owned()
    } else {
        format!("{reason} ($200: {special})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::FloatSetting;

    fn elite() -> Settings {
        let mut settings = Settings::default();
        settings
            .floats
            .push(FloatSetting::new("special", SPECIAL_AMOUNT, false));
        settings.complete()
    }

    #[test]
    fn a_form_that_is_left_alone_changes_nothing() {
        let regular = elite();
        let mut errors = FieldErrors::default();
        let after = Switches::of(&regular).apply(&regular, false, &mut errors);
        assert_eq!((after, errors.is_empty()), (regular, true));
    }

    #[test]
    fn fields_come_back_as_they_were_sent() {
        let switches = Switches {
            special_reason: "VIP & more".to_owned(),
            ..Switches::of(&elite())
        };
        let mut read = Switches::default();
        for (name, value) in switches.fields() {
            assert!(read.take(name, &value), "{name}");
        }
        assert_eq!(read, switches);
        assert!(!read.take("reason", "x"));
    }

    #[test]
    fn a_tier_that_does_not_exist_is_named_at_its_field() {
        let mut errors = FieldErrors::default();
        let switches = Switches {
            tiers: vec!["1".to_owned(), "12".to_owned()],
            loan_tiers: vec!["9".to_owned()],
            ..Switches::default()
        };
        switches.apply(&elite(), false, &mut errors);
        assert_eq!(errors.at(TIER), Some("There is no float tier 12."));
        assert_eq!(errors.at(LOAN), Some("There is no loan 9."));
    }

    #[test]
    fn two_hundred_dollars_need_a_repaid_float_or_a_reason() {
        let asks = |special_reason: &str, has_repaid| {
            let mut errors = FieldErrors::default();
            let switches = Switches {
                tiers: vec!["special".to_owned()],
                special_reason: special_reason.to_owned(),
                ..Switches::default()
            };
            switches.apply(&elite(), has_repaid, &mut errors);
            errors.at(SPECIAL_REASON).is_some()
        };
        assert!(asks("", false) && asks("  ", false));
        assert!(!asks("", true) && !asks("agreed with risk", false));
        let endless = "x".repeat(1_001);
        assert!(asks(&endless, false) && asks(&endless, true));
    }
}
