//! The state of a user's low-balance alert: pave, `USERS#<user>` / `ALERT#<user>`.

use super::pave;
use crate::{Store, StoreError};
use domain::id::UserId;
use domain::insight::balance_alert::BalanceAlert;
use domain::item::Stored;
use domain::value::Attributes;

const DB_TYPE: &str = "alert";

fn sort(user: &UserId) -> String {
    format!("ALERT#{user}")
}

pub async fn get(store: &Store, user: &UserId) -> Result<Option<Stored<BalanceAlert>>, StoreError> {
    pave::get(store, pave::users_partition(user), sort(user), decode).await
}

pub fn encode(alert: &BalanceAlert) -> Attributes {
    let user = &alert.user_id;
    pave::item(pave::users_partition(user), sort(user), DB_TYPE)
        .optional_instant("UpdatedDate", alert.updated_date)
        .optional_boolean("Sent", alert.sent)
        .done()
}

pub fn decode(item: Attributes) -> Stored<BalanceAlert> {
    let mut fields = pave::open(item, DB_TYPE);
    let alert = BalanceAlert {
        user_id: fields.user_after(pave::USERS),
        updated_date: fields.optional_moment("UpdatedDate"),
        sent: fields.optional_boolean("Sent"),
    };
    fields.sorts_at(&sort(&alert.user_id));
    fields.close(alert)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, at, problems, user, with};
    use super::*;
    use domain::value::Value;

    fn alert() -> BalanceAlert {
        BalanceAlert {
            user_id: user(),
            updated_date: Some(at("2024-02-10T14:30:00Z")),
            sent: Some(true),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        assert_reads_back(decode(encode(&alert())), &alert());
    }

    #[test]
    fn the_time_of_the_last_alert_may_be_stored_in_seconds() {
        let item = with(
            encode(&alert()),
            "UpdatedDate",
            Value::number(1_707_575_400),
        );
        assert_reads_back(decode(item), &alert());
    }

    #[test]
    fn a_documented_field_of_another_kind_is_a_fault() {
        let item = with(encode(&alert()), "Sent", Value::text("yes"));
        let item = with(item, "UpdatedDate", Value::text("yesterday"));
        let problems = problems(decode(item));
        assert!(problems.contains("Sent should be yes/no"), "{problems}");
        assert!(
            problems.contains("UpdatedDate should be a moment"),
            "{problems}"
        );
    }
}
