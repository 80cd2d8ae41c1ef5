//! What a user took: every float once, the one that was searched for marked, and what a page does without.

use crate::desk::{Desk, desk, engine};
use crate::evaluations::{put, sample, taken};
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::floats::FloatsPage;
use domain::id::{AccountId, FloatId};
use reqwest::Method;
use std::collections::BTreeSet;
use store::historical_evaluation;

#[tokio::test]
async fn what_shares_a_result_id_is_listed_and_exported_once() {
    let (desk, user) = (desk(), "floats-shared");
    let visitor = Visitor::signed_in_to(desk).await;
    let (older, shared) = (sample(user, 500), sample(user, 100));
    let mut items = vec![historical_evaluation::encode(&taken(&older))];
    for number in 0..25 {
        let mut one = taken(&shared);
        one.account_id = AccountId::new(format!("account-{number:02}"));
        one.float_id = Some(FloatId::new(format!("shared-{number:02}")));
        items.push(historical_evaluation::encode(&one));
    }
    put(desk, items).await;
    let csv = visitor.get(&format!("/users/{user}/floats.csv")).await.body;
    assert_eq!(csv.lines().count(), 1 + 26);
    let ids: BTreeSet<_> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').next())
        .collect();
    assert_eq!(ids.len(), 26);
    let form = [("user_id", user)];
    let page: FloatsPage = visitor.post("/rpc/list_floats", &form).await.unpack();
    assert_eq!((page.taken.len(), page.next), (25, Some(older.result_id)));
}

#[tokio::test]
async fn a_float_that_was_searched_for_is_where_the_list_begins_and_marked() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let found = visitor.get("/search?q=float-hana-1").await;
    assert_eq!(
        (found.status, found.location()),
        (302, "/users/user-hana/floats?float=float-hana-1")
    );
    let page = visitor.get(found.location()).await;
    let (_, marked) = page
        .body
        .split_once("aria-current=\"true\" aria-label=\"")
        .unwrap();
    let label = marked.split('"').next().unwrap();
    assert!(label.ends_with("float-hana-1"), "{label}");
    let other = visitor
        .get("/users/user-hana/floats?float=nobody-s")
        .await
        .text();
    assert!(other.contains("isn't among what this user took"), "{other}");
}

/// In the demo, hugo's second float is the one that defaulted.
#[tokio::test]
async fn a_float_that_was_searched_for_hides_none_that_are_newer() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor
        .get("/users/user-hugo/floats?float=float-hugo-1")
        .await;
    let whole = visitor.get("/users/user-hugo/floats").await;
    let defaulted = "DEFAULTED";
    assert!(whole.text().contains(defaulted), "{}", whole.text());
    assert!(page.text().contains(defaulted), "{}", page.text());
    assert!(page.text().contains("float-hugo-1 is marked"));
}

#[tokio::test]
async fn a_float_that_was_searched_for_is_on_its_page_among_many() {
    let (desk, user) = (desk(), "floats-many");
    let visitor = Visitor::signed_in_to(desk).await;
    let mut items = Vec::new();
    for number in 0..50 {
        let mut one = taken(&sample(user, 100 + number));
        one.float_id = Some(FloatId::new(format!("many-{number:02}")));
        items.push(historical_evaluation::encode(&one));
    }
    put(desk, items).await;
    // The newest is number 0, and a page holds 20.
    for (float, newer, first) in [("many-00", 0, "many-00"), ("many-25", 20, "many-20")] {
        let form = [("user_id", user), ("float", float)];
        let page: FloatsPage = visitor.post("/rpc/list_floats", &form).await.unpack();
        let shown = page
            .taken
            .first()
            .and_then(|one| one.taken.float_id.clone());
        assert_eq!((page.newer, shown), (newer, Some(FloatId::new(first))));
        assert!(page.taken.iter().any(|one| one.taken.is_called(float)));
    }
    let page = visitor
        .get(&format!("/users/{user}/floats?float=many-25"))
        .await;
    let text = page.text();
    assert!(
        text.contains("20 newer floats and loans are on the pages before"),
        "{text}"
    );
}

#[tokio::test]
async fn without_locks_or_attempts_the_floats_are_there_and_no_file_is_taken_for_whole() {
    for (table, missing, is_whole) in [
        ("locks", "The locks", true),
        ("collection-history", "The collection history", false),
    ] {
        let (url, _) = Road::Lossy(table).open(engine().url());
        let desk = Desk::open(&crate::desk::config_by(&url)).await;
        let visitor = Visitor::signed_in_to(&desk).await;
        let page = visitor.get("/users/user-hana/floats").await;
        assert_eq!(page.status, 200, "{table}: {}", page.body);
        let text = page.text();
        assert!(
            text.contains(&format!("{missing} cannot be read")),
            "{text}"
        );
        assert!(text.contains("Float of $50"), "{text}");
        // What a file lacks, nobody would see: it breaks off.
        let request = visitor.request(Method::GET, "/users/user-hana/floats.csv");
        let file = request.send().await.unwrap().bytes().await;
        assert_eq!(file.is_ok(), is_whole, "{table}");
    }
}
