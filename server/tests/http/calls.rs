//! What a page costs: no call to a table too many, and none that waits for another.

use crate::desk::{Desk, config_by, engine};
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::temporary_profiles::Overrides;
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

/// Float Desk's own table is asked for the session, and for what waits for its time.
const SESSION_AND_GUARD: ((TableId, Operation), u64) = ((TableId::FloatDesk, Operation::Get), 2);

/// What a user's overview asks for: profile, overrides, latest check and taken floats; the lock; the
/// bypass; the notes.
const OVERVIEW: [((TableId, Operation), u64); 4] = [
    ((TableId::Underwriting, Operation::Query), 4),
    ((TableId::Locks, Operation::Get), 1),
    ((TableId::RequirementsBypass, Operation::Get), 1),
    ((TableId::FloatDesk, Operation::Query), 1),
];

const LOOK: ((TableId, Operation), u64) = ((TableId::FloatDesk, Operation::Transact), 1);

#[tokio::test]
async fn a_user_s_page_makes_nine_calls_and_once_an_hour_one_for_the_record() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    for user in ["user-ben", "user-gus"] {
        let page = format!("/users/{user}");
        let expected = OVERVIEW.into_iter().chain([SESSION_AND_GUARD]);
        let first = calls(&desk, &visitor, &page, 200).await;
        let with_look: Counts = expected.clone().chain([LOOK]).collect();
        assert_eq!(first, with_look, "{user}");
        let again = calls(&desk, &visitor, &page, 200).await;
        assert_eq!(again, expected.collect(), "{user}");
    }
}

/// Whether anything at all is stored is asked only where nothing was found.
const NO_RECORD: ((TableId, Operation), u64) = ((TableId::Underwriting, Operation::Query), 5);

#[tokio::test]
async fn an_id_without_a_record_costs_one_call_more() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let page = "/users/nobody-knows-me";
    calls(&desk, &visitor, page, 200).await;
    let expected = OVERVIEW
        .into_iter()
        .chain([SESSION_AND_GUARD, NO_RECORD])
        .collect();
    assert_eq!(calls(&desk, &visitor, page, 200).await, expected);
}

#[tokio::test]
async fn each_float_taken_costs_one_call_more() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let page = "/users/user-hana";
    calls(&desk, &visitor, page, 200).await;
    let collections = ((TableId::CollectionHistory, Operation::Query), 6);
    let expected: Counts = OVERVIEW
        .into_iter()
        .chain([SESSION_AND_GUARD, collections])
        .collect();
    assert_eq!(calls(&desk, &visitor, page, 200).await, expected);
}

#[tokio::test]
async fn a_start_that_waits_costs_no_call_more() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let user = "calls-plan";
    let seen: Overrides = visitor
        .post("/rpc/read_override_form", &[("user_id", user)])
        .await
        .unpack();
    let draft = "start=in 3 days&expires=in 2 weeks&reason=Spring&floats=on&tier=1&tier=3";
    let version = seen.stamp.version.to_string();
    let form = [
        ("user_id", user),
        ("draft", draft),
        ("form", &seen.stamp.form),
        ("version", &version),
        ("confirmed", "yes"),
    ];
    assert_eq!(visitor.post("/rpc/save_override", &form).await.status, 200);
    let page = format!("/users/{user}");
    assert!(visitor.get(&page).await.text().contains("goes on"));
    let expected = OVERVIEW.into_iter().chain([SESSION_AND_GUARD, NO_RECORD]);
    let made = calls(&desk, &visitor, &page, 200).await;
    assert_eq!(made, expected.collect());
}

#[tokio::test]
async fn a_page_of_balances_asks_once_for_each_thing_that_it_shows() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let page = "/users/user-carl/balances";
    calls(&desk, &visitor, page, 200).await;
    // What was taken and the checks; paydays and what recurs; the attempts on each of two floats.
    let expected = Counts::from([
        SESSION,
        ((TableId::Transactions, Operation::Query), 1),
        ((TableId::Underwriting, Operation::Query), 2),
        ((TableId::Pave, Operation::Query), 2),
        ((TableId::BalanceSettings, Operation::Get), 1),
        ((TableId::CollectionHistory, Operation::Query), 2),
    ]);
    assert_eq!(calls(&desk, &visitor, page, 200).await, expected);
    let many = calls(&desk, &visitor, "/users/user-vera/balances?days=32", 200).await;
    assert_eq!(many[&(TableId::Transactions, Operation::Query)], 1);
}

