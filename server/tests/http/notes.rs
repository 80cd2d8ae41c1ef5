//! Notes on users: anybody writes, nobody changes, and sending twice writes once.

use crate::desk::desk;
use crate::visitor::Visitor;
use app::api::users::UserOverview;
use domain::audit::{Action, AuditList};
use domain::id::UserId;
use domain::note::{Pin, ShownNote};
use store::audit::list;

async fn overview(visitor: &Visitor, user: &str) -> UserOverview {
    let answer = visitor
        .post("/rpc/read_overview", &[("user_id", user)])
        .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

async fn notes(visitor: &Visitor, user: &str) -> Vec<ShownNote> {
    overview(visitor, user).await.notes.unwrap()
}

async fn written(user: &str, action: Action) -> usize {
    let of = AuditList::OfUser(UserId::new(user));
    let entries = list(&desk().store, &of, 50, None).await.unwrap();
    entries
        .events
        .into_iter()
        .filter(|event| event.as_ref().unwrap().value.action == action)
        .count()
}

async fn write(visitor: &Visitor, user: &str, text: &str, ticket: &str, operation: &str) -> u16 {
    let form = [
        ("user_id", user),
        ("text", text),
        ("ticket", ticket),
        ("pinned", "yes"),
        ("operation", operation),
        ("confirmed", "yes"),
    ];
    visitor.post("/rpc/write_note", &form).await.status
}

#[tokio::test]
async fn a_double_click_writes_one_note_with_one_audit_event() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let user = "notes-double";
    let operation = overview(&visitor, user).await.operation;
    let send = || write(&visitor, user, "Call back", "", &operation);
    let (first, second) = tokio::join!(send(), send());
    assert_eq!([first, second], [200, 200]);
    assert_eq!(send().await, 200);
    assert_eq!(notes(&visitor, user).await.len(), 1);
    assert_eq!(written(user, Action::NoteWritten).await, 1);
}

#[tokio::test]
async fn a_note_that_was_changed_before_it_is_sent_again_is_written_too() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let user = "notes-edited";
    let operation = overview(&visitor, user).await.operation;
    for text in ["Call back", "Call back", "Call back on Monday"] {
        assert_eq!(write(&visitor, user, text, "", &operation).await, 200);
    }
    let mut notes: Vec<_> = notes(&visitor, user).await;
    notes.sort_by(|a, b| a.text.cmp(&b.text));
    let texts: Vec<_> = notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["Call back", "Call back on Monday"]);
}

#[tokio::test]
async fn without_javascript_a_refused_note_comes_back_with_what_was_typed() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let form = [
        ("user_id", "notes-typed"),
        ("text", "Promised a call"),
        ("ticket", "ftp://desk"),
        ("pinned", "yes"),
        ("operation", "typed"),
    ];
    let answer = visitor
        .submit("/users/notes-typed", "/rpc/write_note", &form)
        .await;
    assert_eq!(answer.status, 302);
    let page = visitor.get(answer.location()).await;
    let said = page.text_of("id=\"note-ticket-wrong\"", "</p>");
    assert!(said.contains("A ticket is a link"), "{said}");
    let text = page.text_of("id=\"note-text\"", "</textarea>");
    assert_eq!(text.trim(), "Promised a call");
    assert!(page.body.contains("value=\"ftp://desk\""));
    assert!(!page.text().contains("Nothing was saved."));
}

#[tokio::test]
async fn what_is_wrong_with_a_note_is_refused_and_nothing_is_written() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let user = "notes-wrong";
    let long = "x".repeat(4_001);
    for (text, ticket, operation) in [
        ("  ", "", "a"),
        (long.as_str(), "", "b"),
        ("x", "javascript:alert(1)", "c"),
        ("x", "", ""),
    ] {
        assert_eq!(write(&visitor, user, text, ticket, operation).await, 400);
    }
    assert_eq!(notes(&visitor, user).await, []);
    assert_eq!(written(user, Action::NoteWritten).await, 0);
}

#[tokio::test]
async fn a_warning_is_pinned_until_somebody_says_why_not_and_stays_as_a_note() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let user = "notes-pin";
    write(&visitor, user, "Threatened to sue", "", "pin-1").await;
    let text = visitor.get("/users/notes-pin").await.text();
    assert!(text.contains("Warning from sam-support"), "{text}");
    let id = notes(&visitor, user).await.remove(0).id;
    let unpin = async |reason: &str| {
        let form = [("user_id", user), ("note", id.as_str()), ("reason", reason)];
        visitor.post("/rpc/unpin_note", &form).await.status
    };
    assert_eq!(unpin(" ").await, 400);
    let blank = [("user_id", user), ("note", id.as_str()), ("reason", " ")];
    let answer = visitor
        .submit("/users/notes-pin", "/rpc/unpin_note", &blank)
        .await;
    let page = visitor.get(answer.location()).await;
    let said = page.text_of(&format!("id=\"unpin-{id}-error\""), "</p>");
    assert!(said.contains("Give a reason"), "{said}");
    assert_eq!([unpin("settled").await, unpin("settled").await], [200, 200]);
    let notes = notes(&visitor, user).await;
    assert!(
        matches!(&notes[..], [note] if matches!(&note.pin, Pin::Unpinned { reason, .. } if reason == "settled"))
    );
    assert_eq!(written(user, Action::NoteUnpinned).await, 1);
    let text = visitor.get("/users/notes-pin").await.text();
    assert!(!text.contains("Warning from"), "{text}");
    assert!(text.contains("Threatened to sue"), "{text}");
    let timeline = visitor.get("/users/notes-pin/timeline?kind=edits").await;
    assert!(
        timeline
            .text()
            .contains("sam-support wrote a note on this user")
    );
}
