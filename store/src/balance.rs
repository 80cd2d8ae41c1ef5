//! Balance history: txn-transactions, `BALANCE#<user>` / `ACCOUNT#<account>#<date>`.

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::table::{Query, SortRange};
use crate::{Store, StoreError, TableId};
use domain::balance::BalanceSnapshot;
use domain::day::Day;
use domain::id::{AccountId, UserId};
use domain::item::Stored;
use domain::value::{Attributes, Value};

const PREFIX: &str = "ACCOUNT#";
/// Sorts after every moment of a day.
const END: char = '\u{10FFFF}';

pub(crate) fn partition(user: &UserId) -> String {
    format!("BALANCE#{user}")
}

/// Ends in `#`, so that account-1 never finds account-10.
fn account_prefix(account: &AccountId) -> String {
    format!("{PREFIX}{account}#")
}

fn sort(account: &AccountId, taken: &str) -> String {
    format!("{}{taken}", account_prefix(account))
}

/// Everything stored of a user, by account and then by time. A month at most.
pub async fn of_user(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<BalanceSnapshot>>, StoreError> {
    let query = Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned()));
    let items = store.table(TableId::Transactions).all(query).await?;
    Ok(items.into_iter().map(decode).collect())
}

pub async fn of_account(
    store: &Store,
    user: &UserId,
    account: &AccountId,
) -> Result<Vec<Stored<BalanceSnapshot>>, StoreError> {
    read_account(
        store,
        user,
        account,
        SortRange::Prefix(account_prefix(account)),
    )
    .await
}

/// The snapshots of one account from one day to another, both included, whether keys hold days or
/// moments.
pub async fn of_account_between(
    store: &Store,
    user: &UserId,
    account: &AccountId,
    from: Day,
    to: Day,
) -> Result<Vec<Stored<BalanceSnapshot>>, StoreError> {
    let range = SortRange::Between(
        sort(account, &from.stored()),
        format!("{}{END}", sort(account, &to.stored())),
    );
    read_account(store, user, account, range).await
}

async fn read_account(
    store: &Store,
    user: &UserId,
    account: &AccountId,
    range: SortRange,
) -> Result<Vec<Stored<BalanceSnapshot>>, StoreError> {
    let items = store
        .table(TableId::Transactions)
        .all(Query::new(partition(user), range))
        .await?;
    // Ids may contain `#`, so that a key of another account can begin alike.
    let is_of_account = |item: &Attributes| {
        item.get("account_id")
            .is_none_or(|id| *id == Value::text(account.as_str()))
    };
    Ok(items
        .into_iter()
        .filter(is_of_account)
        .map(decode)
        .collect())
}

pub fn encode(snapshot: &BalanceSnapshot) -> Attributes {
    Encoder::new()
        .keys(
            partition(&snapshot.user_id),
            sort(&snapshot.account_id, &snapshot.taken),
        )
        .text("user_id", snapshot.user_id.as_str())
        .text("account_id", snapshot.account_id.as_str())
        .optional_cents("available", snapshot.available)
        .optional_cents("current", snapshot.current)
        .value(
            "limit",
            snapshot
                .limit
                .map_or(Value::Null, |limit| Value::number(limit.0)),
        )
        .optional_text("iso_cc", snapshot.currency.as_deref())
        .day("updated_date", snapshot.updated_date)
        .optional_epoch("ttl", snapshot.ttl)
        .done()
}

pub fn decode(item: Attributes) -> Stored<BalanceSnapshot> {
    let mut fields = ItemFields::open(TableId::Transactions, item);
    let user_id = UserId::new(fields.text("user_id"));
    let account_id = AccountId::new(fields.text("account_id"));
    let taken = fields
        .sort_key()
        .strip_prefix(&account_prefix(&account_id))
        .map(str::to_owned);
    // Keys hold a day, or a moment of it.
    let in_key = taken
        .as_deref()
        .and_then(|taken| Day::parse(taken.get(..10)?));
    let updated_date = fields.day_or("updated_date", in_key);
    let snapshot = BalanceSnapshot {
        user_id,
        account_id,
        taken: taken.unwrap_or_else(|| updated_date.stored()),
        available: fields.optional_cents("available"),
        current: fields.optional_cents("current"),
        limit: fields.optional_cents("limit"),
        currency: fields.optional_text("iso_cc"),
        updated_date,
        ttl: fields.optional_epoch("ttl"),
    };
    fields.lies_in(&partition(&snapshot.user_id));
    fields.sorts_at(&sort(&snapshot.account_id, &snapshot.taken));
    fields.close(snapshot)
}
