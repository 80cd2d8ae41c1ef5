//! Ritual expenses: pave, `USERS#<user>` / `RITUAL#<mined_at>#<uuid>`.

use super::{mining_run, pave, ttl_name};
use crate::fields::{as_day, as_epoch};
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError};
use domain::id::UserId;
use domain::insight::ritual::Ritual;
use domain::item::Stored;
use domain::value::Attributes;

const PREFIX: &str = "RITUAL#";
const DB_TYPE: &str = "ritual";

/// What every run found and is still stored, newest run first. It expires with its date.
pub async fn all(store: &Store, user: &UserId) -> Result<Vec<Stored<Ritual>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(pave::users_partition(user), range).newest_first();
    pave::all(store, query, |item| decode(item, store.assumptions())).await
}

pub fn encode(ritual: &Ritual, assumptions: &Assumptions) -> Attributes {
    let sort = mining_run::sort(PREFIX, ritual.mined_at, &ritual.uuid);
    pave::item(pave::users_partition(&ritual.user_id), sort, DB_TYPE)
        .optional_day("date", ritual.date)
        .optional_epoch(ttl_name(pave::TABLE, assumptions), ritual.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<Ritual> {
    let mut fields = pave::open(item, DB_TYPE);
    let (mined_at, uuid) = mining_run::read_sort(&mut fields, PREFIX);
    let ritual = Ritual {
        user_id: fields.user_after(pave::USERS),
        mined_at,
        uuid,
        date: fields.assumed("date", as_day),
        ttl: fields.assumed(ttl_name(pave::TABLE, assumptions), as_epoch),
    };
    fields.close(ritual)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, at, day, user};
    use super::*;

    #[test]
    fn what_is_written_reads_back_the_same() {
        let ritual = Ritual {
            user_id: user(),
            mined_at: at("2024-02-10T14:30:00Z"),
            uuid: "9f1c".to_owned(),
            date: Some(day("2024-02-12")),
            ttl: None,
        };
        let read = decode(encode(&ritual, &assumptions()), &assumptions());
        assert_reads_back(read, &ritual);
    }
}
