//! Notifications of funds on a credit card: pave, `CCNOTIFY#<user>` / `CREATED#<created>#EXPIRES#<expires>`.

use super::{moment, pave, ttl_name};
use crate::fields::as_epoch;
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError};
use domain::id::UserId;
use domain::insight::card_funds_notification::CardFundsNotification;
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::Attributes;

const PARTITION: &str = "CCNOTIFY#";
const PREFIX: &str = "CREATED#";
const EXPIRES: &str = "#EXPIRES#";
const DB_TYPE: &str = "cc_income_notification";

pub(crate) fn partition(user: &UserId) -> String {
    format!("{PARTITION}{user}")
}

fn sort(created: Instant, expires: Instant) -> String {
    format!("{PREFIX}{}{EXPIRES}{}", created.stored(), expires.stored())
}

/// All that are stored, newest first. Two days of them.
pub async fn all(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<CardFundsNotification>>, StoreError> {
    let range = SortRange::Prefix(PREFIX.to_owned());
    let query = Query::new(partition(user), range).newest_first();
    pave::all(store, query, |item| decode(item, store.assumptions())).await
}

pub fn encode(notification: &CardFundsNotification, assumptions: &Assumptions) -> Attributes {
    let sort = sort(notification.created, notification.expires);
    pave::item(partition(&notification.user_id), sort, DB_TYPE)
        .optional_epoch(ttl_name(pave::TABLE, assumptions), notification.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<CardFundsNotification> {
    let mut fields = pave::open(item, DB_TYPE);
    // Neither moment can hold the separator between them.
    let window = fields.sort_key_after(PREFIX, "<moment>#EXPIRES#<moment>", |rest| {
        let (created, expires) = rest.split_once(EXPIRES)?;
        Some((moment(created)?, moment(expires)?))
    });
    let (created, expires) = window.unwrap_or((Instant::EPOCH, Instant::EPOCH));
    let notification = CardFundsNotification {
        user_id: fields.user_after(PARTITION),
        created,
        expires,
        ttl: fields.assumed(ttl_name(pave::TABLE, assumptions), as_epoch),
    };
    fields.sorts_at(&sort(created, expires));
    fields.close(notification)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, at, problems, user, with};
    use super::*;
    use domain::value::Value;

    fn notification() -> CardFundsNotification {
        CardFundsNotification {
            user_id: user(),
            created: at("2024-02-10T14:30:00Z"),
            expires: at("2024-02-12T14:30:00Z"),
            ttl: Some(at("2024-02-12T14:30:00Z")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let read = decode(encode(&notification(), &assumptions()), &assumptions());
        assert_reads_back(read, &notification());
    }

    #[test]
    fn a_key_without_the_end_of_its_window_is_broken() {
        let sort = Value::text("CREATED#2024-02-10T14:30:00Z");
        let item = with(encode(&notification(), &assumptions()), "SK", sort);
        assert!(problems(decode(item, &assumptions())).contains("#EXPIRES#"));
    }
}
