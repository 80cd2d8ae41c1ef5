use crate::harness::TestStore;
use crate::sample::noon;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::{StaffId, UserId};
use domain::role::Role;
use domain::value::{Attributes, Value};
use store::audit::{Recorded, list, record, record_once_an_hour};
use store::{ErrorKind, TableId};

fn event(id: &str, user: Option<&str>) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffId::new("dana"),
        label: None,
        role: Some(Role::Support),
        from: "192.0.2.1".to_owned(),
        action: Action::LookedAt,
        user: user.map(UserId::new),
        subject: String::new(),
        reason: "ticket 7".to_owned(),
        before: None,
        after: Some(Attributes::from([(
            "role".to_owned(),
            Value::text("admin"),
        )])),
    }
}

async fn ids(store: &TestStore, of: AuditList) -> Vec<String> {
    let page = list(store, &of, 50, None).await.unwrap();
    page.events
        .into_iter()
        .map(|event| event.unwrap().value.id)
        .collect()
}

#[tokio::test]
async fn an_event_is_found_by_day_person_action_and_user() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    record(&store, &event("1", Some("mia"))).await.unwrap();
    for of in [
        AuditList::OfDay(noon().day()),
        AuditList::OfPerson(StaffId::new("dana")),
        AuditList::OfAction(Action::LookedAt),
        AuditList::OfUser(UserId::new("mia")),
    ] {
        let page = list(&store, &of, 5, None).await.unwrap();
        let found = page.events.into_iter().next().unwrap().unwrap();
        assert_eq!(found.value, event("1", Some("mia")), "{of:?}");
        assert!(found.notices.is_empty() && found.unknown.is_empty());
    }
    assert_eq!(
        ids(&store, AuditList::OfUser(UserId::new("mi"))).await,
        [""; 0]
    );
}

#[tokio::test]
async fn an_event_is_never_written_over() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    record(&store, &event("1", None)).await.unwrap();
    let again = record(&store, &event("1", None)).await;
    assert_eq!(again.unwrap_err().kind, ErrorKind::Conflict);
}

#[tokio::test]
async fn a_look_is_recorded_once_an_hour_for_each_pair() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let look = async |id: &str, user: &str, hour| {
        let look = AuditEvent {
            at: noon().plus_seconds(hour * 3_600),
            ..event(id, Some(user))
        };
        record_once_an_hour(&store, &look, hour).await.unwrap()
    };
    assert_eq!(look("1", "mia", 7).await, Recorded::Now);
    assert_eq!(look("2", "mia", 7).await, Recorded::Before);
    assert_eq!(look("3", "noah", 7).await, Recorded::Now);
    assert_eq!(look("4", "mia", 8).await, Recorded::Now);
    let of = AuditList::OfPerson(StaffId::new("dana"));
    assert_eq!(ids(&store, of).await, ["4", "3", "1"]);
}

#[tokio::test]
async fn a_long_list_comes_part_by_part_each_event_once() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    for id in 0..7 {
        record(&store, &event(&id.to_string(), None)).await.unwrap();
    }
    let of = AuditList::OfDay(noon().day());
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let part = list(&store, &of, 3, after.as_deref()).await.unwrap();
        found.extend(part.events.into_iter().map(|event| event.unwrap().value.id));
        match part.next {
            Some(next) => after = Some(next),
            None => break,
        }
    }
    assert_eq!(found, ["6", "5", "4", "3", "2", "1", "0"]);
}
