//! Machines read a user's float profile by token: made and revoked by an admin, never stored or logged.

use crate::desk::{Desk, config_by, desk, engine, named};
use crate::road::Road;
use crate::visitor::{Answer, Visitor};
use app::api::api_tokens::{MadeToken, TokensPage};
use domain::audit::{Action, AuditList};
use domain::id::StaffId;
use reqwest::Method;
use serde_json::{Value, json};
use store::TableId;

const PROFILE: &str = "/api/v1/users/user-12345/float-profile";

async fn admin(desk: &Desk) -> Visitor {
    let mut visitor = Visitor::to(desk);
    assert_eq!(visitor.sign_in("admin", "/").await.status, 303);
    visitor
}

async fn make(admin: &Visitor, name: &str, scope: &str) -> String {
    let form = [("name", name), ("scope", scope), ("reason", "a test")];
    let answer = admin.post("/rpc/make_token", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack::<MadeToken>().secret
}

async fn tokens(admin: &Visitor) -> TokensPage {
    admin.post("/rpc/list_tokens", &[]).await.unpack()
}

async fn id_of(admin: &Visitor, name: &str) -> String {
    let page = tokens(admin).await;
    let token = page.tokens.iter().find(|token| token.name == name);
    token.unwrap().id.clone()
}

async fn ask(desk: &Desk, path: &str, token: &str) -> Answer {
    let machine = Visitor::to(desk);
    let request = machine.request(Method::GET, path);
    let request = request.header("authorization", format!("Bearer {token}"));
    machine.send(request).await
}

/// A refusal as RFC 9457 has it.
fn is_problem(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.body);
    assert_eq!(
        answer.header("content-type"),
        Some("application/problem+json")
    );
    let body: Value = answer.json();
    assert_eq!(body["status"], status);
    for field in ["type", "title", "detail"] {
        assert!(body[field].is_string(), "{field}: {body}");
    }
}

#[tokio::test]
async fn a_profile_is_told_as_the_document_writes_it() {
    let admin = admin(desk()).await;
    let token = make(&admin, "as documented", "float_profiles").await;
    let answer = ask(desk(), PROFILE, &token).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let body: Value = answer.json();
    let names: Vec<_> = body.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        ["is_float_enabled", "is_loan_enabled", "floats", "loans"]
    );
    let first = json!({"id": "1", "amount": 1000, "is_enabled": true, "fee": 100});
    assert_eq!(body["floats"][0], first);
    let loan = json!({
        "id": "1", "amount": 20000, "is_enabled": body["loans"][0]["is_enabled"],
        "fee": {"type": "fixed", "amount": 1500}
    });
    assert_eq!(body["loans"][0], loan);
}

#[tokio::test]
async fn an_id_without_stored_data_has_the_default_whatever_it_looks_like() {
    let admin = admin(desk()).await;
    let token = make(&admin, "default", "float_profiles").await;
    for id in [
        "nobody-at-all",
        "%2Fetc%2Fpasswd",
        "a%23b~23",
        "%F0%9F%92%B8",
        "a%20b",
    ] {
        let path = format!("/api/v1/users/{id}/float-profile");
        let answer = ask(desk(), &path, &token).await;
        assert_eq!(answer.status, 200, "{id}: {}", answer.body);
        let body: Value = answer.json();
        let on: Vec<_> = body["floats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|float| float["is_enabled"].as_bool().unwrap())
            .collect();
        assert_eq!(on, [true, true, false, false, false, false, false], "{id}");
        assert_eq!(body["loans"], json!([]));
    }
    let odd = ask(desk(), "/api/v1/users/a~2Fb/float-profile", &token).await;
    assert_eq!(odd.status, 200, "a tilde is a tilde here");
}

#[tokio::test]
async fn a_request_that_is_wrong_says_why() {
    let admin = admin(desk()).await;
    let token = make(&admin, "wrong requests", "float_profiles").await;
    let long = format!("/api/v1/users/{}/float-profile", "x".repeat(1_001));
    is_problem(&ask(desk(), &long, &token).await, 400);
    is_problem(
        &ask(desk(), "/api/v1/users/%FF/float-profile", &token).await,
        400,
    );
    is_problem(&ask(desk(), "/api/v1/users/mia/other", &token).await, 404);
    is_problem(&ask(desk(), "/api/v2", &token).await, 404);
    let machine = Visitor::to(desk());
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let answer = machine.send(machine.request(method.clone(), PROFILE)).await;
        is_problem(&answer, 405);
        let allowed = answer.header("allow").unwrap_or_default().to_owned();
        assert!(allowed.contains("GET"), "{method}: {allowed}");
    }
}

