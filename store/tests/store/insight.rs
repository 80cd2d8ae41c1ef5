//! The insight service's tables, with items that have what its document says: keys and `DBType`.

use crate::harness::{TestStore, counted, item, sound};
use crate::sample::{at, day, user};
use domain::id::UserId;
use domain::insight::balance_settings::BalanceSettings;
use domain::insight::data_capture::CaptureKind;
use domain::insight::request_id::RequestId;
use domain::item::Stored;
use domain::value::{Attributes, Number};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Debug;
use store::insight::{
    balance_alert, balance_settings, card_funds_notification, cash_advance_score, data_capture,
    income_detection, income_source, income_verification, last_page, mine, mining_label, payday,
    recurring, ritual, savings_month,
};
use store::{Operation, PageRequest, Store, StoreConfig, StoreError, TableId};

const QUERY: (TableId, Operation) = (TableId::Pave, Operation::Query);
const GET: (TableId, Operation) = (TableId::Pave, Operation::Get);

/// Items of the pave table, each given as partition, sort key and `DBType`.
async fn pave(items: &[(&str, &str, &str)]) -> TestStore {
    let store = TestStore::with(&[TableId::Pave]).await;
    let items = items.iter().map(|(partition, sort, kind)| {
        item(json!({ "PK": partition, "SK": sort, "DBType": kind }))
    });
    store.put(TableId::Pave, items).await;
    store
}

/// The sort keys of what some work finds in one call, all of it sound.
async fn places<T: Debug>(
    store: &Store,
    call: (TableId, Operation),
    work: impl Future<Output = Result<Vec<Stored<T>>, StoreError>>,
) -> Vec<String> {
    let (found, calls) = counted(store, work).await;
    assert_eq!(calls, BTreeMap::from([(call, 1)]));
    let place = |one: Stored<T>| {
        let record = one.expect("a sound item");
        assert_eq!(record.notices, []);
        record.key.sort.unwrap()
    };
    found.unwrap().into_iter().map(place).collect()
}

/// The sort key of the one thing that some work finds in one call.
async fn place<T: Debug>(
    store: &Store,
    call: (TableId, Operation),
    work: impl Future<Output = Result<Option<Stored<T>>, StoreError>>,
) -> Option<String> {
    let list = async { Ok(work.await?.into_iter().collect()) };
    places(store, call, list).await.pop()
}

#[tokio::test]
async fn what_there_is_once_per_user_is_found_by_its_key() {
    let store = pave(&[
        ("USERS#user-12345", "ALERT#user-12345", "alert"),
        ("USERS#user-12345", "INCOME#user-12345", "income"),
        ("USERS#user-12345", "VERIFICATION", "income_verification"),
        ("LABEL#user-12345", "PAVE#REFRESH_INSIGHTS", "pave_label"),
    ])
    .await;
    for (user, is_there) in [(user(), true), (UserId::new("user-1234"), false)] {
        let found = [
            place(&store, GET, balance_alert::get(&store, &user)).await,
            place(&store, GET, income_source::get(&store, &user)).await,
            place(&store, GET, income_verification::get(&store, &user)).await,
            place(&store, GET, mining_label::get(&store, &user)).await,
        ];
        assert!(found.iter().all(|one| one.is_some() == is_there));
    }
}

#[tokio::test]
async fn mining_requests_come_newest_first() {
    let store = pave(&[
        ("MINE#user-12345", "TIME#2024-02-09T10:00:00Z", "insights"),
        ("MINE#user-12345", "TIME#2024-02-10T10:00:00Z", "insights"),
        ("MINE#user-1234", "TIME#2024-02-11T10:00:00Z", "insights"),
    ])
    .await;
    let user = user();
    let newest = place(&store, QUERY, mine::latest(&store, &user)).await;
    assert_eq!(newest.as_deref(), Some("TIME#2024-02-10T10:00:00Z"));
    let page = mine::history(&store, &user, PageRequest::first(10)).await;
    let times: Vec<_> = sound(page.unwrap().items)
        .iter()
        .map(|mine| mine.mined_at)
        .collect();
    assert_eq!(
        times,
        [at("2024-02-10T10:00:00Z"), at("2024-02-09T10:00:00Z")]
    );
}

