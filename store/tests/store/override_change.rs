//! Writing on a user's temporary profiles: once, whole, on record, and only on what was read.

use crate::harness::{TestStore, intact, item, sound};
use crate::sample::{noon, temporary, user};
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::instant::Instant;
use domain::override_copy::HowEnded;
use domain::role::{OverrideProfiles, Permit, Role, Staff};
use domain::temporary_profile::{Held, TemporaryProfile};
use domain::value::Value;
use serde_json::json;
use store::guard::{Attempt, OperationId, Outcome, of_user};
use store::temporary_profile::change::{cancel, move_end, replace, start};
use store::temporary_profile::{all, encode, unexpired};
use store::{ErrorKind, Store, StoreError, TableId, audit, override_copy};

/// How many races are run; `FLOAT_DESK_RACES` says otherwise.
const RACES: i64 = 100;

async fn tables() -> TestStore {
    TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await
}

pub fn permit(name: &str) -> Permit<OverrideProfiles> {
    let staff = Staff::new(StaffId::new(name), Role::Support);
    staff.permit().unwrap()
}

pub fn attempt(version: i64, form: &str) -> Attempt {
    Attempt {
        user: user(),
        version,
        operation: OperationId::of(form, "content"),
        at: noon(),
    }
}

pub fn event(id: &str, action: Action) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffId::new("dana"),
        label: None,
        role: Some(Role::Support),
        from: String::new(),
        action,
        user: Some(user()),
        subject: String::new(),
        reason: "because".to_owned(),
        before: None,
        after: None,
    }
}

fn until(days: i64) -> TemporaryProfile {
    temporary(&user(), noon().plus_days(days))
}

async fn starts(store: &Store, version: i64, form: &str, days: i64) -> Result<Outcome, StoreError> {
    let event = event(form, Action::OverrideStarted);
    let attempt = attempt(version, form);
    start(store, &permit("dana"), &attempt, &until(days), &event).await
}

async fn events(store: &Store) -> usize {
    let of = AuditList::OfUser(user());
    let mut after = None;
    let mut count = 0;
    loop {
        let entries = audit::list(store, &of, 500, after.as_deref())
            .await
            .unwrap();
        count += entries.events.len();
        after = entries.next;
        if after.is_none() {
            return count;
        }
    }
}

async fn held(store: &Store, end: Instant) -> Held {
    let found = unexpired(store, &user(), noon()).await.unwrap();
    let records: Vec<_> = found.into_iter().map(Result::unwrap).collect();
    let one = records.iter().find(|one| one.value.expires_on == end);
    Held::from(one.unwrap())
}

async fn copies(store: &Store) -> Vec<(Instant, Option<HowEnded>)> {
    let copies = override_copy::of_user(store, &user()).await.unwrap();
    copies
        .into_iter()
        .map(intact)
        .map(|copy| (copy.profile.expires_on, copy.ended.map(|ended| ended.how)))
        .collect()
}

#[tokio::test]
async fn a_new_override_is_written_with_its_copy_its_event_and_a_raised_guard() {
    let store = tables().await;
    assert_eq!(starts(&store, 0, "a", 5).await.unwrap(), Outcome::Now);
    assert_eq!(sound(all(&store, &user()).await.unwrap()), [until(5)]);
    assert_eq!(copies(&store).await, [(noon().plus_days(5), None)]);
    assert_eq!(events(&store).await, 1);
    assert_eq!(of_user(&store, &user()).await.unwrap().version, 1);
}

#[tokio::test]
async fn what_is_sent_twice_is_done_once_even_after_others_have_written() {
    let store = tables().await;
    starts(&store, 0, "a", 5).await.unwrap();
    assert_eq!(starts(&store, 0, "a", 5).await.unwrap(), Outcome::Before);
    let end = held(&store, noon().plus_days(5)).await;
    let ends = event("b", Action::OverrideCancelled);
    for expected in [Outcome::Now, Outcome::Before] {
        let done = cancel(&store, &permit("kim"), &attempt(1, "b"), &end, &ends).await;
        assert_eq!(done.unwrap(), expected);
    }
    assert_eq!(starts(&store, 0, "a", 5).await.unwrap(), Outcome::Before);
    assert_eq!(events(&store).await, 2);
    assert!(all(&store, &user()).await.unwrap().is_empty());
    assert_eq!(
        copies(&store).await,
        [(noon().plus_days(5), Some(HowEnded::Cancelled))]
    );
}

