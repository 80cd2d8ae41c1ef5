//! Income verifications: pave, `USERS#<user>` / `VERIFICATION`.

use super::pave;
use crate::fields::{as_day, as_number, as_text};
use crate::{Store, StoreError};
use domain::id::UserId;
use domain::insight::income_verification::IncomeVerification;
use domain::item::Stored;
use domain::value::{Attributes, Value};

const SORT: &str = "VERIFICATION";
const DB_TYPE: &str = "income_verification";

pub async fn get(
    store: &Store,
    user: &UserId,
) -> Result<Option<Stored<IncomeVerification>>, StoreError> {
    pave::get(store, pave::users_partition(user), SORT.to_owned(), decode).await
}

pub fn encode(verification: &IncomeVerification) -> Attributes {
    let partition = pave::users_partition(&verification.user_id);
    pave::item(partition, SORT.to_owned(), DB_TYPE)
        .optional_text("employer_name", verification.employer_name.as_deref())
        .optional("salary", verification.salary.clone().map(Value::Number))
        .optional_text("pay_frequency", verification.pay_frequency.as_deref())
        .optional_day("start_date", verification.start_date)
        .done()
}

pub fn decode(item: Attributes) -> Stored<IncomeVerification> {
    let mut fields = pave::open(item, DB_TYPE);
    let verification = IncomeVerification {
        user_id: fields.user_after(pave::USERS),
        employer_name: fields.assumed("employer_name", as_text),
        salary: fields.assumed("salary", as_number),
        pay_frequency: fields.assumed("pay_frequency", as_text),
        start_date: fields.assumed("start_date", as_day),
    };
    fields.sorts_at(SORT);
    fields.close(verification)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, day, user, with};
    use super::*;

    fn verification() -> IncomeVerification {
        IncomeVerification {
            user_id: user(),
            employer_name: Some("Blue Bottle".to_owned()),
            salary: Some(52_000.into()),
            pay_frequency: Some("biweekly".to_owned()),
            start_date: Some(day("2021-06-01")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        assert_reads_back(decode(encode(&verification())), &verification());
    }

    #[test]
    fn a_start_that_is_no_day_stays_in_sight_as_it_is_stored() {
        let start = Value::text("June 2021");
        let item = with(encode(&verification()), "start_date", start.clone());
        let record = decode(item).unwrap();
        assert_eq!(record.value.start_date, None);
        assert_eq!(record.unknown["start_date"], start);
    }
}