#[tokio::test]
async fn findings_and_scores_come_newest_first_and_are_never_mixed() {
    let user = user();
    let partition = "USERS#user-12345";
    let store = pave(&[
        (partition, "RECURRING#2024-02-09T10:00:00Z#a", "recurring"),
        (partition, "RECURRING#2024-02-10T10:00:00Z#b", "recurring"),
        (partition, "RITUAL#2024-02-10T10:00:00Z#c", "ritual"),
        (partition, "CASHADVANCESCORE#2024-02-08T10:00:00Z", "scores"),
        (partition, "CASHADVANCESCORE#2024-02-10T10:00:00Z", "scores"),
        (partition, "SAVINGS_MONTH#2024-01", "balance"),
        (partition, "SAVINGS_MONTH#2024-02", "balance"),
        (partition, "SAVINGS_MONTH#2023-12", "balance"),
    ])
    .await;
    assert_eq!(
        places(&store, QUERY, recurring::all(&store, &user)).await,
        [
            "RECURRING#2024-02-10T10:00:00Z#b",
            "RECURRING#2024-02-09T10:00:00Z#a"
        ]
    );
    assert_eq!(
        places(&store, QUERY, ritual::all(&store, &user)).await,
        ["RITUAL#2024-02-10T10:00:00Z#c"]
    );
    let scores = [
        "CASHADVANCESCORE#2024-02-10T10:00:00Z",
        "CASHADVANCESCORE#2024-02-08T10:00:00Z",
    ];
    let newest = place(&store, QUERY, cash_advance_score::latest(&store, &user)).await;
    assert_eq!(newest.as_deref(), Some(scores[0]));
    assert_eq!(
        places(&store, QUERY, cash_advance_score::history(&store, &user)).await,
        scores
    );
    assert_eq!(
        places(&store, QUERY, savings_month::all(&store, &user)).await,
        ["2023-12", "2024-01", "2024-02"].map(|month| format!("SAVINGS_MONTH#{month}"))
    );
}

#[tokio::test]
async fn only_paydays_from_today_on_are_upcoming() {
    let days = ["2024-02-09", "2024-02-10", "2024-02-23"];
    let keys = days.map(|day| format!("EXPIRES#{day}"));
    let mut items: Vec<_> = keys
        .iter()
        .map(|key| ("PAYDAY#user-12345", key.as_str(), "payday"))
        .collect();
    items.push(("PAYDAY#user-12345", "EXPIRET", "payday"));
    let store = pave(&items).await;
    let user = user();
    let upcoming = payday::upcoming(&store, &user, day("2024-02-10"));
    assert_eq!(places(&store, QUERY, upcoming).await, keys[1..]);
    let history = payday::history(&store, &user, PageRequest::first(10)).await;
    let history: Vec<_> = sound(history.unwrap().items)
        .iter()
        .map(|one| one.next_payday.stored())
        .collect();
    assert_eq!(history, ["2024-02-23", "2024-02-10", "2024-02-09"]);
}

#[tokio::test]
async fn last_pages_and_notifications_are_found_by_user_and_request() {
    let older = "CREATED#2024-02-09T10:00:00Z#EXPIRES#2024-02-11T10:00:00Z";
    let newer = "CREATED#2024-02-10T10:00:00Z#EXPIRES#2024-02-12T10:00:00Z";
    let store = pave(&[
        ("USERS#user-12345", "LASTPAGE#REQUESTID#r-1", "last_page"),
        ("USERS#user-12345", "LASTPAGE#REQUESTID#r-10", "last_page"),
        ("CCNOTIFY#user-12345", older, "cc_income_notification"),
        ("CCNOTIFY#user-12345", newer, "cc_income_notification"),
    ])
    .await;
    let user = user();
    let request = RequestId::new("r-1");
    let found = place(&store, GET, last_page::get(&store, &user, &request)).await;
    assert_eq!(found.as_deref(), Some("LASTPAGE#REQUESTID#r-1"));
    let none = RequestId::new("r");
    let found = place(&store, GET, last_page::get(&store, &user, &none)).await;
    assert_eq!(found, None);
    assert_eq!(
        places(&store, QUERY, last_page::all(&store, &user))
            .await
            .len(),
        2
    );
    let sent = card_funds_notification::all(&store, &user);
    assert_eq!(places(&store, QUERY, sent).await, [newer, older]);
}

