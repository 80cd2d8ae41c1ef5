//! Cash advance scores: pave, `USERS#<user>` / `CASHADVANCESCORE#<scored_at>`.

use super::{pave, ttl_name};
use crate::fields::{as_epoch, as_number};
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError};
use domain::id::UserId;
use domain::insight::cash_advance_score::CashAdvanceScore;
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::{Attributes, Value};

const PREFIX: &str = "CASHADVANCESCORE#";
const DB_TYPE: &str = "scores";

fn sort(scored_at: Instant) -> String {
    format!("{PREFIX}{}", scored_at.stored())
}

fn newest_first(user: &UserId) -> Query {
    let range = SortRange::Prefix(PREFIX.to_owned());
    Query::new(pave::users_partition(user), range).newest_first()
}

/// The newest score that is stored, which may have expired.
pub async fn latest(
    store: &Store,
    user: &UserId,
) -> Result<Option<Stored<CashAdvanceScore>>, StoreError> {
    let decode = |item| decode(item, store.assumptions());
    pave::first(store, newest_first(user), decode).await
}

/// Every score that is stored, newest first. A month of them.
pub async fn history(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<CashAdvanceScore>>, StoreError> {
    let decode = |item| decode(item, store.assumptions());
    pave::all(store, newest_first(user), decode).await
}

pub fn encode(score: &CashAdvanceScore, assumptions: &Assumptions) -> Attributes {
    let partition = pave::users_partition(&score.user_id);
    pave::item(partition, sort(score.scored_at), DB_TYPE)
        .optional("score", score.score.clone().map(Value::Number))
        .optional_epoch(ttl_name(pave::TABLE, assumptions), score.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<CashAdvanceScore> {
    let mut fields = pave::open(item, DB_TYPE);
    let score = CashAdvanceScore {
        user_id: fields.user_after(pave::USERS),
        scored_at: fields
            .sort_key_after(PREFIX, "<moment>", Instant::parse)
            .unwrap_or(Instant::EPOCH),
        score: fields.assumed("score", as_number),
        ttl: fields.assumed(ttl_name(pave::TABLE, assumptions), as_epoch),
    };
    fields.sorts_at(&sort(score.scored_at));
    fields.close(score)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, at, user, with};
    use super::*;
    use domain::value::Number;

    fn score() -> CashAdvanceScore {
        CashAdvanceScore {
            user_id: user(),
            scored_at: at("2024-02-10T14:30:00Z"),
            score: Some(Number::from_stored("0.12345678901234567890")),
            ttl: Some(at("2024-03-11T14:30:00Z")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same_to_the_last_digit() {
        let read = decode(encode(&score(), &assumptions()), &assumptions());
        assert_reads_back(read, &score());
    }

    #[test]
    fn a_key_with_an_offset_is_the_same_moment_in_the_wrong_place() {
        let sort = Value::text("CASHADVANCESCORE#2024-02-10T09:30:00-05:00");
        let item = with(encode(&score(), &assumptions()), "SK", sort);
        let record = decode(item, &assumptions()).unwrap();
        assert_eq!(record.value, score());
        assert_eq!(record.notices.len(), 1);
    }
}
