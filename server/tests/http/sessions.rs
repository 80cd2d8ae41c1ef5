//! A session lives in the table: on every server, until it is ended there.

use crate::accounts::{PASSWORD, add, address_of, sign_in};
use crate::command_line::serve;
use crate::desk::{Desk, built_site, desk, engine};
use crate::process::{Running, float_desk_on};
use crate::visitor::Visitor;
use domain::instant::Instant;
use domain::role::Role;
use reqwest::header::SET_COOKIE;
use std::fs;
use std::process::Stdio;
use std::time::SystemTime;
use store::session::{self, StoredSession};
use tempfile::TempDir;
use tower_sessions::session::Id;

const PAGE: &str = "/users/user-12345";

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server() {
    let visitor = Visitor::signed_in_to(desk()).await;
    assert_eq!(visitor.get(PAGE).await.status, 200);
    let out = visitor.post("/sign-out", &[]).await;
    assert_eq!((out.status, out.location()), (303, "/sign-in"));
    assert!(
        out.header(SET_COOKIE).unwrap().contains("Max-Age=0"),
        "the browser forgets it too"
    );
    // The visitor still has the old cookie, as a thief would.
    assert_eq!(visitor.get(PAGE).await.status, 303);
    assert_eq!(visitor.post("/rpc/list_demo_people", &[]).await.status, 401);
}

#[tokio::test]
async fn signing_out_ends_no_other_session() {
    let (here, there) = (
        Visitor::signed_in_to(desk()).await,
        Visitor::signed_in_to(desk()).await,
    );
    here.post("/sign-out", &[]).await;
    assert_eq!(there.get(PAGE).await.status, 200);
}

#[tokio::test]
async fn signing_in_again_gives_another_session_and_ends_the_old_one() {
    let mut visitor = Visitor::signed_in_to(desk()).await;
    let old = visitor.clone();
    visitor.sign_in("admin", "/").await;
    assert_ne!(visitor.session, old.session);
    assert_eq!(visitor.get(PAGE).await.status, 200);
    assert_eq!(old.get(PAGE).await.status, 303);
}

#[tokio::test]
async fn a_session_works_on_every_server_of_the_same_database() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let other = Desk::open(&engine().config()).await;
    let there = Visitor::to(&other).with_session(visitor.session.clone().unwrap());
    assert_eq!(there.get(PAGE).await.status, 200);
    there.post("/sign-out", &[]).await;
    assert_eq!(
        visitor.get(PAGE).await.status,
        303,
        "ended there, ended here"
    );
}

#[tokio::test]
async fn whoever_has_the_database_has_no_session() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let session = visitor.session.unwrap();
    let Id(number) = session.parse().unwrap();
    let files: Vec<u8> = fs::read_dir(&engine().directory)
        .unwrap()
        .flat_map(|file| fs::read(file.unwrap().path()).unwrap())
        .collect();
    let files = String::from_utf8_lossy(&files);
    let holds = |text: &str| files.contains(text);
    assert!(
        holds("SESSION#") && holds("sam-support"),
        "the session is in these files"
    );
    assert!(!holds(&session) && !holds(&number.to_string()));
}

