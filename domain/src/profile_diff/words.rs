//! A difference in words.

use super::{Change, Entry, Subject};
use crate::money::Spoken;

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
