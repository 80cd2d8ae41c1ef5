//! A new profile version on its way: what somebody has filled in, and what is wrong with it.

use crate::form::{FieldErrors, reason};
use crate::free_text::PROFILE_NOTES;
use crate::id::UserId;
use crate::instant::Instant;
use crate::offer_change::{Closed, NewSettings, OfferChange, Profiles, classify};
use crate::profile::FloatProfile;
use crate::profile_diff::diff;
use crate::settings::Settings;
use crate::switches::{Switches, TIER};
use serde::{Deserialize, Serialize};

/// Field names, in forms and in addresses.
pub const CFI: &str = "cfi";
pub const REASON: &str = "reason";
pub const NOTES: &str = "notes";

/// A form as it is filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileDraft {
    pub switches: Switches,
    pub cfi: bool,
    pub reason: String,
    pub notes: String,
}

/// A version that can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfilePlan {
    /// Every tier listed.
    pub settings: Settings,
    pub reason: String,
    pub notes: String,
}

/// The settings from which a new version of `base` starts.
pub fn starting_point(base: Option<&FloatProfile>) -> Settings {
    base.map_or_else(Settings::default, Settings::from)
        .complete()
}

impl ProfileDraft {
    /// A form that nobody has touched: the newest version's settings and notes.
    pub fn untouched(base: Option<&FloatProfile>) -> Self {
        let settings = starting_point(base);
        Self {
            switches: Switches::of(&settings),
            cfi: settings.cfi_enabled,
            reason: String::new(),
            notes: base.map(|base| base.notes.clone()).unwrap_or_default(),
        }
    }

    /// Reads a form's fields; nothing where they are not of this form.
    pub fn from_fields<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let mut draft = Self::default();
        let mut is_this_form = false;
        for (name, value) in fields {
            match name {
                CFI => draft.cfi = true,
                REASON => value.clone_into(&mut draft.reason),
                NOTES => {
                    value.clone_into(&mut draft.notes);
                    is_this_form = true;
                }
                name => drop(draft.switches.take(name, value)),
            }
        }
        is_this_form.then_some(draft)
    }

    /// The fields that [`Self::from_fields`] reads.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![(REASON, self.reason.clone()), (NOTES, self.notes.clone())];
        fields.extend(self.cfi.then(|| (CFI, "on".to_owned())));
        fields.extend(self.switches.fields());
        fields
    }

    /// The version that this form asks for on top of `base`, or everything that is wrong with it.
    pub fn check(
        &self,
        base: Option<&FloatProfile>,
        has_repaid_special: bool,
    ) -> Result<ProfilePlan, FieldErrors> {
        let mut errors = FieldErrors::default();
        let before = starting_point(base);
        let mut settings = self
            .switches
            .apply(&before, has_repaid_special, &mut errors);
        settings.cfi_enabled = self.cfi;
        let mut taken = |field: &str, text: Result<String, String>| {
            text.unwrap_or_else(|problem| {
                errors.add(field, problem);
                String::new()
            })
        };
        let reason = taken(REASON, reason(&self.reason));
        let old_notes = base.map_or("", |base| base.notes.trim());
        let notes = taken(NOTES, self.check_notes(old_notes));
        if errors.is_empty() && diff(&before, &settings).is_empty() && notes == old_notes {
            errors.add(TIER, "Nothing would be different from the newest version.");
        }
        errors.or(ProfilePlan {
            settings,
            reason: self.switches.whole_reason(&reason),
            notes,
        })
    }

    /// Notes that are left as they are may be as long as another service made them.
    fn check_notes(&self, old: &str) -> Result<String, String> {
        if self.notes.trim().replace("\r\n", "\n") == old {
            return Ok(old.to_owned());
        }
        PROFILE_NOTES.check(&self.notes)
    }
}

impl ProfilePlan {
    /// What it does to what the user is regularly offered: raised, lowered, reopened.
    pub fn offer_change(
        &self,
        base: Option<&FloatProfile>,
        closed: Option<&Closed>,
        is_known: bool,
    ) -> OfferChange {
        let profiles = Profiles {
            version: base,
            closed,
            replaced: None,
            is_known,
        };
        let new = NewSettings {
            settings: &self.settings,
            // It has no end, and replaces nothing that has one.
            expires_on: Instant::EPOCH,
        };
        classify(profiles, new)
    }

