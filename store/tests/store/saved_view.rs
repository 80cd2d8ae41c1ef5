use crate::harness::{TestStore, intact};
use crate::sample::noon;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::role::{Permit, ReadDecisions, Role, Staff};
use domain::saved_view::{SavedView, ViewName};
use store::TableId;
use store::saved_view::{Saved, forget, of_person, save};

fn permit(name: &str) -> Permit<ReadDecisions> {
    let staff = Staff::new(StaffId::new(name), Role::Analyst);
    staff.permit().unwrap()
}

fn event(id: &str, who: &Permit<ReadDecisions>, action: Action) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: who.staff().id.clone(),
        label: who.staff().own_label(),
        role: Some(Role::Analyst),
        from: String::new(),
        action,
        user: None,
        subject: "Denials".to_owned(),
        reason: String::new(),
        before: None,
        after: None,
    }
}

fn view(query: &str) -> SavedView {
    SavedView {
        name: ViewName::new("Denials"),
        query: query.to_owned(),
        at: noon(),
    }
}

async fn names(store: &TestStore, who: &Permit<ReadDecisions>) -> Vec<SavedView> {
    let views = of_person(store, &who.staff().id).await.unwrap();
    views.into_iter().map(intact).collect()
}

#[tokio::test]
async fn a_view_is_saved_once_under_its_name_is_nobody_else_s_and_is_forgotten_for_good() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let (dana, dan) = (permit("dana"), permit("dan"));
    let saved = |id, query| {
        let (store, view, event) = (&store, view(query), event(id, &dana, Action::ViewSaved));
        let dana = &dana;
        async move { save(store, dana, &view, &event).await.unwrap() }
    };
    assert_eq!(saved("1", "outcome=denied").await, Saved::Now);
    assert_eq!(saved("2", "outcome=denied").await, Saved::Before);
    assert_eq!(saved("3", "outcome=approved").await, Saved::NameTaken);
    assert_eq!(names(&store, &dana).await, [view("outcome=denied")]);
    assert_eq!(names(&store, &dan).await, []);
    for id in ["4", "5"] {
        let event = event(id, &dana, Action::ViewForgotten);
        let name = ViewName::new("Denials");
        forget(&store, &dana, &name, &event).await.unwrap();
    }
    assert_eq!(names(&store, &dana).await, []);
    let list = AuditList::OfPerson(StaffId::new("dana"));
    let log = store::audit::list(&store, &list, 10, None).await.unwrap();
    assert_eq!(log.events.len(), 2, "what had no effect is not on record");
}
