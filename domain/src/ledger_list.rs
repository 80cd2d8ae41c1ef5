//! The list of all decisions: which are wanted, which of their columns, and how many there are.

mod column;
mod counts;
mod filter;

pub use column::Column;
pub use counts::{FilteredCount, filtered_counts, tallied};
pub use filter::{Applicability, LedgerFilter};

use crate::day::Day;
use crate::day_range::DayRange;
use crate::decision::NoResultsReading;
use crate::evaluation::Product;
use crate::evaluation_list::{FilterError, Outcome};
use crate::id::{AccountId, BankItemId, ResultId, UpdateId, UserId};
use crate::instant::Instant;
use crate::item::BrokenItem;
use crate::ledger::{Decided, LedgerEntry};
use serde::{Deserialize, Serialize};

/// Without a first day, so many days up to the last are counted.
pub const COUNTED_DAYS: i64 = 14;
/// More days than that are not counted for a page.
pub const MOST_COUNTED_DAYS: i64 = 92;

/// Everything that the address says about the list but the place in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerView {
    pub filter: LedgerFilter,
    /// Nothing means the usual ones.
    pub columns: Vec<Column>,
}

impl LedgerView {
    /// Reads the fields of an address; an empty value is none.
    pub fn parse(fields: &[(String, String)]) -> Result<Self, FilterError> {
        let value = |name: &str| {
            let last = fields.iter().rfind(|(field, _)| field == name);
            last.map(|(_, value)| value.clone())
        };
        let words = fields.iter().filter(|(field, _)| field == Column::FIELD);
        let columns = words.filter_map(|(_, word)| Column::parse(word)).collect();
        Ok(Self {
            filter: LedgerFilter::parse(value)?,
            // A form names those that are ticked, also where they are the usual ones.
            columns: Some(Column::in_order(columns))
                .filter(|chosen| *chosen != Column::USUAL)
                .unwrap_or_default(),
        })
    }

    /// The fields of its address; what is as usual is left out.
    pub fn address(&self) -> Vec<(&'static str, String)> {
        let columns = self.columns.iter();
        let columns = columns.map(|column| (Column::FIELD, column.word().to_owned()));
        self.filter.address().into_iter().chain(columns).collect()
    }

    pub fn shows(&self, column: Column) -> bool {
        match self.columns.as_slice() {
            [] => Column::USUAL.contains(&column),
            chosen => chosen.contains(&column),
        }
    }

    /// The same with another filter.
    #[must_use]
    pub fn with(&self, filter: LedgerFilter) -> Self {
        Self {
            filter,
            ..self.clone()
        }
    }

    /// The days whose decisions are counted; nothing where they are too many.
    pub fn counted_days(&self, today: Day) -> Option<DayRange> {
        let to = self.filter.of.to.unwrap_or(today);
        let from = self
            .filter
            .of
            .from
            .unwrap_or(to.plus_days(1 - COUNTED_DAYS));
        let range = DayRange { from, to };
        (1..=MOST_COUNTED_DAYS)
            .contains(&range.days())
            .then_some(range)
    }
}

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerLine {
    pub result_id: ResultId,
    pub user_id: UserId,
    pub item_id: BankItemId,
    pub account_id: AccountId,
    pub created: Instant,
    pub expires: Option<Instant>,
    pub float: Option<Outcome>,
    pub loan: Option<Outcome>,
    pub snapshot: Option<UpdateId>,
}

/// A line, or an entry that cannot be read.
pub type ListedEntry = Result<LedgerLine, BrokenItem>;

impl LedgerLine {
    pub fn of(entry: &LedgerEntry, no_results: NoResultsReading) -> Self {
        let outcome = |product| {
            let part = entry.decided(product)?;
            Some(Outcome::of_decided(part, no_results))
        };
        Self {
            result_id: entry.result_id.clone(),
            user_id: entry.user_id.clone(),
            item_id: entry.item_id.clone(),
            account_id: entry.account_id.clone(),
            created: entry.created,
            expires: entry.expires,
            float: outcome(Product::Float),
            loan: outcome(Product::Loan),
            snapshot: entry.snapshot.clone(),
        }
    }
}

impl Outcome {
    pub fn of_decided(decided: &Decided, no_results: NoResultsReading) -> Self {
        Self {
            decision: decided.decision().read(no_results),
            approved: decided.approved,
            amount: decided.amount,
            deciding_rulebook: decided.deciding.clone(),
            status: decided.status.clone(),
            is_contradicted: decided.is_contradicted(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(fields: &[(&str, &str)]) -> Result<LedgerView, FilterError> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        LedgerView::parse(&fields.iter().map(owned).collect::<Vec<_>>())
    }

    #[test]
    fn columns_come_in_their_own_order_and_what_is_none_is_left_out() {
        let view = parsed(&[("column", "status"), ("column", "user"), ("column", "x")]).unwrap();
        assert_eq!(view.columns, [Column::User, Column::Status]);
        assert!(view.shows(Column::User) && !view.shows(Column::Account));
        assert!(LedgerView::default().shows(Column::Float));
        let usual = Column::USUAL.map(|column| ("column", column.word()));
        assert_eq!(parsed(&usual), Ok(LedgerView::default()));
    }

    #[test]
    fn the_days_that_are_chosen_are_counted_and_a_fortnight_where_none_are() {
        let today = Day::parse("2024-02-20").unwrap();
        let days = |fields: &[(&str, &str)]| {
            let range = parsed(fields).unwrap().counted_days(today);
            range.map(|range| (range.from.stored(), range.to.stored()))
        };
        let pair = |from: &str, to: &str| Some((from.to_owned(), to.to_owned()));
        assert_eq!(days(&[]), pair("2024-02-07", "2024-02-20"));
        let chosen = [("from", "2024-02-01"), ("to", "2024-02-01")];
        assert_eq!(days(&chosen), pair("2024-02-01", "2024-02-01"));
        assert_eq!(days(&[("from", "2020-01-01")]), None);
    }

    proptest! {
        #[test]
        fn every_view_comes_back_from_its_address(
            user in proptest::option::of("[a-z#&]{1,9}"), cents in proptest::option::of(0_i64..10_000_000),
            applies in 0..4_usize, columns in proptest::collection::vec(0..Column::ALL.len(), 0..4),
        ) {
            let columns = columns.into_iter().map(|index| Column::ALL[index]).collect();
            let view = LedgerView {
                filter: LedgerFilter {
                    user: user.map(UserId::new),
                    at_least: cents.map(crate::money::Cents),
                    applies: Applicability::ALL.get(applies).copied(),
                    ..LedgerFilter::default()
                },
                columns: Column::in_order(columns),
            };
            let fields: Vec<_> = view.address().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            prop_assert_eq!(LedgerView::parse(&fields), Ok(view));
        }
    }
}
