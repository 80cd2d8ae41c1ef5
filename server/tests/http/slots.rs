//! Work that lasts: nobody keeps colleagues out, and whoever is refused is told what to do.

use crate::desk::{Desk, config_by};
use crate::drafting::signed_in;
use crate::kept::kept;
use crate::road::Road;
use crate::visitor::Visitor;
use domain::audit::{Action, AuditList};
use domain::id::StaffId;
use domain::role::Role;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Method, Response};
use std::time::Duration;
use store::{Patience, StoreConfig, audit};

const WHAT_IF: &str = "/what-if/run?days=20&drop.core_v2=yes";

/// A server to which the ledger doesn't answer for as long as the test takes.
async fn waiting_desk() -> Desk {
    let kept = kept();
    let (url, _) = Road::Lossy("LEDGER#").open(kept.engine.url());
    let minute = Duration::from_mins(1);
    let config = StoreConfig {
        patience: Patience {
            call: minute,
            attempt: minute,
        },
        ..config_by(&url)
    };
    Desk::open_without_demo(&config).await
}

/// Begins to read an answer that doesn't end.
async fn begin(visitor: &Visitor, path: &str) -> Response {
    let response = visitor.request(Method::GET, path).send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    response
}

#[tokio::test]
async fn one_person_has_one_what_if_at_a_time_and_keeps_nobody_out() {
    let desk = waiting_desk().await;
    let (analyst, colleague) = (
        signed_in(&desk, "what-if-one", Role::Analyst).await,
        signed_in(&desk, "what-if-two", Role::Analyst).await,
    );
    let first = begin(&analyst, WHAT_IF).await;
    // A second tab is told what to do; in the page, where another status has no body, by an event.
    let second = analyst.get(WHAT_IF).await;
    assert_eq!(second.status, 429);
    assert!(
        second.body.contains("Stop it or close its tab"),
        "{}",
        second.body
    );
    let accepted = HeaderValue::from_static("text/event-stream");
    let as_page = HeaderMap::from_iter([(ACCEPT, accepted)]);
    let request = analyst.request(Method::GET, WHAT_IF);
    let event = analyst.send(request.headers(as_page)).await;
    assert_eq!(event.status, 200);
    assert!(event.body.contains("event: failed"), "{}", event.body);
    assert!(event.body.contains("You already have a what-if running"));
    let _colleague = begin(&colleague, WHAT_IF).await;
    // Closing the connection gives the slot back.
    drop(first);
    let _again = begin(&analyst, WHAT_IF).await;
}

#[tokio::test]
async fn one_person_has_three_exports_at_a_time_and_keeps_nobody_out() {
    let desk = waiting_desk().await;
    let (analyst, colleague) = (
        signed_in(&desk, "export-one", Role::Analyst).await,
        signed_in(&desk, "export-two", Role::Analyst).await,
    );
    let mut running = Vec::new();
    for path in ["/evaluations.csv", "/evaluations.jsonl", "/evaluations.csv"] {
        running.push(begin(&analyst, path).await);
    }
    let exported = async || {
        let of = AuditList::OfPerson(StaffId::new("export-one"));
        let entries = audit::list(&kept().desk().store, &of, 200, None).await;
        let events = entries.unwrap().events.into_iter().flatten();
        let exports = events.filter(|it| it.value.action == Action::Exported);
        exports.count()
    };
    let before = exported().await;
    let fourth = analyst.get("/evaluations.csv").await;
    assert_eq!(fourth.status, 429);
    assert!(
        fourth
            .body
            .contains("You already have 3 exports running. Wait until one finishes"),
        "{}",
        fourth.body
    );
    assert_eq!(exported().await, before, "what is refused isn't an export");
    let _colleague = begin(&colleague, "/evaluations.csv").await;
    running.pop();
    let _again = begin(&analyst, "/evaluations.csv").await;
}
