//! How long things are kept, where that changes.

use super::many::{entries, keep, many};
use crate::harness::{TestStore, counted, item};
use crate::sample::{self, NOON, at, day, user};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::ledger::Taken;
use store::ledger::{Retention, record, record_taken};
use store::{Operation, TableId};

const DAY: &str = "2024-02-10";

fn float() -> Taken {
    let float = sample::taken(&user(), ("item", "account"), at(NOON));
    Taken::under(&float, &[])
}

fn for_days(days: i64) -> Retention {
    Retention { days, ..keep() }
}

/// When the day goes on which something was taken, in days since the epoch.
async fn goes(store: &TestStore) -> i64 {
    let sdk = store.sdk(TableId::FloatDesk).await;
    let request = sdk
        .get_item()
        .table_name(&store.table(TableId::FloatDesk).name)
        .key("PK", AttributeValue::S("LEDGER_DAYS".to_owned()))
        .key("SK", AttributeValue::S(DAY.to_owned()));
    let item = request.send().await.unwrap().item.unwrap();
    let ttl: i64 = item["ttl"].as_n().unwrap().parse().unwrap();
    ttl / 86_400
}

#[tokio::test]
async fn a_day_is_known_for_as_long_as_what_was_taken_on_it_is_kept() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let float = [float()];
    record_taken(&store, &float, for_days(100)).await.unwrap();
    let made = day(DAY).number();
    // Two days of grace, and the rest of the day on which the last of them goes.
    assert_eq!(goes(&store).await, made + 100 + 2 + 2);
    record_taken(&store, &float, for_days(900)).await.unwrap();
    assert_eq!(goes(&store).await, made + 900 + 2 + 2);
    record_taken(&store, &float, for_days(50)).await.unwrap();
    assert_eq!(
        goes(&store).await,
        made + 900 + 2 + 2,
        "entries may be kept longer"
    );
}

#[tokio::test]
async fn a_day_that_would_go_too_early_is_mended_though_nothing_else_has_changed() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let float = [float()];
    record_taken(&store, &float, for_days(900)).await.unwrap();
    let right = goes(&store).await;
    let early = item(serde_json::json!({
        "PK": "LEDGER_DAYS", "SK": DAY, "item_type": "ledger_day", "ttl": 1_710_000_000,
    }));
    store.put(TableId::FloatDesk, [early]).await;
    let changed = record_taken(&store, &float, for_days(900)).await.unwrap();
    assert_eq!((changed, goes(&store).await), (0, right));
}

#[tokio::test]
async fn where_nothing_has_changed_no_day_is_written_again() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let (made, float) = (entries(&many(60)), [float()]);
    record(&store, &made[..1], keep()).await.unwrap();
    record_taken(&store, &float, keep()).await.unwrap();
    record(&store, &made, keep()).await.unwrap();
    let writes = (TableId::FloatDesk, Operation::BatchWrite);
    let again = async {
        record(&store, &made, keep()).await.unwrap();
        // Of the same days, at other hours.
        let later = many(90);
        record(&store, &entries(&later[60..]), keep())
            .await
            .unwrap();
        record_taken(&store, &float, keep()).await.unwrap()
    };
    let (changed, calls) = counted(&store, again).await;
    assert!(changed == 0 && !calls.contains_key(&writes), "{calls:?}");
}
