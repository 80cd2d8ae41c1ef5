//! What the headers keep out.

use crate::desk::desk;
use crate::visitor::Visitor;
use reqwest::Method;

#[tokio::test]
async fn every_answer_tells_the_browser_what_to_keep_out() {
    let (stranger, visitor) = (Visitor::to(desk()), Visitor::signed_in_to(desk()).await);
    for answer in [
        stranger.get("/sign-in").await,
        stranger.get("/users/user-12345").await,
        visitor.get("/users/user-12345").await,
        visitor.get("/nowhere").await,
        visitor.get("/pkg/float-desk.css").await,
        visitor.post("/rpc/list_demo_people", &[]).await,
    ] {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{name}");
        }
        assert!(answer.header("permissions-policy").is_some());
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none';"));
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"));
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    }
}

#[tokio::test]
async fn every_inline_script_carries_the_nonce_of_its_own_answer() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let page = visitor.get("/users/user-12345").await;
        let policy = page.header("content-security-policy").unwrap();
        let nonce = policy
            .split("'nonce-")
            .nth(1)
            .unwrap()
            .split('\'')
            .next()
            .unwrap();
        assert!(nonce.len() >= 22, "128 bits at least");
        for script in page.body.split("<script").skip(1) {
            assert!(script.contains(&format!("nonce=\"{nonce}\"")), "{script}");
        }
        assert!(!page.body.contains(" style=\""), "no inline styles");
        seen.push(nonce.to_owned());
    }
    assert_ne!(seen[0], seen[1]);
}

#[tokio::test]
async fn what_a_page_shows_is_kept_by_no_cache() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get("/users/user-12345").await;
    assert_eq!(page.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn pages_are_sent_compressed_to_whoever_can_read_that() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let plain = visitor.get("/users/user-12345").await;
    assert_eq!(plain.header("content-encoding"), None);
    for encoding in ["br", "gzip"] {
        let request = visitor.request(Method::GET, "/users/user-12345");
        let page = visitor
            .send(request.header("accept-encoding", encoding))
            .await;
        assert_eq!(page.header("content-encoding"), Some(encoding));
        assert!(page.body.len() * 2 < plain.body.len());
    }
}

#[tokio::test]
async fn a_request_too_large_for_any_form_is_refused() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let answer = visitor
        .post("/rpc/read_overview", &[("user_id", &"x".repeat(1_100_000))])
        .await;
    assert_eq!(answer.status, 413);
}
