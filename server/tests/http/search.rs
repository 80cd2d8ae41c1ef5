//! One box for any id: what it belongs to, and what was tried where it belongs to nothing.

use crate::desk::{Desk, Engine, desk, engine};
use crate::kept::kept;
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::recent_users::RecentUsers;
use app::api::search::{Found, Hit, Subject, Tried};
use app::machinery::WorkerBoard;
use domain::id::{FloatId, ResultId, UserId};
use domain::instant::Instant;
use domain::ledger::{LedgerEntry, Taken};
use domain::value::Value;
use server::workers::finders::FillFinders;
use server::workers::{Worker, Workers};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use store::indexer::Settings;
use store::ledger::{Retention, record, record_taken};
use store::{PageRequest, Store, TableId, collection_attempt, evaluation, historical_evaluation};

async fn find(visitor: &Visitor, typed: &str, user: Option<&str>) -> Found {
    let mut form = vec![("typed", typed)];
    form.extend(user.map(|user| ("user", user)));
    let answer = visitor.post("/rpc/find", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

fn tried(found: &Found, subject: Subject) -> Tried {
    let of = found.tried.iter().find(|(tried, _)| *tried == subject);
    of.unwrap().1
}

#[tokio::test]
async fn one_hit_leads_straight_to_its_page() {
    let mut visitor = Visitor::signed_in_to(desk()).await;
    for (query, page) in [
        ("q=user-12345", "/users/user-12345"),
        ("q=%20%20user-12345%09", "/users/user-12345"),
        ("q=odd%2Fslash", "/users/odd~2Fslash"),
    ] {
        let answer = visitor.get(&format!("/search?{query}")).await;
        assert_eq!((answer.status, answer.location()), (302, page), "{query}");
    }
    let result = "/search?q=1707574200_550e8400-e29b-41d4&user=user-12345";
    let answer = visitor.get(result).await;
    assert_eq!(answer.status, 302);
    assert!(answer.location().starts_with("/users/user-12345/"));
    visitor.sign_in("analyst", "/").await;
    let found = find(&visitor, "Core_V2", None).await;
    assert!(matches!(&found.hits[..], [Hit::Rulebook { id, .. }] if id.as_str() == "core_v2"));
    let answer = visitor.get("/search?q=Core_V2").await;
    assert_eq!(
        (answer.status, answer.location()),
        (302, "/rulebooks/core_v2")
    );
}

#[tokio::test]
async fn a_float_leads_to_whose_it_is() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let found = find(&visitor, "float-hana-1", None).await;
    assert!(
        matches!(&found.hits[..], [Hit::Float { user, .. }] if user.as_str() == "user-hana"),
        "{found:?}"
    );
}

async fn put_into_the_ledger(store: &Store, user: &UserId) {
    let keep = Retention {
        now: Instant::from(SystemTime::now()),
        days: Retention::DEFAULT_DAYS,
    };
    let made = evaluation::recent(store, user, PageRequest::first(20)).await;
    let made = made.unwrap().items.into_iter().flatten();
    let entries: Vec<_> = made.map(|one| LedgerEntry::of(&one.value)).collect();
    record(store, &entries, keep).await.unwrap();
    let taken = historical_evaluation::all(store, user).await.unwrap();
    let taken = taken.into_iter().flatten();
    let taken: Vec<_> = taken.map(|one| Taken::under(&one.value, &[])).collect();
    record_taken(store, &taken, keep).await.unwrap();
}

#[tokio::test]
async fn a_result_a_float_and_a_loan_are_found_wherever_they_are_typed() {
    let engine = Engine::start().await;
    let desk = Desk::open(&engine.config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let result = "1707574200_550e8400-e29b-41d4";
    let before = find(&visitor, result, None).await;
    assert_eq!(tried(&before, Subject::Check), Tried::NotYetOrNothing);
    let store = Store::connect(&engine.config()).await;
    for user in ["user-12345", "user-hana", "user-lars"] {
        put_into_the_ledger(&store, &UserId::new(user)).await;
    }
    let found = find(&visitor, result, None).await;
    assert!(
        matches!(&found.hits[..], [Hit::Check { user, .. }] if user.as_str() == "user-12345"),
        "{found:?}"
    );
    let page = visitor.get(&format!("/search?q={result}")).await;
    assert_eq!(page.status, 302);
    assert!(
        page.location()
            .starts_with("/users/user-12345/evaluations/")
    );
    let float = find(&visitor, "float-hana-1", None).await;
    assert!(
        matches!(&float.hits[..], [Hit::Float { user, .. }] if user.as_str() == "user-hana"),
        "found by its attempts and by the ledger, told once: {float:?}"
    );
    let loan = find(&visitor, "loan-lars-2", None).await;
    assert!(
        matches!(&loan.hits[..], [Hit::Loan { user, .. }] if user.as_str() == "user-lars"),
        "{loan:?}"
    );
}

/// Puts a check into the ledger that is nowhere else.
async fn keep_only(user: &str, result: &str) {
    let now = Instant::from(SystemTime::now());
    let created = now.plus_days(-300).whole_seconds();
    let entry = LedgerEntry {
        user_id: UserId::new(user),
        result_id: ResultId::new(result),
        created,
        expires: Some(created.plus_days(32)),
        ..LedgerEntry::of(&kept().evaluations[0])
    };
    let days = Retention::DEFAULT_DAYS;
    let keep = Retention { now, days };
    record(&kept().desk().store, &[entry], keep).await.unwrap();
}

#[tokio::test]
async fn a_check_that_has_expired_leads_those_who_do_not_see_the_ledger_to_its_user() {
    keep_only("old/one", "1600000001_one").await;
    keep_only("old-two", "1600000002_shared").await;
    keep_only("old-three", "1600000002_shared").await;
    let mut support = Visitor::to(kept().desk());
    support.sign_in("support", "/").await;
    let answer = support.get("/search?q=1600000001_one").await;
    assert_eq!(
        (answer.status, answer.location()),
        (302, "/users/old~2Fone")
    );
    let found = find(&support, "1600000001_one", None).await;
    assert!(
        matches!(&found.hits[..], [Hit::ExpiredCheck { user, .. }] if user.as_str() == "old/one"),
        "{found:?}"
    );
    let page = support.get("/search?q=1600000002_shared").await;
    let listed = page.text_of("aria-label=\"Found\"", "</section>");
    assert!(
        listed.contains("of old-two. It has expired") && listed.contains("this opens the user"),
        "{listed}"
    );
    assert!(page.body.contains("href=\"/users/old-three\""));
    let answer = kept().analyst().get("/search?q=1600000001_one").await;
    assert_eq!(answer.status, 302);
    assert!(
        answer
            .location()
            .starts_with("/users/old~2Fone/evaluations/"),
        "the ledger is theirs: {}",
        answer.location()
    );
}

#[tokio::test]
async fn several_hits_are_listed_with_what_they_are() {
    let mut visitor = Visitor::signed_in_to(desk()).await;
    visitor.sign_in("analyst", "/").await;
    // A user who is called like a rulebook.
    let key = [
        ("PK", "USER#stringent_v1"),
        ("SK", "ODD"),
        ("item_type", "odd"),
    ];
    let item = key.map(|(name, value)| (name.to_owned(), Value::text(value)));
    let table = desk().store.table(TableId::Underwriting);
    table.put_all(vec![item.into()], |_| {}).await.unwrap();
    let page = visitor.get("/search?q=stringent_v1").await;
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(
        page.text()
            .contains("Several things are called stringent_v1")
    );
    let found = page.text_of("aria-label=\"Found\"", "</section>");
    assert!(
        found.contains("User") && found.contains("Rulebook"),
        "{found}"
    );
    for href in ["/users/stringent_v1", "/rulebooks/stringent_v1"] {
        assert!(page.body.contains(&format!("href=\"{href}\"")), "{href}");
    }
}

#[tokio::test]
async fn nothing_found_says_what_was_tried_and_what_not() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let found = find(&visitor, "never-seen", None).await;
    assert_eq!(found.hits, []);
    assert_eq!(tried(&found, Subject::User), Tried::Nothing);
    assert_eq!(tried(&found, Subject::Float), Tried::Nothing);
    assert_eq!(tried(&found, Subject::Rulebook), Tried::NotForRole);
    assert_eq!(tried(&found, Subject::Check), Tried::NotYetOrNothing);
    assert_eq!(tried(&found, Subject::Loan), Tried::Nothing);
    let page = visitor.get("/search?q=never-seen").await;
    assert_eq!(page.status, 200);
    assert!(
        page.text()
            .contains("Open it as a user without stored data")
    );
    assert!(page.body.contains("href=\"/users/never-seen\""));
}

#[tokio::test]
async fn a_kind_whose_table_is_away_does_not_hide_the_others() {
    let (url, _) = Road::Lossy("collection-history").open(engine().url());
    let desk = Desk::open(&crate::desk::config_by(&url)).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let found = find(&visitor, "user-12345", None).await;
    assert!(matches!(&found.hits[..], [Hit::User(_)]));
    assert_eq!(tried(&found, Subject::Float), Tried::Unavailable);
}

#[tokio::test]
async fn whom_somebody_opened_lately_is_theirs_alone() {
    let mut visitor = Visitor::signed_in_to(desk()).await;
    visitor.sign_in("admin", "/").await;
    visitor.get("/users/recent-one").await;
    let recent: RecentUsers = visitor.post("/rpc/list_recent_users", &[]).await.unpack();
    assert!(
        recent
            .users
            .iter()
            .any(|it| it.user_id.as_str() == "recent-one")
    );
    assert!(visitor.get("/").await.text().contains("recent-one"));
    visitor.sign_in("analyst", "/").await;
    let other: RecentUsers = visitor.post("/rpc/list_recent_users", &[]).await.unpack();
    assert!(
        !other
            .users
            .iter()
            .any(|it| it.user_id.as_str() == "recent-one")
    );
}

#[tokio::test]
async fn an_id_is_found_however_it_was_pasted() {
    let mut visitor = Visitor::signed_in_to(desk()).await;
    visitor.sign_in("analyst", "/").await;
    for (typed, page) in [
        ("\"user-12345\",", "/users/user-12345"),
        ("USER%23user-12345", "/users/user-12345"),
        (
            "USER%23user-12345%20%2F%20PROFILE%232024-02-10T14:30:00Z",
            "/users/user-12345",
        ),
        (
            "https://desk.example.com/users/odd~2Fslash/floats",
            "/users/odd~2Fslash",
        ),
        ("RULEBOOK%23core_v2", "/rulebooks/core_v2"),
    ] {
        let answer = visitor.get(&format!("/search?q={typed}")).await;
        assert_eq!((answer.status, answer.location()), (302, page), "{typed}");
    }
    let result = "/users/user-12345/evaluations/1707574200_550e8400-e29b-41d4";
    let answer = visitor.get(&format!("/search?q=http://x{result}")).await;
    assert_eq!((answer.status, answer.location()), (302, result));
    let unknown = find(&visitor, "'USER#never-seen'", None).await;
    assert_eq!(unknown.hits, []);
    assert_eq!(unknown.typed, UserId::new("never-seen"));
}

#[tokio::test]
async fn accounts_and_confirmations_of_an_existing_ledger_find_their_user() {
    let engine = Engine::start().await;
    let desk = Desk::open(&engine.config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let store = Store::connect(&engine.config()).await;
    // As an earlier version left it: entries, and no finders of accounts.
    put_into_the_ledger(&store, &UserId::new("user-12345")).await;
    let attempts = collection_attempt::of_float(&store, &FloatId::new("float-hana-1")).await;
    let confirmation = attempts
        .unwrap()
        .into_iter()
        .flatten()
        .find_map(|record| record.value.confirmation_id)
        .unwrap();
    for id in ["account-xyz", &confirmation] {
        assert_eq!(find(&visitor, id, None).await.hits, [], "{id}");
    }
    let settings = Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: 1_000_000,
        parts: 1,
        clock: crate::evaluations::now,
    };
    let work: Vec<Arc<dyn Worker>> = vec![Arc::new(FillFinders::new(settings))];
    let server = Workers::start(&store, work, &WorkerBoard::default());
    let mut collection = Vec::new();
    for _ in 0..1_500 {
        collection = find(&visitor, &confirmation, None).await.hits;
        if !collection.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
    assert!(
        matches!(&collection[..], [Hit::Collection { user, float: Some(float), .. }]
            if user.as_str() == "user-hana" && float.as_str() == "float-hana-1"),
        "{collection:?}"
    );
    let account = find(&visitor, "account-xyz", None).await.hits;
    assert!(
        matches!(&account[..], [Hit::Account { user, .. }] if user.as_str() == "user-12345"),
        "{account:?}"
    );
    let page = visitor.get("/search?q=account-xyz").await;
    assert_eq!((page.status, page.location()), (302, "/users/user-12345"));
}
