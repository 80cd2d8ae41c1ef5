//! The switches of a form: which tiers somebody has ticked, and what becomes of a profile by that.

use crate::form::FieldErrors;
use crate::free_text::REASON;
use crate::money::{Cents, Spoken};
use crate::settings::Settings;
use crate::tier::{FloatSetting, SPECIAL_AMOUNT, SPECIAL_ID};
use serde::{Deserialize, Serialize};

/// Field names, in forms and in addresses.
pub const FLOATS: &str = "floats";
pub const LOANS: &str = "loans";
pub const TIER: &str = "tier";
pub const LOAN: &str = "loan";
pub const SPECIAL_REASON: &str = "special_reason";
pub const OTHER_AMOUNT: &str = "other_amount";
pub const OTHER_REASON: &str = "other_reason";

/// The least that another amount may be; the most is the highest that has a fee.
const LEAST_OTHER: Cents = Cents::from_dollars(1);

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
    /// Why $200 is opened to a user who hasn't repaid as much before, or who doesn't have that tier yet.
    pub special_reason: String,
    /// An amount that no tier has, offered for a test, in dollars as typed.
    pub other_amount: String,
    /// Why it is offered.
    pub other_reason: String,
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
            ..Self::default()
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
            OTHER_AMOUNT => value.clone_into(&mut self.other_amount),
            OTHER_REASON => value.clone_into(&mut self.other_reason),
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
        for (name, text) in [
            (SPECIAL_REASON, &self.special_reason),
            (OTHER_AMOUNT, &self.other_amount),
            (OTHER_REASON, &self.other_reason),
        ] {
            if !text.is_empty() {
                fields.push((name, text.clone()));
            }
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
        let new_special = unlisted_special(regular);
        settings.floats.extend(new_special.clone());
        for float in &mut settings.floats {
            float.is_enabled = self.tiers.contains(&float.id);
        }
        let known: Vec<_> = settings.floats.iter().map(|one| one.id.clone()).collect();
        // One that isn't stored yet is stored only where it is switched on.
        settings
            .floats
            .retain(|one| one.is_enabled || Some(&one.id) != new_special.as_ref().map(|it| &it.id));
        settings.floats.extend(self.other_tier(regular, errors));
        settings.floats.sort_by_key(|one| one.amount);
        for loan in &mut settings.loans {
            loan.is_enabled = self.loan_tiers.contains(&loan.id);
        }
        if let Some(id) = self.tiers.iter().find(|id| !known.contains(id)) {
            errors.add(TIER, format!("There is no float tier {id}."));
        }
        let known = |id: &&String| regular.loans.iter().any(|one| one.id == **id);
        if let Some(id) = self.loan_tiers.iter().find(|id| !known(id)) {
            errors.add(LOAN, format!("There is no loan {id}."));
        }
        let is_usual = has_repaid_special && new_special.is_none();
        let special = if opens_special(regular, &settings) && !is_usual {
            let why = if has_repaid_special {
                "This user doesn't have the $200 tier yet. Say why it's added."
            } else {
                "No repaid $200 float is known of this user. Say why $200 is opened all the same."
            };
            REASON.required(&self.special_reason, why)
        } else {
            REASON.check(&self.special_reason)
        };
        if let Err(problem) = special {
            errors.add(SPECIAL_REASON, problem);
        }
        settings
    }

    /// The tier of another amount, switched on, where one is asked for.
    fn other_tier(&self, regular: &Settings, errors: &mut FieldErrors) -> Option<FloatSetting> {
        let typed = self.other_amount.trim();
        if typed.is_empty() {
            if !self.other_reason.trim().is_empty() {
                errors.add(OTHER_AMOUNT, "Enter the amount that this reason is for.");
            }
            return None;
        }
        let Some(amount) = Cents::parse(typed) else {
            errors.add(
                OTHER_AMOUNT,
                "Enter an amount in dollars, like 60 or 62.50.",
            );
            return None;
        };
        let is_listed = regular.floats.iter().any(|one| one.amount == amount);
        if is_listed || amount == SPECIAL_AMOUNT {
            let problem = format!("{} is listed above. Switch it on there.", Spoken(amount));
            errors.add(OTHER_AMOUNT, problem);
            return None;
        }
        if !(LEAST_OTHER..=SPECIAL_AMOUNT).contains(&amount) {
            errors.add(OTHER_AMOUNT, "Enter an amount from $1 to $200.");
            return None;
        }
        let missing = format!(
            "Say why {} is offered. The fee schedule doesn't list it.",
            Spoken(amount)
        );
        if let Err(problem) = REASON.required(&self.other_reason, &missing) {
            errors.add(OTHER_REASON, problem);
            return None;
        }
        Some(FloatSetting::new(
            format!("test_{}", amount.typed()),
            amount,
            true,
        ))
    }

    /// The reason that is stored, with what was said about $200 and about another amount.
    pub fn whole_reason(&self, reason: &str) -> String {
        let reason = whole_reason(reason, &self.special_reason);
        let other = self.other_reason.trim();
        match Cents::parse(self.other_amount.trim()) {
            Some(amount) if !other.is_empty() => {
                format!("{reason} ({} for a test: {other})", Spoken(amount))
            }
            _ => reason,
        }
    }
}

