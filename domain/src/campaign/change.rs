//! What a campaign changes about a profile. What it doesn't name stays as each user has it.

use crate::money::{Cents, Spoken};
use crate::settings::Settings;
use crate::tier::{FLOAT_TIERS, LOAN_TIERS};
use crate::value::{Attributes, Value};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignChange {
    pub floats: FloatsChange,
    pub loans: LoansChange,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloatsChange {
    #[default]
    Leave,
    /// Switches on what lies between the user's limit and this amount; a higher limit stays.
    RaiseTo(Cents),
    /// Switches off what lies above this amount; a lower limit stays.
    LimitTo(Cents),
    /// Just the tiers with these IDs.
    SetTo(Vec<String>),
    Off,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoansChange {
    #[default]
    Leave,
    /// Switches loans on, and these loans in addition to those that the user has.
    On(Vec<String>),
    Off,
}

impl CampaignChange {
    /// What it makes of a profile, which lists every tier.
    #[must_use]
    pub fn apply(&self, regular: &Settings) -> Settings {
        let mut settings = regular.clone();
        self.floats.apply(&mut settings);
        self.loans.apply(&mut settings);
        settings
    }

    pub fn is_nothing(&self) -> bool {
        (&self.floats, &self.loans) == (&FloatsChange::Leave, &LoansChange::Leave)
    }

    /// As the audit log tells it.
    pub fn described(&self) -> Attributes {
        [
            ("floats", self.floats.describe()),
            ("loans", self.loans.describe()),
        ]
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Value::text(text)))
        .collect()
    }
}

impl FloatsChange {
    fn apply(&self, settings: &mut Settings) {
        let was_on = settings.is_float_enabled;
        match self {
            Self::Leave => {}
            Self::Off => settings.is_float_enabled = false,
            Self::LimitTo(most) => {
                for tier in &mut settings.floats {
                    tier.is_enabled &= tier.amount <= *most;
                }
            }
            Self::SetTo(ids) => {
                settings.is_float_enabled = !ids.is_empty();
                for tier in &mut settings.floats {
                    tier.is_enabled = ids.contains(&tier.id);
                }
            }
            Self::RaiseTo(least) => {
                // What is ticked under a switch that is off isn't offered, and doesn't come back.
                for tier in settings.floats.iter_mut().filter(|_| !was_on) {
                    tier.is_enabled = false;
                }
                let on = settings.floats.iter().filter(|tier| tier.is_enabled);
                let limit = on.map(|tier| tier.amount).max().unwrap_or(Cents::ZERO);
                if limit < *least {
                    settings.is_float_enabled = true;
                    for tier in &mut settings.floats {
                        let is_between = limit < tier.amount && tier.amount <= *least;
                        tier.is_enabled |= is_between && is_documented(tier.amount);
                    }
                }
            }
        }
    }

    /// What it does, in words.
    pub fn describe(&self) -> String {
        match self {
            Self::Leave => "as in each user's profile".to_owned(),
            Self::RaiseTo(least) => format!("raised to at least {}", Spoken(*least)),
            Self::LimitTo(most) => format!("limited to at most {}", Spoken(*most)),
            Self::SetTo(ids) => {
                let tiers = FLOAT_TIERS.iter().map(|tier| (tier.id, tier.amount));
                format!("set to {}", amounts(ids, tiers))
            }
            Self::Off => "switched off".to_owned(),
        }
    }
}

impl LoansChange {
    fn apply(&self, settings: &mut Settings) {
        match self {
            Self::Leave => {}
            Self::Off => settings.is_loan_enabled = false,
            Self::On(ids) => {
                let was_on = settings.is_loan_enabled;
                settings.is_loan_enabled = true;
                for loan in &mut settings.loans {
                    let stays = was_on && loan.is_enabled;
                    loan.is_enabled = stays || ids.contains(&loan.id);
                }
            }
        }
    }

    /// What it does, in words.
    pub fn describe(&self) -> String {
        match self {
            Self::Leave => "as in each user's profile".to_owned(),
            Self::On(ids) => format!("switched on, with {}", amounts(ids, LOAN_TIERS)),
            Self::Off => "switched off".to_owned(),
        }
    }
}

