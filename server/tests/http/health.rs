//! What watches over a server: whether it runs, whether it can work, and what it has done.

use crate::desk::{Desk, Engine, desk, engine, named};
use crate::visitor::Visitor;
use reqwest::Method;
use store::TableId;

#[tokio::test]
async fn a_server_that_runs_says_so_under_any_name_and_asks_nobody() {
    let own = Desk::open(&engine().config()).await;
    let visitor = Visitor::to(&own);
    for host in [None, Some("10.1.2.3:8080")] {
        let mut request = visitor.request(Method::GET, "/healthz");
        if let Some(host) = host {
            request = request.header("host", host);
        }
        let answer = visitor.send(request).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok\n"));
    }
    assert_eq!(own.store.calls().total(), 0);
}

#[tokio::test]
async fn a_server_is_ready_when_its_tables_answer_and_asks_them_once_for_many() {
    let own = Desk::open(&engine().config()).await;
    let visitor = Visitor::to(&own);
    let (first, second) = (visitor.get("/readyz").await, visitor.get("/readyz").await);
    assert_eq!((first.status, second.status), (200, 200));
    let report: serde_json::Value = first.json();
    assert_eq!(report["ready"], true);
    assert_eq!(report["tables"]["collection-history"], "reachable");
    assert_eq!(report["tables"]["float-service"], serde_json::Value::Null);
    assert_eq!(own.store.calls().total(), TableId::ALL.len() as u64 - 1);
}

#[tokio::test]
async fn a_table_that_a_page_can_do_without_is_named_and_takes_no_server_away() {
    let without_locks = named(engine().config(), TableId::Locks, "nowhere");
    let answer = Visitor::to(&Desk::open(&without_locks).await)
        .get("/readyz")
        .await;
    assert_eq!(answer.status, 200);
    let report: serde_json::Value = answer.json();
    assert_eq!(report["tables"]["locks"], "no such table");

    let without_profiles = named(engine().config(), TableId::Underwriting, "nowhere");
    let answer = Visitor::to(&Desk::open(&without_profiles).await)
        .get("/readyz")
        .await;
    let report: serde_json::Value = answer.json();
    assert_eq!((answer.status, &report["ready"]), (503, &false.into()));
}

#[tokio::test]
async fn without_the_engine_a_server_runs_and_is_not_ready() {
    let own = Engine::start().await;
    let desk = Desk::open(&own.config()).await;
    drop(own);
    let visitor = Visitor::to(&desk);
    assert_eq!(visitor.get("/healthz").await.status, 200);
    assert_eq!(visitor.get("/readyz").await.status, 503);
}

#[tokio::test]
async fn the_figures_tell_requests_pages_and_calls_by_table_and_name_no_customer() {
    let visitor = Visitor::signed_in_to(desk()).await;
    assert_eq!(visitor.get("/users/user-12345").await.status, 200);
    let answer = Visitor::to(desk()).get("/metrics").await;
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .header("content-type")
            .unwrap()
            .starts_with("text/plain; version=0.0.4")
    );
    for line in [
        r#"http_requests_total{method="GET",route="/users/{user_id}",status="200"}"#,
        r#"page_render_seconds_count{route="/users/{user_id}"}"#,
        r#"http_request_seconds_bucket{route="/users/{user_id}",le="5"}"#,
        r#"dynamodb_calls_total{table="underwriting",operation="query"}"#,
        r#"dynamodb_call_seconds_count{table="locks",operation="get"}"#,
        r#"dynamodb_retries_total{table="underwriting"}"#,
    ] {
        assert!(answer.body.contains(line), "{line}: {}", answer.body);
    }
    assert!(!answer.body.contains("user-12345"));
}

#[tokio::test]
async fn a_failed_call_is_counted_by_its_kind() {
    let config = named(engine().config(), TableId::Locks, "nowhere");
    let visitor = Visitor::signed_in_to(&Desk::open(&config).await).await;
    assert_eq!(visitor.get("/users/user-12345").await.status, 200);
    let figures = visitor.get("/metrics").await.body;
    let failed = r#"dynamodb_errors_total{table="locks",operation="get",kind="no such table"}"#;
    assert!(figures.contains(failed), "{figures}");
}
