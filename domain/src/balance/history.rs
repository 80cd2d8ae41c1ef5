//! A user's balances by currency and account, oldest first.

use super::BalanceSnapshot;
use super::taken::Taken;
use super::view::BalanceView;
use crate::day::Day;
use crate::day_range::DayRange;
use crate::id::AccountId;
use crate::instant::Instant;
use crate::money::Cents;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Amounts of different currencies are never drawn on one axis.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceHistory {
    /// Dollars first, then by code; amounts without one last.
    pub groups: Vec<CurrencyGroup>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrencyGroup {
    pub currency: Option<String>,
    /// By their ids.
    pub accounts: Vec<Account>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub id: AccountId,
    /// What stands for the account where an id has no room: `A`, `B`, … across all currencies.
    pub letter: String,
    /// Oldest first; never empty.
    pub points: Vec<Point>,
}

/// What a bank reported of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    pub taken: Taken,
    pub available: Option<Cents>,
    pub current: Option<Cents>,
    pub limit: Option<Cents>,
    /// Past its end, though DynamoDB may still hold it for up to two days.
    pub is_expired: bool,
}

/// One report among all accounts'.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedBalance {
    pub account: AccountId,
    pub letter: String,
    pub currency: Option<String>,
    pub point: Point,
}

/// Which of a point's amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    Available,
    Current,
    Limit,
}

impl Measure {
    pub fn word(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Current => "current",
            Self::Limit => "limit",
        }
    }
}

impl Point {
    pub fn amount(&self, measure: Measure) -> Option<Cents> {
        match measure {
            Measure::Available => self.available,
            Measure::Current => self.current,
            Measure::Limit => self.limit,
        }
    }
}

impl BalanceHistory {
    /// What lies within the range. A key that holds no time leaves the day on which the balance was
    /// received.
    pub fn of(snapshots: Vec<BalanceSnapshot>, range: DayRange, now: Instant) -> Self {
        type Points = BTreeMap<AccountId, Vec<Point>>;
        let mut by_currency: BTreeMap<_, (Option<String>, Points)> = BTreeMap::new();
        for snapshot in snapshots {
            let taken = snapshot.taken();
            if !range.contains(taken.day()) {
                continue;
            }
            let place = rank(snapshot.currency.as_deref());
            let (_, accounts) = by_currency
                .entry(place)
                .or_insert_with(|| (snapshot.currency.clone(), Points::new()));
            accounts
                .entry(snapshot.account_id)
                .or_default()
                .push(Point {
                    taken,
                    available: snapshot.available,
                    current: snapshot.current,
                    limit: snapshot.limit,
                    is_expired: snapshot.ttl.is_some_and(|ttl| ttl <= now),
                });
        }
        let mut letters = (0..).map(letter);
        let groups = by_currency
            .into_values()
            .map(|(currency, accounts)| CurrencyGroup {
                currency,
                accounts: accounts
                    .into_iter()
                    .zip(&mut letters)
                    .map(|((id, points), letter)| Account::new(id, letter, points))
                    .collect(),
            })
            .collect();
        Self { groups }
    }

    pub fn accounts(&self) -> impl Iterator<Item = &Account> {
        self.groups.iter().flat_map(|group| &group.accounts)
    }

    /// Every report on the accounts that are shown, as the table and the file list them.
    pub fn newest_first(&self, view: &BalanceView) -> Vec<ListedBalance> {
        let mut listed = Vec::new();
        for group in &self.groups {
            for account in group.accounts.iter().filter(|it| view.shows(&it.id)) {
                listed.extend(account.points.iter().map(|point| ListedBalance {
                    account: account.id.clone(),
                    letter: account.letter.clone(),
                    currency: group.currency.clone(),
                    point: point.clone(),
                }));
            }
        }
        // Of the same day or moment in the order of the accounts.
        listed.sort_by(|a, b| b.point.taken.place().total_cmp(&a.point.taken.place()));
        listed
    }
}

impl BalanceSnapshot {
    /// When it was taken, by its key, or else by the day that it says itself.
    pub fn taken(&self) -> Taken {
        Taken::parse(&self.taken).unwrap_or(Taken::Day(self.updated_date))
    }
}

/// Dollars, which most accounts have, come first and no currency at all comes last.
fn rank(currency: Option<&str>) -> (u8, String) {
    match currency {
        Some("USD") => (0, String::new()),
        Some(code) => (1, code.to_owned()),
        None => (2, String::new()),
    }
}

/// A, B, … Z, AA, AB, …
fn letter(mut index: u32) -> String {
    let mut letters = String::new();
    loop {
        let last = char::from_u32(u32::from('A') + index % 26).unwrap_or('?');
        letters.insert(0, last);
        match index / 26 {
            0 => return letters,
            rest => index = rest - 1,
        }
    }
}

impl Account {
    fn new(id: AccountId, letter: String, mut points: Vec<Point>) -> Self {
        points.sort_by(|a, b| a.taken.place().total_cmp(&b.taken.place()));
        Self { id, letter, points }
    }

    /// What the account is judged by: what is available, or what is there where no bank said that.
    pub fn measure(&self) -> Measure {
        if self.points.iter().any(|point| point.available.is_some()) {
            Measure::Available
        } else {
            Measure::Current
        }
    }

    pub fn has(&self, measure: Measure) -> bool {
        self.points
            .iter()
            .any(|point| point.amount(measure).is_some())
    }

    /// The last report of a day.
    pub fn on(&self, day: Day) -> Option<&Point> {
        let is_of_day = |point: &&Point| point.taken.day() == day;
        self.points.iter().rev().find(is_of_day)
    }

