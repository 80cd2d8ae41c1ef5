//! When a table is away, the page says so in plain words and the rest works. How long a call may take
//! is in `store/tests/store/errors.rs`.

use crate::desk::{Desk, Engine, config_by, desk, engine, named};
use crate::road::Road;
use crate::visitor::{Answer, Visitor};
use app::error::AppError;
use domain::id::UserId;
use reqwest::Method;
use reqwest::header::SET_COOKIE;
use store::{PageRequest, StoreConfig, TableId, evaluation};

const PAGE: &str = "/users/user-12345";

/// The frame is there, the profiles are not, and the number to quote is the log's.
fn says_that_profiles_are_away(page: &Answer) {
    assert_eq!(page.status, 503, "{}", page.body);
    assert!(page.has_frame(), "{}", page.body);
    let text = page.text();
    assert!(text.contains("Not available right now"), "{text}");
    assert!(
        text.contains("Profiles, evaluations and rulebooks cannot be read at the moment."),
        "{text}"
    );
    assert!(text.contains(page.request_id()), "{text}");
}

/// Nobody knows who is signed in, so there is no frame.
fn says_that_sessions_are_away(page: &Answer) {
    assert_eq!(page.status, 503, "{}", page.body);
    assert!(page.is_html(), "{:?}", page.headers);
    let text = page.text();
    assert!(text.contains("Not available right now"), "{text}");
    assert!(
        text.contains("Float Desk's own records cannot be reached"),
        "{text}"
    );
    assert!(text.contains("Try again in a minute."), "{text}");
    assert!(text.contains(page.request_id()), "{text}");
    assert!(
        !page.headers.contains_key(SET_COOKIE),
        "whoever was signed in stays so"
    );
}

async fn without_profiles(config: &StoreConfig) {
    let desk = Desk::open(config).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    says_that_profiles_are_away(&visitor.get(PAGE).await);
    let answer = visitor
        .post("/rpc/read_overview", &[("user_id", "user-12345")])
        .await;
    let AppError::Unavailable { what, request_id } = answer.unpack() else {
        panic!("{answer:?}")
    };
    assert_eq!(
        (answer.status, what.as_str()),
        (503, "Profiles, evaluations and rulebooks")
    );
    assert_eq!(request_id, answer.request_id());
    assert_eq!(visitor.get("/").await.status, 200, "the rest works");
}

async fn without_sessions(desk: &Desk, session: String) {
    let visitor = Visitor::to(desk).with_session(session);
    says_that_sessions_are_away(&visitor.get(PAGE).await);
    says_that_sessions_are_away(&visitor.post("/sign-out", &[]).await);
    let answer = visitor
        .post("/rpc/read_overview", &[("user_id", "user-12345")])
        .await;
    assert_eq!(answer.status, 503);
    assert!(
        matches!(answer.unpack(), AppError::Unavailable { .. }),
        "{}",
        answer.body
    );

    let mut stranger = Visitor::to(desk);
    assert_eq!(stranger.get(PAGE).await.status, 303);
    assert_eq!(stranger.get("/sign-in").await.status, 200);
    assert_eq!(stranger.get("/pkg/float-desk.css").await.status, 200);
    let refused = stranger.sign_in("support", "/").await;
    assert_eq!(refused.status, 503);
    assert_eq!(
        refused.body,
        "Signing in does not work at the moment. Try again in a minute."
    );
}

#[tokio::test]
async fn a_missing_table_is_named_by_what_it_holds() {
    without_profiles(&named(
        engine().config(),
        TableId::Underwriting,
        "prod-nowhere",
    ))
    .await;
}

#[tokio::test]
async fn a_table_with_other_keys_is_named_by_what_it_holds() {
    without_profiles(&named(engine().config(), TableId::Underwriting, "locks")).await;
}

#[tokio::test]
async fn a_table_that_never_answers_is_given_up() {
    let (url, _) = Road::Lossy("prod-underwriting").open(engine().url());
    without_profiles(&config_by(&url)).await;
}

