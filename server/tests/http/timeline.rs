//! What happened to a user, page by page, and what counted at an instant.

use crate::desk::{Desk, desk, engine};
use crate::evaluations::{put, sample};
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::timeline::{ProfileAt, TimelinePage};
use domain::effective::Source;
use domain::id::AccountId;
use domain::money::Cents;
use domain::timeline::{Detail, Event, Kind};
use std::collections::BTreeSet;

async fn page(visitor: &Visitor, user: &str, kind: &str, before: Option<&str>) -> TimelinePage {
    let mut form = vec![("user_id", user)];
    if !kind.is_empty() {
        form.push(("kind", kind));
    }
    form.extend(before.map(|before| ("before", before)));
    let answer = visitor.post("/rpc/read_timeline", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// Every event, by going on from page to page as a person does.
async fn everything(visitor: &Visitor, user: &str, kind: &str) -> Vec<Event> {
    let (mut events, mut before) = (Vec::new(), None);
    loop {
        let page = page(visitor, user, kind, before.as_deref()).await;
        assert!(page.missing.is_empty());
        events.extend(page.events);
        match page.next {
            Some(next) => before = Some(next.stored()),
            None => return events,
        }
    }
}

#[tokio::test]
async fn all_thirty_versions_come_newest_first_each_with_what_it_changed() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let events = everything(&visitor, "user-max", "versions").await;
    assert_eq!(events.len(), 30);
    assert!(events.is_sorted_by_key(|event| std::cmp::Reverse(event.place)));
    for event in &events {
        assert!(matches!(event.detail, Detail::Version { .. }), "{event:?}");
    }
    let raised = events
        .iter()
        .find(|event| event.reason == "CFI limit increase to $40")
        .unwrap();
    assert_eq!(raised.line, "$40 float switched on");
}

#[tokio::test]
async fn every_kind_together_is_each_kind_apart() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for user in [
        "user-hana",
        "user-cleo",
        "user-12345",
        "user-lars",
        "user-theo",
    ] {
        let together = everything(&visitor, user, "").await;
        let places: Vec<_> = together.iter().map(|event| event.place).collect();
        assert!(places.is_sorted_by(|a, b| a >= b), "{user}: {places:?}");
        let mut apart = BTreeSet::new();
        for kind in Kind::ALL {
            let of_kind = everything(&visitor, user, kind.word()).await;
            assert!(of_kind.iter().all(|event| event.kind == kind));
            apart.extend(
                of_kind
                    .into_iter()
                    .map(|event| (event.place, event.kind, event.line)),
            );
        }
        let together: BTreeSet<_> = together
            .into_iter()
            .map(|event| (event.place, event.kind, event.line))
            .collect();
        assert_eq!(together, apart, "{user}");
    }
}

#[tokio::test]
async fn six_floats_and_how_they_were_repaid_are_told_in_words() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let floats = everything(&visitor, "user-hana", "floats").await;
    assert_eq!(floats.len(), 6);
    assert_eq!(floats[0].line, "Took a float of $50");
    let attempts = everything(&visitor, "user-hana", "collections").await;
    assert_eq!(attempts.len(), 2 + 2 + 3 + 1 + 2 + 2);
    let by_support = attempts
        .iter()
        .find(|event| event.line.ends_with("(changed by support)"));
    assert_eq!(
        by_support.unwrap().line,
        "Float of $30: collected (changed by support)"
    );
}

#[tokio::test]
async fn the_presidents_day_promotion_was_in_force_in_the_middle_of_february() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let form = [("user_id", "user-12345"), ("at", "2024-02-15T00:00:00Z")];
    let answer = visitor.post("/rpc/read_profile_at", &form).await;
    let then: ProfileAt = answer.unpack();
    assert_eq!(then.profile.limit(), Some(Cents(4_000)));
    assert!(matches!(
        &then.profile.floats.source,
        Source::Temporary { reason, .. } if reason == "promotional_campaign_presidents_day"
    ));
    let page = visitor
        .get("/users/user-12345/timeline?at=2024-02-15T00:00:00Z")
        .await;
    assert_eq!(page.status, 200);
    let text = page.text();
    assert!(text.contains("Profile at 15 Feb 2024, 00:00 UTC"), "{text}");
    assert!(
        text.contains("promotional_campaign_presidents_day"),
        "{text}"
    );
}

#[tokio::test]
async fn before_the_first_version_the_default_counted_and_what_may_be_gone_is_said() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor
        .get("/users/user-12345/timeline?at=2023-01-01T00:00")
        .await;
    let text = page.text();
    assert!(text.contains("no profile is stored"), "{text}");
    assert!(
        text.contains("may already be gone from the table"),
        "{text}"
    );
}

#[tokio::test]
async fn what_is_no_kind_and_no_moment_is_refused_in_words() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for query in ["kind=nonsense", "before=soon", "at=2024-13-01"] {
        let page = visitor.get(&format!("/users/mia/timeline?{query}")).await;
        assert_eq!(page.status, 400, "{query}");
        assert!(page.text().contains("That did not work"), "{query}");
    }
}

#[tokio::test]
async fn a_page_is_complete_without_javascript_and_leads_to_the_next_one() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let first = visitor.get("/users/user-max/timeline?kind=versions").await;
    let (_, older) = first.body.split_once("class=\"older\"").unwrap();
    let (_, href) = older.split_once("href=\"").unwrap();
    let href = href.split('"').next().unwrap().replace("&amp;", "&");
    let second = visitor.get(&href).await;
    assert_eq!(second.status, 200);
    assert!(
        second
            .text()
            .contains("This is the beginning of what is stored.")
    );
    assert!(second.text().contains("First version"));
}

#[tokio::test]
async fn without_the_collection_history_the_rest_is_there() {
    let (url, _) = Road::Lossy("collection-history").open(engine().url());
    let desk = Desk::open(&crate::desk::config_by(&url)).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let page = visitor.get("/users/user-hana/timeline").await;
    assert_eq!(page.status, 200, "{}", page.body);
    let text = page.text();
    assert!(
        text.contains("The collection history cannot be read at the moment"),
        "{text}"
    );
    assert!(text.contains("Took a float of $50"), "{text}");
}

#[tokio::test]
async fn a_broken_version_has_its_line_and_says_what_is_wrong() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get("/users/user-broken-types/timeline").await;
    assert_eq!(page.status, 200);
    let text = page.text();
    assert!(text.contains("Cannot be read"), "{text}");
    assert!(text.contains("is_float_enabled should be yes/no"), "{text}");
}

#[tokio::test]
async fn a_check_is_held_against_its_own_account_s_also_where_that_is_on_another_page() {
    let (visitor, user) = (Visitor::signed_in_to(desk()).await, "timeline-accounts");
    // Of more than are read at once: one account is denied throughout, the other approved twice.
    let checks = (0..70).map(|index| {
        let mut check = sample(user, index + 1);
        let is_other = index == 58 || index == 65;
        check.account_id = AccountId::new(if is_other { "other" } else { "account" });
        if let Some(decision) = &mut check.float_results {
            decision.approved = is_other;
        }
        store::evaluation::encode(&check)
    });
    put(desk(), checks.collect()).await;
    let events = everything(&visitor, user, "checks").await;
    let lines: Vec<_> = events.iter().map(|event| event.line.as_str()).collect();
    assert_eq!(
        lines,
        [
            "Float approved for $20; the first check of its account that is still stored",
            "Float denied; the first check of its account that is still stored",
        ]
    );
}
