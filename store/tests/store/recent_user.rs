use crate::harness::{TestStore, intact};
use crate::sample::noon;
use domain::audit::{Action, AuditEvent};
use domain::id::{LONGEST, StaffId, UserId};
use domain::recent_user::RecentUser;
use store::TableId;
use store::audit::record_once_an_hour;
use store::recent_user::of_person;

async fn look(store: &TestStore, who: &str, user: &str, minute: i64) {
    let at = noon().plus_seconds(minute * 60);
    let event = AuditEvent {
        id: format!("{user}-{minute}"),
        at,
        who: StaffId::new(who),
        label: None,
        role: None,
        from: String::new(),
        action: Action::LookedAt,
        user: Some(UserId::new(user)),
        subject: String::new(),
        reason: String::new(),
        before: None,
        after: None,
    };
    let hour = at.epoch_seconds() / 3_600;
    record_once_an_hour(store, &event, hour).await.unwrap();
}

#[tokio::test]
async fn whom_a_person_opened_comes_newest_first_and_is_nobody_else_s() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let longest = "x".repeat(LONGEST);
    look(&store, "dana", "mia", 0).await;
    look(&store, "dana", &longest, 1).await;
    // Within the same hour: known already.
    look(&store, "dana", "mia", 2).await;
    look(&store, "dan", "theo", 3).await;
    look(&store, "dana", "mia", 70).await;
    let found: Vec<_> = of_person(&store, &StaffId::new("dana"))
        .await
        .unwrap()
        .into_iter()
        .map(intact)
        .collect();
    let at = |user: &str, minute: i64| RecentUser {
        user_id: UserId::new(user),
        at: noon().plus_seconds(minute * 60),
    };
    assert_eq!(found, [at("mia", 70), at(&longest, 1), at("mia", 0)]);
}
