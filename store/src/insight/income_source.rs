//! Income sources: pave, `USERS#<user>` / `INCOME#<user>`.

use super::pave;
use crate::fields::as_list;
use crate::{Store, StoreError};
use domain::id::UserId;
use domain::insight::income_source::IncomeSources;
use domain::item::Stored;
use domain::value::{Attributes, Value};

const DB_TYPE: &str = "income";

fn sort(user: &UserId) -> String {
    format!("INCOME#{user}")
}

pub async fn get(
    store: &Store,
    user: &UserId,
) -> Result<Option<Stored<IncomeSources>>, StoreError> {
    pave::get(store, pave::users_partition(user), sort(user), decode).await
}

pub fn encode(income: &IncomeSources) -> Attributes {
    let user = &income.user_id;
    pave::item(pave::users_partition(user), sort(user), DB_TYPE)
        .optional("income_sources", income.sources.clone().map(Value::List))
        .done()
}

pub fn decode(item: Attributes) -> Stored<IncomeSources> {
    let mut fields = pave::open(item, DB_TYPE);
    let income = IncomeSources {
        user_id: fields.user_after(pave::USERS),
        sources: fields.assumed("income_sources", as_list),
    };
    fields.sorts_at(&sort(&income.user_id));
    fields.close(income)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, user};
    use super::*;

    #[test]
    fn what_is_written_reads_back_the_same() {
        let wages = Attributes::from([("name".to_owned(), Value::text("Wages"))]);
        let income = IncomeSources {
            user_id: user(),
            sources: Some(vec![Value::Map(wages), Value::text("of any shape")]),
        };
        assert_reads_back(decode(encode(&income)), &income);
    }
}
