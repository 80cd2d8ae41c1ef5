use crate::harness::{TestStore, connect};
use crate::sample::{day, noon, user};
use domain::audit::{Action, AuditEvent};
use domain::bypass::Bypass;
use domain::bypass_intent::BypassIntent;
use domain::id::{StaffId, UserId};
use domain::note::{Note, NoteEntry, NoteText};
use domain::role::{Role, Staff};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use store::bypass::encode;
use store::bypass_intent::carry_out;
use store::note::Written;
use store::{Endpoint, ErrorKind, Operation, PageRequest, StoreError, TableId};

async fn asked(endpoint: &str) -> StoreError {
    let store = connect(Endpoint::At(endpoint.to_owned())).await;
    store::profile::latest(&store, &user()).await.unwrap_err()
}

/// Serves one connection after the other on a port of its own, for as long as the tests run.
fn serve(answer: impl Fn(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().flatten().for_each(answer));
    format!("http://{address}")
}

/// An endpoint that says the same to everything.
fn saying(status: u16, body: &'static str) -> String {
    answering(move |_| (status, body))
}

/// An endpoint that answers by what is in the request.
fn answering(answer: impl Fn(&str) -> (u16, &'static str) + Send + 'static) -> String {
    serve(move |mut stream| {
        let mut request = [0; 16_384];
        let length = stream.read(&mut request).unwrap_or_default();
        let (status, body) = answer(&String::from_utf8_lossy(&request[..length]));
        let length = body.len();
        let head = format!("HTTP/1.1 {status} x\r\ncontent-length: {length}\r\nconnection: close");
        let _ = stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
    })
}

#[tokio::test]
async fn a_closed_port_is_unreachable() {
    let error = asked("http://127.0.0.1:9").await;
    assert_eq!(error.kind, ErrorKind::Unreachable);
    assert_eq!(error.table, TableId::Underwriting);
    assert_eq!(error.operation, Operation::Query);
    let said = error.to_string();
    assert!(
        said.starts_with("query on underwriting: unreachable"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[tokio::test]
async fn an_endpoint_that_never_answers_is_unreachable_after_three_attempts() {
    let held = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&held);
    let silent = serve(move |stream| kept.lock().unwrap().push(stream));
    assert_eq!(asked(&silent).await.kind, ErrorKind::Unreachable);
    let attempts = held.lock().unwrap().len();
    assert!((1..=3).contains(&attempts), "{attempts}");
}

#[tokio::test]
async fn what_an_endpoint_says_is_told_apart_by_what_one_does_about_it() {
    for (status, body, kind) in [
        (
            400,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}"#,
            ErrorKind::Throttled,
        ),
        (
            400,
            r#"{"__type":"com.amazon.coral.availability#ThrottlingException"}"#,
            ErrorKind::Throttled,
        ),
        (
            400,
            r#"{"__type":"com.amazon.coral.service#AccessDeniedException"}"#,
            ErrorKind::AccessDenied,
        ),
        (
            400,
            r#"{"__type":"com.amazon.coral.service#UnrecognizedClientException"}"#,
            ErrorKind::AccessDenied,
        ),
        (
            400,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"}"#,
            ErrorKind::NoSuchTable,
        ),
        (
            400,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceInUseException"}"#,
            ErrorKind::Conflict,
        ),
        (
            400,
            r#"{"__type":"com.amazon.coral.validate#ValidationException"}"#,
            ErrorKind::Rejected,
        ),
        (
            500,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"}"#,
            ErrorKind::Unreachable,
        ),
        (503, "<html>no</html>", ErrorKind::Unreachable),
        (404, "<html>a web server</html>", ErrorKind::Rejected),
    ] {
        assert_eq!(asked(&saying(status, body)).await.kind, kind, "{body}");
    }
}

#[tokio::test]
async fn a_table_that_is_not_there_is_named() {
    let store = TestStore::empty().await;
    let error = store::rulebook::all(&store).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::NoSuchTable);
    let error = store::bypass::of_user(&store, &user()).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::NoSuchTable);
    assert_eq!(error.table, TableId::RequirementsBypass);
}

