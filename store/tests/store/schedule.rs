use crate::harness::{TestStore, sound};
use crate::override_change::{attempt, event, permit};
use crate::sample::{noon, user};
use domain::audit::Action;
use domain::id::StaffId;
use domain::instant::Instant;
use domain::offer_change::Profiles;
use domain::role::{Role, Staff};
use domain::schedule::{Due, ScheduleState, ScheduledStart};
use domain::settings::Settings;
use domain::settings_change::SettingsChange;
use store::guard::Outcome;
use store::schedule::{add, change, get, give_up, of_day, of_user, put_into_force, waiting};
use store::{ErrorKind, TableId, guard, temporary_profile};

pub fn planned(start_on: Instant) -> ScheduledStart {
    ScheduledStart {
        id: "plan".to_owned(),
        user_id: user(),
        start_on,
        expires_on: start_on.plus_days(14),
        reason: "Spring".to_owned(),
        settings: Settings::default().complete(),
        change: None,
        replaces: Some(noon()),
        by: Staff::new(StaffId::new("dana"), Role::Support),
        scheduled_on: noon(),
        state: ScheduleState::Waiting,
        why: String::new(),
    }
}

const NEW_USER: Profiles<'static> = Profiles {
    version: None,
    closed: None,
    replaced: None,
    is_known: false,
};

async fn with_a_plan(start_on: Instant) -> TestStore {
    let store = TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await;
    let scheduled = event("a", Action::StartScheduled);
    let done = add(
        &store,
        &permit("dana"),
        &attempt(0, "a"),
        &planned(start_on),
        &scheduled,
    )
    .await;
    assert_eq!(done.unwrap(), Outcome::Now);
    store
}

async fn listed(store: &TestStore) -> Vec<ScheduledStart> {
    let guard = guard::of_user(store, &user()).await.unwrap();
    sound(waiting(&guard))
}

#[tokio::test]
async fn a_planned_start_is_found_by_its_day_its_user_and_the_users_guard() {
    let start = noon().plus_days(3);
    let store = with_a_plan(start).await;
    assert_eq!(listed(&store).await, [planned(start)]);
    assert_eq!(
        sound(of_day(&store, start.day()).await.unwrap()),
        [planned(start)]
    );
    assert_eq!(
        sound(of_user(&store, &user()).await.unwrap()),
        [planned(start)]
    );
    assert_eq!(of_day(&store, noon().day()).await.unwrap(), []);
}

#[tokio::test]
async fn it_can_be_moved_and_changed_as_long_as_it_waits() {
    let store = with_a_plan(noon().plus_days(3)).await;
    let moved = planned(noon().plus_days(5));
    let key = planned(noon().plus_days(3)).key();
    let changed = event("b", Action::ScheduleChanged);
    let dana = permit("dana");
    change(&store, &dana, &attempt(1, "b"), &key, &moved, &changed)
        .await
        .unwrap();
    assert!(get(&store, &key).await.unwrap().is_none());
    let mut other = moved.clone();
    other.reason = "Summer".to_owned();
    let changed = event("c", Action::ScheduleChanged);
    change(
        &store,
        &dana,
        &attempt(2, "c"),
        &moved.key(),
        &other,
        &changed,
    )
    .await
    .unwrap();
    assert_eq!(listed(&store).await, [other.clone()]);

    other.state = ScheduleState::Cancelled;
    let cancelled = event("d", Action::ScheduleCancelled);
    for expected in [Outcome::Now, Outcome::Before] {
        let done = give_up(&store, &attempt(3, "d"), &other, &cancelled).await;
        assert_eq!(done.unwrap(), expected);
    }
    assert_eq!(listed(&store).await, []);
    let changed = event("e", Action::ScheduleChanged);
    let late = change(
        &store,
        &dana,
        &attempt(4, "e"),
        &moved.key(),
        &moved,
        &changed,
    )
    .await;
    assert_eq!(late.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(sound(of_user(&store, &user()).await.unwrap()), [other]);
}

#[tokio::test]
async fn it_comes_into_force_once_together_with_its_state() {
    let store = with_a_plan(noon()).await;
    let mut plan = planned(noon());
    let Due::Start { profile, .. } = plan.when_due(noon(), &[], NEW_USER) else {
        panic!("it starts")
    };
    plan.state = ScheduleState::Started;
    for (form, version) in [("f", 1), ("g", 2)] {
        let started = event(form, Action::ScheduleStarted);
        let attempt = attempt(version, form);
        let done = put_into_force(
            &store,
            &permit("dana"),
            &attempt,
            &plan,
            &profile,
            None,
            &started,
        )
        .await;
        assert_eq!(done.is_ok(), form == "f", "{done:?}");
    }
    let found = temporary_profile::all(&store, &user()).await.unwrap();
    assert_eq!(sound(found), [*profile]);
    assert_eq!(listed(&store).await, []);
}

#[tokio::test]
async fn what_is_set_at_the_start_is_kept_and_a_plan_of_an_earlier_version_has_none() {
    let store = with_a_plan(noon().plus_days(3)).await;
    let mut settings = Settings::default().complete();
    settings.floats[2].is_enabled = true;
    let new = ScheduledStart {
        change: Some(SettingsChange::between(
            &Settings::default().complete(),
            &settings,
        )),
        settings,
        ..planned(noon().plus_days(3))
    };
    let changed = event("b", Action::ScheduleChanged);
    let (dana, key) = (permit("dana"), new.key());
    change(&store, &dana, &attempt(1, "b"), &key, &new, &changed)
        .await
        .unwrap();
    assert_eq!(listed(&store).await, [new]);
}
