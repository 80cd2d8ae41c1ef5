//! `/system` tells how everything stands, also when some of it does not.

use crate::desk::{Desk, config_by, desk, engine, named};
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::system::{Condition, Lease, Queue, SystemPage};
use domain::instant::Instant;
use domain::worker::{self, INDEXER};
use server::workers;
use store::TableId;
use store::indexer::Settings;

async fn read(visitor: &Visitor) -> SystemPage {
    let answer = visitor.post("/rpc/read_system", &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

#[tokio::test]
async fn every_table_is_shown_with_its_shape_and_how_its_calls_went() {
    let visitor = Visitor::signed_in_to(desk()).await;
    assert_eq!(visitor.get("/users/user-12345").await.status, 200);
    let page = read(&visitor).await;
    assert_eq!(page.tables.len(), TableId::ALL.len());
    let table = |role: &str| page.tables.iter().find(|table| table.role == role).unwrap();
    let underwriting = table("underwriting");
    assert_eq!(underwriting.condition, Condition::AsExpected);
    assert_eq!(underwriting.name, "prod-underwriting");
    let found = underwriting.found.as_ref().unwrap();
    assert_eq!(found.ttl.as_deref(), Some("ttl"));
    assert_eq!(found.indexes, [("GSI1".to_owned(), true)]);
    assert!(found.items > 100, "{found:?}");
    let figures = underwriting.last_minute;
    assert!(
        figures.calls > 0 && figures.median_micros.is_some(),
        "{figures:?}"
    );
    assert!(table("float-service").is_unused);

    let text = visitor.get("/system").await.text();
    for words in [
        "prod-underwriting",
        "us-east-2",
        "As expected",
        "GSI1 active, TTL by ttl",
        "used for nothing, as its document says",
        "the example that comes with Float Desk",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[tokio::test]
async fn a_table_that_is_not_as_it_should_be_is_named_with_what_differs() {
    let config = named(engine().config(), TableId::Pave, "prod-nowhere");
    let config = named(config, TableId::IncomeDetection, "locks");
    let visitor = Visitor::signed_in_to(&Desk::open(&config).await).await;
    let page = read(&visitor).await;
    let table = |role: &str| page.tables.iter().find(|table| table.role == role).unwrap();
    assert_eq!(table("pave").condition, Condition::NotUsable);
    assert_eq!(table("pave").findings, ["there is no such table"]);
    let other = table("incomedetection").findings.join("; ");
    assert!(
        other.contains("partition key is PartitionKey (text), expected PK (text)"),
        "{other}"
    );
    assert_eq!(visitor.get("/system").await.status, 200);
}

#[tokio::test]
async fn a_table_that_never_answers_leaves_the_others_readable() {
    let (url, _) = Road::Lossy("prod-pave").open(engine().url());
    let visitor = Visitor::signed_in_to(&Desk::open(&config_by(&url)).await).await;
    let page = visitor.get("/system").await;
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(page.text().contains("prod-underwriting"), "{}", page.text());
}

fn settings() -> Settings {
    Settings {
        retention_days: 100,
        read_units_per_second: 100,
        parts: 1,
        clock: || Instant::EPOCH,
    }
}

#[tokio::test]
async fn every_worker_is_shown_and_none_is_forgotten() {
    let known: Vec<_> = worker::ALL.iter().map(|worker| worker.name).collect();
    for worker in workers::all(settings()) {
        assert!(known.contains(&worker.name()), "{}", worker.name());
    }
    assert_eq!(workers::all(settings()).len(), known.len());
    let page = read(&Visitor::signed_in_to(desk()).await).await;
    let names: Vec<_> = page
        .workers
        .iter()
        .map(|worker| worker.name.as_str())
        .collect();
    assert_eq!(names, known);
    for worker in page.workers {
        assert_ne!(worker.lease, Lease::NotKnown, "{}", worker.name);
        assert_ne!(worker.queue, Queue::NotKnown, "{}", worker.name);
        assert_eq!(worker.last_turn, None, "none runs on this server");
        if worker.name == INDEXER.name {
            assert!(matches!(worker.queue, Queue::At(_)), "says how far it is");
        }
    }
}
