use crate::harness::{TestStore, intact, sound};
use crate::sample::{noon, rulebook};
use domain::audit::{Action, AuditEvent};
use domain::id::{ProposalId, RulebookId, StaffName};
use domain::proposal::{Approval, Comment, Proposal, ProposalState, ProposedChange};
use domain::role::{Permit, ProposeRulebooks, Role, Staff};
use domain::rulebook::RulebookType;
use store::proposal::{comment, get, in_state, save, step};
use store::{ErrorKind, TableId};

fn permit() -> Permit<ProposeRulebooks> {
    let staff = Staff {
        name: StaffName::new("ada"),
        role: Role::Analyst,
    };
    staff.permit().unwrap()
}

fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffName::new("ada"),
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
        author: StaffName::new("ada"),
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
        by: StaffName::new("bob"),
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

#[tokio::test]
async fn of_two_steps_from_the_same_version_one_wins() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    save(&store, &permit(), &proposal(1), None, &event("1"))
        .await
        .unwrap();
    let approved = Proposal {
        version: 2,
        approval: Some(Approval {
            by: StaffName::new("bob"),
            at: noon(),
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
