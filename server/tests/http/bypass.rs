//! Granting, changing and removing a bypass over HTTP: one effect, one winner, nothing silently lost.

use crate::desk::{Desk, engine};
use crate::visitor::{Answer, Visitor};
use app::api::bypass::BypassPage;
use app::error::AppError;
use domain::audit::{Action, AuditList};
use domain::id::UserId;
use domain::instant::Instant;
use std::time::SystemTime;

async fn support(desk: &Desk) -> Visitor {
    Visitor::signed_in_to(desk).await
}

async fn page(visitor: &Visitor, user: &str) -> BypassPage {
    let answer = visitor.post("/rpc/read_bypass", &[("user_id", user)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

fn in_days(days: i64) -> String {
    let today = Instant::from(SystemTime::now()).day();
    today.plus_days(days).stored()
}

/// Sends the form of a page, filled in.
async fn save(visitor: &Visitor, page: &BypassPage, last_day: &str, note: &str) -> Answer {
    let mut form = vec![
        ("user_id", page.user_id.as_str()),
        ("operation", page.operation.as_str()),
        ("seen", page.seen.as_str()),
        ("last_day", last_day),
        ("note", note),
        ("confirmed", "yes"),
    ];
    if page.current.is_some() {
        form.push(("reason", "asked for by the customer"));
    }
    visitor.post("/rpc/save_bypass", &form).await
}

async fn remove(visitor: &Visitor, page: &BypassPage) -> Answer {
    let form = [
        ("user_id", page.user_id.as_str()),
        ("operation", page.operation.as_str()),
        ("seen", page.seen.as_str()),
        ("why", "no longer needed"),
    ];
    visitor.post("/rpc/remove_bypass", &form).await
}

async fn on_record(desk: &Desk, user: &str, action: Action) -> usize {
    let list = AuditList::OfUser(UserId::new(user));
    let entries = store::audit::list(&desk.store, &list, 200, None).await;
    let events = entries.unwrap().events.into_iter();
    let events = events.map(|event| event.unwrap().value);
    events.filter(|event| event.action == action).count()
}

#[tokio::test]
async fn a_bypass_is_granted_changed_and_removed_and_the_page_tells_it() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = support(&desk).await;
    let user = "bypass-all";
    let steps = [in_days(3), in_days(9)];
    for last_day in &steps {
        let before = page(&visitor, user).await;
        let answer = save(&visitor, &before, last_day, "bank outage").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let after = page(&visitor, user).await;
        let stored = after.current.unwrap().unwrap();
        assert_eq!(stored.expiration_date.stored(), *last_day);
    }
    let answer = remove(&visitor, &page(&visitor, user).await).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let gone = page(&visitor, user).await;
    assert_eq!(gone.current, None);
    let told: Vec<_> = gone
        .history
        .events
        .iter()
        .map(|one| one.event.action.clone())
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told.contains(&Action::BypassRemoved));
    assert!(gone.history.events.iter().all(|one| !one.is_unconfirmed));
}

#[tokio::test]
async fn the_same_form_sent_twice_and_twice_at_once_has_one_effect() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = support(&desk).await;
    let user = "bypass-twice";
    let form = page(&visitor, user).await;
    let last_day = in_days(3);
    let (one, other) = futures::join!(
        save(&visitor, &form, &last_day, "bank outage"),
        save(&visitor, &form, &last_day, "bank outage")
    );
    assert_eq!(
        (one.status, other.status),
        (200, 200),
        "{} {}",
        one.body,
        other.body
    );
    let late = save(&visitor, &form, &last_day, "bank outage").await;
    assert_eq!(late.status, 200, "{}", late.body);
    assert_eq!(on_record(&desk, user, Action::BypassGranted).await, 1);
    assert_eq!(on_record(&desk, user, Action::BypassIntended).await, 1);
}

#[tokio::test]
async fn who_comes_second_is_told_what_there_is_now_and_gets_back_what_they_typed() {
    let desk = Desk::open(&engine().config()).await;
    let (sam, ada) = (support(&desk).await, support(&desk).await);
    let user = "bypass-race";
    let (of_sam, of_ada) = (page(&sam, user).await, page(&ada, user).await);
    let answer = save(&sam, &of_sam, &in_days(3), "bank outage").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let late = save(&ada, &of_ada, &in_days(30), "new employer").await;
    assert_eq!(late.status, 409, "{}", late.body);
    let error: AppError = late.unpack();
    assert!(error.to_string().contains("bank outage"), "{error}");
    assert_eq!(error.typed("note"), Some("new employer"));
    assert_eq!(error.typed("last_day"), Some(in_days(30).as_str()));
    let stored = page(&ada, user).await.current.unwrap().unwrap();
    assert_eq!(stored.reason, "bank outage");
}

#[tokio::test]
async fn a_bad_last_day_or_an_empty_reason_is_refused_at_its_field_and_nothing_is_on_record() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = support(&desk).await;
    let user = "bypass-bad";
    let form = page(&visitor, user).await;
    for (last_day, note, field) in [
        (in_days(-1), "bank outage", "last_day"),
        (in_days(400), "bank outage", "last_day"),
        (
            "2026-11-20T10:00:00+02:00".to_owned(),
            "bank outage",
            "last_day",
        ),
        (in_days(3), " ", "note"),
    ] {
        let answer = save(&visitor, &form, &last_day, note).await;
        assert_eq!(answer.status, 400, "{last_day} {note}");
        let error: AppError = answer.unpack();
        let AppError::Rejected { ref errors, .. } = error else {
            panic!("{error:?}");
        };
        assert!(errors.at(field).is_some(), "{errors}");
        assert_eq!(error.typed("note"), Some(note));
    }
    assert_eq!(page(&visitor, user).await.current, None);
    assert_eq!(on_record(&desk, user, Action::BypassIntended).await, 0);
}

#[tokio::test]
async fn an_analyst_sees_the_bypass_and_why_it_cannot_be_changed() {
    let desk = Desk::open(&engine().config()).await;
    let mut analyst = Visitor::to(&desk);
    analyst.sign_in("analyst", "/").await;
    let seen = analyst.get("/users/user-bea/bypass").await;
    assert_eq!(seen.status, 200);
    assert!(
        seen.text().contains("Payroll provider outage"),
        "{}",
        seen.text()
    );
    assert!(
        seen.text().contains("As analyst you may not"),
        "{}",
        seen.text()
    );
    let form = page(&analyst, "user-bea").await;
    assert_eq!(save(&analyst, &form, &in_days(9), "x").await.status, 403);
    assert_eq!(remove(&analyst, &form).await.status, 403);
}
