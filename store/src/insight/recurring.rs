//! Recurring expenses and income: pave, `USERS#<user>` / `RECURRING#<mined_at>#<uuid>`.

use super::{mining_run, pave, ttl_name};
use crate::fields::{as_day, as_epoch, as_text};
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError};
use domain::id::UserId;
use domain::insight::recurring::{Recurring, RecurringKind};
use domain::item::Stored;
use domain::value::Attributes;

const PREFIX: &str = "RECURRING#";
const DB_TYPE: &str = "recurring";

/// What every run found and is still stored, newest run first. It expires with its due date.
pub async fn all(store: &Store, user: &UserId) -> Result<Vec<Stored<Recurring>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(pave::users_partition(user), range).newest_first();
    pave::all(store, query, |item| decode(item, store.assumptions())).await
}

pub fn encode(recurring: &Recurring, assumptions: &Assumptions) -> Attributes {
    let sort = mining_run::sort(PREFIX, recurring.mined_at, &recurring.uuid);
    pave::item(pave::users_partition(&recurring.user_id), sort, DB_TYPE)
        .optional_text(
            "type",
            recurring.kind.as_ref().map(RecurringKind::as_stored),
        )
        .optional_day("due_date", recurring.due_date)
        .optional_epoch(ttl_name(pave::TABLE, assumptions), recurring.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<Recurring> {
    let mut fields = pave::open(item, DB_TYPE);
    let (mined_at, uuid) = mining_run::read_sort(&mut fields, PREFIX);
    let recurring = Recurring {
        user_id: fields.user_after(pave::USERS),
        mined_at,
        uuid,
        kind: fields
            .assumed("type", as_text)
            .map(|word| RecurringKind::from_stored(&word)),
        due_date: fields.assumed("due_date", as_day),
        ttl: fields.assumed(ttl_name(pave::TABLE, assumptions), as_epoch),
    };
    fields.close(recurring)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{
        assert_reads_back, assumptions, at, day, problems, user, with,
    };
    use super::*;
    use crate::TableId;
    use domain::value::Value;

    fn recurring() -> Recurring {
        Recurring {
            user_id: user(),
            mined_at: at("2024-02-10T14:30:00Z"),
            uuid: "a uuid with # in it".to_owned(),
            kind: Some(RecurringKind::Expense),
            due_date: Some(day("2024-03-01")),
            ttl: Some(at("2024-03-02T00:00:00Z")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let read = decode(encode(&recurring(), &assumptions()), &assumptions());
        assert_reads_back(read, &recurring());
    }

    #[test]
    fn the_ttl_is_read_and_written_under_the_name_that_the_installation_sets() {
        let mut assumptions = assumptions();
        assumptions
            .ttl
            .insert(TableId::Pave, "ExpiresAt".to_owned());
        let item = encode(&recurring(), &assumptions);
        assert!(item.contains_key("ExpiresAt") && !item.contains_key("ttl"));
        assert_reads_back(decode(item, &assumptions), &recurring());
    }

    #[test]
    fn a_run_in_seconds_is_read_and_its_key_flagged() {
        let sort = Value::text("RECURRING#1707575400#a uuid with # in it");
        let item = with(encode(&recurring(), &assumptions()), "SK", sort);
        let record = decode(item, &assumptions()).unwrap();
        assert_eq!(record.value, recurring());
        assert_eq!(record.notices.len(), 1);
    }

    #[test]
    fn a_key_without_a_moment_or_without_a_uuid_is_broken() {
        for sort in ["RECURRING#soon#1", "RECURRING#2024-02-10T14:30:00Z"] {
            let item = with(
                encode(&recurring(), &assumptions()),
                "SK",
                Value::text(sort),
            );
            assert!(problems(decode(item, &assumptions())).contains("the sort key"));
        }
    }

    #[test]
    fn what_no_panel_knows_is_kept() {
        let merchant = Value::text("Blue Bottle");
        let item = with(
            encode(&recurring(), &assumptions()),
            "merchant",
            merchant.clone(),
        );
        let record = decode(item, &assumptions()).unwrap();
        assert_eq!(record.unknown["merchant"], merchant);
    }
}
