//! Everybody in the demo world has a page, and it is their own.

use crate::desk::desk;
use crate::visitor::{Answer, Visitor};
use app::api::users::UserOverview;
use app::paths;
use domain::answer::Tone;
use domain::effective::Source;
use domain::id::UserId;
use fixtures::Person;

async fn page(visitor: &Visitor, person: &Person) -> Answer {
    visitor.get(&paths::user(&UserId::new(&person.id))).await
}

async fn overview(visitor: &Visitor, person: &Person) -> UserOverview {
    let answer = visitor
        .post("/rpc/read_overview", &[("user_id", &person.id)])
        .await;
    assert_eq!(answer.status, 200, "{}", person.id);
    answer.unpack()
}

#[tokio::test]
async fn everybody_s_page_gives_the_answer_for_the_customer() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for person in fixtures::people() {
        let page = page(&visitor, &person).await;
        assert_eq!(page.status, 200, "{}: {}", person.id, page.text());
        assert!(page.has_frame(), "{}", person.id);
        assert_eq!(page.text_of("<h1", "</h1>"), person.id);

        let overview = overview(&visitor, &person).await;
        assert_eq!(overview.user_id.as_str(), person.id);
        let sentence = page.text_of("class=\"answer-sentence\"", "<button");
        assert_eq!(sentence.trim(), overview.answer.sentence, "{}", person.id);
        assert!(
            sentence.contains("float") || overview.answer.tone == Tone::Unsure,
            "{sentence}"
        );
        assert!(
            page.text().contains(&overview.answer.because),
            "{}",
            person.id
        );
    }
}

#[tokio::test]
async fn broken_items_break_no_page_of_their_user() {
    let mut admin = Visitor::to(desk());
    admin.sign_in("admin", "/").await;
    for person in fixtures::people().iter().filter(|person| person.is_broken) {
        let user = paths::user(&UserId::new(&person.id));
        for page in [
            "",
            "/temporary-profiles",
            "/temporary-profiles/new",
            "/temporary-profiles/end",
            "/new-version",
            "/balances",
            "/insights",
            "/raw",
            "/timeline",
            "/evaluations",
            "/floats",
            "/bypass",
            "/rule-outcomes",
        ] {
            let answer = admin.get(&format!("{user}{page}")).await;
            let (id, text) = (&person.id, answer.text());
            assert!(answer.status < 500, "{id}{page}: {text}");
            assert!(answer.has_frame(), "{id}{page}: {text}");
        }
    }
}

#[tokio::test]
async fn broken_items_are_named_and_break_nothing() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let mut said = String::new();
    for person in fixtures::people().iter().filter(|person| person.is_broken) {
        let page = page(&visitor, person).await;
        let (text, overview) = (page.text(), overview(&visitor, person).await);
        assert_eq!(page.status, 200);
        assert!(
            text.contains("Stored data that needs attention"),
            "{}: {text}",
            person.id
        );
        let problems = overview.broken.iter().flat_map(|item| &item.problems);
        let problems: Vec<_> = problems
            .chain(&overview.notices)
            .map(ToString::to_string)
            .collect();
        assert!(!problems.is_empty(), "{}", person.id);
        for problem in problems {
            assert!(text.contains(&problem), "{}: {problem}: {text}", person.id);
        }
        // Only what decides the answer puts it in doubt.
        let decides = ["PROFILE#", "TEMP_FLOAT_PROFILE#", "EVAL_RESULTS#"];
        let is_in_doubt = overview.broken.iter().any(|item| {
            let sort = item.key.sort.as_deref().unwrap_or_default();
            decides.iter().any(|prefix| sort.starts_with(prefix))
        });
        assert_eq!(
            text.contains("say for certain right now"),
            is_in_doubt,
            "{}: {text}",
            person.id
        );
        for item in overview.broken {
            assert!(
                text.contains(&item.key.to_string()),
                "{}: {text}",
                person.id
            );
        }
        said.push_str(&text);
    }
    for problem in [
        "floats is missing",
        "is_float_enabled should be",
        "item_type should be",
        "the partition key should be",
        "the sort key should be",
    ] {
        assert!(said.contains(problem), "{problem}: {said}");
    }
}

#[tokio::test]
async fn what_staff_must_see_first_is_an_alert() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for (id, alert) in [
        ("user-theo", "2 temporary profiles are active at once"),
        (
            "user-amos",
            "Approved for $50, but the highest tier that is on is $20",
        ),
        ("user-lou", "May be locked"),
        ("user-gus", "In effect, but dated"),
        ("user-bea", "Payroll provider outage, ticket 4711"),
        (
            "user-hugo",
            "The last collection failed: given up as defaulted",
        ),
    ] {
        let text = visitor.get(&format!("/users/{id}")).await.text();
        assert!(text.contains(alert), "{id}: {text}");
    }
    for id in ["user-ben", "user-boris", "user-hope", "user-ada"] {
        let page = visitor.get(&format!("/users/{id}")).await;
        assert!(!page.body.contains("class=\"alerts\""), "{id}");
    }
}

#[tokio::test]
async fn every_odd_id_shows_its_own_user() {
    let visitor = Visitor::signed_in_to(desk()).await;
    // Their stories end in the limit that each has.
    let odd: Vec<_> = fixtures::people()
        .into_iter()
        .filter(|person| {
            person.id.starts_with("odd") || person.id.starts_with('.') || person.id.len() == 1_000
        })
        .collect();
    assert!(odd.len() >= 13, "{}", odd.len());
    for person in odd {
        let (_, limit) = person.story.rsplit_once(": ").unwrap();
        let text = page(&visitor, &person).await.text();
        let own = format!("Profile of the user {}", person.id);
        let source = overview(&visitor, &person).await.profile.floats.source;
        assert!(
            matches!(source, Source::Version { reason, .. } if reason == own),
            "{text}"
        );
        assert!(text.contains(&own), "{text}");
        assert!(
            text.contains(&format!("Profile limit {}", limit.trim_end_matches('.'))),
            "{text}"
        );
    }
}

#[tokio::test]
async fn what_a_loan_costs_stands_beside_it_by_term() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = visitor.get("/users/user-12345").await.text();
    assert!(
        text.contains("4 weeks $15.00 (7.5 %), $215.00 to repay"),
        "{text}"
    );
    assert!(text.contains("8 weeks $25.00"), "{text}");
    assert!(!text.contains("not configured"), "{text}");
}

#[tokio::test]
async fn what_cannot_be_read_opens_as_it_is_stored_for_whoever_may() {
    const OPEN: &str = "Open what is stored, as it is";
    for (role, may_open) in [("support", false), ("analyst", true)] {
        let mut visitor = Visitor::to(desk());
        visitor.sign_in(role, "/").await;
        let broken = visitor.get("/users/user-broken-types").await.text();
        assert!(broken.contains("cannot be read:"), "{broken}");
        assert_eq!(broken.contains(OPEN), may_open, "{role}: {broken}");
        let sound = visitor.get("/users/user-hana").await.text();
        assert!(!sound.contains(OPEN), "{role}");
    }
}

#[tokio::test]
async fn loan_fees_say_what_they_were_evaluated_for() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = visitor.get("/users/user-lars").await.text();
    assert!(
        text.contains("Fees evaluated for id user-lars, user_id user-lars. The user's credit profile and external loan history may change them."),
        "{text}"
    );
}
