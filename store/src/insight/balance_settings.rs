//! Balance settings: user-balance-settings, `user_id` (a setting).

use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::{Assumptions, Store, StoreError, TableId};
use domain::id::UserId;
use domain::insight::balance_settings::BalanceSettings;
use domain::item::Stored;
use domain::value::{Attributes, Value};

const TABLE: TableId = TableId::BalanceSettings;

pub(crate) fn key(user: &UserId, assumptions: &Assumptions) -> Encoder {
    Encoder::new().text(assumptions.partition_key(TABLE), user.as_str())
}

pub async fn get(
    store: &Store,
    user: &UserId,
) -> Result<Option<Stored<BalanceSettings>>, StoreError> {
    let assumptions = store.assumptions();
    let item = store.table(TABLE).get(key(user, assumptions).done());
    Ok(item.await?.map(|item| decode(item, assumptions)))
}

pub fn encode(settings: &BalanceSettings, assumptions: &Assumptions) -> Attributes {
    let threshold = settings.low_balance_alert.clone().map(Value::Number);
    key(&settings.user_id, assumptions)
        .optional("LowBalanceAlert", threshold)
        .done()
}

pub fn decode(item: Attributes, assumptions: &Assumptions) -> Stored<BalanceSettings> {
    let partition_key = assumptions.partition_key(TABLE);
    let mut fields = ItemFields::open_by(partition_key, TABLE, item);
    let settings = BalanceSettings {
        user_id: UserId::new(fields.text(partition_key)),
        low_balance_alert: fields.optional_number("LowBalanceAlert"),
    };
    fields.close(settings)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{assert_reads_back, assumptions, problems, user, with};
    use super::*;
    use domain::value::Number;

    fn settings() -> BalanceSettings {
        BalanceSettings {
            user_id: user(),
            low_balance_alert: Some(Number::from_stored("25.50")),
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let read = decode(encode(&settings(), &assumptions()), &assumptions());
        assert_reads_back(read, &settings());
    }

    #[test]
    fn the_partition_key_has_the_name_that_the_installation_sets() {
        let mut assumptions = assumptions();
        assumptions.balance_settings_key = "PK".to_owned();
        let record = decode(encode(&settings(), &assumptions), &assumptions).unwrap();
        assert_eq!(record.key.partition, user().as_str());
        assert_eq!(record.value, settings());
    }

    #[test]
    fn a_threshold_that_is_no_number_is_a_fault() {
        let item = with(
            encode(&settings(), &assumptions()),
            "LowBalanceAlert",
            Value::text("low"),
        );
        assert!(
            problems(decode(item, &assumptions())).contains(
                "LowBalanceAlert should be a number, but is the text \u{201c}low\u{201d}"
            )
        );
    }
}
