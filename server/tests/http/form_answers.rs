//! Where a form leads that was sent without JavaScript, and whose answer its page shows.

use crate::desk::{Desk, desk, engine};
use crate::visitor::{Answer, Visitor};
use reqwest::Method;
use reqwest::header::{ACCEPT, REFERER};

const USER: &str = "/users/form-answers";

async fn as_role(role: &str) -> Visitor {
    let mut visitor = Visitor::to(desk());
    assert_eq!(visitor.sign_in(role, "/").await.status, 303);
    visitor
}

/// Sends a note; without a text it's refused.
async fn write_note(visitor: &Visitor, referer: Option<&str>, text: &str) -> Answer {
    let form = [
        ("user_id", "form-answers"),
        ("text", text),
        ("ticket", "no link"),
        ("operation", "form-answers"),
    ];
    let request = visitor.request(Method::POST, "/rpc/write_note");
    let request = request.header(ACCEPT, "text/html,*/*;q=0.8").form(&form);
    let request = match referer {
        Some(referer) => request.header(REFERER, referer),
        None => request,
    };
    visitor.send(request).await
}

#[tokio::test]
async fn a_form_leads_back_to_its_own_page_and_never_to_another_host() {
    let visitor = as_role("support").await;
    let theme = async |referer: &str| {
        let request = visitor.request(Method::POST, "/rpc/set_theme");
        let request = request
            .header(ACCEPT, "text/html,*/*;q=0.8")
            .header(REFERER, referer)
            .form(&[("theme", "dark")]);
        let answer = visitor.send(request).await;
        assert_eq!(answer.status, 302, "{referer}");
        answer.location().to_owned()
    };
    let own = format!("{}{USER}?from=here", desk().url);
    assert_eq!(theme(&own).await, format!("{USER}?from=here"));
    for foreign in [
        "https://evil.example/users/form-answers".to_owned(),
        format!("{}.evil.example/", desk().url),
        format!("{}//evil.example/", desk().url),
        "http://localhost:1/".to_owned(),
        "//evil.example".to_owned(),
        "nonsense".to_owned(),
    ] {
        assert_eq!(theme(&foreign).await, "/", "{foreign}");
        // A refusal takes the same way.
        let refused = write_note(&visitor, Some(&foreign), "").await;
        assert!(refused.location().starts_with("/?__path="), "{foreign}");
    }
    let refused = write_note(&visitor, None, "").await;
    assert!(refused.location().starts_with("/?__path="));
}

#[tokio::test]
async fn an_answer_is_shown_to_whom_it_was_given_on_its_own_page_and_as_it_was() {
    let visitor = as_role("support").await;
    let page = format!("{}{USER}", desk().url);
    let refused = write_note(&visitor, Some(&page), "typed before").await;
    let address = refused.location().to_owned();
    assert!(address.starts_with(USER), "{address}");
    let is_shown = |answer: &Answer| answer.status == 200 && answer.body.contains("typed before");
    assert!(is_shown(&visitor.get(&address).await));
    // Any server of the installation, and after signing in again.
    let second = Desk::open(&engine().config()).await;
    let mut again = Visitor::to(&second);
    again.sign_in("support", "/").await;
    assert!(is_shown(&again.get(&address).await));

    let other_page = address.replace(USER, "/users/mia");
    let unsigned = address.split("&__sig=").next().unwrap().to_owned();
    let other_function = address.replace("write_note", "unpin_note");
    let twice = format!("{address}&__err=AAAA");
    let cut = address[..address.len() - 8].to_owned();
    for forged in [other_page, unsigned, other_function, twice, cut] {
        let answer = visitor.get(&forged).await;
        let expected = forged.split('?').next().unwrap();
        assert_eq!(
            (answer.status, answer.location()),
            (303, expected),
            "{forged}"
        );
    }
    let answer = as_role("admin").await.get(&address).await;
    assert_eq!((answer.status, answer.location()), (303, USER));
}

#[tokio::test]
async fn a_refused_form_keeps_the_fields_of_its_page_and_leaves_the_last_answer_behind() {
    let visitor = as_role("support").await;
    let page = format!("{}{USER}?from=a%26b", desk().url);
    let first = write_note(&visitor, Some(&page), "first").await;
    let first = format!("{}{}", desk().url, first.location());
    let second = write_note(&visitor, Some(&first), "second").await;
    let address = second.location();
    assert!(
        address.starts_with(&format!("{USER}?from=a%26b&__path=")),
        "{address}"
    );
    assert_eq!(address.matches("__err").count(), 1, "{address}");
    let shown = visitor.get(address).await;
    let text = shown.text_of("id=\"note-text\"", "</textarea>");
    assert_eq!((shown.status, text.as_str()), (200, "second"));
}

#[tokio::test]
async fn whoever_is_signed_out_is_shown_no_page_in_answer_to_a_form() {
    let nobody = Visitor::to(desk());
    let page = format!("{}{USER}", desk().url);
    let answer = write_note(&nobody, Some(&page), &"long ".repeat(2_000)).await;
    assert_eq!((answer.status, answer.location()), (302, USER));
    assert_eq!(nobody.get(USER).await.status, 303);
}
