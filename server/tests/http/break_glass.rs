//! Publishing at once, alone: only what reduces the risk, with two reasons, and reviewed afterwards.

use crate::drafting::{
    demo, draft, live, proposal, reviewed, script, signed_in, step, text, to_nobody, updates,
    with_priority,
};
use crate::visitor::{Answer, Visitor};
use app::api::proposals::Step;
use domain::role::Role;
use store::rulebook::encode;
use store::rulebook_update;

const URGENT: &str = "Money is going out.";
const ONLY_REDUCES: &str = "Only a share set to 0 or a restore can be published without review.";
const STILL_A_DRAFT: &str = "This is still a draft: its author must put it up for review first.";

async fn break_glass(visitor: &Visitor, address: &str, version: &str, urgency: &str) -> Answer {
    let form = [
        ("id", address.rsplit('/').next().unwrap()),
        ("version", version),
        ("step", "break_glass"),
        ("reason", "It approves everybody."),
        ("urgency", urgency),
    ];
    visitor.post("/rpc/decide_proposal", &form).await
}

fn refused(answer: &Answer, why: &str) {
    assert_eq!(answer.status, 400, "{}", answer.body);
    assert!(answer.body.contains(why), "{}", answer.body);
}

#[tokio::test]
async fn whoever_breaks_the_glass_for_another_is_named_and_the_other_admin_reviews_it() {
    let (_engine, desk) = reviewed().await;
    let author = signed_in(&desk, "ann", Role::Admin).await;
    let publisher = signed_in(&desk, "bea", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let glass = draft(&author, Some(&book), &to_nobody(&book)).await;
    assert_eq!(step(&author, &glass, "submit", "1").await.status, 200);
    let broken = break_glass(&publisher, &glass, "2", URGENT).await;
    assert_eq!(broken.status, 200, "{}", broken.body);
    let home = author.get("/").await.text();
    assert!(home.contains("Published without review by bea"), "{home}");
    let support = signed_in(&desk, "sue", Role::Support).await;
    let told = support.get("/").await;
    let (text, link) = (told.text(), format!("href=\"{glass}\""));
    assert!(text.contains("Published without review by bea"), "{text}");
    assert!(
        !told.body.contains(&link),
        "it would lead to a page that is not theirs"
    );
    assert!(author.get("/").await.body.contains(&link));
    let own = step(&publisher, &glass, "reviewed", "3").await;
    assert_eq!(own.status, 400);
    assert!(own.body.contains("cannot review it"), "{}", own.body);
    let page = publisher.get(&glass).await.text();
    assert!(page.contains("cannot review it"), "{page}");
    assert_eq!(step(&author, &glass, "reviewed", "3").await.status, 200);
}

#[tokio::test]
async fn without_a_second_reason_or_for_what_does_not_only_reduce_it_is_refused() {
    let (_engine, desk) = reviewed().await;
    let admin = signed_in(&desk, "ann", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let count = updates(&desk.store).await;
    let reducing = draft(&admin, Some(&book), &to_nobody(&book)).await;
    let hasty = break_glass(&admin, &reducing, "1", "  ").await;
    refused(
        &hasty,
        "Say also why it can't wait for a second pair of eyes.",
    );
    let other = draft(&admin, Some(&book), &with_priority(&book, 7)).await;
    refused(
        &break_glass(&admin, &other, "1", URGENT).await,
        ONLY_REDUCES,
    );
    assert!(!proposal(&admin, &other).await.steps.has(Step::BreakGlass));
    assert_eq!(updates(&desk.store).await, count);
    assert_eq!(live(&desk.store, "stringent_v1").await, Some(book));
}

#[tokio::test]
async fn a_restore_is_published_at_once_and_one_that_was_edited_is_not() {
    let (_engine, desk) = reviewed().await;
    let admin = signed_in(&desk, "ann", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let restore = async || {
        script(&desk.store, vec![encode(&with_priority(&book, 8))]).await;
        let form = [("update", newest.as_str()), ("rulebook", "stringent_v1")];
        let drafted = admin.post("/rpc/draft_restore", &form).await;
        drafted.location().to_owned()
    };
    let back = restore().await;
    let broken = break_glass(&admin, &back, "1", URGENT).await;
    assert_eq!(broken.status, 200, "{}", broken.body);
    let priority = live(&desk.store, "stringent_v1").await.unwrap().priority;
    assert_eq!(priority, book.priority);

    let edited = restore().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let form = [
        ("draft", text(&with_priority(&base, 7))),
        ("base", text(&base)),
        ("proposal", edited.rsplit('/').next().unwrap().to_owned()),
        ("version", "1".to_owned()),
    ];
    let form: Vec<_> = form.iter().map(|(a, b)| (*a, b.as_str())).collect();
    assert_eq!(admin.post("/rpc/save_draft", &form).await.status, 200);
    refused(
        &break_glass(&admin, &edited, "2", URGENT).await,
        ONLY_REDUCES,
    );
}

#[tokio::test]
async fn the_draft_of_another_is_published_by_nobody_until_it_is_put_up() {
    let (_engine, desk) = reviewed().await;
    let author = signed_in(&desk, "ann", Role::Admin).await;
    let other = signed_in(&desk, "bea", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let glass = draft(&author, Some(&book), &to_nobody(&book)).await;
    refused(
        &break_glass(&other, &glass, "1", URGENT).await,
        STILL_A_DRAFT,
    );
    for visitor in [&author, &other] {
        let early = step(visitor, &glass, "publish", "1").await;
        refused(&early, STILL_A_DRAFT);
    }
    let page = other.get(&glass).await.text();
    assert!(page.contains(STILL_A_DRAFT), "{page}");
    assert!(!proposal(&other, &glass).await.steps.has(Step::BreakGlass));
    assert!(proposal(&author, &glass).await.steps.has(Step::BreakGlass));
    assert_eq!(live(&desk.store, "stringent_v1").await, Some(book));
}

#[tokio::test]
async fn where_review_is_off_the_draft_of_another_is_left_alone_as_well() {
    let (_engine, desk, admin) = demo().await;
    let mut analyst = Visitor::to(&desk);
    analyst.sign_in("analyst", "/").await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&analyst, Some(&book), &with_priority(&book, 7)).await;
    refused(&step(&admin, &preview, "publish", "1").await, STILL_A_DRAFT);
    assert!(!proposal(&admin, &preview).await.steps.has(Step::Publish));
    assert_eq!(step(&analyst, &preview, "submit", "1").await.status, 200);
    let published = step(&admin, &preview, "publish", "2").await;
    assert_eq!(published.status, 200, "{}", published.body);
    assert_eq!(live(&desk.store, "stringent_v1").await.unwrap().priority, 7);
}