#[tokio::test]
async fn an_item_that_is_too_large_and_a_key_that_is_empty_are_rejected() {
    let store = TestStore::with(&[TableId::RequirementsBypass]).await;
    let dana = Staff::new(StaffId::new("dana"), Role::Admin);
    let too_large = encode(&Bypass {
        user_id: user(),
        expiration_date: day("2024-02-24"),
        reason: "x".repeat(400 * 1_024),
    });
    let permit = dana.permit().unwrap();
    let intent = BypassIntent {
        operation: "op".to_owned(),
        at: noon(),
        staff: dana,
        from: String::new(),
        user: user(),
        reason: String::new(),
        before: None,
        after: Some(too_large),
    };
    let error = carry_out(&store, &permit, &intent).await;
    assert_eq!(error.unwrap_err().kind, ErrorKind::Rejected);
    let nobody = UserId::new("");
    let error = store::bypass::of_user(&store, &nobody).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::Rejected);
}

#[tokio::test]
async fn a_cursor_of_another_table_finds_nothing() {
    let store = TestStore::underwriting().await;
    let cursor = serde_json::from_str(r#"{"loan_id":{"Text":"float-1"}}"#).unwrap();
    let request = PageRequest::after(10, cursor);
    match store::profile::history(&store, &user(), request).await {
        Err(error) => assert_eq!(error.kind, ErrorKind::Rejected),
        // Not every engine looks at it.
        Ok(page) => assert!(page.items.is_empty()),
    }
}

#[tokio::test]
async fn attempts_beyond_the_first_and_those_without_capacity_are_known() {
    let throttling = saying(
        400,
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}"#,
    );
    let store = connect(Endpoint::At(throttling)).await;
    store::profile::latest(&store, &user()).await.unwrap_err();
    let figures = store.calls().last_minute(TableId::Underwriting);
    assert_eq!((figures.calls, figures.failed), (1, 1));
    assert_eq!((figures.retries, figures.throttled), (2, 3));
    assert!(
        figures
            .median
            .is_some_and(|took| took == figures.slowest.unwrap())
    );
    assert_eq!(store.calls().last_minute(TableId::Locks).calls, 0);
}

async fn note_sent(endpoint: String) -> (Result<Written, StoreError>, u64) {
    let store = connect(Endpoint::At(endpoint)).await;
    let dana = Staff::new(StaffId::new("dana"), Role::Admin);
    let note = Note {
        user_id: user(),
        id: "a".to_owned(),
        at: noon(),
        who: dana.id.clone(),
        entry: NoteEntry::Text(NoteText {
            text: "Call back".to_owned(),
            ticket: None,
            is_pinned: false,
        }),
    };
    let event = AuditEvent {
        id: "a".to_owned(),
        at: noon(),
        who: dana.id.clone(),
        label: dana.own_label(),
        role: Some(dana.role),
        from: String::new(),
        action: Action::NoteWritten,
        user: Some(user()),
        subject: String::new(),
        reason: String::new(),
        before: None,
        after: None,
    };
    let written = store::note::write(&store, &dana.permit().unwrap(), &note, &event).await;
    let calls = store.calls().by_table_and_operation();
    (written, calls[&(TableId::FloatDesk, Operation::Transact)])
}

macro_rules! cancelled {
    ($($code:literal),*) => {
        concat!(
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","#,
            r#""CancellationReasons":[{"Code":"None"}"#,
            $(r#",{"Code":""#, $code, r#""}"#,)*
            "]}"
        )
    };
}

#[tokio::test]
async fn a_cancelled_transaction_is_a_conflict_only_where_a_condition_did_not_hold() {
    for (body, kind, calls) in [
        (cancelled!("TransactionConflict"), ErrorKind::Contended, 4),
        (cancelled!("ThrottlingError"), ErrorKind::Throttled, 1),
        (
            cancelled!("ProvisionedThroughputExceeded"),
            ErrorKind::Throttled,
            1,
        ),
        (cancelled!("ValidationError"), ErrorKind::Rejected, 1),
        (
            cancelled!("TransactionConflict", "ValidationError"),
            ErrorKind::Rejected,
            1,
        ),
    ] {
        let (written, made) = note_sent(saying(400, body)).await;
        assert_eq!((written.unwrap_err().kind, made), (kind, calls), "{body}");
    }
}

#[tokio::test]
async fn what_stood_in_a_note_s_way_does_not_make_it_written() {
    let body = cancelled!("TransactionConflict", "ConditionalCheckFailed");
    let nothing_is_there = answering(move |request| {
        if request.contains("TransactWriteItems") {
            (400, body)
        } else {
            (200, "{}")
        }
    });
    let (written, calls) = note_sent(nothing_is_there).await;
    assert_eq!((written.unwrap_err().kind, calls), (ErrorKind::Conflict, 1));
}
