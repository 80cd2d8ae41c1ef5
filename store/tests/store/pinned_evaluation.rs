use crate::harness::{TestStore, intact};
use crate::sample::{evaluation, noon, taken, user};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, StaffId};
use domain::pinned_evaluation::Pin;
use domain::role::{Permit, PinEvaluations, Role, Staff};
use domain::value::Value;
use store::audit::list;
use store::pinned_evaluation::{Pinned, all, get, pin};
use store::{ErrorKind, TableId};

fn permit() -> Permit<PinEvaluations> {
    let ana = Staff::new(StaffId::new("ana"), Role::Analyst);
    ana.permit().unwrap()
}

fn event(id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffId::new("ana"),
        label: None,
        role: Some(Role::Analyst),
        from: String::new(),
        action: Action::Pinned,
        user: Some(user()),
        subject: "an evaluation".to_owned(),
        reason: "disputed".to_owned(),
        before: None,
        after: None,
    }
}

async fn store() -> TestStore {
    TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await
}

async fn copy(store: &TestStore, result: &ResultId) -> (Pin, EvaluationResult) {
    let found = intact(get(store, &user(), result).await.unwrap().unwrap());
    (found.pin, intact(found.copy))
}

#[tokio::test]
async fn a_pin_is_a_full_copy_that_stays_when_the_evaluation_goes() {
    let store = store().await;
    let wanted = evaluation(&user(), ("item", "account"), noon());
    let mut item = store::evaluation::encode(&wanted);
    item.insert("engine".to_owned(), Value::text("v7"));
    store.put(TableId::Underwriting, [item]).await;
    let done = pin(&store, &permit(), &user(), &wanted.result_id, &event("1")).await;
    assert_eq!(done.unwrap(), Pinned::Now);
    let (by, kept) = copy(&store, &wanted.result_id).await;
    assert_eq!(
        (by.by.as_str(), by.reason.as_str(), by.on),
        ("ana", "disputed", noon())
    );
    assert_eq!(kept, wanted);
    let stored = intact(all(&store, &user()).await.unwrap().remove(0));
    assert_eq!(stored.copy.unwrap().unknown["engine"], Value::text("v7"));
    let events = list(&store, &AuditList::OfUser(user()), 9, None)
        .await
        .unwrap();
    assert_eq!(events.events.len(), 1);
}

#[tokio::test]
async fn what_is_gone_is_copied_from_what_was_taken_on_it() {
    let store = store().await;
    let float = taken(&user(), ("item", "account"), noon());
    let item = store::historical_evaluation::encode(&float);
    store.put(TableId::Underwriting, [item]).await;
    pin(&store, &permit(), &user(), &float.result_id, &event("1"))
        .await
        .unwrap();
    assert_eq!(copy(&store, &float.result_id).await.1, float.evaluation());
}

#[tokio::test]
async fn a_second_pin_is_a_conflict_and_an_unknown_evaluation_leaves_no_trace() {
    let store = store().await;
    let wanted = evaluation(&user(), ("item", "account"), noon());
    store
        .put(TableId::Underwriting, [store::evaluation::encode(&wanted)])
        .await;
    pin(&store, &permit(), &user(), &wanted.result_id, &event("1"))
        .await
        .unwrap();
    let again = pin(&store, &permit(), &user(), &wanted.result_id, &event("2")).await;
    assert_eq!(again.unwrap(), Pinned::Before, "the same form once more");
    let other = AuditEvent {
        reason: "another complaint".to_owned(),
        ..event("2")
    };
    let again = pin(&store, &permit(), &user(), &wanted.result_id, &other).await;
    assert_eq!(again.unwrap_err().kind, ErrorKind::Conflict);
    let unknown = ResultId::new("1707574200_unknown");
    let none = pin(&store, &permit(), &user(), &unknown, &event("3")).await;
    assert_eq!(none.unwrap(), Pinned::NoSuchEvaluation);
    let events = list(&store, &AuditList::OfUser(user()), 9, None)
        .await
        .unwrap();
    assert_eq!(events.events.len(), 1);
}
