//! What differs between two profiles, tier by tier and in words.

use crate::money::{Cents, Spoken};
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

impl Change {
    /// What it is about, as a row's title: `Floats`, `$30 float`, `$200 loan`.
    pub fn title(&self) -> String {
        let amount = self
            .after
            .and_then(|entry| entry.amount)
            .or_else(|| self.before.and_then(|entry| entry.amount))
            .map(|amount| Spoken(amount).to_string())
            .unwrap_or_default();
        match &self.subject {
            Subject::Floats => "Floats".to_owned(),
            Subject::Loans => "Loans".to_owned(),
            Subject::Cfi => "CFI".to_owned(),
            Subject::Float(_) => format!("{amount} float"),
            Subject::Loan(_) => format!("{amount} loan"),
        }
    }

    /// How it was, and how it is.
    pub fn states(&self) -> (String, String) {
        let moved = self.before.and_then(|one| one.amount) != self.after.and_then(|one| one.amount)
            && self.before.is_some()
            && self.after.is_some();
        let said = |entry: Option<Entry>| match entry {
            None => "not listed".to_owned(),
            Some(entry) => {
                let switch = if entry.is_on { "on" } else { "off" };
                match entry.amount.filter(|_| moved) {
                    Some(amount) => format!("{switch}, {}", Spoken(amount)),
                    None => switch.to_owned(),
                }
            }
        };
        (said(self.before), said(self.after))
    }

    fn verb(&self) -> Verb {
        let on = |entry: Option<Entry>| entry.is_some_and(|entry| entry.is_on);
        match (self.before, self.after) {
            (Some(before), Some(after)) if before.amount != after.amount => Verb::Moved,
            _ if on(self.before) == on(self.after) => match self.after {
                Some(_) => Verb::ListedOff,
                None => Verb::Unlisted,
            },
            _ if on(self.after) => Verb::On,
            _ => Verb::Off,
        }
    }
}

/// What happened to something, so that alike things are told together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    On,
    Off,
    /// Another amount under the same id.
    Moved,
    /// Off before and after, and only now listed, or no longer.
    ListedOff,
    Unlisted,
}

/// The changes in one sentence without its full stop: `$30 and $40 floats switched on; loans
/// switched off`.
pub fn in_words(changes: &[Change]) -> String {
    let verbs = [
        (Verb::On, "switched on"),
        (Verb::Off, "switched off"),
        (Verb::Moved, "given another amount"),
        (Verb::ListedOff, "listed, off as before"),
        (Verb::Unlisted, "no longer listed, off as before"),
    ];
    let parts: Vec<_> = verbs
        .into_iter()
        .filter_map(|(verb, phrase)| {
            let about: Vec<_> = changes.iter().filter(|one| one.verb() == verb).collect();
            (!about.is_empty()).then(|| format!("{} {phrase}", titles(&about)))
        })
        .collect();
    if parts.is_empty() {
        "No setting changed".to_owned()
    } else {
        parts.join("; ")
    }
}

/// Tiers of a kind share its name: `$30 and $40 floats`.
fn titles(changes: &[&Change]) -> String {
    let amounts = |is_of_kind: fn(&Subject) -> bool, noun: &str| {
        let titles: Vec<_> = changes
            .iter()
            .filter(|change| is_of_kind(&change.subject))
            .map(|change| change.title())
            .collect();
        match titles.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            several => {
                let suffix = format!(" {noun}");
                let bare: Vec<_> = several
                    .iter()
                    .map(|title| title.strip_suffix(&suffix).unwrap_or(title))
                    .collect();
                Some(format!("{}{suffix}s", listed(&bare)))
            }
        }
    };
    let whole = changes
        .iter()
        .filter(|change| !matches!(change.subject, Subject::Float(_) | Subject::Loan(_)))
        .map(|change| change.title());
    let all: Vec<_> = whole
        .chain(amounts(|one| matches!(one, Subject::Float(_)), "float"))
        .chain(amounts(|one| matches!(one, Subject::Loan(_)), "loan"))
        .collect();
    let all: Vec<_> = all.iter().map(String::as_str).collect();
    listed(&all)
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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
