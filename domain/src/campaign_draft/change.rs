//! What a campaign is to change, as somebody fills it in.

use crate::campaign::{CampaignChange, FloatsChange, LoansChange};
use crate::form::FieldErrors;
use crate::money::Cents;
use crate::tier::{FLOAT_TIERS, LOAN_TIERS};
use serde::{Deserialize, Serialize};

/// A form's fields; the tiers of the way that wasn't chosen are left alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangeDraft {
    /// One of [`ChangeDraft::FLOATS`].
    pub floats: String,
    /// In dollars, where floats are raised or limited.
    pub amount: String,
    /// The IDs of the tiers, where floats are set exactly.
    pub tiers: Vec<String>,
    /// One of [`ChangeDraft::LOANS`].
    pub loans: String,
    /// The IDs of the loans that are switched on.
    pub loan_tiers: Vec<String>,
}

impl ChangeDraft {
    /// The ways to change floats, each with its label.
    pub const FLOATS: [(&str, &str); 5] = [
        ("leave", "Leave floats as they are"),
        ("raise", "Raise to at least"),
        ("limit", "Limit to at most"),
        ("set", "Set exactly"),
        ("off", "Switch floats off"),
    ];
    pub const LOANS: [(&str, &str); 3] = [
        ("leave", "Leave loans as they are"),
        ("on", "Switch loans on"),
        ("off", "Switch loans off"),
    ];

    /// The change that was asked for; what is wrong goes to `errors`.
    pub fn check(&self, errors: &mut FieldErrors) -> CampaignChange {
        let floats = match self.floats.as_str() {
            "raise" => FloatsChange::RaiseTo(self.check_amount(errors)),
            "limit" => FloatsChange::LimitTo(self.check_amount(errors)),
            "set" => {
                let known = FLOAT_TIERS.map(|tier| tier.id);
                check_ids(&self.tiers, &known, "tier", errors);
                FloatsChange::SetTo(self.tiers.clone())
            }
            "off" => FloatsChange::Off,
            _ => FloatsChange::Leave,
        };
        let loans = match self.loans.as_str() {
            "on" => {
                let known = LOAN_TIERS.map(|(id, _)| id);
                check_ids(&self.loan_tiers, &known, "loan", errors);
                LoansChange::On(self.loan_tiers.clone())
            }
            "off" => LoansChange::Off,
            _ => LoansChange::Leave,
        };
        let change = CampaignChange { floats, loans };
        if change.is_nothing() {
            errors.add("floats", "Choose what to change: floats, loans, or both.");
        }
        change
    }

    /// One of the numbered tiers' amounts: $200 is given to one user at a time.
    fn check_amount(&self, errors: &mut FieldErrors) -> Cents {
        let amount = Cents::parse(&self.amount).unwrap_or_default();
        if !FLOAT_TIERS.iter().any(|tier| tier.amount == amount) {
            errors.add("amount", "Choose an amount.");
        }
        amount
    }
}

fn check_ids(ids: &[String], known: &[&str], field: &str, errors: &mut FieldErrors) {
    if ids.is_empty() {
        errors.add(field, "Choose at least one amount.");
    }
    if let Some(id) = ids.iter().find(|id| !known.contains(&id.as_str())) {
        errors.add(field, format!("There is no tier {id}."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(draft: &ChangeDraft) -> Result<CampaignChange, Vec<String>> {
        let mut errors = FieldErrors::default();
        let change = draft.check(&mut errors);
        let FieldErrors(wrong) = errors.or(change.clone()).err().unwrap_or_default();
        let wrong: Vec<_> = wrong.into_iter().map(|error| error.field).collect();
        if wrong.is_empty() {
            Ok(change)
        } else {
            Err(wrong)
        }
    }

    fn draft(floats: &str, amount: &str, tiers: &[&str]) -> ChangeDraft {
        ChangeDraft {
            floats: floats.to_owned(),
            amount: amount.to_owned(),
            tiers: tiers.iter().map(|id| (*id).to_owned()).collect(),
            ..ChangeDraft::default()
        }
    }

    #[test]
    fn each_way_to_change_floats_asks_for_what_it_needs() {
        let floats = |draft| check(&draft).map(|change| change.floats);
        assert_eq!(
            floats(draft("raise", "30", &[])),
            Ok(FloatsChange::RaiseTo(Cents(3_000)))
        );
        assert_eq!(
            floats(draft("limit", "$80", &["1"])),
            Ok(FloatsChange::LimitTo(Cents(8_000)))
        );
        assert_eq!(floats(draft("off", "", &[])), Ok(FloatsChange::Off));
        for (wrong, field) in [
            (draft("raise", "", &[]), "amount"),
            (draft("raise", "200", &[]), "amount"),
            (draft("set", "30", &[]), "tier"),
            (draft("set", "", &["12"]), "tier"),
            (draft("", "30", &["1"]), "floats"),
        ] {
            assert_eq!(check(&wrong), Err(vec![field.to_owned()]), "{wrong:?}");
        }
    }

    #[test]
    fn loans_alone_are_a_change() {
        let mut loans = draft("leave", "", &[]);
        loans.loans = "on".to_owned();
        assert_eq!(check(&loans), Err(vec!["loan".to_owned()]));
        loans.loan_tiers = vec!["1".to_owned()];
        let on = LoansChange::On(vec!["1".to_owned()]);
        assert_eq!(check(&loans).map(|change| change.loans), Ok(on));
    }
}
