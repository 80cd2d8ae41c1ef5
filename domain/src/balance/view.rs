//! Which part of a balance history is looked at, as it stands in the address.

use super::KEPT_DAYS;
use super::mark::MarkKind;
use crate::address::{AddressError, Fields};
use crate::day::Day;
use crate::day_range::DayRange;
use crate::id::AccountId;
use serde::{Deserialize, Serialize};

/// More days than that are no chart any more; balances are kept for 32.
pub const MOST_DAYS: i64 = 366;

/// Which days are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Days {
    /// So many up to today.
    Last(i64),
    /// A range of one's own; what is left out ends today, or begins as many days before as are kept.
    Chosen(Option<Day>, Option<Day>),
}

impl Days {
    pub const PRESETS: [i64; 3] = [7, 14, KEPT_DAYS];
}

impl Default for Days {
    fn default() -> Self {
        Self::Last(KEPT_DAYS)
    }
}

/// What can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Switch {
    Current,
    Limit,
    Threshold,
    Marks(MarkKind),
}

impl Switch {
    pub const ALL: [Self; 9] = [
        Self::Current,
        Self::Limit,
        Self::Threshold,
        Self::Marks(MarkKind::Taken),
        Self::Marks(MarkKind::Collection),
        Self::Marks(MarkKind::Payday),
        Self::Marks(MarkKind::Income),
        Self::Marks(MarkKind::Expense),
        Self::Marks(MarkKind::Check),
    ];

    /// The word that stands in the address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Limit => "limit",
            Self::Threshold => "threshold",
            Self::Marks(kind) => kind.word(),
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Current => "Current balance",
            Self::Limit => "Credit limit",
            Self::Threshold => "Low-balance threshold",
            Self::Marks(kind) => kind.label(),
        }
    }
}

/// Everything that the address says about the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceView {
    pub days: Days,
    /// Which accounts are shown; none named means all.
    pub accounts: Vec<AccountId>,
    pub without: Vec<Switch>,
}

/// Why an address is no view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    #[error(
        "\u{201c}{0}\u{201d} days cannot be chosen; take 7, 14 or 32, or a first and a last day."
    )]
    NoDays(String),
    #[error(transparent)]
    Address(#[from] AddressError),
}

impl BalanceView {
    /// Reads the fields of an address. An empty value is none, and so is a word that switches nothing.
    pub fn parse(fields: &[(String, String)]) -> Result<Self, ViewError> {
        let fields = Fields(fields);
        let days = match (fields.day("from")?, fields.day("to")?) {
            (None, None) => match fields.last("days") {
                None => Days::default(),
                Some(text) => text
                    .parse()
                    .ok()
                    .filter(|days| Days::PRESETS.contains(days))
                    .map(Days::Last)
                    .ok_or_else(|| ViewError::NoDays(text.to_owned()))?,
            },
            (from, to) => Days::Chosen(from, to),
        };
        let without = |switch: &Switch| fields.all("without").any(|word| word == switch.word());
        Ok(Self {
            days,
            accounts: fields.all("account").map(AccountId::new).collect(),
            without: Switch::ALL.into_iter().filter(without).collect(),
        })
    }

