use crate::harness::TestStore;
use crate::sample::noon;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::role::{Authority, ManageStaff, Permit, Role};
use domain::staff_account::{KeptBy, Link, StaffAccount};
use domain::staff_identity::{Doubt, HeldIdentity, ProviderIdentity, Rejection};
use store::audit::list;
use store::staff_account::{self, StoredAccount};
use store::staff_identity::{
    KnownIdentity, Linking, Standing, add_account, all_held, get, hold, link, note_attempt,
};
use store::{ErrorKind, TableId, provider_sign_in};

fn person(subject: &str) -> ProviderIdentity {
    ProviderIdentity {
        issuer: "https://id.example".to_owned(),
        subject: subject.to_owned(),
    }
}

fn held(subject: &str) -> HeldIdentity {
    HeldIdentity {
        identity: person(subject),
        label: "dana".to_owned(),
        role: Role::Analyst,
        doubt: Doubt::Several,
        first_seen: noon(),
        last_seen: noon(),
        rejection: None,
    }
}

fn account(id: &str, subject: &str, generation: i64) -> StoredAccount {
    StoredAccount {
        account: StaffAccount {
            label: "dana".to_owned(),
            kept_by: KeptBy::Provider,
            link: Some(Link {
                identity: person(subject),
                is_by_name: true,
            }),
            generation,
            ..StaffAccount::local(StaffId::new(id), Role::Analyst, noon())
        },
        password_hash: None,
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
        action: Action::IdentityLinked,
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

async fn known(store: &TestStore, subject: &str) -> Option<KnownIdentity> {
    let found = get(store, &person(subject)).await.unwrap();
    found.map(|stored| stored.unwrap().value)
}

#[tokio::test]
async fn what_is_held_comes_back_as_it_was_and_a_decision_on_it_is_made_once() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    hold(&store, &permit(), &held("1"), None, &event("1"))
        .await
        .unwrap();
    let expected = KnownIdentity {
        standing: Standing::Held(held("1")),
        version: 1,
    };
    assert_eq!(known(&store, "1").await, Some(expected));
    let rejected = HeldIdentity {
        rejection: Some(Rejection {
            by: StaffId::new("ada"),
            at: noon(),
            reason: "unknown here".to_owned(),
        }),
        ..held("1")
    };
    hold(&store, &permit(), &rejected, Some(1), &event("2"))
        .await
        .unwrap();
    // Each has read it at version 1.
    let new = account("dana", "1", 1);
    let late = add_account(&store, &permit(), &person("1"), Some(1), &new, &event("3")).await;
    assert_eq!(late.unwrap_err().kind, ErrorKind::Conflict);
    note_attempt(&store, &held("1"), 1).await.unwrap();
    assert_eq!(all_held(&store).await.unwrap(), [Ok(rejected)]);
    assert!(staff_account::all(&store).await.unwrap().is_empty());
    assert_eq!(
        events(&store).await,
        2,
        "what was not done is not on record"
    );
}

#[tokio::test]
async fn one_person_gets_one_account_and_two_ids_never_differ_in_case_only() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let add = async |id: &str, subject: &str, event_id: &str| {
        let (new, identity, event) = (account(id, subject, 1), person(subject), event(event_id));
        let added = add_account(&store, &permit(), &identity, None, &new, &event).await;
        added.map_err(|error| error.kind)
    };
    assert_eq!(add("dana", "1", "1").await, Ok(()));
    assert_eq!(add("kim", "1", "2").await, Err(ErrorKind::Conflict));
    assert_eq!(add("DANA", "2", "3").await, Err(ErrorKind::Conflict));
    let linked = known(&store, "1").await.unwrap();
    assert_eq!(linked.standing, Standing::Linked(StaffId::new("dana")));
    assert_eq!(known(&store, "2").await, None);
    assert_eq!(events(&store).await, 1);
    assert_eq!(all_held(&store).await.unwrap(), []);
}

#[tokio::test]
async fn two_ids_that_differ_in_case_only_are_not_added_at_the_same_time_either() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let (lower, upper) = (account("dana", "1", 1), account("Dana", "2", 1));
    let (permit, one, two) = (permit(), event("1"), event("2"));
    let (first, second) = futures::join!(
        staff_account::add(&store, &permit, &lower, &one),
        staff_account::add(&store, &permit, &upper, &two),
    );
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    assert_eq!(staff_account::all(&store).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_link_moves_the_account_and_holds_whoever_had_it_in_one_step() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let first = account("dana", "1", 1);
    add_account(&store, &permit(), &person("1"), None, &first, &event("1"))
        .await
        .unwrap();
    hold(&store, &permit(), &held("2"), None, &event("2"))
        .await
        .unwrap();
    let moved = account("dana", "2", 2);
    let replaced = HeldIdentity {
        doubt: Doubt::Replaced,
        ..held("1")
    };
    let (identity, account) = (person("2"), &moved);
    let linking = |generation| Linking {
        identity: &identity,
        read: Some(1),
        account,
        generation,
        stays: None,
        replaced: Some((replaced.clone(), 1)),
    };
    let stale = link(&store, &permit(), &linking(7), &event("3")).await;
    assert_eq!(stale.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(known(&store, "1").await.unwrap().version, 1);
    link(&store, &permit(), &linking(1), &event("4"))
        .await
        .unwrap();
    let one = known(&store, "1").await.unwrap();
    assert_eq!(one.standing, Standing::Held(replaced.clone()));
    let two = known(&store, "2").await.unwrap();
    assert_eq!(two.standing, Standing::Linked(StaffId::new("dana")));
    let found = staff_account::get(&store, &StaffId::new("dana"))
        .await
        .unwrap();
    assert_eq!(found.unwrap().unwrap().value, moved);
    assert_eq!(events(&store).await, 3);
}

#[tokio::test]
async fn issuer_and_subject_are_told_apart() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let identity = |issuer: &str, subject: &str| ProviderIdentity {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
    };
    let here = HeldIdentity {
        identity: identity("https://id.example/a", "b"),
        ..held("1")
    };
    hold(&store, &permit(), &here, None, &event("1"))
        .await
        .unwrap();
    let other = get(&store, &identity("https://id.example/", "ab")).await;
    assert_eq!(other.unwrap(), None);
}

#[tokio::test]
async fn a_sign_in_through_the_provider_is_used_once() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let use_once = async |seed| {
        provider_sign_in::use_once(&store, seed, noon())
            .await
            .unwrap()
    };
    assert!(use_once("a").await);
    assert!(!use_once("a").await);
    assert!(use_once("b").await);
}
