use crate::harness::{TestStore, intact};
use crate::sample::{day, noon, user};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::bypass::Bypass;
use domain::bypass_intent::{BypassIntent, Outcome};
use domain::id::{StaffId, UserId};
use domain::role::{OverrideProfiles, Permit, Role, Staff};
use domain::value::{Attributes, Value};
use store::bypass::{encode, find, of_user};
use store::bypass_intent::{
    Known, STALE_AFTER_SECONDS, announce, carry_out, open, settle, settle_stale,
};
use store::{ErrorKind, TableId, audit, bypass_intent};

fn dana() -> Staff {
    Staff::new(StaffId::new("dana"), Role::Support)
}

fn permit() -> Permit<OverrideProfiles> {
    dana().permit().unwrap()
}

async fn empty() -> TestStore {
    TestStore::with(&[TableId::RequirementsBypass, TableId::FloatDesk]).await
}

fn bypass(last_day: &str) -> Attributes {
    encode(&Bypass {
        user_id: user(),
        expiration_date: day(last_day),
        reason: "bank outage".to_owned(),
    })
}

/// What is stored is to become `after`.
async fn intent(store: &TestStore, operation: &str, after: Option<Attributes>) -> BypassIntent {
    BypassIntent {
        operation: operation.to_owned(),
        at: noon(),
        staff: dana(),
        from: String::new(),
        user: user(),
        reason: "bank outage".to_owned(),
        before: find(store, &user()).await.unwrap().item().cloned(),
        after,
    }
}

/// The whole way, as a request goes it.
async fn done(store: &TestStore, intent: &BypassIntent) -> Outcome {
    announce(store, &permit(), intent).await.unwrap();
    let became = carry_out(store, &permit(), intent).await.unwrap();
    settle(store, intent, became, noon()).await.unwrap();
    became
}

/// What is on record about the user, oldest first.
async fn on_record(store: &TestStore) -> Vec<AuditEvent> {
    let of = AuditList::OfUser(user());
    let entries = audit::list(store, &of, 50, None).await.unwrap();
    let events = entries.events.into_iter().map(intact);
    let mut events: Vec<_> = events.collect();
    events.sort_by(|a, b| {
        (a.at, a.action != Action::BypassIntended).cmp(&(b.at, b.action != Action::BypassIntended))
    });
    events
}

async fn actions(store: &TestStore) -> Vec<Action> {
    on_record(store)
        .await
        .into_iter()
        .map(|event| event.action)
        .collect()
}

async fn stored(store: &TestStore) -> Option<Attributes> {
    find(store, &user()).await.unwrap().item().cloned()
}

#[tokio::test]
async fn a_bypass_is_granted_changed_and_removed_each_with_intent_and_outcome_on_record() {
    let store = empty().await;
    let steps = [
        (Some(bypass("2024-02-24")), Action::BypassGranted),
        (Some(bypass("2024-03-01")), Action::BypassChanged),
        (None, Action::BypassRemoved),
    ];
    for (number, (after, deed)) in steps.into_iter().enumerate() {
        let intent = intent(&store, &format!("op-{number}"), after.clone()).await;
        assert_eq!(done(&store, &intent).await, Outcome::Made);
        assert_eq!(stored(&store).await, after);
        let of = AuditList::OfAction(deed.clone());
        let entries = audit::list(&store, &of, 50, None).await.unwrap();
        assert_eq!(entries.events.len(), 1, "{deed}");
    }
    assert_eq!(on_record(&store).await.len(), 6);
    assert_eq!(open(&store).await.unwrap(), []);
}

#[tokio::test]
async fn what_no_document_names_survives_a_change() {
    let store = empty().await;
    let mut old = bypass("2024-02-24");
    old.insert("granted_by".to_owned(), Value::text("the float service"));
    store.put(TableId::RequirementsBypass, [old.clone()]).await;
    let found = find(&store, &user()).await.unwrap();
    let after = found.with(day("2024-03-01"), "again");
    let intent = intent(&store, "op", Some(after)).await;
    assert_eq!(done(&store, &intent).await, Outcome::Made);
    let record = of_user(&store, &user()).await.unwrap().unwrap().unwrap();
    assert_eq!(record.unknown["granted_by"], old["granted_by"]);
    assert_eq!(record.value.expiration_date, day("2024-03-01"));
    assert_eq!(record.value.reason, "again");
}

#[tokio::test]
async fn of_two_people_at_once_one_wins_and_the_other_changes_nothing() {
    let store = empty().await;
    let (first, second) = (
        intent(&store, "first", Some(bypass("2024-02-24"))).await,
        intent(&store, "second", Some(bypass("2024-03-01"))).await,
    );
    assert_eq!(done(&store, &first).await, Outcome::Made);
    assert_eq!(done(&store, &second).await, Outcome::NotMade);
    assert_eq!(stored(&store).await, first.after);
    let deeds = actions(&store).await;
    let count = |action: Action| deeds.iter().filter(|deed| **deed == action).count();
    assert_eq!(count(Action::BypassGranted), 1);
    assert_eq!(count(Action::BypassNotChanged), 1);
}

