//! Another site cannot make somebody's browser do things here.

use crate::desk::desk;
use crate::visitor::{Answer, Visitor};
use reqwest::Method;
use reqwest::header::SET_COOKIE;

const FOREIGN: [(&str, &str); 5] = [
    ("origin", "https://evil.example"),
    ("origin", "null"),
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-site", "same-site"),
    ("origin", "http://127.0.0.1"),
];

async fn post(visitor: &Visitor, path: &str, header: (&str, &str)) -> Answer {
    let form = [
        ("role", "admin"),
        ("theme", "dark"),
        ("user_id", "user-12345"),
    ];
    let request = visitor
        .request(Method::POST, path)
        .header(header.0, header.1)
        .form(&form);
    visitor.send(request).await
}

#[tokio::test]
async fn what_another_site_posts_is_refused() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for header in FOREIGN {
        for path in [
            "/sign-in/demo",
            "/sign-out",
            "/rpc/set_theme",
            "/rpc/read_overview",
        ] {
            let answer = post(&visitor, path, header).await;
            assert_eq!(
                (answer.status, answer.body.as_str()),
                (403, ""),
                "{path} {header:?}"
            );
            assert!(
                !answer.headers.contains_key(SET_COOKIE),
                "{path} {header:?}"
            );
        }
    }
    assert_eq!(visitor.get("/").await.status, 200, "still signed in");
}

#[tokio::test]
async fn what_our_own_pages_post_is_taken() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for header in [
        ("origin", desk().url.as_str()),
        ("sec-fetch-site", "same-origin"),
        ("sec-fetch-site", "none"),
    ] {
        let answer = post(&visitor, "/rpc/read_overview", header).await;
        assert_eq!(answer.status, 200, "{header:?}");
    }
}

#[tokio::test]
async fn a_link_from_another_site_still_opens_the_page() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let request = visitor
        .request(Method::GET, "/users/user-12345")
        .header("sec-fetch-site", "cross-site");
    assert_eq!(visitor.send(request).await.status, 200);
}
