use super::*;
use app::loan_terms::LoanTermsSource;
use axum::extract::Path;
use axum::routing::get;
use axum::{Json, Router};
use domain::loan_terms::LoanFlag;
use domain::money::Cents;
use http::StatusCode;
use std::fs;
use std::future::IntoFuture;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;
use tokio::net::TcpListener;

fn mia() -> UserId {
    UserId::new("mia")
}

async fn read(json: &str) -> (Features, TempDir) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("features.json");
    fs::write(&path, json).unwrap();
    let features = Features::open(Source::File(path), Names::default()).await;
    (features, directory)
}

#[tokio::test]
async fn the_shipped_example_has_every_loan_and_no_fault() {
    let features = Features::open(Source::Example, Names::default()).await;
    let terms = features.terms_for(&mia());
    assert_eq!(terms.loans_for_all, Some(true));
    for (_, amount) in domain::tier::LOAN_TIERS {
        assert_eq!(terms.fees_of(amount).len(), 2, "{amount:?}");
    }
    let first = &terms.fees_of(Cents(20_000))[0];
    assert_eq!((first.term.as_str(), first.fee), ("4_weeks", Cents(1_500)));
    assert_eq!(features.report().wrong_shapes, [""; 0]);
}

#[tokio::test]
async fn a_rule_may_tell_users_apart() {
    let (features, _directory) = read(
        r#"{"features": {"loans-enabled": {"defaultValue": false, "rules": [
            {"condition": {"id": "mia"}, "force": true}
        ]}}}"#,
    )
    .await;
    assert_eq!(features.terms_for(&mia()).loans_for_all, Some(true));
    let other = features.terms_for(&UserId::new("noah"));
    assert_eq!(other.loans_for_all, Some(false));
    assert_eq!(other.prices, None);
}

#[tokio::test]
async fn a_wrong_shape_is_reported_and_spoils_no_other() {
    let (features, _directory) = read(
        r#"{"features": {"loans-enabled": {"defaultValue": "yes"}, "loan-fee-schedule": {"defaultValue": {
            "4_weeks": {
                "loan_200": {"type": "fixed", "fee_cents": 1500},
                "loan_250": {"type": "fixed", "fee_cents": "18"},
                "loan_300": {"type": "free"},
                "boat": {"type": "fixed", "fee_cents": 1}
            },
            "8_weeks": 7
        }}}}"#,
    )
    .await;
    let terms = features.terms_for(&mia());
    assert_eq!(terms.loans_for_all, None);
    assert_eq!(terms.fees_of(Cents(20_000)).len(), 1);
    assert_eq!(terms.fees_of(Cents(25_000)), []);
    let mut wrong = features.report().wrong_shapes;
    wrong.sort();
    assert_eq!(
        wrong,
        [
            "loan-fee-schedule: 4_weeks / boat should be named after its amount, like loan_200",
            "loan-fee-schedule: 4_weeks / loan_250 should have fee_cents, a whole number that is not negative",
            "loan-fee-schedule: 4_weeks / loan_300 should have the type fixed or percentage",
            "loan-fee-schedule: 8_weeks should be an object of loans",
            "loans-enabled should be true or false",
        ]
    );
}

#[tokio::test]
async fn what_can_no_longer_be_read_counts_as_it_was_last_and_says_so() {
    let (features, directory) = read(fixtures::FEATURES).await;
    let path = directory.path().join("features.json");
    fs::write(&path, "{").unwrap();
    features.refresh().await;
    let terms = features.terms_for(&mia());
    assert!(terms.is_stale);
    assert_eq!(terms.fees_of(Cents(20_000)).len(), 2);
    let (_, why) = features.report().failure.unwrap();
    assert!(why.starts_with("it is no JSON"), "{why}");

    fs::write(&path, fixtures::FEATURES).unwrap();
    features.refresh().await;
    assert!(!features.terms_for(&mia()).is_stale);
}

#[tokio::test]
async fn without_any_source_nothing_is_known_and_nothing_fails() {
    let features = Features::none();
    features.refresh().await;
    assert_eq!(features.terms_for(&mia()), LoanTerms::default());
    assert_eq!(features.report().failure, None);
}

#[tokio::test]
async fn a_service_that_is_away_is_told_without_the_key() {
    let key = ClientKey("sdk-hunter2".to_owned());
    let source = Source::api("http://127.0.0.1:9", key).unwrap();
    assert!(!source.to_string().contains("hunter2"));
    let features = Features::open(source, Names::default()).await;
    let report = features.report();
    assert!(report.failure.is_some() && report.as_of.is_none());
    assert!(!format!("{report:?}").contains("hunter2"));
}

