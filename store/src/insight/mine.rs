//! Mining requests: pave, `MINE#<user>` / `TIME#<mined_at>`.

use super::pave;
use crate::fields::as_text;
use crate::page::{Page, PageRequest};
use crate::table::{Query, SortRange};
use crate::{Store, StoreError};
use domain::id::UserId;
use domain::insight::mine::Mine;
use domain::insight::request_id::RequestId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::Attributes;

const PARTITION: &str = "MINE#";
const PREFIX: &str = "TIME#";
const DB_TYPE: &str = "insights";

pub(crate) fn partition(user: &UserId) -> String {
    format!("{PARTITION}{user}")
}

fn sort(mined_at: Instant) -> String {
    format!("{PREFIX}{}", mined_at.stored())
}

fn newest_first(user: &UserId) -> Query {
    Query::new(partition(user), SortRange::Prefix(PREFIX.to_owned())).newest_first()
}

pub async fn latest(store: &Store, user: &UserId) -> Result<Option<Stored<Mine>>, StoreError> {
    pave::first(store, newest_first(user), decode).await
}

/// Every request, newest first. They never expire.
pub async fn history(
    store: &Store,
    user: &UserId,
    request: PageRequest,
) -> Result<Page<Stored<Mine>>, StoreError> {
    pave::page(store, newest_first(user), request, decode).await
}

pub fn encode(mine: &Mine) -> Attributes {
    pave::item(partition(&mine.user_id), sort(mine.mined_at), DB_TYPE)
        .optional_text(
            "request_id",
            mine.request_id.as_ref().map(RequestId::as_str),
        )
        .done()
}

pub fn decode(item: Attributes) -> Stored<Mine> {
    let mut fields = pave::open(item, DB_TYPE);
    let mine = Mine {
        user_id: fields.user_after(PARTITION),
        mined_at: fields
            .sort_key_after(PREFIX, "<moment>", Instant::parse)
            .unwrap_or(Instant::EPOCH),
        request_id: fields.assumed("request_id", as_text).map(RequestId::new),
    };
    fields.sorts_at(&sort(mine.mined_at));
    fields.close(mine)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, at, problems, user, with};
    use super::*;
    use domain::value::Value;

    fn mine() -> Mine {
        Mine {
            user_id: user(),
            mined_at: at("2024-02-10T14:30:00Z"),
            request_id: Some(RequestId::new("req-1")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        assert_reads_back(decode(encode(&mine())), &mine());
    }

    #[test]
    fn a_guessed_name_is_found_in_the_other_spelling() {
        let mut item = encode(&mine());
        let id = item.remove("request_id").unwrap();
        assert_reads_back(decode(with(item, "RequestID", id)), &mine());
    }

    #[test]
    fn a_guess_that_does_not_fit_leaves_the_item_sound_and_the_value_in_sight() {
        let record = decode(with(encode(&mine()), "request_id", Value::number(7))).unwrap();
        assert_eq!(record.value.request_id, None);
        assert_eq!(record.unknown["request_id"], Value::number(7));
    }

    #[test]
    fn an_item_without_its_discriminator_is_sound_and_one_with_another_is_broken() {
        let mut item = encode(&mine());
        item.remove("DBType");
        assert!(decode(item.clone()).is_ok());
        let other = decode(with(item, "DBType", Value::text("ritual")));
        assert!(problems(other).contains("DBType"));
    }

    #[test]
    fn keys_that_do_not_fit_are_each_named() {
        let item = with(encode(&mine()), "SK", Value::text("TIME#yesterday"));
        let item = with(item, "PK", Value::text("USERS#anna"));
        let problems = problems(decode(item));
        assert!(problems.contains("the partition key"), "{problems}");
        assert!(problems.contains("the sort key"), "{problems}");
    }
}
