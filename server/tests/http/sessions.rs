//! A session lives in the table: on every server, until it is ended there.

use crate::desk::{Desk, desk, engine};
use crate::visitor::Visitor;
use reqwest::header::SET_COOKIE;
use std::fs;
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