/// The $200 tier of a profile that doesn't store one, switched off: a form offers it all the same.
pub fn unlisted_special(regular: &Settings) -> Option<FloatSetting> {
    let mut stored = regular.floats.iter();
    if stored.any(|one| one.amount == SPECIAL_AMOUNT) {
        return None;
    }
    let is_taken = regular.floats.iter().any(|one| one.id == SPECIAL_ID);
    let id = if is_taken { "special_200" } else { SPECIAL_ID };
    Some(FloatSetting::new(id, SPECIAL_AMOUNT, false))
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
            other_amount: "62.50".to_owned(),
            other_reason: "A/B".to_owned(),
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

    /// The settings that somebody gets who has every default tier and no $200, and what is wrong.
    fn applied(switches: &Switches, has_repaid: bool) -> (Settings, FieldErrors) {
        let mut errors = FieldErrors::default();
        let regular = Settings::default().complete();
        let settings = switches.apply(&regular, has_repaid, &mut errors);
        (settings, errors)
    }

    fn offered(settings: &Settings) -> Vec<(String, i64)> {
        let on = settings.floats.iter().filter(|one| one.is_enabled);
        on.map(|one| (one.id.clone(), one.amount.0)).collect()
    }

    #[test]
    fn two_hundred_dollars_can_be_added_with_a_reason_and_are_not_stored_otherwise() {
        let mut switches = Switches {
            floats: true,
            tiers: vec!["1".to_owned(), SPECIAL_ID.to_owned()],
            ..Switches::default()
        };
        for has_repaid in [false, true] {
            let (_, errors) = applied(&switches, has_repaid);
            assert!(errors.at(SPECIAL_REASON).is_some(), "{has_repaid}");
        }
        switches.special_reason = "agreed with risk".to_owned();
        let (settings, errors) = applied(&switches, false);
        assert!(errors.is_empty(), "{errors}");
        let expected = [("1".to_owned(), 1_000), ("special".to_owned(), 20_000)];
        assert_eq!(offered(&settings), expected);
        switches.tiers.pop();
        let (settings, _) = applied(&switches, false);
        assert_eq!(settings.floats.len(), 7);
    }

    #[test]
    fn another_amount_is_offered_for_a_reason_of_its_own() {
        let with = |amount: &str, reason: &str| {
            let switches = Switches {
                tiers: vec!["1".to_owned()],
                other_amount: amount.to_owned(),
                other_reason: reason.to_owned(),
                ..Switches::default()
            };
            let (settings, errors) = applied(&switches, false);
            let at = |field: &str| errors.at(field).unwrap_or_default().to_owned();
            (offered(&settings), at(OTHER_AMOUNT), at(OTHER_REASON))
        };
        let (offered, ..) = with(" 62.50 ", "A/B test of $62.50");
        let expected = [("1".to_owned(), 1_000), ("test_62.50".to_owned(), 6_250)];
        assert_eq!(offered, expected);
        for (amount, reason, of_amount, of_reason) in [
            (
                "60",
                "",
                "",
                "Say why $60 is offered. The fee schedule doesn't list it.",
            ),
            ("", "A/B", "Enter the amount that this reason is for.", ""),
            (
                "lots",
                "A/B",
                "Enter an amount in dollars, like 60 or 62.50.",
                "",
            ),
            ("30", "A/B", "$30 is listed above. Switch it on there.", ""),
            (
                "200",
                "A/B",
                "$200 is listed above. Switch it on there.",
                "",
            ),
            ("201", "A/B", "Enter an amount from $1 to $200.", ""),
            ("0.99", "A/B", "Enter an amount from $1 to $200.", ""),
        ] {
            let (offered, at_amount, at_reason) = with(amount, reason);
            assert_eq!(
                (offered.len(), at_amount.as_str(), at_reason.as_str()),
                (1, of_amount, of_reason),
                "{amount}"
            );
        }
    }

    #[test]
    fn each_reason_is_stored_with_what_it_is_for() {
        let switches = Switches {
            special_reason: "agreed with risk".to_owned(),
            other_amount: "60".to_owned(),
            other_reason: "A/B test".to_owned(),
            ..Switches::default()
        };
        assert_eq!(
            switches.whole_reason("VIP"),
            "VIP ($200: agreed with risk) ($60 for a test: A/B test)"
        );
        assert_eq!(Switches::default().whole_reason("VIP"), "VIP");
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