#[tokio::test]
async fn a_timeline_asks_once_for_each_kind_and_for_one_kind_alone_nothing_else() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let page = "/users/user-max/timeline";
    calls(&desk, &visitor, page, 200).await;
    let everything = Counts::from([
        SESSION,
        // Versions, overrides, taken floats, checks.
        ((TableId::Underwriting, Operation::Query), 4),
        // Copies of overrides, what staff did.
        ((TableId::FloatDesk, Operation::Query), 2),
        ((TableId::RequirementsBypass, Operation::Get), 1),
    ]);
    assert_eq!(calls(&desk, &visitor, page, 200).await, everything);
    let versions = Counts::from([SESSION, ((TableId::Underwriting, Operation::Query), 1)]);
    for part in [
        "?kind=versions",
        "?kind=versions&before=2026-01-01T00:00:00Z",
    ] {
        let page = format!("{page}{part}");
        assert_eq!(calls(&desk, &visitor, &page, 200).await, versions, "{page}");
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
    // Of pins in the list, of copies of overrides for one evaluation.
    let pins = ((TableId::FloatDesk, Operation::Query), 1);

    let page = format!("/users/{user}/evaluations");
    let list = calls(&desk, &visitor, &page, 200).await;
    assert_eq!(list, Counts::from([SESSION, queries(2), pins]));
    let filtered = calls(&desk, &visitor, &format!("{page}?outcome=denied"), 200).await;
    assert_eq!(filtered, list);

    // The evaluation with the one before it, what was taken, the pin; then rulebooks, profile, and the
    // overrides with their copies.
    let one = format!("{page}/1707574200_550e8400-e29b-41d4");
    let drill_down = calls(&desk, &visitor, &one, 200).await;
    assert_eq!(drill_down, Counts::from([gets(2), queries(5), pins]));
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
    for (page, status) in [("/nowhere", 404), ("/search?q=", 400), (&too_long, 400)] {
        let calls = calls(&desk, &visitor, page, status).await;
        assert_eq!(calls, Counts::from([SESSION]), "{page}");
    }
}

#[tokio::test]
async fn the_start_page_asks_whom_one_opened_lately_and_what_everybody_should_know() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let recent_and_notices = ((TableId::FloatDesk, Operation::Query), 2);
    let calls = calls(&desk, &visitor, "/", 200).await;
    assert_eq!(calls, Counts::from([SESSION, recent_and_notices]));
}

#[tokio::test]
async fn a_search_asks_once_for_each_kind_that_the_id_can_be_of() {
    let desk = Desk::open(&engine().config()).await;
    let mut visitor = Visitor::signed_in_to(&desk).await;
    let (user, float, kept) = (
        (TableId::Underwriting, Operation::Query),
        (TableId::CollectionHistory, Operation::Query),
        ((TableId::FloatDesk, Operation::Query), 1),
    );
    let found = calls(&desk, &visitor, "/search?q=user-ben", 302).await;
    assert_eq!(found, Counts::from([SESSION, (user, 1), (float, 1), kept]));
    let nothing = calls(&desk, &visitor, "/search?q=a", 200).await;
    assert_eq!(
        nothing,
        Counts::from([SESSION, (user, 1), (float, 1), kept])
    );
    // Rulebooks for those who may see them, and on a user's page both kinds of result.
    visitor.sign_in("analyst", "/").await;
    let all = calls(&desk, &visitor, "/search?q=a&user=user-ben", 200).await;
    assert_eq!(all, Counts::from([SESSION, (user, 4), (float, 1), kept]));
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
    assert_eq!(traffic.most_at_once(), 9);
}

#[tokio::test]
async fn one_evaluation_taken_apart_takes_two_rounds_whose_calls_are_made_at_the_same_time() {
    let (url, traffic) = Road::Slow(Duration::from_millis(500)).open(engine().url());
    let desk = Desk::open(&config_by(&url)).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let page = "/users/user-12345/evaluations/1707574200_550e8400-e29b-41d4";
    // The look is on record, and connections are open.
    assert_eq!(visitor.get(page).await.status, 200);
    traffic.forget();
    assert_eq!(visitor.get(page).await.status, 200);
    let rounds = traffic.rounds();
    // The session comes first. The last round reads rulebook changes, the profile version, the
    // temporary profiles and their copies.
    assert_eq!((rounds.len(), rounds.last()), (3, Some(&4)), "{rounds:?}");
}
