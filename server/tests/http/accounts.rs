//! Accounts that an installation keeps itself: signing in with a password.

use crate::desk::{Desk, Engine, engine};
use crate::visitor::{Answer, Visitor};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::instant::Instant;
use domain::role::{Authority, ManageStaff, Permit, Role};
use domain::staff_account::StaffAccount;
use server::sign_in::password;
use std::time::SystemTime;
use store::audit::list;
use store::staff_account::{self, StoredAccount};
use store::{Store, session};

pub const PASSWORD: &str = "a long enough password";

pub fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: Instant::EPOCH,
        who: StaffId::new("a test"),
        label: None,
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
        account: StaffAccount::local(StaffId::new(name), role, Instant::EPOCH),
        password_hash: Some(password::hash(PASSWORD.to_owned()).await.unwrap()),
    }
}

pub fn permit() -> Permit<ManageStaff> {
    Permit::on_authority_of(Authority::CommandLine)
}

pub async fn add(store: &Store, name: &str, role: Role) {
    let new = account(name, role).await;
    staff_account::add(store, &permit(), &new, &event(name))
        .await
        .unwrap();
}

/// An address of that name's own: attempts are counted by address, and all tests share one table.
pub fn address_of(name: &str) -> String {
    let [a, b, c] = name.bytes().fold([0u8; 3], |[a, b, c], byte| {
        [b, c, a.wrapping_mul(31).wrapping_add(c).wrapping_add(byte)]
    });
    format!("10.{a}.{b}.{c}")
}