#[tokio::test]
async fn a_table_that_the_overview_can_do_without_could_not_be_checked() {
    for (table, unchecked) in [
        (
            "locks",
            "Whether a collection is running could not be checked",
        ),
        (
            "requirements-bypass",
            "Whether requirements are bypassed could not be checked",
        ),
        (
            "collection-history",
            "Whether the last collection failed could not be checked",
        ),
    ] {
        let (url, _) = Road::Lossy(table).open(engine().url());
        let desk = Desk::open(&config_by(&url)).await;
        let visitor = Visitor::signed_in_to(&desk).await;
        let page = visitor.get(PAGE).await;
        assert_eq!(page.status, 200, "{table}: {}", page.body);
        let text = page.text();
        assert!(text.contains(unchecked), "{table}: {text}");
        let rest = page.text_of("class=\"answer-sentence\"", "<button");
        assert!(rest.contains("up to $20"), "{table}: {text}");
    }
}

#[tokio::test]
async fn without_the_session_table_a_short_page_says_so() {
    let session = Visitor::signed_in_to(desk()).await.session.unwrap();
    for other in ["prod-nowhere", "locks"] {
        let config = named(engine().config(), TableId::FloatDesk, other);
        without_sessions(&Desk::open(&config).await, session.clone()).await;
    }
    assert_eq!(
        Visitor::to(desk())
            .with_session(session)
            .get(PAGE)
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn without_the_engine_a_short_page_says_so() {
    let own = Engine::start().await;
    let desk = Desk::open(&own.config()).await;
    let visitor = Visitor::signed_in_to(&desk).await;
    assert_eq!(visitor.get(PAGE).await.status, 200);
    drop(own);
    without_sessions(&desk, visitor.session.unwrap()).await;
}

#[tokio::test]
async fn a_session_table_that_never_answers_is_given_up() {
    let session = Visitor::signed_in_to(desk()).await.session.unwrap();
    let (url, _) = Road::Lossy("prod-float-desk").open(engine().url());
    let desk = Desk::open(&config_by(&url)).await;
    says_that_sessions_are_away(&Visitor::to(&desk).with_session(session).get(PAGE).await);
}

#[tokio::test]
async fn a_request_id_from_outside_brings_no_markup_along() {
    let session = Visitor::signed_in_to(desk()).await.session.unwrap();
    let missing = Desk::open(&named(
        engine().config(),
        TableId::FloatDesk,
        "prod-nowhere",
    ))
    .await;
    let incomplete = Desk::open(&named(
        engine().config(),
        TableId::Underwriting,
        "prod-nowhere",
    ))
    .await;
    for desk in [missing, incomplete] {
        let visitor = Visitor::to(&desk).with_session(session.clone());
        let request = visitor
            .request(Method::GET, PAGE)
            .header("x-request-id", "<b>bold</b>");
        let page = visitor.send(request).await;
        assert_eq!(page.status, 503);
        assert!(!page.body.contains("<b>bold"), "{}", page.body);
    }
}

#[tokio::test]
async fn a_write_without_an_answer_is_not_called_undone() {
    let hana = UserId::new("user-hana");
    let one = evaluation::recent(&desk().store, &hana, PageRequest::first(1)).await;
    let one = one.unwrap().items.remove(0).unwrap().value;
    let note = [
        ("user_id", "lost-note"),
        ("text", "Call back"),
        ("ticket", ""),
        ("operation", "lost"),
        ("confirmed", "yes"),
    ];
    let pin = [
        ("user_id", "user-hana"),
        ("result_id", one.result_id.as_str()),
        ("reason", "disputed"),
    ];
    let campaign = [
        ("operation", "lost"),
        ("name", "Spring"),
        ("list", "a"),
        ("change[floats]", "raise"),
        ("change[amount]", "30"),
        ("start", ""),
        ("expires", "in 2 weeks"),
        ("reason", "promotion"),
    ];
    for (lost, path, form) in [
        ("note_mark", "/rpc/write_note", &note[..]),
        ("pinned_evaluation", "/rpc/pin_evaluation", &pin[..]),
        ("campaign_list", "/rpc/create_campaign", &campaign[..]),
    ] {
        let (url, _) = Road::Lossy(lost).open(engine().url());
        let desk = Desk::open(&config_by(&url)).await;
        let mut visitor = Visitor::to(&desk);
        visitor.sign_in("admin", "/").await;
        let answer = visitor.post(path, form).await;
        assert!(
            matches!(answer.unpack(), AppError::Unconfirmed { .. }),
            "{path}: {answer:?}"
        );
    }
}
