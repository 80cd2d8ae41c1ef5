//! Reads a user's balances. The page and its export both go through here, so that they hold the same.

use crate::sieve::Sieve;
use domain::balance::history::BalanceHistory;
use domain::balance::taken::Taken;
use domain::day_range::DayRange;
use domain::id::UserId;
use domain::instant::Instant;
use domain::item::{BrokenItem, Fault, Problem};
use store::{Store, StoreError, balance};

/// What is stored within some days, and what could not be read.
#[derive(Debug, Clone)]
pub struct Balances {
    pub history: BalanceHistory,
    pub broken: Vec<BrokenItem>,
    pub notices: Vec<Problem>,
}

/// One question for all accounts and days: a month is all there is.
pub async fn read(
    store: &Store,
    user: &UserId,
    range: DayRange,
    now: Instant,
) -> Result<Balances, StoreError> {
    let mut sieve = Sieve::default();
    let snapshots = sieve.all(balance::of_user(store, user).await?);
    let timeless = snapshots
        .iter()
        .filter(|it| Taken::parse(&it.taken).is_none());
    sieve.notices.extend(timeless.map(|snapshot| Problem {
        path: format!("the end of the sort key of {}", snapshot.account_id),
        what: Fault::Is {
            expected: "a day or a moment".to_owned(),
            found: format!("\u{201c}{}\u{201d}", snapshot.taken),
        },
    }));
    Ok(Balances {
        history: BalanceHistory::of(snapshots, range, now),
        broken: sieve.broken,
        notices: sieve.notices,
    })
}