    /// The fields of its address.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        let accounts = self.accounts.iter().map(|id| ("account", id.to_string()));
        let without = self
            .without
            .iter()
            .map(|it| ("without", it.word().to_owned()));
        self.days_address()
            .into_iter()
            .chain(accounts)
            .chain(without)
            .collect()
    }

    /// As much of the address as says which days: what has to be read.
    pub fn days_address(&self) -> Vec<(&'static str, String)> {
        match self.days {
            days if days == Days::default() => Vec::new(),
            Days::Last(days) => vec![("days", days.to_string())],
            Days::Chosen(from, to) => [("from", from), ("to", to)]
                .into_iter()
                .filter_map(|(name, day)| Some((name, day?.stored())))
                .collect(),
        }
    }

    /// The days that are meant on a day.
    pub fn range(&self, today: Day) -> Result<DayRange, ViewError> {
        let range = match self.days {
            Days::Last(days) => DayRange::chosen(None, None, days, today),
            Days::Chosen(from, to) => DayRange::chosen(from, to, KEPT_DAYS, today),
        };
        Ok(range.at_most(MOST_DAYS)?)
    }

    pub fn shows(&self, account: &AccountId) -> bool {
        self.accounts.is_empty() || self.accounts.contains(account)
    }

    pub fn has(&self, switch: Switch) -> bool {
        !self.without.contains(&switch)
    }

    #[must_use]
    pub fn of_days(&self, days: Days) -> Self {
        Self {
            days,
            ..self.clone()
        }
    }

    /// The same with a switch the other way.
    #[must_use]
    pub fn switched(&self, switch: Switch) -> Self {
        let is_off = |it: &Switch| self.has(*it) == (*it == switch);
        Self {
            without: Switch::ALL.into_iter().filter(is_off).collect(),
            ..self.clone()
        }
    }

    /// The same with an account shown or hidden, of all that there are. The last one that is shown
    /// cannot be hidden: then all are shown again.
    #[must_use]
    pub fn toggled(&self, account: &AccountId, all: &[AccountId]) -> Self {
        let shown = |id: &&AccountId| self.shows(id) != (*id == account);
        let mut accounts: Vec<_> = all.iter().filter(shown).cloned().collect();
        if accounts.len() == all.len() {
            accounts.clear();
        }
        Self {
            accounts,
            ..self.clone()
        }
    }

    /// The same with this account alone.
    #[must_use]
    pub fn only(&self, account: &AccountId) -> Self {
        Self {
            accounts: vec![account.clone()],
            ..self.clone()
        }
    }

    #[must_use]
    pub fn of_all_accounts(&self) -> Self {
        Self {
            accounts: Vec::new(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    fn parse(fields: &[(&str, &str)]) -> Result<BalanceView, ViewError> {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        BalanceView::parse(&fields)
    }

    fn range(fields: &[(&str, &str)]) -> Result<(Day, Day), ViewError> {
        let range = parse(fields)?.range(day("2024-02-10"))?;
        Ok((range.from, range.to))
    }

    #[test]
    fn an_address_is_read_and_written_alike() {
        for fields in [
            &[][..],
            &[("days", "7")],
            &[("from", "2024-01-01"), ("to", "2024-02-01")],
            &[("account", "a#b"), ("account", "c"), ("without", "checks")],
        ] {
            let written = parse(fields).unwrap().address();
            let written: Vec<_> = written
                .iter()
                .map(|(name, it)| (*name, it.as_str()))
                .collect();
            assert_eq!(written, fields);
        }
    }

    #[test]
    fn the_last_days_include_today_and_a_range_both_its_ends() {
        assert_eq!(range(&[]), Ok((day("2024-01-10"), day("2024-02-10"))));
        assert_eq!(
            range(&[("days", "7")]),
            Ok((day("2024-02-04"), day("2024-02-10")))
        );
        assert_eq!(
            range(&[("from", "2024-02-01"), ("to", "")]),
            Ok((day("2024-02-01"), day("2024-02-10")))
        );
        assert_eq!(
            range(&[("to", "2024-02-01")]),
            Ok((day("2024-01-01"), day("2024-02-01")))
        );
    }

    #[test]
    fn what_is_no_range_is_said() {
        let said = |fields| range(fields).unwrap_err().to_string();
        assert!(said(&[("from", "soon")]).contains("\u{201c}soon\u{201d} is no day"));
        assert!(said(&[("days", "8")]).contains("take 7, 14 or 32"));
        assert!(said(&[("from", "2024-03-01")]).contains("comes after the last"));
        assert!(said(&[("from", "2020-01-01")]).contains("366 at most"));
    }

    #[test]
    fn accounts_are_switched_off_and_on_again() {
        let all = ["a", "b", "c"].map(AccountId::new);
        let view = BalanceView::default();
        let without_b = view.toggled(&all[1], &all);
        assert_eq!(without_b.accounts, [all[0].clone(), all[2].clone()]);
        assert_eq!(without_b.toggled(&all[1], &all), view);
        let only = view.only(&all[2]);
        assert!(only.shows(&all[2]) && !only.shows(&all[0]));
        assert_eq!(only.toggled(&all[2], &all), view);
    }

    #[test]
    fn everything_can_be_switched_off_and_on_again() {
        for switch in Switch::ALL {
            let off = BalanceView::default().switched(switch);
            assert_eq!(off.without, [switch]);
            assert!(!off.has(switch));
            assert_eq!(off.switched(switch), BalanceView::default());
            let both = off.switched(Switch::Current).switched(Switch::Limit);
            assert_eq!(both.has(Switch::Current), switch == Switch::Current);
        }
    }
}
