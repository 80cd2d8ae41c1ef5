//! Who is named for a change of the rulebooks: whoever wrote, approved and published it, and nobody for what was
//! changed outside.

use crate::drafting::{
    bring_up_to_date, demo, draft, live, reviewed, script, signed_in, step, text, with_priority,
};
use crate::visitor::Visitor;
use domain::audit::{Action, AuditList};
use domain::role::Role;
use store::rulebook::encode;
use store::{audit, rulebook_update};

#[tokio::test]
async fn a_restore_of_what_was_changed_outside_needs_no_record_of_it() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    script(&desk.store, vec![encode(&with_priority(&before, 8))]).await;
    let form = [("update", newest.as_str()), ("rulebook", "")];
    let back = admin.post("/rpc/draft_restore", &form).await;
    let published = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(published.status, 200, "{}", published.body);
    let history = admin.get("/history?rulebook=stringent_v1").await.text();
    let said = "replaces what was changed outside Float Desk in stringent_v1";
    assert!(history.contains(said), "{history}");
    let rulebook = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(rulebook.priority, before.priority);
}

#[tokio::test]
async fn history_blame_the_change_and_the_log_name_author_approver_and_publisher() {
    let (_engine, desk) = reviewed().await;
    let author = signed_in(&desk, "ann", Role::Analyst).await;
    let approver = signed_in(&desk, "bea", Role::Admin).await;
    let publisher = signed_in(&desk, "cleo", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&author, Some(&book), &with_priority(&book, 7)).await;
    let taken = async |visitor: &Visitor, name: &str, version: &str, reason: &str| {
        let form = [
            ("id", preview.rsplit('/').next().unwrap()),
            ("version", version),
            ("step", name),
            ("reason", reason),
        ];
        let function = match name {
            "submit" => "/rpc/discuss_proposal",
            _ => "/rpc/decide_proposal",
        };
        let answer = visitor.post(function, &form).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    };
    taken(&author, "submit", "1", "fewer denials").await;
    taken(&approver, "approve", "2", "the numbers agree").await;
    let page = publisher.get(&preview).await.text();
    assert!(
        page.contains("the numbers agree"),
        "the approver's reason: {page}"
    );
    taken(&publisher, "publish", "3", "out of the busy hours").await;

    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let link = format!("href=\"{preview}\"");
    for (path, said) in [
        (
            "/history".to_owned(),
            "ann, approved by bea, published by cleo",
        ),
        (app::paths::update(&newest), "Written by ann: fewer denials"),
        (
            "/rulebooks/stringent_v1".to_owned(),
            "ann, approved by bea, published by cleo",
        ),
        (
            "/audit?by=action&value=rulebooks_published".to_owned(),
            "out of the busy hours",
        ),
    ] {
        let page = publisher.get(&path).await;
        assert!(
            page.body.contains(&link),
            "{path} has no link: {}",
            page.body
        );
        let text = page.text();
        for said in [
            said,
            "ann",
            "fewer denials",
            "bea",
            "the numbers agree",
            "cleo",
            "out of the busy hours",
        ] {
            assert!(text.contains(said), "{path}: {said}: {text}");
        }
    }
    let list = publisher.get("/rulebooks").await.text();
    assert!(
        list.contains("by ann, approved by bea, published by cleo"),
        "{list}"
    );
    for person in ["ann", "bea", "cleo"] {
        let found = publisher
            .get(&format!("/history?person={person}"))
            .await
            .text();
        assert!(
            found.contains("stringent_v1: priority 90 → 7"),
            "{person}: {found}"
        );
    }
    // Each step is called by its own name.
    for (action, said) in [
        ("proposal_drafted", "drafted the proposal"),
        ("proposal_submitted", "submitted for review the proposal"),
        ("proposal_approved", "approved the proposal"),
    ] {
        let log = publisher
            .get(&format!("/audit?by=action&value={action}"))
            .await
            .text();
        assert!(log.contains(said), "{action}: {log}");
    }
}

#[tokio::test]
async fn the_log_tells_an_edit_from_a_draft_that_was_brought_up_to_date() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, Some(&book), &with_priority(&book, 7)).await;
    let id = preview.rsplit('/').next().unwrap();
    let (base, again) = (text(&book), text(&with_priority(&book, 6)));
    let form = [
        ("draft", again.as_str()),
        ("base", &base),
        ("proposal", id),
        ("version", "1"),
        ("was", "stringent_v1"),
    ];
    assert_eq!(admin.post("/rpc/save_draft", &form).await.status, 200);
    script(&desk.store, vec![encode(&with_priority(&book, 8))]).await;
    assert_eq!(bring_up_to_date(&admin, &preview, "mine").await.status, 200);
    for (action, count) in [
        (Action::ProposalDrafted, 1),
        (Action::ProposalEdited, 1),
        (Action::ProposalMerged, 1),
        (Action::ProposalWritten, 0),
    ] {
        let of = AuditList::OfAction(action.clone());
        let list = audit::list(&desk.store, &of, 10, None).await.unwrap();
        let events = list.events.iter().flatten();
        let found = events.filter(|event| event.value.subject == id).count();
        assert_eq!(found, count, "{action}");
    }
}
