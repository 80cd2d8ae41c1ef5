//! Income detection runs: incomedetection, `INCOMEDETECTION#<user>` / `<run_date>`.

use super::ttl_name;
use crate::encoder::Encoder;
use crate::fields::{ItemFields, as_epoch};
use crate::table::{Query, SortRange};
use crate::{Assumptions, Store, StoreError, TableId};
use domain::day::Day;
use domain::id::UserId;
use domain::insight::income_detection::IncomeDetection;
use domain::instant::Instant;
use domain::item::Stored;
use domain::value::Attributes;

const TABLE: TableId = TableId::IncomeDetection;
const PARTITION: &str = "INCOMEDETECTION#";

pub(crate) fn partition(user: &UserId) -> String {
    format!("{PARTITION}{user}")
}

/// Every run that is stored, newest first. A week of them.
pub async fn runs(
    store: &Store,
    user: &UserId,
) -> Result<Vec<Stored<IncomeDetection>>, StoreError> {
    let query = Query::new(partition(user), SortRange::All).newest_first();
    let items = store.table(TABLE).all(query).await?;
    let decode = |item| decode(item, store.assumptions());
    Ok(items.into_iter().map(decode).collect())
}

pub fn encode(run: &IncomeDetection, assumptions: &Assumptions) -> Attributes {
    Encoder::new()
        .keys(partition(&run.user_id), run.run_date.stored())
        .optional_epoch(ttl_name(TABLE, assumptions), run.ttl)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<IncomeDetection> {
    let mut fields = ItemFields::open(TABLE, item);
    let run = IncomeDetection {
        user_id: fields.user_after(PARTITION),
        run_date: fields
            .sort_key_after("", "<day>", Day::parse)
            .unwrap_or(Instant::EPOCH.day()),
        ttl: fields.assumed(ttl_name(TABLE, assumptions), as_epoch),
    };
    fields.sorts_at(&run.run_date.stored());
    fields.close(run)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{
        assert_reads_back, assumptions, at, day, problems, user, with,
    };
    use super::*;
    use domain::value::Value;

    fn run() -> IncomeDetection {
        IncomeDetection {
            user_id: user(),
            run_date: day("2024-02-10"),
            ttl: Some(at("2024-02-17T00:00:00Z")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let read = decode(encode(&run(), &assumptions()), &assumptions());
        assert_reads_back(read, &run());
    }

    #[test]
    fn what_was_detected_is_kept_under_whatever_name_it_has() {
        let transactions = Value::List(vec![Value::text("payroll")]);
        let item = with(
            encode(&run(), &assumptions()),
            "transactions",
            transactions.clone(),
        );
        let record = decode(item, &assumptions()).unwrap();
        assert_eq!(record.unknown["transactions"], transactions);
    }

    #[test]
    fn a_key_without_a_day_is_broken() {
        let item = with(encode(&run(), &assumptions()), "SK", Value::text("monday"));
        assert!(problems(decode(item, &assumptions())).contains("<day>"));
    }
}
