//! Whether a collection holds a user's lock: what pages say at first, and what a second reading settles.

use crate::desk::desk;
use crate::evaluations::{now, put, sample};
use crate::visitor::Visitor;
use app::api::users::UserOverview;
use domain::alert::Alert;
use domain::answer::Tone;
use domain::instant::Instant;
use domain::lock_state::LockState;
use domain::value::{Attributes, Value};
use store::{TableId, evaluation};

/// A row as cirello.io/dynamolock writes it.
async fn lock(user: &str, version: &str, is_released: bool) {
    let mut row: Attributes = [
        ("PartitionKey", format!("loan-processing:user_id:{user}")),
        ("ownerName", "Q5JXWD2LZ7".to_owned()),
        ("leaseDuration", "1m0s".to_owned()),
        ("recordVersionNumber", version.to_owned()),
    ]
    .map(|(name, text)| (name.to_owned(), Value::text(text)))
    .into();
    if is_released {
        row.insert("isReleased".to_owned(), Value::text("1"));
    }
    let table = desk().store.table(TableId::Locks);
    table.put_all(vec![row], |_| {}).await.unwrap();
}

async fn settled(visitor: &Visitor, user: &str, version: &str, seen: Instant) -> LockState {
    let seen = seen.stored();
    let form = [("user_id", user), ("version", version), ("seen", &seen)];
    let answer = visitor.post("/rpc/settle_lock", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

async fn overview(visitor: &Visitor, user: &str) -> UserOverview {
    let form = [("user_id", user)];
    visitor.post("/rpc/read_overview", &form).await.unpack()
}

#[tokio::test]
async fn a_second_reading_tells_a_held_lock_from_one_that_was_left_behind() {
    let (user, visitor) = ("lock-settled", Visitor::signed_in_to(desk()).await);
    let (earlier, later) = (now().plus_seconds(-2), now().plus_seconds(3_600));
    lock(user, "1", false).await;
    let held = settled(&visitor, user, "0", earlier).await;
    assert_eq!(held, LockState::Held, "the heartbeat changed it");
    let left = settled(&visitor, user, "1", earlier).await;
    assert_eq!(left, LockState::None);
    let early = settled(&visitor, user, "1", later).await;
    assert_eq!(early, LockState::Unsettled, "no heartbeat was due yet");
    lock(user, "1", true).await;
    assert_eq!(settled(&visitor, user, "0", earlier).await, LockState::None);
    let nobody = settled(&visitor, "lock-nobody", "0", earlier).await;
    assert_eq!(nobody, LockState::None);
    let form = [("user_id", user), ("version", "1"), ("seen", "lately")];
    let answer = visitor.post("/rpc/settle_lock", &form).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
}

#[tokio::test]
async fn pages_say_at_first_that_a_user_may_be_locked() {
    let (user, visitor) = ("lock-unsettled", Visitor::signed_in_to(desk()).await);
    put(desk(), vec![evaluation::encode(&sample(user, 5))]).await;
    lock(user, "1", false).await;
    let page = visitor.get(&format!("/users/{user}")).await;
    let alerts = page.text_of("aria-label=\"Alerts\"", "</ul>");
    assert!(alerts.contains("May be locked"), "{alerts}");
    assert!(
        !alerts.contains("checking"),
        "without JavaScript nothing is under way: {alerts}"
    );
    let floats = visitor.get(&format!("/users/{user}/floats")).await;
    let panel = floats.text_of("aria-label=\"Lock\"", "</section>");
    assert!(
        panel.contains("May be locked") && panel.contains("Q5JXWD2LZ7"),
        "{panel}"
    );

    let overview = overview(&visitor, user).await;
    assert_ne!(overview.answer.tone, Tone::Yes);
    let settling = overview.settling.unwrap();
    assert_eq!(settling.reading.version, "1");
    assert_ne!(settling.if_held.answer.tone, Tone::Yes);
    assert!(settling.if_held.alerts.contains(&Alert::Locked));
    assert_eq!(
        settling.if_free.answer.sentence,
        "You can take a float of up to $20 right now."
    );
    assert_eq!(settling.if_free.alerts, []);
}

#[tokio::test]
async fn a_lock_that_was_released_is_no_alert() {
    let (user, visitor) = ("lock-released", Visitor::signed_in_to(desk()).await);
    put(desk(), vec![evaluation::encode(&sample(user, 5))]).await;
    lock(user, "1", true).await;
    let overview = overview(&visitor, user).await;
    assert_eq!(overview.answer.tone, Tone::Yes);
    assert_eq!((overview.settling, overview.alerts), (None, Vec::new()));
    let floats = visitor.get(&format!("/users/{user}/floats")).await;
    let panel = floats.text_of("aria-label=\"Lock\"", "</section>");
    assert!(panel.contains("Not locked"), "{panel}");
}
