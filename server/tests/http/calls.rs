//! What a page costs: no call to a table too many, and none that waits for another.

use crate::desk::{Desk, config_by, engine};
use crate::road::Road;
use crate::visitor::Visitor;
use std::collections::BTreeMap;
use std::time::Duration;
use store::{Operation, TableId};

type Counts = BTreeMap<(TableId, Operation), u64>;

const SESSION: ((TableId, Operation), u64) = ((TableId::FloatDesk, Operation::Get), 1);

/// What asking for a page makes a server ask of which tables.
async fn calls(desk: &Desk, visitor: &Visitor, path: &str, status: u16) -> Counts {
    let before = desk.store.calls().by_table_and_operation();
    let answer = visitor.get(path).await;
    assert_eq!(answer.status, status, "{path}: {}", answer.body);
    let mut calls = desk.store.calls().by_table_and_operation();
    for (call, count) in &mut calls {
        *count -= before.get(call).unwrap_or(&0);
    }
    calls.retain(|_, count| *count > 0);
    calls
}

#[tokio::test]
async fn a_user_s_page_makes_four_calls_and_once_an_hour_one_for_the_record() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let queries = ((TableId::Underwriting, Operation::Query), 3);
    let look = ((TableId::FloatDesk, Operation::Transact), 1);
    for user in ["user-12345", "nobody-knows-me", "odd~23hash"] {
        let page = format!("/users/{user}");
        let first = calls(&desk, &visitor, &page, 200).await;
        assert_eq!(first, Counts::from([SESSION, queries, look]), "{user}");
        let again = calls(&desk, &visitor, &page, 200).await;
        assert_eq!(again, Counts::from([SESSION, queries]), "{user}");
    }
}

#[tokio::test]
async fn evaluations_take_one_round_of_calls_and_one_taken_apart_one_more() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let user = "user-12345";
    assert_eq!(visitor.get(&format!("/users/{user}")).await.status, 200);
    let queries = |count| ((TableId::Underwriting, Operation::Query), count);
    let gets = |count| ((TableId::FloatDesk, Operation::Get), count);
    let pins = ((TableId::FloatDesk, Operation::Query), 1);

    let page = format!("/users/{user}/evaluations");
    let list = calls(&desk, &visitor, &page, 200).await;
    assert_eq!(list, Counts::from([SESSION, queries(2), pins]));
    let filtered = calls(&desk, &visitor, &format!("{page}?outcome=denied"), 200).await;
    assert_eq!(filtered, list);

    // The evaluation with the one before it, what was taken, the pin; then rulebooks and profile.
    let one = format!("{page}/1707574200_550e8400-e29b-41d4");
    let drill_down = calls(&desk, &visitor, &one, 200).await;
    assert_eq!(drill_down, Counts::from([gets(2), queries(5)]));
    let unknown = calls(&desk, &visitor, &format!("{page}/x"), 404).await;
    assert_eq!(unknown, Counts::from([gets(2), queries(2)]));
    let compared = calls(&desk, &visitor, &format!("{one}?compare=x"), 404).await;
    assert_eq!(compared, Counts::from([gets(3), queries(3)]));

    let outcomes = calls(
        &desk,
        &visitor,
        &format!("/users/{user}/rule-outcomes"),
        200,
    )
    .await;
    assert_eq!(outcomes, Counts::from([SESSION, queries(1)]));
    let lock = ((TableId::Locks, Operation::Get), 1);
    let attempts = ((TableId::CollectionHistory, Operation::Query), 1);
    let floats = calls(&desk, &visitor, &format!("/users/{user}/floats"), 200).await;
    assert_eq!(floats, Counts::from([SESSION, queries(1), lock, attempts]));
}

#[tokio::test]
async fn what_reads_no_user_asks_for_the_session_only() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let too_long = format!("/users/{}", "x".repeat(1_001));
    for (page, status) in [
        ("/", 200),
        ("/nowhere", 404),
        ("/search?q=", 400),
        ("/search?q=a", 302),
        (&too_long, 400),
    ] {
        let calls = calls(&desk, &visitor, page, status).await;
        assert_eq!(calls, Counts::from([SESSION]), "{page}");
    }
}

#[tokio::test]
async fn static_files_and_strangers_cost_nothing() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    for (file, status) in [
        ("/pkg/float-desk.css", 200),
        ("/favicon.svg", 200),
        ("/pkg/nothing.js", 404),
        ("/users/a%23b", 308),
    ] {
        assert_eq!(
            calls(&desk, &visitor, file, status).await,
            Counts::new(),
            "{file}"
        );
    }
    let stranger = Visitor::to(&desk);
    for (page, status) in [("/users/user-12345", 303), ("/", 303), ("/sign-in", 200)] {
        assert_eq!(
            calls(&desk, &stranger, page, status).await,
            Counts::new(),
            "{page}"
        );
    }
    let impostor = stranger.with_session("AAAAAAAAAAAAAAAAAAAAAA");
    let calls = calls(&desk, &impostor, "/users/user-12345", 303).await;
    assert_eq!(calls, Counts::from([SESSION]));
}

#[tokio::test]
async fn what_a_page_reads_it_reads_at_the_same_time() {
    let (url, traffic) = Road::Slow(Duration::from_millis(300)).open(engine().url());
    let desk = Desk::open(&config_by(&url)).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    traffic.forget();
    assert_eq!(visitor.get("/users/user-12345").await.status, 200);
    assert_eq!(traffic.most_at_once(), 4);
}
