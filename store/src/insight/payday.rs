//! Payday predictions: pave, `PAYDAY#<user>` / `EXPIRES#<next_payday>`.

use super::pave;
use crate::encoder::Encoder;
use crate::fields::{Fields, as_day, as_moment, as_text};
use crate::page::{Page, PageRequest};
use crate::table::{Query, SortRange};
use crate::{Store, StoreError};
use domain::day::Day;
use domain::id::UserId;
use domain::insight::payday::{CollectionDates, Payday};
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::{Attributes, Value};

const PARTITION: &str = "PAYDAY#";
const PREFIX: &str = "EXPIRES#";
/// Sorts after every day that can follow the prefix.
const END: char = '\u{10FFFF}';
const DB_TYPE: &str = "payday";

pub(crate) fn partition(user: &UserId) -> String {
    format!("{PARTITION}{user}")
}

fn sort(next_payday: Day) -> String {
    format!("{PREFIX}{}", next_payday.stored())
}

/// Predictions for `today` and later, soonest first. Past ones are never deleted, and count for
/// nothing.
pub async fn upcoming(
    store: &Store,
    user: &UserId,
    today: Day,
) -> Result<Vec<Stored<Payday>>, StoreError> {
    let range = SortRange::Between(sort(today), format!("{PREFIX}{END}"));
    pave::all(store, Query::new(partition(user), range), decode).await
}

/// Every prediction, the latest payday first.
pub async fn history(
    store: &Store,
    user: &UserId,
    request: PageRequest,
) -> Result<Page<Stored<Payday>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(partition(user), range).newest_first();
    pave::page(store, query, request, decode).await
}

pub fn encode(payday: &Payday) -> Attributes {
    let dates = |dates: &Option<CollectionDates>| {
        let dates = dates.as_ref()?;
        Some(Value::Map(encode_dates(dates)))
    };
    pave::item(
        partition(&payday.user_id),
        sort(payday.next_payday),
        DB_TYPE,
    )
    .optional_text("winner", payday.winner.as_deref())
    .optional("pave", dates(&payday.pave))
    .optional("fm_legacy", dates(&payday.fm_legacy))
    .optional_instant("updated_date", payday.updated_date)
    .done()
}

pub fn decode(item: Attributes) -> Stored<Payday> {
    let mut fields = pave::open(item, DB_TYPE);
    let payday = Payday {
        user_id: fields.user_after(PARTITION),
        next_payday: fields
            .sort_key_after(PREFIX, "<day>", Day::parse)
            .unwrap_or(Instant::EPOCH.day()),
        winner: fields.assumed("winner", as_text),
        pave: fields.assumed_nested("pave", decode_dates),
        fm_legacy: fields.assumed_nested("fm_legacy", decode_dates),
        updated_date: fields.assumed("updated_date", as_moment),
    };
    fields.sorts_at(&sort(payday.next_payday));
    fields.close(payday)
}

fn encode_dates(dates: &CollectionDates) -> Attributes {
    Encoder::new()
        .optional_day("instant", dates.instant)
        .optional_day("standard", dates.standard)
        .optional_day("extended", dates.extended)
        .with(&dates.unknown)
        .done()
}

fn decode_dates(fields: &mut Fields) -> CollectionDates {
    CollectionDates {
        instant: fields.assumed("instant", as_day),
        standard: fields.assumed("standard", as_day),
        extended: fields.assumed("extended", as_day),
        unknown: fields.rest(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, at, day, problems, user, with};
    use super::*;

    fn payday() -> Payday {
        Payday {
            user_id: user(),
            next_payday: day("2024-02-16"),
            winner: Some("pave".to_owned()),
            pave: Some(CollectionDates {
                instant: Some(day("2024-02-16")),
                standard: Some(day("2024-02-19")),
                extended: Some(day("2024-02-23")),
                unknown: Attributes::from([("confidence".to_owned(), Value::number(1))]),
            }),
            fm_legacy: Some(CollectionDates::default()),
            updated_date: Some(at("2024-02-10T14:30:00Z")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        assert_reads_back(decode(encode(&payday())), &payday());
    }

    #[test]
    fn an_algorithm_stored_in_another_shape_is_kept_as_it_is() {
        let record = decode(with(encode(&payday()), "pave", Value::text("2024-02-16"))).unwrap();
        assert_eq!(record.value.pave, None);
        assert_eq!(record.unknown["pave"], Value::text("2024-02-16"));
    }

    #[test]
    fn a_key_without_a_day_is_broken() {
        let item = with(encode(&payday()), "SK", Value::text("EXPIRES#never"));
        assert!(problems(decode(item)).contains("the sort key"));
    }

    #[test]
    fn todays_payday_is_upcoming_and_the_range_ends_with_its_prefix() {
        let (from, to) = (sort(day("2024-02-16")), format!("{PREFIX}{END}"));
        let is_in_range = |sort: String| from <= sort && sort <= to;
        assert!(is_in_range(sort(day("2024-02-16"))));
        assert!(is_in_range(sort(day("9999-12-31"))));
        assert!(!is_in_range(sort(day("2024-02-15"))));
        assert!(!is_in_range("EXPIRY".to_owned()));
    }
}
