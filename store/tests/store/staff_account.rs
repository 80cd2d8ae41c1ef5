use crate::harness::TestStore;
use crate::sample::noon;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffName;
use domain::role::Role;
use domain::staff_account::{KeptBy, StaffAccount};
use store::audit::list;
use store::staff_account::{StoredAccount, add, all, change, get};
use store::{ErrorKind, TableId};

fn account(role: Role, generation: i64) -> StoredAccount {
    StoredAccount {
        account: StaffAccount {
            name: StaffName::new("dana"),
            role,
            kept_by: KeptBy::Us,
            is_disabled: false,
            created_on: noon(),
            last_seen: None,
            generation,
        },
        password_hash: Some("$argon2id$hash".to_owned()),
    }
}

fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffName::new("ada"),
        role: Some(Role::Admin),
        from: String::new(),
        action: Action::RoleChanged,
        user: None,
        subject: "dana".to_owned(),
        reason: String::new(),
        before: None,
        after: None,
    }
}

async fn events(store: &TestStore) -> usize {
    let of = AuditList::OfPerson(StaffName::new("ada"));
    list(store, &of, 50, None).await.unwrap().events.len()
}

#[tokio::test]
async fn an_account_comes_back_as_it_was_added_and_its_hash_is_never_printed() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let new = account(Role::Support, 1);
    add(&store, &new, &event("1")).await.unwrap();
    let found = get(&store, &StaffName::new("dana")).await.unwrap().unwrap();
    assert_eq!(found.unwrap().value, new);
    assert_eq!(all(&store).await.unwrap().len(), 1);
    assert!(!format!("{new:?}").contains("argon2id"));
}

#[tokio::test]
async fn of_two_changes_to_what_was_read_one_wins_and_only_it_is_on_record() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    add(&store, &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    change(&store, &account(Role::Analyst, 2), 1, &event("2"))
        .await
        .unwrap();
    let late = change(&store, &account(Role::Admin, 2), 1, &event("3")).await;
    assert_eq!(late.unwrap_err().kind, ErrorKind::Conflict);
    let found = get(&store, &StaffName::new("dana")).await.unwrap().unwrap();
    assert_eq!(found.unwrap().value.account.role, Role::Analyst);
    assert_eq!(events(&store).await, 2);
}

#[tokio::test]
async fn a_second_account_of_the_same_name_is_a_conflict_without_a_trace() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    add(&store, &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    let again = add(&store, &account(Role::Admin, 1), &event("2")).await;
    assert_eq!(again.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(events(&store).await, 1);
}

#[tokio::test]
async fn what_cannot_be_put_on_record_does_not_happen() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    add(&store, &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    // An event of that time and id is there already, so this one cannot be written.
    let change = change(&store, &account(Role::Admin, 2), 1, &event("1")).await;
    assert_eq!(change.unwrap_err().kind, ErrorKind::Conflict);
    let found = get(&store, &StaffName::new("dana")).await.unwrap().unwrap();
    assert_eq!(found.unwrap().value.account.role, Role::Support);
}
