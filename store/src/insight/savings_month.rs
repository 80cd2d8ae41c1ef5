//! Monthly savings: pave, `USERS#<user>` / `SAVINGS_MONTH#<YYYY-MM>`.

use super::{pave, ttl_name};
use crate::fields::{as_epoch, as_number};
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError};
use domain::id::UserId;
use domain::insight::savings_month::{Month, SavingsMonth};
use domain::item::Stored;
use domain::value::{Attributes, Value};

const PREFIX: &str = "SAVINGS_MONTH#";
const DB_TYPE: &str = "balance";

fn sort(month: Month) -> String {
    format!("{PREFIX}{}", month.stored())
}

/// Every month that is stored, oldest first. A year of them.
pub async fn all(store: &Store, user: &UserId) -> Result<Vec<Stored<SavingsMonth>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(pave::users_partition(user), range);
    pave::all(store, query, |item| decode(item, store.assumptions())).await
}

pub fn encode(savings: &SavingsMonth, assumptions: &Assumptions) -> Attributes {
    let partition = pave::users_partition(&savings.user_id);
    pave::item(partition, sort(savings.month), DB_TYPE)
        .optional("balance", savings.balance.clone().map(Value::Number))
        .optional_epoch(ttl_name(pave::TABLE, assumptions), savings.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<SavingsMonth> {
    let mut fields = pave::open(item, DB_TYPE);
    let savings = SavingsMonth {
        user_id: fields.user_after(pave::USERS),
        // Where there is none the item is broken, and the default is never seen.
        month: fields
            .sort_key_after(PREFIX, "<YYYY-MM>", Month::parse)
            .unwrap_or_default(),
        balance: fields.assumed("balance", as_number),
        ttl: fields.assumed(ttl_name(pave::TABLE, assumptions), as_epoch),
    };
    fields.sorts_at(&sort(savings.month));
    fields.close(savings)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, at, problems, user, with};
    use super::*;

    fn savings() -> SavingsMonth {
        SavingsMonth {
            user_id: user(),
            month: Month::parse("2024-02").unwrap(),
            balance: Some(42_000.into()),
            ttl: Some(at("2025-02-10T00:00:00Z")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let read = decode(encode(&savings(), &assumptions()), &assumptions());
        assert_reads_back(read, &savings());
    }

    #[test]
    fn a_key_without_a_month_is_broken() {
        let sort = Value::text("SAVINGS_MONTH#2024-13");
        let item = with(encode(&savings(), &assumptions()), "SK", sort);
        assert!(problems(decode(item, &assumptions())).contains("<YYYY-MM>"));
    }
}