    pub fn version(self, user: &UserId, created_on: Instant) -> FloatProfile {
        FloatProfile {
            user_id: user.clone(),
            is_float_enabled: self.settings.is_float_enabled,
            is_loan_enabled: self.settings.is_loan_enabled,
            cfi_enabled: self.settings.cfi_enabled,
            floats: self.settings.floats,
            loans: self.settings.loans,
            created_on: created_on.whole_seconds(),
            reason: self.reason,
            notes: self.notes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile_diff::in_words;
    use crate::value::Value;

    fn base() -> FloatProfile {
        let mut settings = Settings::default();
        settings.floats[1]
            .unknown
            .insert("pilot".to_owned(), Value::Bool(true));
        let plan = ProfilePlan {
            settings,
            reason: "first".to_owned(),
            notes: "call back".to_owned(),
        };
        plan.version(&UserId::new("mia"), Instant::EPOCH)
    }

    #[test]
    fn a_form_that_is_left_alone_is_told_that_nothing_would_change() {
        let mut draft = ProfileDraft::untouched(Some(&base()));
        assert!(
            draft
                .check(Some(&base()), false)
                .unwrap_err()
                .at(REASON)
                .is_some()
        );
        draft.reason = "no change".to_owned();
        let errors = draft.check(Some(&base()), false).unwrap_err();
        assert!(errors.at(TIER).unwrap().starts_with("Nothing"));
        draft.notes = "called".to_owned();
        assert!(draft.check(Some(&base()), false).is_ok());
    }

    #[test]
    fn a_new_version_differs_in_what_was_switched_and_keeps_the_rest() {
        let mut draft = ProfileDraft::untouched(Some(&base()));
        draft.switches.tiers.push("3".to_owned());
        draft.cfi = false;
        draft.reason = "rank 3".to_owned();
        let plan = draft.check(Some(&base()), false).unwrap();
        let changes = diff(&starting_point(Some(&base())), &plan.settings);
        assert_eq!(
            in_words(&changes),
            "$30 float switched on; CFI switched off"
        );
        let second = plan.settings.floats.iter().find(|one| one.id == "2");
        assert_eq!(second.unwrap().unknown, base().floats[1].unknown);
    }

    #[test]
    fn a_new_user_s_first_version_keeps_cfi_on_unless_it_is_unticked() {
        let mut draft = ProfileDraft::untouched(None);
        assert!(draft.cfi);
        draft.switches.tiers.push("3".to_owned());
        draft.reason = "first".to_owned();
        assert!(draft.check(None, false).unwrap().settings.cfi_enabled);
        draft.cfi = false;
        let plan = draft.check(None, false).unwrap();
        assert!(!plan.settings.cfi_enabled);
        let changes = diff(&starting_point(None), &plan.settings);
        assert!(in_words(&changes).contains("CFI"));
    }

    #[test]
    fn a_version_that_lowers_or_reopens_says_so() {
        let closed_version = FloatProfile {
            is_float_enabled: false,
            reason: "Closed by risk: repeated disputes".to_owned(),
            ..base()
        };
        let closed = Closed::of(std::slice::from_ref(&closed_version));
        let warnings = |base: &FloatProfile, change: &dyn Fn(&mut ProfileDraft)| {
            let mut draft = ProfileDraft::untouched(Some(base));
            draft.reason = "x".to_owned();
            change(&mut draft);
            let plan = draft.check(Some(base), false).unwrap();
            let closed = closed.as_ref().filter(|_| !base.is_float_enabled);
            plan.offer_change(Some(base), closed, true).warnings()
        };
        let reopened = warnings(&closed_version, &|draft| draft.switches.floats = true);
        assert_eq!(
            reopened,
            [
                "Floats were switched off on 1 Jan 1970, 00:00 UTC: \u{201c}Closed by risk: repeated disputes\u{201d}."
            ]
        );
        let lowered = warnings(&base(), &|draft| {
            draft.switches.tiers.retain(|id| id == "1");
        });
        assert_eq!(lowered, ["This lowers floats from $20 to $10."]);
        let raised = warnings(&base(), &|draft| draft.switches.tiers.push("3".to_owned()));
        assert!(raised.is_empty());
    }

    #[test]
    fn a_draft_comes_back_from_its_fields() {
        let draft = ProfileDraft {
            reason: "a & b".to_owned(),
            ..ProfileDraft::untouched(Some(&base()))
        };
        let fields = draft.fields();
        let fields = fields.iter().map(|(name, value)| (*name, value.as_str()));
        assert_eq!(ProfileDraft::from_fields(fields), Some(draft.clone()));
    }
}