    /// The amounts in runs without a gap: a day without a report ends a run, and is no zero.
    pub fn runs(&self, measure: Measure) -> Vec<Vec<(Taken, Cents)>> {
        let mut runs: Vec<Vec<(Taken, Cents)>> = Vec::new();
        for point in &self.points {
            let Some(amount) = point.amount(measure) else {
                continue;
            };
            let day = point.taken.day().number();
            match runs.last_mut() {
                Some(run)
                    if run
                        .last()
                        .is_some_and(|(last, _)| day - last.day().number() <= 1) =>
                {
                    run.push((point.taken, amount));
                }
                _ => runs.push(vec![(point.taken, amount)]),
            }
        }
        runs
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::id::UserId;

    pub(in crate::balance) fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    pub(in crate::balance) fn snapshot(account: &str, taken: &str, cents: i64) -> BalanceSnapshot {
        BalanceSnapshot {
            user_id: UserId::new("anna"),
            account_id: AccountId::new(account),
            taken: taken.to_owned(),
            available: Some(Cents(cents)),
            current: Some(Cents(cents + 1_000)),
            limit: None,
            currency: Some("USD".to_owned()),
            updated_date: day("2024-02-28"),
            ttl: None,
        }
    }

    pub(in crate::balance) fn february() -> DayRange {
        DayRange {
            from: day("2024-02-01"),
            to: day("2024-02-29"),
        }
    }

    pub(in crate::balance) fn history(snapshots: Vec<BalanceSnapshot>) -> BalanceHistory {
        BalanceHistory::of(snapshots, february(), Instant::EPOCH)
    }

    #[test]
    fn currencies_are_kept_apart_and_dollars_come_first() {
        let of = |account, currency: Option<&str>| BalanceSnapshot {
            currency: currency.map(str::to_owned),
            ..snapshot(account, "2024-02-10", 100)
        };
        let found = history(vec![
            of("a", None),
            of("b", Some("EUR")),
            of("d", Some("USD")),
            of("c", Some("USD")),
        ]);
        let codes: Vec<_> = found
            .groups
            .iter()
            .map(|it| it.currency.as_deref())
            .collect();
        assert_eq!(codes, [Some("USD"), Some("EUR"), None]);
        let letters: Vec<_> = found
            .accounts()
            .map(|account| (account.letter.as_str(), account.id.as_str()))
            .collect();
        assert_eq!(letters, [("A", "c"), ("B", "d"), ("C", "b"), ("D", "a")]);
    }

    #[test]
    fn a_day_without_a_report_is_a_gap_whether_keys_hold_days_or_moments() {
        for keys in [
            ["2024-02-01", "2024-02-02", "2024-02-04"],
            [
                "2024-02-01T00:10:00Z",
                "2024-02-02T23:50:00Z",
                "2024-02-04T00:00:01Z",
            ],
        ] {
            let found = history(keys.map(|key| snapshot("a", key, 100)).to_vec());
            let account = found.accounts().next().unwrap();
            let lengths: Vec<_> = account
                .runs(Measure::Available)
                .iter()
                .map(Vec::len)
                .collect();
            assert_eq!(lengths, [2, 1], "{keys:?}");
        }
    }

    #[test]
    fn a_report_without_the_amount_is_a_gap_too() {
        let mut silent = snapshot("a", "2024-02-02", 0);
        silent.available = None;
        let found = history(vec![
            snapshot("a", "2024-02-01", 100),
            silent,
            snapshot("a", "2024-02-03", 100),
        ]);
        let account = found.accounts().next().unwrap();
        assert_eq!(account.runs(Measure::Available).len(), 2);
        assert_eq!(account.runs(Measure::Current).len(), 1);
    }

    #[test]
    fn of_several_reports_on_a_day_the_last_one_stands_for_it() {
        let found = history(vec![
            snapshot("a", "2024-02-10T20:00:00Z", 3),
            snapshot("a", "2024-02-10T08:00:00Z", 1),
        ]);
        let account = found.accounts().next().unwrap();
        let last = account.on(day("2024-02-10")).unwrap();
        assert_eq!(last.available, Some(Cents(3)));
        assert_eq!(account.on(day("2024-02-11")), None);
    }

    #[test]
    fn only_the_range_counts_and_a_key_without_a_time_falls_back_to_the_day_of_its_item() {
        let found = history(vec![
            snapshot("a", "2024-01-31", 1),
            snapshot("a", "2024-02-01", 2),
            snapshot("a", "2024-03-01T00:00:00Z", 3),
            snapshot("a", "whenever", 4),
        ]);
        let account = found.accounts().next().unwrap();
        let days: Vec<_> = account.points.iter().map(|it| it.taken.day()).collect();
        assert_eq!(days, [day("2024-02-01"), day("2024-02-28")]);
    }

    #[test]
    fn a_list_holds_the_accounts_that_are_shown_newest_first() {
        let found = history(vec![
            snapshot("a", "2024-02-01", 1),
            snapshot("a", "2024-02-02", 2),
            snapshot("b", "2024-02-02", 3),
        ]);
        let listed = |view: &BalanceView| {
            let rows = found.newest_first(view).into_iter();
            rows.filter_map(|row| row.point.available)
                .map(|cents| cents.0)
                .collect::<Vec<_>>()
        };
        let all = BalanceView::default();
        assert_eq!(listed(&all), [2, 3, 1]);
        assert_eq!(listed(&all.only(&AccountId::new("a"))), [2, 1]);
    }

    #[test]
    fn after_z_come_two_letters() {
        let said = [0, 25, 26, 27, 51, 52, 702].map(letter);
        assert_eq!(said, ["A", "Z", "AA", "AB", "AZ", "BA", "AAA"]);
    }
}
