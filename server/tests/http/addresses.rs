//! Every address answers with the right status, and says in the page what is wrong with it.

use crate::desk::desk;
use crate::visitor::Visitor;
use app::error::AppError;
use app::paths;
use domain::id::UserId;
use reqwest::Method;

/// Letters that mean something in HTML, and enough of them to be no id.
fn too_long() -> String {
    "<b>\"&'".repeat(200)
}

#[tokio::test]
async fn a_user_without_stored_data_has_a_page() {
    let page = Visitor::signed_in_to(desk())
        .await
        .get("/users/nobody-knows-me")
        .await;
    assert_eq!(page.status, 200);
    assert!(
        page.text().contains("No record of this ID"),
        "{}",
        page.text()
    );
}

#[tokio::test]
async fn an_unknown_address_is_not_found_inside_the_frame() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for address in [
        "/nowhere",
        "/users",
        "/users/",
        "/users/a/b/c",
        "/index.php?x=1",
    ] {
        let page = visitor.get(address).await;
        assert_eq!(page.status, 404, "{address}");
        assert!(page.has_frame(), "{address}: {}", page.body);
        assert!(page.text().contains("There is no such page"), "{address}");
    }
}

#[tokio::test]
async fn an_id_that_is_too_long_is_told_its_length() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get(&format!("/users/{}", "x".repeat(1_001))).await;
    assert_eq!(page.status, 400);
    assert!(page.has_frame());
    assert!(
        page.text().contains("1001 bytes, and ids end at 1000"),
        "{}",
        page.text()
    );

    // Counted as it is, not as it is written in the address.
    let emoji = paths::user(&UserId::new("\u{1f422}".repeat(250)));
    assert_eq!(visitor.get(&emoji).await.status, 200);
    let one_more = paths::user(&UserId::new(format!("{}x", "\u{1f422}".repeat(250))));
    assert_eq!(visitor.get(&one_more).await.status, 400);
}

#[tokio::test]
async fn a_search_for_nothing_says_what_to_type() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for address in ["/search", "/search?q=", "/search?q=%20%20", "/search?x=1"] {
        let page = visitor.get(address).await;
        assert_eq!(page.status, 400, "{address}");
        assert!(page.has_frame());
        assert!(
            page.text().contains("Type or paste a user id."),
            "{address}"
        );
    }
}

#[tokio::test]
async fn a_search_for_too_much_leaves_it_in_the_box() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let typed = too_long();
    let request = visitor
        .request(Method::GET, "/search")
        .query(&[("q", &typed)]);
    let page = visitor.send(request).await;
    assert_eq!(page.status, 400);
    assert!(
        page.text()
            .contains("That is too long for a user id: 1200 bytes")
    );
    let (_, input) = page.body.split_once("id=\"search-again\"").unwrap();
    let (_, value) = input.split_once("value=\"").unwrap();
    let value = value
        .split('"')
        .next()
        .unwrap()
        .replace("&quot;", "\"")
        .replace("&lt;", "<");
    assert_eq!(value.replace("&gt;", ">").replace("&amp;", "&"), typed);
}

#[tokio::test]
async fn a_search_leads_to_the_user() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for (typed, user) in [
        ("user-12345", "user-12345"),
        ("  user-12345\n", "user-12345"),
        ("odd#hash", "odd#hash"),
        ("odd+two++words", "odd+two++words"),
        ("odd%2Fslash", "odd%2Fslash"),
        ("..", ".."),
        (
            "odd-\u{1f422}-\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
            "odd-\u{1f422}-\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
        ),
    ] {
        let request = visitor
            .request(Method::GET, "/search")
            .query(&[("q", typed)]);
        let answer = visitor.send(request).await;
        assert_eq!(answer.status, 302, "{typed}");
        assert_eq!(
            answer.location(),
            paths::user(&UserId::new(user)),
            "{typed}"
        );
    }
}

#[tokio::test]
async fn an_id_that_nothing_is_stored_for_can_still_be_opened() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let request = visitor
        .request(Method::GET, "/search")
        .query(&[("q", "//evil.example")]);
    let answer = visitor.send(request).await;
    assert_eq!(answer.status, 200);
    let link = format!("href=\"{}\"", paths::user(&UserId::new("//evil.example")));
    assert!(answer.body.contains(&link), "{}", answer.body);
}

#[tokio::test]
async fn a_percent_encoded_id_leads_to_its_canonical_address() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for (typed, canonical) in [
        ("/users/odd%23hash", "/users/odd~23hash"),
        (
            "/users/odd%2Fslash?at=1&x=%20",
            "/users/odd~2Fslash?at=1&x=%20",
        ),
        ("/users/odd%252Fslash", "/users/odd~252Fslash"),
        ("/users/odd%F0%9F%90%A2", "/users/odd~F0~9F~90~A2"),
        ("/users/%2F%2Fevil.example", "/users/~2F~2Fevil.example"),
        ("/users/user%2D12345", "/users/user-12345"),
    ] {
        let answer = visitor.get(typed).await;
        assert_eq!(
            (answer.status, answer.location()),
            (308, canonical),
            "{typed}"
        );
    }
}

#[tokio::test]
async fn no_address_breaks_the_server() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for address in [
        "/users/%FF",
        "/users/%",
        "/users/%00",
        "/users/~FF",
        "/users/~",
        "/users/~00",
        "/search?q=%FF",
        "/search?q=%",
        "/search?q=%00",
        "/sign-in?next=%FF",
        "/%FF",
        "/?%FF=%",
        "/pkg/%FF",
        "/pkg/..%2f..%2fCargo.toml",
        "/favicon.svg/x",
    ] {
        let answer = visitor.get(address).await;
        assert!(
            answer.status < 500,
            "{address}: {} {}",
            answer.status,
            answer.body
        );
    }
}

#[tokio::test]
async fn a_server_function_says_what_it_did_not_understand() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for form in [
        &[][..],
        &[("user", "x")],
        &[("user_id", "")],
        &[("user_id", too_long().as_str())],
    ] {
        let answer = visitor.post("/rpc/read_overview", form).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
        let error: AppError = answer.unpack();
        assert!(matches!(error, AppError::Invalid(_)), "{error:?}");
    }
    assert_eq!(
        visitor
            .post("/rpc/set_theme", &[("theme", "pink")])
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn server_functions_answer_posts_only() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for function in [
        "read_overview?user_id=user-12345",
        "list_demo_people",
        "signed_in",
        "set_theme",
    ] {
        let answer = visitor.get(&format!("/rpc/{function}")).await;
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (405, ""),
            "{function}"
        );
    }
    assert_eq!(visitor.get("/rpc/no_such_function").await.status, 404);
    assert_eq!(visitor.post("/rpc/no_such_function", &[]).await.status, 405);
}

#[tokio::test]
async fn the_theme_is_kept_without_javascript() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let form = visitor
        .request(Method::POST, "/rpc/set_theme")
        .header("accept", "text/html")
        .header("referer", format!("{}/users/user-12345", desk().url))
        .form(&[("theme", "dark")]);
    let answer = visitor.send(form).await;
    assert_eq!(
        (answer.status, answer.location()),
        (302, "/users/user-12345")
    );
    assert!(
        answer
            .header("set-cookie")
            .unwrap()
            .starts_with("theme=dark; Path=/")
    );
    let stranger = Visitor::to(desk());
    let request = stranger
        .request(Method::GET, "/sign-in")
        .header("cookie", "a=b; theme=dark");
    let page = stranger.send(request).await;
    assert!(page.body.contains("data-theme=\"dark\""), "{}", page.body);
}
