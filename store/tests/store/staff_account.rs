use crate::harness::TestStore;
use crate::sample::noon;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::role::{Authority, ManageStaff, Permit, Role, Staff};
use domain::staff_account::StaffAccount;
use store::audit::list;
use store::session::{StoredSession, count_of, create};
use store::staff_account::{StoredAccount, add, all, change, end_own_sessions, get};
use store::{ErrorKind, TableId};

fn account(role: Role, generation: i64) -> StoredAccount {
    StoredAccount {
        account: StaffAccount {
            generation,
            ..StaffAccount::local(StaffId::new("dana"), role, noon())
        },
        password_hash: Some("$argon2id$hash".to_owned()),
    }
}

fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffId::new("ada"),
        label: None,
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

fn permit() -> Permit<ManageStaff> {
    Permit::on_authority_of(Authority::CommandLine)
}

async fn events(store: &TestStore) -> usize {
    let of = AuditList::OfPerson(StaffId::new("ada"));
    list(store, &of, 50, None).await.unwrap().events.len()
}

#[tokio::test]
async fn an_account_comes_back_as_it_was_added_and_its_hash_is_never_printed() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let new = account(Role::Support, 1);
    add(&store, &permit(), &new, &event("1")).await.unwrap();
    let found = get(&store, &StaffId::new("dana")).await.unwrap().unwrap();
    assert_eq!(found.unwrap().value, new);
    assert_eq!(all(&store).await.unwrap().len(), 1);
    assert!(!format!("{new:?}").contains("argon2id"));
}

#[tokio::test]
async fn of_two_changes_to_what_was_read_one_wins_and_only_it_is_on_record() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    add(&store, &permit(), &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    change(
        &store,
        &permit(),
        &account(Role::Analyst, 2),
        1,
        None,
        &event("2"),
    )
    .await
    .unwrap();
    let late = change(
        &store,
        &permit(),
        &account(Role::Admin, 2),
        1,
        None,
        &event("3"),
    )
    .await;
    assert_eq!(late.unwrap_err().kind, ErrorKind::Conflict);
    let found = get(&store, &StaffId::new("dana")).await.unwrap().unwrap();
    assert_eq!(found.unwrap().value.account.role, Role::Analyst);
    assert_eq!(events(&store).await, 2);
}

#[tokio::test]
async fn a_second_account_of_the_same_name_is_a_conflict_without_a_trace() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    add(&store, &permit(), &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    let again = add(&store, &permit(), &account(Role::Admin, 1), &event("2")).await;
    assert_eq!(again.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(events(&store).await, 1);
}

#[tokio::test]
async fn what_cannot_be_put_on_record_does_not_happen() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    add(&store, &permit(), &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    // An event of that time and id is there already, so this one cannot be written.
    let change = change(
        &store,
        &permit(),
        &account(Role::Admin, 2),
        1,
        None,
        &event("1"),
    )
    .await;
    assert_eq!(change.unwrap_err().kind, ErrorKind::Conflict);
    let found = get(&store, &StaffId::new("dana")).await.unwrap().unwrap();
    assert_eq!(found.unwrap().value.account.role, Role::Support);
}

#[tokio::test]
async fn two_admins_who_remove_each_other_at_the_same_moment_do_not_both_succeed() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let named = |name: &str, role, generation| {
        let mut stored = account(role, generation);
        stored.account.id = StaffId::new(name);
        stored.account.label = name.to_owned();
        stored
    };
    let (ada, bob) = (named("ada", Role::Admin, 1), named("bob", Role::Admin, 1));
    for (id, admin) in [("1", &ada), ("2", &bob)] {
        add(&store, &permit(), admin, &event(id)).await.unwrap();
    }
    // Each has read both as admins.
    let ada_removes_bob = (named("bob", Role::Support, 2), &ada.account, "3");
    let bob_removes_ada = (named("ada", Role::Support, 2), &bob.account, "4");
    let mut outcomes = Vec::new();
    for (changed, stays, id) in [ada_removes_bob, bob_removes_ada] {
        let made = change(&store, &permit(), &changed, 1, Some(stays), &event(id)).await;
        outcomes.push(made.map_err(|error| error.kind));
    }
    assert_eq!(outcomes, [Ok(()), Err(ErrorKind::Conflict)]);
}

#[tokio::test]
async fn a_change_and_signing_out_everywhere_leave_no_session_behind() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let dana = StaffId::new("dana");
    let start = async |id: &str| {
        let session = StoredSession {
            data: "{}".to_owned(),
            expires: noon().plus_days(1),
            owner: Some(dana.clone()),
        };
        create(&store, id, &session).await.unwrap();
    };
    let count = async || count_of(&store, &dana, noon()).await.unwrap();
    add(&store, &permit(), &account(Role::Support, 1), &event("1"))
        .await
        .unwrap();
    start("a").await;
    start("b").await;
    assert_eq!(count().await, 2);
    let changed = account(Role::Analyst, 2);
    change(&store, &permit(), &changed, 1, None, &event("2"))
        .await
        .unwrap();
    assert_eq!(count().await, 0);

    start("c").await;
    let staff = Staff::new(dana.clone(), Role::Analyst);
    end_own_sessions(&store, &staff.permit().unwrap(), &event("3"))
        .await
        .unwrap();
    assert_eq!(count().await, 0);
    let found = get(&store, &dana).await.unwrap().unwrap().unwrap();
    assert_eq!(found.value.account.generation, 3);
}