#[tokio::test]
async fn a_made_up_session_is_none() {
    let visitor = Visitor::to(desk());
    let long = "x".repeat(4_000);
    for made_up in [
        "",
        "x",
        "AAAAAAAAAAAAAAAAAAAAAA",
        "..",
        "SESSION#",
        "%00",
        &long,
    ] {
        let answer = visitor.with_session(made_up).get(PAGE).await;
        assert_eq!(answer.status, 303, "{made_up}");
    }
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

async fn stored(desk: &Desk, visitor: &Visitor) -> StoredSession {
    let id = visitor.session.as_deref().unwrap();
    let found = session::load(&desk.store, id, Instant::EPOCH).await;
    found.unwrap().unwrap()
}

/// When a session began or was last used, as it is stored.
fn noted(session: &StoredSession, what: &str) -> i64 {
    let data: serde_json::Value = serde_json::from_str(&session.data).unwrap();
    data[what].as_i64().unwrap()
}

/// Makes a session look as if what it notes had been so many seconds ago, and it had so many left.
async fn age(desk: &Desk, visitor: &Visitor, what: &str, ago: i64, left: i64) {
    let mut session = stored(desk, visitor).await;
    let mut data: serde_json::Value = serde_json::from_str(&session.data).unwrap();
    data[what] = (now().epoch_seconds() - ago).into();
    session.data = data.to_string();
    session.expires = now().plus_seconds(left);
    let id = visitor.session.as_deref().unwrap();
    session::save(&desk.store, id, &session).await.unwrap();
}

const HALF_AN_HOUR: i64 = 30 * 60;
const TWELVE_HOURS: i64 = 12 * 60 * 60;

#[tokio::test]
async fn a_session_that_nobody_uses_for_half_an_hour_is_over() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    let is_half_an_hour = |session: &StoredSession| {
        let idle = session.expires.epoch_seconds() - noted(session, "used");
        // A slow machine notes the use and works out the end some seconds apart.
        (HALF_AN_HOUR..HALF_AN_HOUR + 60).contains(&idle)
    };
    assert!(is_half_an_hour(&stored(&desk, &visitor).await));

    age(&desk, &visitor, "used", HALF_AN_HOUR - 120, 120).await;
    assert_eq!(visitor.get(PAGE).await.status, 200);
    let used = stored(&desk, &visitor).await;
    assert!(is_half_an_hour(&used), "using it moves the end on");
    assert!(noted(&used, "used") > now().epoch_seconds() - HALF_AN_HOUR / 2);

    age(&desk, &visitor, "used", HALF_AN_HOUR, -1).await;
    assert_eq!(visitor.get(PAGE).await.status, 303);
    assert_eq!(visitor.post("/rpc/list_demo_people", &[]).await.status, 401);
}

#[tokio::test]
async fn a_session_is_over_after_twelve_hours_however_much_it_is_used() {
    let desk = Desk::open(&engine().config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    age(&desk, &visitor, "started", TWELVE_HOURS - 600, HALF_AN_HOUR).await;
    assert_eq!(visitor.get(PAGE).await.status, 200);
    age(&desk, &visitor, "started", TWELVE_HOURS, HALF_AN_HOUR).await;
    assert_eq!(visitor.get(PAGE).await.status, 303);
    assert_eq!(visitor.post("/rpc/list_demo_people", &[]).await.status, 401);
}

#[tokio::test]
async fn two_processes_on_one_database_share_sessions_and_attempts() {
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let arguments = serve(&site, &["--trusted-proxy", "127.0.0.1"]);
    let start = || {
        let mut command = float_desk_on(engine().url(), here.path(), &arguments);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Running(command.spawn().unwrap());
        let line = process.first_line();
        let url = line.strip_prefix("Float Desk is running at ");
        (url.unwrap().to_owned(), process)
    };
    let [(one, _first), (two, _second)] = [start(), start()];
    add(&desk().store, "pat", Role::Support).await;
    let mut at_one = Visitor::at(&one).from(address_of("pat"));
    sign_in(&mut at_one, "pat", PASSWORD).await;
    let session = at_one.session.clone().unwrap();
    let at_two = Visitor::at(&two).with_session(session);
    assert_eq!(at_two.get(PAGE).await.status, 200);
    assert_eq!(at_two.post("/sign-out", &[]).await.status, 303);
    for visitor in [&at_one, &at_two] {
        assert_eq!(visitor.get(PAGE).await.status, 303);
    }
    for _ in 0..5 {
        sign_in(&mut at_one, "pat", "not the password").await;
    }
    let mut at_two = Visitor::at(&two).from(address_of("pat-2"));
    let answer = sign_in(&mut at_two, "pat", PASSWORD).await;
    assert!(answer.location().contains("problem=slow"));
}
