//! Accounts that an installation keeps itself: signing in with a password.

use crate::desk::{Desk, engine};
use crate::visitor::{Answer, Visitor};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffName;
use domain::instant::Instant;
use domain::role::Role;
use domain::staff_account::{KeptBy, StaffAccount};
use server::sign_in::password;
use store::Store;
use store::audit::list;
use store::staff_account::{self, StoredAccount};

pub const PASSWORD: &str = "a long enough password";

pub fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: Instant::EPOCH,
        who: StaffName::new("a test"),
        role: None,
        from: String::new(),
        action: Action::StaffAdded,
        user: None,
        subject: String::new(),
        reason: String::new(),
        before: None,
        after: None,
    }
}

pub async fn account(name: &str, role: Role) -> StoredAccount {
    StoredAccount {
        account: StaffAccount {
            name: StaffName::new(name),
            role,
            kept_by: KeptBy::Us,
            is_disabled: false,
            created_on: Instant::EPOCH,
            last_seen: None,
            generation: 1,
        },
        password_hash: Some(password::hash(PASSWORD.to_owned()).await.unwrap()),
    }
}

/// A server that has counted no attempts yet, with a support agent of that name.
async fn desk_with(name: &str) -> (Desk, Visitor) {
    let desk = Desk::open_without_demo(&engine().config()).await;
    let agent = account(name, Role::Support).await;
    staff_account::add(&desk.store, &agent, &event(name))
        .await
        .unwrap();
    let visitor = Visitor::to(&desk);
    (desk, visitor)
}

pub async fn sign_in(visitor: &mut Visitor, name: &str, password: &str) -> Answer {
    let form = [
        ("name", name),
        ("password", password),
        ("next", "/users/mia"),
    ];
    let answer = visitor.post("/sign-in/password", &form).await;
    visitor.session = answer.session().map(str::to_owned);
    answer
}

pub async fn change(store: &Store, name: &str, with: impl FnOnce(&mut StaffAccount)) {
    let found = staff_account::get(store, &StaffName::new(name))
        .await
        .unwrap()
        .unwrap();
    let mut stored = found.unwrap().value;
    let read = stored.account.generation;
    with(&mut stored.account);
    stored.account.generation += 1;
    staff_account::change(store, &stored, read, &event(&format!("{name}-2")))
        .await
        .unwrap();
}

#[tokio::test]
async fn the_right_password_leads_in_and_back_to_the_page_first_asked_for() {
    let (_desk, mut visitor) = desk_with("dana").await;
    let answer = sign_in(&mut visitor, "dana", PASSWORD).await;
    assert_eq!((answer.status, answer.location()), (303, "/users/mia"));
    let page = visitor.get("/users/mia").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("dana") && page.text().contains("support"));
}

#[tokio::test]
async fn a_wrong_password_and_a_wrong_name_are_answered_alike() {
    let (_desk, mut visitor) = desk_with("dora").await;
    let wrong = sign_in(&mut visitor, "dora", "not the password at all").await;
    let nobody = sign_in(&mut visitor, "nobody", "not the password at all").await;
    assert_eq!(
        (wrong.status, wrong.location()),
        (nobody.status, nobody.location())
    );
    assert_eq!(visitor.session, None);
    let page = visitor.get(wrong.location()).await;
    assert!(page.text().contains("That name and password do not fit."));
}

#[tokio::test]
async fn after_five_wrong_passwords_even_the_right_one_has_to_wait() {
    let (_desk, mut visitor) = desk_with("dina").await;
    for _ in 0..5 {
        sign_in(&mut visitor, "dina", "not the password at all").await;
    }
    let answer = sign_in(&mut visitor, "dina", PASSWORD).await;
    assert!(
        answer.location().contains("problem=slow"),
        "{}",
        answer.location()
    );
    assert_eq!(visitor.session, None);
}

#[tokio::test]
async fn a_disabled_account_is_out_from_the_next_request_on() {
    let (desk, mut visitor) = desk_with("doug").await;
    sign_in(&mut visitor, "doug", PASSWORD).await;
    assert_eq!(visitor.get("/users/mia").await.status, 200);
    change(&desk.store, "doug", |account| account.is_disabled = true).await;
    assert_eq!(visitor.get("/users/mia").await.status, 303);
    let again = sign_in(&mut visitor, "doug", PASSWORD).await;
    assert!(again.location().contains("problem=wrong"));
}

#[tokio::test]
async fn another_role_ends_the_sessions_that_had_the_old_one() {
    let (desk, mut visitor) = desk_with("dean").await;
    sign_in(&mut visitor, "dean", PASSWORD).await;
    change(&desk.store, "dean", |account| account.role = Role::Analyst).await;
    assert_eq!(visitor.get("/users/mia").await.status, 303);
    sign_in(&mut visitor, "dean", PASSWORD).await;
    assert!(visitor.get("/users/mia").await.text().contains("analyst"));
}

#[tokio::test]
async fn who_came_in_who_tried_and_who_looked_at_whom_is_on_record() {
    let (desk, mut visitor) = desk_with("drew").await;
    sign_in(&mut visitor, "drew", "not the password at all").await;
    sign_in(&mut visitor, "drew", PASSWORD).await;
    visitor.get("/users/mia").await;
    visitor.get("/users/mia").await;
    visitor.post("/sign-out", &[]).await;
    let of = AuditList::OfPerson(StaffName::new("drew"));
    let page = list(&desk.store, &of, 50, None).await.unwrap();
    let mut done: Vec<_> = page
        .events
        .into_iter()
        .map(|event| event.unwrap().value)
        .map(|event| {
            assert_eq!(event.from, "127.0.0.1");
            event.action.to_string()
        })
        .collect();
    done.sort();
    assert_eq!(
        done,
        ["looked_at", "sign_in_failed", "signed_in", "signed_out"]
    );
}

#[tokio::test]
async fn a_double_click_changes_a_role_once() {
    let (desk, mut visitor) = desk_with("della").await;
    let admin = account("della-admin", Role::Admin).await;
    staff_account::add(&desk.store, &admin, &event("della-admin"))
        .await
        .unwrap();
    sign_in(&mut visitor, "della-admin", PASSWORD).await;
    let form = [("name", "della"), ("role", "analyst"), ("reason", "moves")];
    for _ in 0..2 {
        assert_eq!(visitor.post("/rpc/change_role", &form).await.status, 200);
    }
    let of = AuditList::OfPerson(StaffName::new("della-admin"));
    let entries = list(&desk.store, &of, 50, None).await.unwrap();
    let changes = entries.events.into_iter().map(|event| event.unwrap().value);
    let changes: Vec<_> = changes
        .filter(|event| event.action == Action::RoleChanged)
        .collect();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].subject, "della");
}