fn keys(partition: &str, sort: &str) -> Attributes {
    item(json!({ "PK": partition, "SK": sort }))
}

#[tokio::test]
async fn income_detection_runs_come_newest_first() {
    let store = TestStore::with(&[TableId::IncomeDetection]).await;
    let items = ["2024-02-09", "2024-02-10"].map(|day| keys("INCOMEDETECTION#user-12345", day));
    store.put(TableId::IncomeDetection, items).await;
    let user = user();
    let query = (TableId::IncomeDetection, Operation::Query);
    assert_eq!(
        places(&store, query, income_detection::runs(&store, &user)).await,
        ["2024-02-10", "2024-02-09"]
    );
}

#[tokio::test]
async fn captured_data_is_found_by_kind_and_all_together() {
    let store = TestStore::with(&[TableId::DataCapture]).await;
    let sorts = [
        "CASHFLOW_ANALYTICS#2024-02-10",
        "FM_PAYDAY_FILTERED_TXNS#2024-02-10",
        "OTHER_SERVICE#x",
        "PAYDAY_PREDICTION#2024-02-09",
        "PAYDAY_PREDICTION#2024-02-10",
        "PAYDAY_PREDICTION_V2#2024-02-10",
    ];
    let items = sorts.map(|sort| keys("USER#user-12345", sort));
    store.put(TableId::DataCapture, items).await;
    let user = user();
    let query = (TableId::DataCapture, Operation::Query);
    let of_kind = data_capture::of_kind(&store, &user, &CaptureKind::PaydayPrediction);
    assert_eq!(
        places(&store, query, of_kind).await,
        [
            "PAYDAY_PREDICTION#2024-02-10",
            "PAYDAY_PREDICTION#2024-02-09"
        ]
    );
    let mut all = places(&store, query, data_capture::all(&store, &user)).await;
    all.sort();
    assert_eq!(all, sorts);
}

#[tokio::test]
async fn another_partition_of_captured_data_is_a_setting() {
    let test = TestStore::with(&[TableId::DataCapture]).await;
    let capture = keys("USERS#user-12345", "CASHFLOW_ANALYTICS#2024-02-10");
    test.put(TableId::DataCapture, [capture]).await;
    assert!(data_capture::all(&test, &user()).await.unwrap().is_empty());
    let mut config = StoreConfig::new(test.endpoint.clone(), "unused");
    let place = config.overrides.entry(TableId::DataCapture).or_default();
    place.name = Some(test.table(TableId::DataCapture).name.clone());
    config.assumptions.data_capture_prefix = "USERS#".to_owned();
    let store = Store::connect(&config).await;
    assert_eq!(data_capture::all(&store, &user()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn balance_settings_are_found_under_whatever_name_their_key_has() {
    for name in ["user_id", "UserID"] {
        let mut test = TestStore::empty().await;
        let mut config = StoreConfig::new(test.endpoint.clone(), "unused");
        let place = config
            .overrides
            .entry(TableId::BalanceSettings)
            .or_default();
        place.name = Some(test.table(TableId::BalanceSettings).name.clone());
        config.assumptions.balance_settings_key = name.to_owned();
        let store = Store::connect(&config).await;
        test.creates(TableId::BalanceSettings);
        store::schema::create_missing(&store, &[TableId::BalanceSettings])
            .await
            .unwrap();
        let settings = BalanceSettings {
            user_id: user(),
            low_balance_alert: Some(Number::from_stored("50")),
        };
        let item = balance_settings::encode(&settings, store.assumptions());
        test.put(TableId::BalanceSettings, [item]).await;
        let user = user();
        let (found, calls) = counted(&store, balance_settings::get(&store, &user)).await;
        let get = (TableId::BalanceSettings, Operation::Get);
        assert_eq!(calls, BTreeMap::from([(get, 1)]));
        assert_eq!(found.unwrap().unwrap().unwrap().value, settings);
    }
}