#[tokio::test]
async fn without_a_good_token_nobody_is_let_in_and_told_no_more() {
    let support = Visitor::signed_in_to(desk()).await;
    is_problem(&support.get(PROFILE).await, 401);
    let machine = Visitor::to(desk());
    let mut bodies = Vec::new();
    for header in [
        "Bearer fd_nonsense",
        "Bearer ",
        "Basic YTpi",
        "fd_nonsense",
        "Bearer \u{7f}",
    ] {
        let request = machine.request(Method::GET, PROFILE);
        let Ok(value) = reqwest::header::HeaderValue::from_bytes(header.as_bytes()) else {
            continue;
        };
        let answer = machine.send(request.header("authorization", value)).await;
        is_problem(&answer, 401);
        assert!(
            answer
                .header("www-authenticate")
                .unwrap()
                .starts_with("Bearer")
        );
        bodies.push(answer.body);
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "which of them it was is nobody's business");
}

#[tokio::test]
async fn a_token_opens_what_it_was_made_for_and_nothing_else() {
    let admin = admin(desk()).await;
    let metrics = make(&admin, "metrics alone", "metrics").await;
    is_problem(&ask(desk(), PROFILE, &metrics).await, 403);

    let behind_tls = Desk::open_behind_tls(&engine().config()).await;
    let profiles = make(&admin, "profiles alone", "float_profiles").await;
    is_problem(&Visitor::to(&behind_tls).get("/metrics").await, 401);
    is_problem(&ask(&behind_tls, "/metrics", &profiles).await, 403);
    let figures = ask(&behind_tls, "/metrics", &metrics).await;
    assert_eq!(figures.status, 200);
    assert!(figures.body.contains("http_requests_total"));
    let refused = admin
        .post(
            "/rpc/make_token",
            &[("name", "x"), ("scope", "everything"), ("reason", "x")],
        )
        .await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn a_revoked_token_is_refused_from_the_next_request_on() {
    let admin = admin(desk()).await;
    let token = make(&admin, "short-lived", "float_profiles").await;
    assert_eq!(ask(desk(), PROFILE, &token).await.status, 200);
    let id = id_of(&admin, "short-lived").await;
    let revoke = async |reason: &str| {
        let form = [("id", id.as_str()), ("reason", reason)];
        admin.post("/rpc/revoke_token", &form).await.status
    };
    assert_eq!(revoke(" ").await, 400);
    assert_eq!([revoke("leaked").await, revoke("leaked").await], [200, 200]);
    is_problem(&ask(desk(), PROFILE, &token).await, 401);

    let of = AuditList::OfPerson(StaffId::new("ada-admin"));
    let entries = store::audit::list(&desk().store, &of, 500, None)
        .await
        .unwrap();
    let about: Vec<_> = entries
        .events
        .into_iter()
        .map(|event| event.unwrap().value)
        .filter(|event| event.subject == "short-lived")
        .collect();
    let actions: Vec<_> = about.iter().map(|event| event.action.clone()).collect();
    assert_eq!(actions, [Action::TokenRevoked, Action::TokenMade]);
    assert_eq!(about[0].reason, "leaked");
    assert!(!format!("{about:?}").contains(&token));
}

#[tokio::test]
async fn a_token_is_shown_once_kept_as_a_hash_and_its_last_use_is_known() {
    let admin = admin(desk()).await;
    let token = make(&admin, "kept as a hash", "float_profiles").await;
    assert!(token.starts_with("fd_") && token.len() == 46, "{token}");
    let of = |page: TokensPage| {
        let mut tokens = page.tokens.into_iter();
        tokens.find(|token| token.name == "kept as a hash").unwrap()
    };
    assert_eq!(of(tokens(&admin).await).last_used_on, None);
    assert_eq!(ask(desk(), PROFILE, &token).await.status, 200);
    let listed = of(tokens(&admin).await);
    assert!(listed.last_used_on.is_some());
    let page = admin.get("/staff").await;
    assert!(page.text().contains("kept as a hash"));
    assert!(!page.body.contains(&token));
    let stored = store::api_token::all(&desk().store).await.unwrap();
    assert!(!format!("{stored:?}").contains(&token[3..]));
    let again = [
        ("name", "kept as a hash"),
        ("scope", "metrics"),
        ("reason", "x"),
    ];
    assert_eq!(
        admin.post("/rpc/make_token", &again).await.status,
        400,
        "the name is taken"
    );
}

#[tokio::test]
async fn what_the_client_has_already_is_not_sent_again() {
    let admin = admin(desk()).await;
    let token = make(&admin, "etag", "float_profiles").await;
    let first = ask(desk(), PROFILE, &token).await;
    let tag = first.header("etag").unwrap().to_owned();
    assert_eq!(first.header("cache-control"), Some("private, no-cache"));
    let machine = Visitor::to(desk());
    for (known, status) in [
        (tag.clone(), 304),
        (format!("\"x\", W/{tag}"), 304),
        ("*".to_owned(), 304),
        ("\"x\"".to_owned(), 200),
    ] {
        let request = machine
            .request(Method::GET, PROFILE)
            .header("authorization", format!("Bearer {token}"))
            .header("if-none-match", &known);
        let answer = machine.send(request).await;
        assert_eq!(answer.status, status, "{known}");
        assert_eq!(answer.header("etag"), Some(tag.as_str()));
    }
    let other = ask(desk(), "/api/v1/users/nobody/float-profile", &token).await;
    assert_ne!(other.header("etag"), Some(tag.as_str()));
}

#[tokio::test]
async fn whoever_asks_too_often_is_told_when_to_come_back() {
    let own = Desk::open_to_one_request_a_second(&engine().config()).await;
    let admin = admin(&own).await;
    let token = make(&admin, "greedy", "float_profiles").await;
    let modest = make(&admin, "modest", "float_profiles").await;
    let path = "/api/v1/users/nobody/float-profile";
    let asked = (0..12).map(|_| ask(&own, path, &token));
    let answers = futures::future::join_all(asked).await;
    let refused: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 429)
        .collect();
    assert!(
        !refused.is_empty() && refused.len() < 12,
        "{}",
        refused.len()
    );
    for answer in refused {
        is_problem(answer, 429);
        let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=5).contains(&wait), "{wait}");
    }
    assert_eq!(
        ask(&own, path, &modest).await.status,
        200,
        "others are let in"
    );
}

#[tokio::test]
async fn what_is_broken_or_away_is_told_as_such_and_nothing_is_guessed() {
    let admin = admin(desk()).await;
    let token = make(&admin, "faults", "float_profiles").await;
    let broken = "/api/v1/users/user-broken-newest/float-profile";
    is_problem(&ask(desk(), broken, &token).await, 500);
    let config = named(engine().config(), TableId::Underwriting, "prod-nowhere");
    let without = Desk::open(&config).await;
    is_problem(&ask(&without, PROFILE, &token).await, 503);
    let (url, _) = Road::Lossy("prod-float-desk").open(engine().url());
    is_problem(
        &ask(&Desk::open(&config_by(&url)).await, PROFILE, &token).await,
        503,
    );
}

#[tokio::test]
async fn the_description_is_open_and_names_every_answer() {
    let answer = Visitor::to(desk()).get("/api/v1/openapi.json").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let description: Value = answer.json();
    let get = &description["paths"]["/api/v1/users/{user_id}/float-profile"]["get"];
    for status in ["200", "304", "400", "401", "403", "429", "500", "503"] {
        assert!(get["responses"][status].is_object(), "{status}");
    }
}
