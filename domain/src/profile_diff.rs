//! What differs between two profiles, tier by tier and in words.

mod words;

pub use words::{in_words, listed};

use crate::money::Cents;
use crate::settings::Settings;
use serde::{Deserialize, Serialize};

/// One thing that is different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub subject: Subject,
    /// Nothing where it is not listed.
    pub before: Option<Entry>,
    pub after: Option<Entry>,
}

/// What a change is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// Floats, loans or CFI as a whole.
    Floats,
    Loans,
    Cfi,
    /// One tier, by its stored id.
    Float(String),
    Loan(String),
}

/// How one thing is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub is_on: bool,
    /// Absent for what has none.
    pub amount: Option<Cents>,
}

impl Entry {
    fn switch(is_on: bool) -> Self {
        Self {
            is_on,
            amount: None,
        }
    }

    fn tier(is_on: bool, amount: Cents) -> Self {
        Self {
            is_on,
            amount: Some(amount),
        }
    }
}

/// Everything that is different in `after`, the switches of the whole first, then tier by tier in
/// the order of `after`, then what is gone.
pub fn diff(before: &Settings, after: &Settings) -> Vec<Change> {
    let whole = [
        (
            Subject::Floats,
            before.is_float_enabled,
            after.is_float_enabled,
        ),
        (
            Subject::Loans,
            before.is_loan_enabled,
            after.is_loan_enabled,
        ),
        (Subject::Cfi, before.cfi_enabled, after.cfi_enabled),
    ];
    let mut changes: Vec<_> = whole
        .into_iter()
        .map(|(subject, before, after)| Change {
            subject,
            before: Some(Entry::switch(before)),
            after: Some(Entry::switch(after)),
        })
        .collect();
    let floats = |settings: &Settings| -> Vec<(String, Entry)> {
        let entry = |one: &crate::tier::FloatSetting| Entry::tier(one.is_enabled, one.amount);
        settings
            .floats
            .iter()
            .map(|one| (one.id.clone(), entry(one)))
            .collect()
    };
    let loans = |settings: &Settings| -> Vec<(String, Entry)> {
        let entry = |one: &crate::tier::LoanSetting| Entry::tier(one.is_enabled, one.amount);
        settings
            .loans
            .iter()
            .map(|one| (one.id.clone(), entry(one)))
            .collect()
    };
    changes.extend(tiers(&floats(before), &floats(after), Subject::Float));
    changes.extend(tiers(&loans(before), &loans(after), Subject::Loan));
    changes.retain(|change| change.before != change.after);
    changes
}

fn tiers(
    before: &[(String, Entry)],
    after: &[(String, Entry)],
    subject: impl Fn(String) -> Subject,
) -> Vec<Change> {
    let find = |list: &[(String, Entry)], id: &str| {
        let found = list.iter().find(|(one, _)| one == id);
        found.map(|(_, entry)| *entry)
    };
    let kept = after.iter().map(|(id, entry)| Change {
        subject: subject(id.clone()),
        before: find(before, id),
        after: Some(*entry),
    });
    let gone = before
        .iter()
        .filter(|(id, _)| find(after, id).is_none())
        .map(|(id, entry)| Change {
            subject: subject(id.clone()),
            before: Some(*entry),
            after: None,
        });
    kept.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::{FloatSetting, LoanSetting};

    fn on(ids: &[&str]) -> Settings {
        let mut settings = Settings::default().complete();
        for float in &mut settings.floats {
            float.is_enabled = ids.contains(&float.id.as_str());
        }
        settings
    }

    fn said(before: &Settings, after: &Settings) -> String {
        in_words(&diff(before, after))
    }

    #[test]
    fn alike_changes_are_told_together() {
        let mut after = on(&["1", "3", "4"]);
        after.is_loan_enabled = true;
        after.loans[0].is_enabled = true;
        assert_eq!(
            said(&on(&["1", "2"]), &after),
            "Loans, $30 and $40 floats and $200 loan switched on; $20 float switched off"
        );
    }

    #[test]
    fn the_same_settings_do_not_differ() {
        assert_eq!(diff(&on(&["1"]), &on(&["1"])), []);
        assert_eq!(said(&on(&["1"]), &on(&["1"])), "No setting changed");
    }

    #[test]
    fn a_tier_that_is_no_longer_listed_is_told_by_what_that_does() {
        let before = on(&["1", "2"]);
        let mut after = before.clone();
        after.floats.retain(|float| float.id != "2");
        let changes = diff(&before, &after);
        assert_eq!(in_words(&changes), "$20 float switched off");
        assert_eq!(
            changes[0].states(),
            ("on".to_owned(), "not listed".to_owned())
        );
        assert_eq!(said(&after, &on(&["1"])), "$20 float listed, off as before");
    }

    #[test]
    fn another_amount_under_the_same_id_shows_both() {
        let before = Settings {
            floats: vec![FloatSetting::new("3", Cents(3_000), true)],
            ..Settings::default()
        };
        let after = Settings {
            floats: vec![FloatSetting::new("3", Cents(3_500), true)],
            loans: vec![LoanSetting::new("1", Cents(20_000), false)],
            ..before.clone()
        };
        let changes = diff(&before, &after);
        assert_eq!(
            changes[0].states(),
            ("on, $30".to_owned(), "on, $35".to_owned())
        );
        assert_eq!(
            in_words(&changes),
            "$35 float given another amount; $200 loan listed, off as before"
        );
    }
}