fn is_documented(amount: Cents) -> bool {
    FLOAT_TIERS.iter().any(|tier| tier.amount == amount)
}

fn amounts(ids: &[String], tiers: impl IntoIterator<Item = (&'static str, Cents)>) -> String {
    let chosen: Vec<_> = tiers
        .into_iter()
        .filter(|(id, _)| ids.iter().any(|chosen| chosen == id))
        .map(|(_, amount)| Spoken(amount).to_string())
        .collect();
    chosen.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::offer_change::Offered;

    /// What is offered, in dollars: floats, then loans.
    fn offered(change: &CampaignChange, regular: &Settings) -> (Vec<i64>, Vec<i64>) {
        let offered = Offered::from(&change.apply(regular));
        let dollars = |amounts: Vec<Cents>| amounts.iter().map(|it| it.0 / 100).collect();
        (dollars(offered.floats), dollars(offered.loans))
    }

    fn settings(floats: &[i64], is_on: bool, loans: &[i64], loans_on: bool) -> Settings {
        let mut settings = Settings::default().complete();
        settings.is_float_enabled = is_on;
        for tier in &mut settings.floats {
            tier.is_enabled = floats.contains(&(tier.amount.0 / 100));
        }
        settings.is_loan_enabled = loans_on;
        for loan in &mut settings.loans {
            loan.is_enabled = loans.contains(&(loan.amount.0 / 100));
        }
        settings
    }

    fn floats(floats: FloatsChange) -> CampaignChange {
        CampaignChange {
            floats,
            loans: LoansChange::Leave,
        }
    }

    #[test]
    fn raising_adds_what_is_between_and_takes_nothing() {
        let raise = floats(FloatsChange::RaiseTo(Cents(3_000)));
        let raised = |on: &[i64], is_on| offered(&raise, &settings(on, is_on, &[200], true));
        assert_eq!(raised(&[10, 20], true), (vec![10, 20, 30], vec![200]));
        assert_eq!(raised(&[20], true), (vec![20, 30], vec![200]));
        assert_eq!(raised(&[10, 100], true), (vec![10, 100], vec![200]));
        assert_eq!(raised(&[], true), (vec![10, 20, 30], vec![200]));
        // $100 was ticked under a switch that is off: nobody is given that by asking for $30.
        assert_eq!(raised(&[10, 100], false), (vec![10, 20, 30], vec![200]));
    }

    #[test]
    fn limiting_takes_what_is_above_and_adds_nothing() {
        let limit = floats(FloatsChange::LimitTo(Cents(3_000)));
        let limited = |on: &[i64], is_on| offered(&limit, &settings(on, is_on, &[], false)).0;
        assert_eq!(limited(&[10, 30, 100], true), [10, 30]);
        assert_eq!(limited(&[10], true), [10]);
        assert_eq!(limited(&[10], false), [0; 0]);
    }

    #[test]
    fn setting_gives_just_the_tiers_that_were_ticked() {
        let set = |ids: &[&str]| {
            let ids = ids.iter().map(|id| (*id).to_owned()).collect();
            offered(
                &floats(FloatsChange::SetTo(ids)),
                &settings(&[10, 100], true, &[], false),
            )
            .0
        };
        assert_eq!(set(&["1", "3"]), [10, 30]);
        assert_eq!(set(&[]), [0; 0]);
    }

    #[test]
    fn loans_are_left_added_to_or_switched_off() {
        let change = |loans| CampaignChange {
            floats: FloatsChange::Leave,
            loans,
        };
        let on = change(LoansChange::On(vec!["1".to_owned()]));
        assert_eq!(
            offered(&on, &settings(&[10], true, &[350], true)).1,
            [200, 350]
        );
        assert_eq!(offered(&on, &settings(&[10], true, &[350], false)).1, [200]);
        let off = change(LoansChange::Off);
        assert_eq!(
            offered(&off, &settings(&[10], true, &[350], true)),
            (vec![10], vec![])
        );
        assert_eq!(
            on.loans.describe(),
            "switched on, with $200",
            "as the audit log tells it"
        );
    }
}