#[tokio::test]
async fn a_form_with_something_else_in_it_is_another_operation_and_a_conflict() {
    let store = tables().await;
    starts(&store, 0, "a", 5).await.unwrap();
    let changed = Attempt {
        operation: OperationId::of("a", "another content"),
        ..attempt(0, "a")
    };
    let event = event("a2", Action::OverrideStarted);
    let done = start(&store, &permit("dana"), &changed, &until(6), &event).await;
    assert_eq!(done.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(events(&store).await, 1);
}

#[tokio::test]
async fn another_end_leaves_everything_else_as_it_is_stored() {
    let store = tables().await;
    let mut stored = encode(&until(5));
    let campaign = item(json!({ "campaign": { "id": 7, "tags": ["a", null] } }));
    stored.extend(campaign.clone());
    stored.remove("item_type");
    store.put(TableId::Underwriting, [stored]).await;
    let seen = held(&store, noon().plus_days(5)).await;
    let later = noon().plus_days(9);
    let moved = event("m", Action::OverrideMoved);
    move_end(
        &store,
        &permit("dana"),
        &attempt(0, "m"),
        &seen,
        later,
        &moved,
    )
    .await
    .unwrap();
    let found = all(&store, &user()).await.unwrap();
    let [Ok(record)] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(record.unknown, campaign);
    assert_eq!(record.value.created_on, until(5).created_on);
    assert_eq!(
        (record.value.expires_on, record.value.ttl),
        (later, Some(later))
    );
    assert_eq!(copies(&store).await, [(later, None)]);
}

#[tokio::test]
async fn one_override_takes_the_place_of_another_also_under_the_same_key() {
    let store = tables().await;
    starts(&store, 0, "a", 5).await.unwrap();
    let replaced = |id: &str| event(id, Action::OverrideReplaced);
    let seen = held(&store, noon().plus_days(5)).await;
    let mut second = until(5);
    second.created_on = noon().plus_days(-1);
    second.reason = "the second".to_owned();
    replace(
        &store,
        &permit("dana"),
        &attempt(1, "b"),
        &seen,
        &second,
        &replaced("b"),
    )
    .await
    .unwrap();
    assert_eq!(sound(all(&store, &user()).await.unwrap()), [second.clone()]);
    let seen = Held {
        created_on: second.created_on,
        ..seen
    };
    replace(
        &store,
        &permit("dana"),
        &attempt(2, "c"),
        &seen,
        &until(8),
        &replaced("c"),
    )
    .await
    .unwrap();
    assert_eq!(sound(all(&store, &user()).await.unwrap()), [until(8)]);
    let ended = copies(&store)
        .await
        .into_iter()
        .filter(|one| one.1.is_some());
    assert_eq!(ended.count(), 2);
}

#[tokio::test]
async fn what_another_service_has_changed_meanwhile_is_a_conflict_without_a_trace() {
    let store = tables().await;
    store.put(TableId::Underwriting, [encode(&until(5))]).await;
    let seen = held(&store, noon().plus_days(5)).await;
    let mut theirs = encode(&until(5));
    theirs.insert("created_on".to_owned(), Value::text("2024-02-10T11:00:00Z"));
    store.put(TableId::Underwriting, [theirs]).await;
    let ends = event("c", Action::OverrideCancelled);
    let done = cancel(&store, &permit("dana"), &attempt(0, "c"), &seen, &ends).await;
    assert_eq!(done.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(events(&store).await, 0);
    assert_eq!(all(&store, &user()).await.unwrap().len(), 1);
}

/// One of two people, in one of many races: starts, moves or ends what stands.
async fn races(store: &Store, race: i64, name: &str) -> Result<Outcome, StoreError> {
    let form = format!("{name}-{race}");
    let seen = unexpired(store, &user(), noon()).await?;
    let (attempt, permit) = (attempt(race, &form), permit(name));
    let days = 1 + race * 2 + i64::from(name == "kim");
    match seen.first() {
        None => starts(store, race, &form, days).await,
        Some(stored) => {
            let seen = Held::from(stored.as_ref().unwrap());
            if race % 3 == 0 {
                let ends = event(&form, Action::OverrideCancelled);
                cancel(store, &permit, &attempt, &seen, &ends).await
            } else {
                let (moves, end) = (event(&form, Action::OverrideMoved), noon().plus_days(days));
                move_end(store, &permit, &attempt, &seen, end, &moves).await
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_people_on_the_same_user_one_wins_each_race_and_is_on_record() {
    let store = tables().await;
    let count = std::env::var("FLOAT_DESK_RACES").map_or(RACES, |text| text.parse().unwrap());
    for race in 0..count {
        let (one, other) = tokio::join!(races(&store, race, "dana"), races(&store, race, "kim"));
        let won = [&one, &other].map(|done| matches!(done, Ok(Outcome::Now)));
        assert!(won[0] != won[1], "race {race}: {one:?} and {other:?}");
        let lost = if won[0] { other } else { one };
        assert_eq!(lost.unwrap_err().kind, ErrorKind::Conflict, "race {race}");
    }
    assert_eq!(of_user(&store, &user()).await.unwrap().version, count);
    assert_eq!(events(&store).await, usize::try_from(count).unwrap());
}
