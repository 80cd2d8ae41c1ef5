//! Nobody sees anything without signing in, and signing in leads to where one wanted to go.

use crate::desk::{Desk, desk, engine};
use crate::visitor::{SESSION, Visitor};
use app::error::AppError;
use domain::role::Staff;
use reqwest::header::SET_COOKIE;

#[tokio::test]
async fn every_page_asks_a_stranger_to_sign_in_and_remembers_where_they_were_going() {
    let stranger = Visitor::to(desk());
    let pages = [
        ("/", "/"),
        ("/users/user-12345", "/users/user-12345"),
        ("/users/odd~23hash?at=1", "/users/odd~23hash%3Fat%3D1"),
        ("/search?q=two%20words", "/search%3Fq%3Dtwo%2520words"),
        ("/no/such/page", "/no/such/page"),
        ("/sign-out", "/sign-out"),
    ];
    for (page, next) in pages {
        let answer = stranger.get(page).await;
        assert_eq!((answer.status, answer.body.as_str()), (303, ""), "{page}");
        assert_eq!(answer.location(), format!("/sign-in?next={next}"));
    }
}

#[tokio::test]
async fn what_a_stranger_wanted_to_do_is_not_an_address_to_come_back_to() {
    let answer = Visitor::to(desk()).post("/sign-out", &[]).await;
    assert_eq!((answer.status, answer.location()), (303, "/sign-in"));
}

#[tokio::test]
async fn server_functions_tell_a_stranger_so_and_nothing_else() {
    let stranger = Visitor::to(desk());
    for (function, form) in [
        ("read_overview", &[("user_id", "user-12345")][..]),
        ("list_demo_people", &[]),
    ] {
        let answer = stranger.post(&format!("/rpc/{function}"), form).await;
        assert_eq!(answer.status, 401, "{function}");
        assert_eq!(answer.unpack::<AppError>(), AppError::NotSignedIn);
        assert_eq!(
            answer.header("content-type"),
            Some("application/octet-stream")
        );
    }
    let nobody = stranger.post("/rpc/signed_in", &[]).await;
    assert_eq!(
        (nobody.status, nobody.unpack::<Option<Staff>>()),
        (200, None)
    );
}

#[tokio::test]
async fn signing_in_ends_on_the_page_first_asked_for() {
    let mut visitor = Visitor::to(desk());
    let to_sign_in = visitor.get("/users/odd~23hash").await;
    let form = visitor.get(to_sign_in.location()).await;
    assert_eq!(form.status, 200);
    let next = "name=\"next\" value=\"/users/odd~23hash\"";
    assert_eq!(
        form.body.matches(next).count(),
        3,
        "a form a role: {}",
        form.body
    );
    let back = visitor.sign_in("analyst", "/users/odd~23hash").await;
    assert_eq!((back.status, back.location()), (303, "/users/odd~23hash"));
    let page = visitor.get(back.location()).await;
    assert_eq!(page.status, 200);
    assert!(page.has_frame(), "{}", page.body);
}

#[tokio::test]
async fn signing_in_leads_to_no_other_host() {
    let mut visitor = Visitor::to(desk());
    for foreign in [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "evil.example",
        "",
        "/\t/evil.example",
    ] {
        let answer = visitor.sign_in("support", foreign).await;
        assert_eq!(
            (answer.status, answer.location()),
            (303, "/"),
            "{foreign:?}"
        );
    }
    let without = visitor.post("/sign-in/demo", &[("role", "support")]).await;
    assert_eq!((without.status, without.location()), (303, "/"));
}

#[tokio::test]
async fn each_button_signs_in_who_it_says() {
    for (role, name) in [
        ("support", "sam-support"),
        ("analyst", "ana-analyst"),
        ("admin", "ada-admin"),
    ] {
        let mut visitor = Visitor::to(desk());
        visitor.sign_in(role, "/").await;
        let staff = visitor
            .post("/rpc/signed_in", &[])
            .await
            .unpack::<Option<Staff>>()
            .unwrap();
        assert_eq!((staff.id.as_str(), staff.role.as_str()), (name, role));
        let page = visitor.get("/").await;
        assert_eq!(page.text_of("class=\"account-name\"", "</span>"), name);
    }
}

#[tokio::test]
async fn there_is_no_other_role_to_sign_in_as() {
    let mut visitor = Visitor::to(desk());
    for role in ["owner", "", "Admin"] {
        let answer = visitor.sign_in(role, "/").await;
        assert_eq!(answer.status, 422, "{role:?}");
        assert!(!answer.headers.contains_key(SET_COOKIE));
    }
    assert_eq!(visitor.post("/sign-in/demo", &[]).await.status, 422);
}

#[tokio::test]
async fn the_cookie_stays_on_this_host_out_of_reach_of_scripts() {
    let answer = Visitor::to(desk()).sign_in("support", "/").await;
    let cookie = answer.header(SET_COOKIE).unwrap();
    let mut parts: Vec<_> = cookie.split("; ").skip(1).collect();
    parts.sort_unstable();
    assert_eq!(
        parts,
        [
            "HttpOnly",
            "Max-Age=1800",
            "Path=/",
            "SameSite=Lax",
            "Secure"
        ]
    );
    assert!(cookie.starts_with(&format!("{SESSION}=")));
}

#[tokio::test]
async fn a_server_without_the_demo_offers_no_demo() {
    let own = Desk::open_without_demo(&engine().config()).await;
    let mut visitor = Visitor::to(&own);
    let answer = visitor.sign_in("admin", "/").await;
    assert_eq!((answer.status, answer.session()), (404, None));
    assert!(answer.body.contains("no demo"), "{}", answer.body);

    let of_the_demo = Visitor::signed_in_to(desk()).await.session.unwrap();
    let visitor = visitor.with_session(of_the_demo);
    assert_eq!(visitor.get("/users/user-12345").await.status, 303);
    let people = visitor.post("/rpc/list_demo_people", &[]).await;
    assert_eq!(people.status, 401);
    assert_eq!(people.unpack::<AppError>(), AppError::NotSignedIn);
}
