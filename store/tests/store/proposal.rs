use crate::harness::{TestStore, intact, sound};
use crate::sample::{noon, rulebook};
use domain::audit::{Action, AuditEvent};
use domain::basis_points::BasisPoints;
use domain::id::{ProposalId, RulebookId, StaffId};
use domain::proposal::{Approval, Comment, Proposal, ProposalState, ProposedChange};
use domain::role::{Permit, ProposeRulebooks, Role, Staff};
use domain::rulebook::{Rulebook, RulebookType};
use domain::value::Value;
use store::proposal::{comment, encode, get, in_state, save, step};
use store::{ErrorKind, TableId};

fn permit() -> Permit<ProposeRulebooks> {
    let staff = Staff::new(StaffId::new("ada"), Role::Analyst);
    staff.permit().unwrap()
}

fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffId::new("ada"),
        label: None,
        role: Some(Role::Analyst),
        from: String::new(),
        action: Action::ProposalWritten,
        user: None,
        subject: "p1".to_owned(),
        reason: "less risk".to_owned(),
        before: None,
        after: None,
    }
}

fn proposal(version: i64) -> Proposal {
    let book = rulebook("a", RulebookType::Floats);
    let mut after = book.clone();
    after.priority = version;
    Proposal {
        id: ProposalId::new("p1"),
        author: StaffId::new("ada"),
        created: noon(),
        reason: "less risk".to_owned(),
        line: "a: priority".to_owned(),
        state: ProposalState::Open,
        version,
        drafted: version,
        restores: None,
        is_whole: false,
        approval: None,
        closing: None,
        changes: vec![ProposedChange {
            id: RulebookId::new("a"),
            base: Some(book),
            after: Some(after),
        }],
    }
}

#[tokio::test]
async fn a_proposal_comes_back_with_its_last_draft_and_all_that_was_said() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    save(&store, &permit(), &proposal(1), None, &event("1"))
        .await
        .unwrap();
    let said = Comment {
        by: StaffId::new("bob"),
        at: noon(),
        text: "Why?".to_owned(),
    };
    comment(
        &store,
        &permit(),
        &ProposalId::new("p1"),
        &said,
        &event("2"),
    )
    .await
    .unwrap();
    save(&store, &permit(), &proposal(2), Some(1), &event("3"))
        .await
        .unwrap();
    let found = get(&store, &ProposalId::new("p1")).await.unwrap().unwrap();
    let found = intact(found);
    assert_eq!(found.proposal, proposal(2));
    assert_eq!(found.comments, [said]);
    let open = sound(in_state(&store, &ProposalState::Open).await.unwrap());
    assert_eq!(open.len(), 1);
}

fn wide(id: &str, bytes: usize) -> Rulebook {
    Rulebook {
        rulebook_name: "x".repeat(bytes),
        ..rulebook(id, RulebookType::Floats)
    }
}

fn changing(changes: Vec<ProposedChange>) -> Proposal {
    Proposal {
        changes,
        ..proposal(1)
    }
}

#[tokio::test]
async fn a_rulebook_as_large_as_an_item_can_be_proposed_beside_small_ones() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let large = wide("a", 395_000);
    let nobody = Rulebook {
        apply_to: Some(BasisPoints(0)),
        ..large.clone()
    };
    let small = proposal(1).changes.remove(0);
    let change = |id: &str, base: &Rulebook, after| ProposedChange {
        id: RulebookId::new(id),
        base: Some(base.clone()),
        after,
    };
    let large = changing(vec![
        change("a", &large, Some(nobody)),
        change("a#1", &wide("a#1", 250_000), Some(wide("a#1", 250_001))),
        change("b", &wide("b", 395_000), None),
        ProposedChange {
            id: RulebookId::new("c"),
            ..small
        },
    ]);
    save(&store, &permit(), &large, None, &event("1"))
        .await
        .unwrap();
    let found = get(&store, &large.id).await.unwrap().unwrap();
    assert_eq!(intact(found).proposal, large);
    // A later draft leaves nothing of the earlier one.
    save(&store, &permit(), &proposal(2), Some(1), &event("2"))
        .await
        .unwrap();
    let found = get(&store, &large.id).await.unwrap().unwrap();
    assert_eq!(intact(found).proposal, proposal(2));
}

#[tokio::test]
async fn a_change_whose_other_half_is_lost_is_broken_and_no_deletion() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let large = changing(vec![ProposedChange {
        id: RulebookId::new("a"),
        base: Some(wide("a", 250_000)),
        after: Some(wide("a", 250_001)),
    }]);
    let mut items = encode(&large);
    assert_eq!(items.len(), 3);
    items.retain(|item| item["SK"] != Value::text("AFTER#000000001#a"));
    assert_eq!(items.len(), 2);
    store.put(TableId::FloatDesk, items).await;
    let found = get(&store, &large.id).await.unwrap().unwrap();
    let broken = found.unwrap_err().to_string();
    assert!(broken.contains("after is missing"), "{broken}");
}

#[tokio::test]
async fn what_no_item_or_transaction_holds_is_not_kept_and_the_size_is_said() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let kept = async |changes| {
        let refused = save(&store, &permit(), &changing(changes), None, &event("1")).await;
        refused.unwrap_err().to_string()
    };
    let added = |id: String, bytes| ProposedChange {
        after: Some(wide(&id, bytes)),
        id: RulebookId::new(id),
        base: None,
    };
    let one = kept(vec![added("a".to_owned(), 410_000)]).await;
    assert!(one.starts_with("a would have 410"), "{one}");
    let many = (0..101).map(|number| added(format!("n{number}"), 1));
    let many = kept(many.collect()).await;
    assert!(many.starts_with("This would take 101 items"), "{many}");
    let much = (0..11).map(|number| added(format!("n{number}"), 390_000));
    let much = kept(much.collect()).await;
    assert!(much.starts_with("This would take 11 items of 42"), "{much}");
}

#[tokio::test]
async fn of_two_steps_from_the_same_version_one_wins() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    save(&store, &permit(), &proposal(1), None, &event("1"))
        .await
        .unwrap();
    let approved = Proposal {
        version: 2,
        approval: Some(Approval {
            by: StaffId::new("bob"),
            at: noon(),
            why: "looks right".to_owned(),
        }),
        ..proposal(1)
    };
    step(&store, &permit(), &approved, 1, &event("2"))
        .await
        .unwrap();
    let rejected = Proposal {
        version: 2,
        state: ProposalState::Rejected,
        ..proposal(1)
    };
    let late = step(&store, &permit(), &rejected, 1, &event("3")).await;
    assert_eq!(late.unwrap_err().kind, ErrorKind::Conflict);
    let found = get(&store, &ProposalId::new("p1")).await.unwrap().unwrap();
    assert_eq!(intact(found).proposal, approved);
}

#[tokio::test]
async fn an_approval_of_an_earlier_version_has_no_reason() {
    let approved = Proposal {
        approval: Some(Approval {
            by: StaffId::new("bob"),
            at: noon(),
            why: String::new(),
        }),
        ..proposal(1)
    };
    let mut items = encode(&approved);
    for item in &mut items {
        item.remove("approved_why");
    }
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    store.put(TableId::FloatDesk, items).await;
    let found = get(&store, &ProposalId::new("p1")).await.unwrap().unwrap();
    assert_eq!(intact(found).proposal, approved);
}