/// What GrowthBook answers by the key of a connection, as long as it is up.
fn growthbook(is_up: Arc<AtomicBool>) -> Router {
    let answer = async move |Path(key): Path<String>| {
        if !is_up.load(Ordering::SeqCst) {
            return Err(StatusCode::BAD_GATEWAY);
        }
        match key.as_str() {
            "sdk-right" => Ok(Json(
                serde_json::from_str::<Value>(fixtures::FEATURES).unwrap(),
            )),
            _ => Err(StatusCode::BAD_REQUEST),
        }
    };
    Router::new().route("/api/features/{key}", get(answer))
}

#[tokio::test]
async fn a_service_that_goes_away_leaves_what_it_said_last_with_its_age() {
    let is_up = Arc::new(AtomicBool::new(true));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let host = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(axum::serve(listener, growthbook(Arc::clone(&is_up))).into_future());

    let source = |key: &str| Source::api(&host, ClientKey(key.to_owned())).unwrap();
    let features = Features::open(source("sdk-right"), Names::default()).await;
    let fresh = features.terms_for(&mia());
    assert_eq!((fresh.loans_for_all, fresh.is_stale), (Some(true), false));
    assert_eq!(fresh.fees_of(Cents(20_000)).len(), 2);

    is_up.store(false, Ordering::SeqCst);
    features.refresh().await;
    let last = features.terms_for(&mia());
    assert!(last.is_stale);
    assert_eq!((last.as_of, &last.prices), (fresh.as_of, &fresh.prices));
    let (_, why) = features.report().failure.unwrap();
    assert_eq!(why, "it answered with status 502 Bad Gateway");

    is_up.store(true, Ordering::SeqCst);
    features.refresh().await;
    assert!(!features.terms_for(&mia()).is_stale);
    let refused = Features::open(source("sdk-wrong"), Names::default()).await;
    assert_eq!(refused.report().as_of, None);
}

#[tokio::test]
async fn a_file_that_is_put_into_the_data_directory_later_is_read() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("features.json");
    let features = Features::open(Source::Usual(path.clone()), Names::default()).await;
    assert_eq!(features.report().failure, None);
    assert!(features.report().source.contains("nothing is configured"));
    fs::write(&path, r#"{"loans-enabled": {"defaultValue": true}}"#).unwrap();
    features.refresh().await;
    assert_eq!(features.terms_for(&mia()).loans_for_all, Some(true));
    fs::remove_file(&path).unwrap();
    features.refresh().await;
    assert!(features.report().failure.is_some(), "it was there");
}

#[tokio::test]
async fn a_rule_sees_the_attributes_that_the_installation_sets() {
    let json = r#"{"features": {"loans-enabled": {"defaultValue": false, "rules": [
        {"condition": {"country": "US", "customer": "c-mia"}, "force": true}
    ]}}}"#;
    let (features, directory) = read(json).await;
    assert_eq!(features.terms_for(&mia()).loans_for_all, Some(false));
    let attributes = ["country=US", "customer=c-{user_id}"].map(|one| one.parse().unwrap());
    let names = Names {
        attributes: attributes.into(),
        ..Names::default()
    };
    let path = directory.path().join("features.json");
    let features = Features::open(Source::File(path), names).await;
    let terms = features.terms_for(&mia());
    assert_eq!(terms.loans_for_all, Some(true));
    let known = [("country", "US"), ("customer", "c-mia")];
    let known = known.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(terms.evaluated_for, known);
}

#[tokio::test]
async fn a_loan_says_which_flag_it_requires_and_how_that_stands_for_the_user() {
    let (_, directory) = read(
        r#"{"features": {"loan-350": {"defaultValue": false, "rules": [
            {"condition": {"id": "mia"}, "force": true}
        ]}}}"#,
    )
    .await;
    let names = Names {
        loan_flags: vec![
            "loan_350=loan-350".parse().unwrap(),
            "loan_300=gone".parse().unwrap(),
        ],
        ..Names::default()
    };
    let path = directory.path().join("features.json");
    let features = Features::open(Source::File(path), names).await;
    let described = |user: &str, amount| {
        let terms = features.terms_for(&UserId::new(user));
        terms.flag_of(Cents(amount)).map(LoanFlag::describe)
    };
    assert_eq!(
        described("mia", 35_000).unwrap(),
        "Requires feature flag loan-350: on for this user"
    );
    assert_eq!(
        described("noah", 35_000).unwrap(),
        "Requires feature flag loan-350: off for this user"
    );
    assert_eq!(
        described("mia", 30_000).unwrap(),
        "Requires feature flag gone: not configured"
    );
    assert_eq!(described("mia", 20_000), None);
}