/// A server with a support agent of that name, and somebody at an address of their own.
async fn desk_with(name: &str) -> (Desk, Visitor) {
    let desk = Desk::open_without_demo(&engine().config()).await;
    add(&desk.store, name, Role::Support).await;
    let visitor = Visitor::to(&desk).from(address_of(name));
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
    let found = staff_account::get(store, &StaffId::new(name))
        .await
        .unwrap()
        .unwrap();
    let mut stored = found.unwrap().value;
    let read = stored.account.generation;
    with(&mut stored.account);
    stored.account.generation += 1;
    let event = event(&format!("{name}-2"));
    staff_account::change(store, &permit(), &stored, read, None, &event)
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

/// All of an answer that is not made up anew for each.
fn lasting(answer: &Answer) -> (u16, Vec<(String, String)>, &str) {
    let changing = ["x-request-id", "date", "content-security-policy"];
    let headers = answer.headers.iter();
    let headers = headers.map(|(name, value)| (name.to_string(), format!("{value:?}")));
    let headers = headers.filter(|(name, _)| !changing.contains(&name.as_str()));
    (answer.status, headers.collect(), &answer.body)
}

#[tokio::test]
async fn nothing_in_the_answer_or_the_work_behind_it_says_whether_an_account_exists() {
    let (desk, mut visitor) = desk_with("dora").await;
    let disabled = "dora-disabled";
    add(&desk.store, disabled, Role::Support).await;
    change(&desk.store, disabled, |account| account.is_disabled = true).await;
    let mut seen = Vec::new();
    for (name, password) in [
        ("dora", "not the password at all"),
        ("dora-who-does-not-exist", "not the password at all"),
        (disabled, PASSWORD),
    ] {
        let before = desk.store.calls().by_table_and_operation();
        let answer = sign_in(&mut visitor, name, password).await;
        let mut made = desk.store.calls().by_table_and_operation();
        for (call, count) in &mut made {
            *count -= before.get(call).unwrap_or(&0);
        }
        assert_eq!(visitor.session, None, "{name}");
        seen.push((name, made, answer));
    }
    let (_, calls, wrong) = &seen[0];
    for (name, made, answer) in &seen {
        assert_eq!(made, calls, "{name}: the same is asked of the tables");
        assert_eq!(lasting(answer), lasting(wrong), "{name}");
    }
    let page = visitor.get(wrong.location()).await;
    assert!(page.text().contains("That name and password do not fit."));
}

fn is_slow(answer: &Answer) -> bool {
    answer.location().contains("problem=slow")
}

#[tokio::test]
async fn five_wrong_passwords_slow_the_account_down_wherever_they_come_from() {
    let (desk, visitor) = desk_with("dina").await;
    // Whether there is one or not: otherwise being slowed down would tell.
    for name in ["dina", "nina"] {
        for n in 0..5 {
            let mut guessing = visitor.clone().from(address_of(&format!("{name}-{n}")));
            let guess = sign_in(&mut guessing, name, "not the password").await;
            assert!(!is_slow(&guess), "{name} {n}");
        }
        // On another server too, and with the right password.
        let other = Desk::open_without_demo(&engine().config()).await;
        for desk in [&desk, &other] {
            let mut person = Visitor::to(desk).from(address_of(name));
            let again = sign_in(&mut person, &name.to_uppercase(), PASSWORD).await;
            assert!(is_slow(&again), "{name}");
            assert_eq!(person.session, None);
        }
        let mut somebody_else = Visitor::to(&other).from(address_of(name));
        let else_ = sign_in(&mut somebody_else, &format!("{name}-else"), "not it").await;
        assert!(!is_slow(&else_), "{name}");
    }
}

#[tokio::test]
async fn five_wrong_passwords_slow_the_address_down_whoever_they_are_for() {
    let (desk, mut visitor) = desk_with("dirk").await;
    for n in 0..5 {
        let name = format!("dirk-{n}");
        assert!(!is_slow(
            &sign_in(&mut visitor, &name, "not the password").await
        ));
    }
    assert!(is_slow(&sign_in(&mut visitor, "dirk", PASSWORD).await));
    let mut elsewhere = Visitor::to(&desk).from(address_of("dirk-elsewhere"));
    sign_in(&mut elsewhere, "dirk", PASSWORD).await;
    assert!(
        elsewhere.session.is_some(),
        "the account is not slowed down"
    );
}

#[tokio::test]
async fn right_passwords_slow_nobody_down() {
    let (_desk, mut visitor) = desk_with("dolly").await;
    for _ in 0..7 {
        sign_in(&mut visitor, "dolly", PASSWORD).await;
        assert!(visitor.session.is_some());
    }
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
    let of = AuditList::OfPerson(StaffId::new("drew"));
    let page = list(&desk.store, &of, 50, None).await.unwrap();
    let mut done: Vec<_> = page
        .events
        .into_iter()
        .map(|event| event.unwrap().value)
        .map(|event| {
            assert_eq!(event.from, address_of("drew"));
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
async fn what_is_typed_as_a_name_is_kept_only_if_it_is_one() {
    let (desk, mut visitor) = desk_with("dot").await;
    let typed = "my own secret password";
    sign_in(&mut visitor, typed, "dot").await;
    let failed = entries(&desk, "(no such name)", Action::SignInFailed).await;
    let from = address_of("dot");
    let mut of_it = failed.iter().filter(|event| event.from == from);
    assert!(of_it.next().is_some(), "that somebody tried is on record");
    assert!(of_it.next().is_none());
    assert!(!format!("{failed:?}").contains(typed));
    assert!(entries(&desk, typed, Action::SignInFailed).await.is_empty());
    sign_in(&mut visitor, "dot", "not the password").await;
    let known = entries(&desk, "dot", Action::SignInFailed).await;
    assert_eq!(known.len(), 1);
}

/// A support agent of that name, and an admin who has signed in.
async fn desk_with_admin(name: &str) -> (Desk, Visitor, String) {
    let (desk, mut visitor) = desk_with(name).await;
    let admin = format!("{name}-admin");
    add(&desk.store, &admin, Role::Admin).await;
    sign_in(&mut visitor, &admin, PASSWORD).await;
    (desk, visitor, admin)
}

async fn entries(desk: &Desk, who: &str, action: Action) -> Vec<AuditEvent> {
    let of = AuditList::OfPerson(StaffId::new(who));
    let entries = list(&desk.store, &of, 50, None).await.unwrap();
    let events = entries.events.into_iter().map(|event| event.unwrap().value);
    events.filter(|event| event.action == action).collect()
}

#[tokio::test]
async fn a_double_click_changes_a_role_once() {
    let (desk, visitor, admin) = desk_with_admin("della").await;
    let form = [("name", "della"), ("role", "analyst"), ("reason", "moves")];
    let click = || visitor.post("/rpc/change_role", &form);
    let (first, second) = futures::join!(click(), click());
    for answer in [first, second, click().await] {
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let changes = entries(&desk, &admin, Action::RoleChanged).await;
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].subject, "della");
}

#[tokio::test]
async fn a_double_click_ends_sessions_once() {
    let (desk, visitor, admin) = desk_with_admin("desi").await;
    let mut person = Visitor::to(&desk).from(address_of("desi-herself"));
    sign_in(&mut person, "desi", PASSWORD).await;
    assert_eq!(person.get("/").await.status, 200);
    let end = async |generation: &str| {
        let form = [
            ("name", "desi"),
            ("generation", generation),
            ("reason", "lost phone"),
        ];
        visitor.post("/rpc/end_sessions", &form).await
    };
    let (first, second) = futures::join!(end("1"), end("1"));
    for answer in [first, second, end("1").await] {
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    assert_eq!(person.get("/").await.status, 303);
    assert_eq!(entries(&desk, &admin, Action::SessionsEnded).await.len(), 1);
    // What is asked for after that, with what the page shows by then, is done.
    assert_eq!(end("2").await.status, 200);
    assert_eq!(entries(&desk, &admin, Action::SessionsEnded).await.len(), 2);
}

#[tokio::test]
async fn a_change_without_a_reason_is_not_made() {
    let (desk, visitor, admin) = desk_with_admin("dodo").await;
    let form = [("name", "dodo"), ("role", "analyst"), ("reason", "  ")];
    assert_eq!(visitor.post("/rpc/change_role", &form).await.status, 400);
    assert!(entries(&desk, &admin, Action::RoleChanged).await.is_empty());
}

#[tokio::test]
async fn signing_out_everywhere_ends_ones_own_sessions_and_no_others() {
    let (desk, mut here) = desk_with("duke").await;
    let mut there = here.clone();
    let mut other = Visitor::to(&desk).from(address_of("duke-other"));
    add(&desk.store, "duke-other", Role::Support).await;
    for (visitor, name) in [
        (&mut here, "duke"),
        (&mut there, "duke"),
        (&mut other, "duke-other"),
    ] {
        sign_in(visitor, name, PASSWORD).await;
        assert_eq!(visitor.get("/").await.status, 200);
    }
    let out = here.post("/sign-out/everywhere", &[]).await;
    assert_eq!((out.status, out.location()), (303, "/sign-in"));
    for ended in [&here, &there] {
        assert_eq!(ended.get("/").await.status, 303);
    }
    assert_eq!(other.get("/").await.status, 200);
    let ended = entries(&desk, "duke", Action::SessionsEnded).await;
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].subject, "duke");
    let now = Instant::from(SystemTime::now());
    let left = session::count_of(&desk.store, &StaffId::new("duke"), now).await;
    assert_eq!(left.unwrap(), 0, "none is left to be counted");
}

#[tokio::test]
async fn the_demo_s_people_can_sign_out_everywhere_too() {
    let own = Engine::start().await;
    let desk = Desk::open(&own.config()).await;
    let (here, there) = (
        Visitor::signed_in_to(&desk).await,
        Visitor::signed_in_to(&desk).await,
    );
    here.post("/sign-out/everywhere", &[]).await;
    assert_eq!(there.get("/").await.status, 303);
}

#[tokio::test]
async fn an_export_holds_every_entry_and_no_formula() {
    let (_desk, visitor, admin) = desk_with_admin("dawn").await;
    let reason = "=HYPERLINK(\"http://evil.example\"), \"moves\"\nsoon";
    let form = [("name", "dawn"), ("role", "analyst"), ("reason", reason)];
    assert_eq!(visitor.post("/rpc/change_role", &form).await.status, 200);

    let of = format!("by=person&value={admin}");
    let lines = visitor.get(&format!("/audit/export.jsonl?{of}")).await;
    assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
    let exported: Vec<serde_json::Value> = lines
        .body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // The export itself is on record before it begins.
    assert_eq!(exported.len(), 3, "{}", lines.body);
    let changed = exported
        .iter()
        .find(|event| event["action"] == "role_changed")
        .unwrap();
    assert_eq!(changed["reason"], reason, "word for word");

    let table = visitor.get(&format!("/audit/export.csv?{of}")).await;
    let mut rows = csv::Reader::from_reader(table.body.as_bytes());
    let head: Vec<_> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4);
    let row = rows
        .iter()
        .find(|row| row.iter().any(|cell| cell == "role_changed"))
        .unwrap();
    let cell = |name: &str| &row[head.iter().position(|it| it == name).unwrap()];
    assert_eq!(cell("reason"), format!("'{reason}"), "text, no formula");
    assert_eq!(cell("subject"), "dawn");
    assert!(cell("changes").contains("role: support -> analyst"));
}

#[tokio::test]
async fn what_cannot_be_a_name_or_a_password_is_answered_like_a_wrong_one() {
    let (_desk, visitor) = desk_with("dex").await;
    let wrong = sign_in(&mut visitor.clone(), "dex", "not the password at all").await;
    let (long, endless) = ("x".repeat(65), "é".repeat(3_000));
    let longer_password = format!("{PASSWORD}{}", " ".repeat(300));
    for (number, (name, password)) in [
        ("", PASSWORD),
        ("  ", PASSWORD),
        (&long, PASSWORD),
        (&endless, PASSWORD),
        ("dex", ""),
        ("dex", &longer_password),
        ("dex", &"x".repeat(100_000)),
    ]
    .into_iter()
    .enumerate()
    {
        let mut visitor = visitor.clone().from(address_of(&format!("dex-{number}")));
        let answer = sign_in(&mut visitor, name, password).await;
        assert_eq!(lasting(&answer), lasting(&wrong), "{number}");
    }
}

#[tokio::test]
async fn names_are_told_apart_without_regard_to_case() {
    let (desk, mut visitor) = desk_with("Dido").await;
    for taken in ["dido", "DIDO", "Dido"] {
        let new = account(taken, Role::Admin).await;
        let added = staff_account::add(&desk.store, &permit(), &new, &event("dido-again")).await;
        let kind = added.unwrap_err().kind;
        assert_eq!(kind, store::ErrorKind::Conflict, "{taken}");
    }
    sign_in(&mut visitor, "Dido", PASSWORD).await;
    assert!(visitor.session.is_some(), "it is known by its exact name");
}

#[tokio::test]
async fn of_ninety_six_sign_ins_at_once_a_few_are_worked_on_at_a_time() {
    let (desk, _) = desk_with("dee").await;
    let visitors = (0..96).map(|n| Visitor::to(&desk).from(address_of(&format!("dee-at-{n}"))));
    let attempts = visitors.enumerate().map(async |(n, mut visitor)| {
        let answer = sign_in(&mut visitor, &format!("dee-{n}"), "not the password").await;
        (answer.status, answer.location().to_owned())
    });
    for (status, location) in futures::future::join_all(attempts).await {
        assert_eq!(status, 303);
        assert!(location.ends_with("problem=wrong"), "{location}");
    }
    let most = password::most_hashes_at_once();
    assert!((1..=password::HASHES_AT_ONCE).contains(&most), "{most}");
}
