//! What the rulebook form sends: what cannot be kept is told in plain words, and comes back as it was typed.

use crate::drafting::{demo, live, proposal, text, with_priority};
use crate::visitor::{Answer, Visitor};
use app::error::AppError;
use app::paths;
use domain::id::RulebookId;
use domain::rulebook::Rulebook;

/// As the form sends it.
async fn save(visitor: &Visitor, (base, draft): (&str, &str), edited: Option<&str>) -> Answer {
    let (id, version) = match edited {
        Some(address) => (address.rsplit('/').next().unwrap(), "1"),
        None => ("", "0"),
    };
    let form = [
        ("draft", draft),
        ("base", base),
        ("proposal", id),
        ("version", version),
        ("was", "stringent_v1"),
    ];
    visitor.post("/rpc/save_draft", &form).await
}

fn with_value(rulebook: &Rulebook, value: &str) -> String {
    let value = format!("{{\"extra\": {{{value}}},");
    text(rulebook).replacen('{', &value, 1)
}

#[tokio::test]
async fn what_the_database_would_refuse_is_told_and_comes_back_as_it_was_typed() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    for (value, why) in [
        (r#""": 1"#, "A value inside it has no name."),
        (r#""inside": [{"": 1}]"#, "A value inside it has no name."),
        (
            r#""many": 123456789012345678901234567890123456789"#,
            "38 digits",
        ),
        (r#""large": 1E200"#, "too large"),
        (r#""set": {"$SS": []}"#, "A set holds at least one value"),
    ] {
        let (began, typed) = (text(&base), with_value(&base, value));
        let answer = save(&admin, (&began, &typed), None).await;
        assert_eq!(answer.status, 400, "{value}: {}", answer.body);
        let error: AppError = answer.unpack();
        assert!(error.to_string().contains(why), "{error}");
        assert!(
            error.to_string().starts_with("Nothing was saved."),
            "{error}"
        );
        assert_eq!(error.typed("draft"), Some(typed.as_str()));
        assert_eq!(error.typed("base"), Some(began.as_str()));
    }
}

#[tokio::test]
async fn without_javascript_json_with_a_mistake_comes_back_as_it_was_typed() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let typed = format!("{} and a slip of the hand", text(&base));
    let form = [
        ("draft", typed.as_str()),
        ("base", &text(&base)),
        ("proposal", ""),
        ("version", "0"),
    ];
    let page = paths::rulebook_form(&RulebookId::new("stringent_v1"), None);
    let answer = admin.submit(&page, "/rpc/save_draft", &form).await;
    assert_eq!(answer.status, 302);
    let text = admin.get(answer.location()).await.text();
    assert!(text.contains("The rulebook cannot be read."), "{text}");
    assert!(text.contains("and a slip of the hand"), "{text}");
    assert!(text.contains("Without JavaScript"), "{text}");
}

#[tokio::test]
async fn a_draft_that_is_edited_back_to_what_it_began_with_is_refused() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let (began, other) = (text(&base), text(&with_priority(&base, 7)));
    let drafted = save(&admin, (&began, &other), None).await;
    let address = drafted.location().to_owned();
    let back = save(&admin, (&began, &began), Some(&address)).await;
    assert_eq!(back.status, 400, "{}", back.body);
    let error: AppError = back.unpack();
    assert!(error.to_string().contains("Nothing is changed"), "{error}");
    assert_eq!(proposal(&admin, &address).await.proposal.version, 1);
}
