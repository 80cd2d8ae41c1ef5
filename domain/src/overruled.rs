//! Temporary profiles that a new profile version overrules: it switches off floats or loans that they
//! would still offer.

use crate::offer_change::Offered;
use crate::override_draft::Standing;
use crate::schedule::ScheduledStart;
use crate::settings::Settings;
use crate::settings_change::SettingsChange;
use crate::temporary_profile::TemporaryProfile;

/// A temporary profile or a scheduled start, and what is left of it: nothing where it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overruled {
    Standing {
        old: Box<Standing>,
        adjusted: Option<Box<TemporaryProfile>>,
    },
    Scheduled {
        old: Box<ScheduledStart>,
        adjusted: Option<Box<ScheduledStart>>,
    },
}

impl Overruled {
    /// What becomes of it, in a sentence.
    pub fn describe(&self) -> String {
        let (what, reason, is_left) = match self {
            Self::Standing { old, adjusted } => {
                let what = format!("in effect until {}", old.profile.expires_on);
                (what, &old.profile.reason, adjusted.is_some())
            }
            Self::Scheduled { old, adjusted } => {
                let what = format!("scheduled for {}", old.start_on);
                (what, &old.reason, adjusted.is_some())
            }
        };
        let fate = if is_left {
            "goes on without what is switched off"
        } else {
            "ends"
        };
        format!("\u{201c}{reason}\u{201d}, {what}, {fate}.")
    }
}

/// What a version with the settings `new` overrules, coming after `old`.
pub fn overruled(
    old: &Settings,
    new: &Settings,
    standing: &[Standing],
    waiting: &[ScheduledStart],
) -> Vec<Overruled> {
    let Some(off) = SwitchedOff::between(old, new) else {
        return Vec::new();
    };
    let standing = standing.iter().filter_map(|one| {
        let left = off.fate_of(&new.under(&one.profile), new).left()?;
        let adjusted = left.map(|left| {
            Box::new(TemporaryProfile {
                is_float_enabled: Some(left.is_float_enabled),
                is_loan_enabled: Some(left.is_loan_enabled),
                ..one.profile.clone()
            })
        });
        let old = Box::new(one.clone());
        Some(Overruled::Standing { old, adjusted })
    });
    let waiting = waiting.iter().filter_map(|one| {
        let left = off.fate_of(&one.settings_on(new), new).left()?;
        let adjusted = left.map(|settings| {
            Box::new(ScheduledStart {
                settings,
                change: one.change.clone().map(|change| off.adjust(change)),
                ..one.clone()
            })
        });
        let old = Box::new(one.clone());
        Some(Overruled::Scheduled { old, adjusted })
    });
    standing.chain(waiting).collect()
}

/// What a new version switches off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwitchedOff {
    floats: bool,
    loans: bool,
}

/// What becomes of a temporary profile that a new version overrules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It isn't overruled.
    Stays,
    /// Nothing would be left of it.
    Ends,
    /// It goes on without what is switched off.
    Adjusted(Settings),
}

impl Fate {
    /// What is left of one that is overruled: nothing where it ends.
    #[expect(
        clippy::option_option,
        reason = "not overruled, ended, and adjusted are three things"
    )]
    fn left(self) -> Option<Option<Settings>> {
        match self {
            Self::Stays => None,
            Self::Ends => Some(None),
            Self::Adjusted(left) => Some(Some(left)),
        }
    }
}

impl SwitchedOff {
    /// Nothing where a version switches nothing off.
    pub fn between(old: &Settings, new: &Settings) -> Option<Self> {
        let off = Self {
            floats: old.is_float_enabled && !new.is_float_enabled,
            loans: old.is_loan_enabled && !new.is_loan_enabled,
        };
        (off.floats || off.loans).then_some(off)
    }

    /// What becomes of a temporary profile with these settings, on top of the new version `regular`.
    pub fn fate_of(self, temporary: &Settings, regular: &Settings) -> Fate {
        let offered = Offered::from(temporary);
        let overrides_floats = self.floats && !offered.floats.is_empty();
        let overrides_loans = self.loans && !offered.loans.is_empty();
        if !overrides_floats && !overrides_loans {
            return Fate::Stays;
        }
        let mut adjusted = temporary.clone();
        adjusted.is_float_enabled &= !self.floats;
        adjusted.is_loan_enabled &= !self.loans;
        if Offered::from(&adjusted) == Offered::from(regular) {
            Fate::Ends
        } else {
            Fate::Adjusted(adjusted)
        }
    }

    /// The change of a scheduled start without what is switched off.
    #[must_use]
    pub fn adjust(self, mut change: SettingsChange) -> SettingsChange {
        if self.floats {
            change.is_float_enabled = Some(false);
        }
        if self.loans {
            change.is_loan_enabled = Some(false);
        }
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(floats: &[&str], loans: &[&str]) -> Settings {
        let mut settings = Settings::default().complete();
        settings.is_float_enabled = !floats.is_empty();
        settings.is_loan_enabled = !loans.is_empty();
        for tier in &mut settings.floats {
            tier.is_enabled = floats.contains(&tier.id.as_str());
        }
        for loan in &mut settings.loans {
            loan.is_enabled = loans.contains(&loan.id.as_str());
        }
        settings
    }

    #[test]
    fn a_promotion_ends_when_everything_it_offers_is_switched_off() {
        let (old, new) = (settings(&["1", "2"], &[]), settings(&[], &[]));
        let off = SwitchedOff::between(&old, &new).unwrap();
        let promotion = settings(&["1", "2", "3"], &[]);
        assert_eq!(off.fate_of(&promotion, &new), Fate::Ends);
        // A hold offers nothing that is switched off.
        assert_eq!(off.fate_of(&settings(&[], &[]), &new), Fate::Stays);
    }

    #[test]
    fn a_promotion_of_floats_goes_on_without_the_loans_that_are_switched_off() {
        let (old, new) = (settings(&["1"], &["1"]), settings(&["1"], &[]));
        let off = SwitchedOff::between(&old, &new).unwrap();
        let Fate::Adjusted(left) = off.fate_of(&settings(&["1", "2"], &["1"]), &new) else {
            panic!("it is adjusted")
        };
        let offered = Offered::from(&left);
        assert_eq!((offered.floats.len(), offered.loans.len()), (2, 0));
    }

    #[test]
    fn a_version_that_switches_nothing_off_overrules_nothing() {
        let never_on = settings(&["1"], &[]);
        assert_eq!(
            SwitchedOff::between(&never_on, &settings(&["1", "2"], &[])),
            None
        );
    }
}