#[tokio::test]
async fn a_click_sent_twice_is_one_intent_and_one_effect() {
    let store = empty().await;
    let intent = intent(&store, "op", Some(bypass("2024-02-24"))).await;
    announce(&store, &permit(), &intent).await.unwrap();
    let again = announce(&store, &permit(), &intent).await;
    assert_eq!(again.unwrap_err().kind, ErrorKind::Conflict);
    for _ in 0..2 {
        let became = carry_out(&store, &permit(), &intent).await.unwrap();
        assert_eq!(became, Outcome::Made);
        settle(&store, &intent, became, noon()).await.unwrap();
    }
    let late = announce(&store, &permit(), &intent).await;
    assert_eq!(
        late.unwrap_err().kind,
        ErrorKind::Conflict,
        "settled is settled"
    );
    assert_eq!(
        actions(&store).await,
        [Action::BypassIntended, Action::BypassGranted]
    );
    let known = bypass_intent::find(&store, "op").await.unwrap();
    assert_eq!(known, Some(Known::Settled(Outcome::Made)));
}

#[tokio::test]
async fn a_server_that_stops_before_the_change_leaves_an_intent_that_is_settled_as_not_made() {
    let store = empty().await;
    let intent = intent(&store, "op", Some(bypass("2024-02-24"))).await;
    announce(&store, &permit(), &intent).await.unwrap();
    assert_eq!(open(&store).await.unwrap().len(), 1);
    let stale = noon().plus_seconds(STALE_AFTER_SECONDS);
    assert_eq!(settle_stale(&store, stale).await.unwrap(), 1);
    assert_eq!(stored(&store).await, None);
    assert_eq!(
        actions(&store).await,
        [Action::BypassIntended, Action::BypassNotChanged]
    );
    assert_eq!(settle_stale(&store, stale).await.unwrap(), 0);
}

#[tokio::test]
async fn a_server_that_stops_before_the_confirmation_leaves_a_change_that_is_confirmed_by_reading_again()
 {
    let store = empty().await;
    let intent = intent(&store, "op", Some(bypass("2024-02-24"))).await;
    announce(&store, &permit(), &intent).await.unwrap();
    carry_out(&store, &permit(), &intent).await.unwrap();
    let stale = noon().plus_seconds(STALE_AFTER_SECONDS);
    assert_eq!(settle_stale(&store, stale).await.unwrap(), 1);
    assert_eq!(
        actions(&store).await,
        [Action::BypassIntended, Action::BypassGranted]
    );
    assert_eq!(open(&store).await.unwrap(), []);
}

#[tokio::test]
async fn a_server_that_stops_before_the_intent_leaves_nothing() {
    let store = empty().await;
    let _planned = intent(&store, "op", Some(bypass("2024-02-24"))).await;
    assert_eq!(bypass_intent::find(&store, "op").await.unwrap(), None);
    assert_eq!(on_record(&store).await, []);
}

#[tokio::test]
async fn an_intent_that_may_still_be_on_its_way_is_left_alone() {
    let store = empty().await;
    let intent = intent(&store, "op", Some(bypass("2024-02-24"))).await;
    announce(&store, &permit(), &intent).await.unwrap();
    let soon = noon().plus_seconds(STALE_AFTER_SECONDS - 1);
    assert_eq!(settle_stale(&store, soon).await.unwrap(), 0);
    let known = bypass_intent::find(&store, "op").await.unwrap();
    assert_eq!(known, Some(Known::Open(Box::new(intent))));
}

#[tokio::test]
async fn a_change_that_came_after_it_was_given_up_is_put_on_record_all_the_same() {
    let store = empty().await;
    let intent = intent(&store, "op", Some(bypass("2024-02-24"))).await;
    announce(&store, &permit(), &intent).await.unwrap();
    let stale = noon().plus_seconds(STALE_AFTER_SECONDS);
    settle_stale(&store, stale).await.unwrap();
    let became = carry_out(&store, &permit(), &intent).await.unwrap();
    settle(&store, &intent, became, stale.plus_seconds(1))
        .await
        .unwrap();
    assert_eq!(
        actions(&store).await,
        [
            Action::BypassIntended,
            Action::BypassNotChanged,
            Action::BypassGranted
        ]
    );
    let known = bypass_intent::find(&store, "op").await.unwrap();
    assert_eq!(known, Some(Known::Settled(Outcome::Made)));
}

#[tokio::test]
async fn the_fingerprint_tells_apart_what_reads_alike() {
    let store = empty().await;
    let of = async |item: Option<Attributes>| {
        if let Some(item) = item {
            store.put(TableId::RequirementsBypass, [item]).await;
        }
        find(&store, &user()).await.unwrap().fingerprint()
    };
    let mut seen = vec![of(None).await, of(Some(bypass("2024-02-24"))).await];
    for value in [Value::text("yes"), Value::Bool(true)] {
        let mut odd = bypass("2024-02-24");
        odd.insert("odd".to_owned(), value);
        seen.push(of(Some(odd)).await);
    }
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 4, "{seen:?}");
    let other = find(&store, &UserId::new("user-1234")).await.unwrap();
    assert_eq!(other.fingerprint(), "none");
}
