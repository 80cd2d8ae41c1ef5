//! Background work on several servers at once, and after an interruption.

use app::machinery::WorkerBoard;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::{StaffId, UserId};
use domain::instant::Instant;
use domain::role::{Role, Staff};
use domain::rulebook_update::RulebookUpdate;
use domain::schedule::{ScheduleState, ScheduledStart};
use domain::settings::Settings;
use domain::value::Value;
use server::workers::scheduled_starts::{ScheduledStarts, settle_due};
use server::workers::update_summaries::SumUpUpdates;
use server::workers::{Worker, Workers};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use store::embedded::{Embedded, Sweeping};
use store::guard::{Attempt, OperationId};
use store::{
    Endpoint, ErrorKind, Store, StoreConfig, TableId, audit, guard, lease, rulebook_update,
    schedule, schema, temporary_profile, update_summary,
};
use tempfile::TempDir;

const USERS: usize = 12;

struct Tables {
    store: Store,
    // Stops before its directory goes.
    _engine: Embedded,
    _directory: TempDir,
}

async fn tables() -> Tables {
    let directory = TempDir::new().unwrap();
    let engine = Embedded::start(directory.path(), "workers", Sweeping::Off).unwrap();
    let config = StoreConfig::new(Endpoint::At(engine.url.clone()), "prod");
    let store = Store::connect(&config).await;
    let needed = [TableId::Underwriting, TableId::FloatDesk];
    schema::create_missing(&store, &needed).await.unwrap();
    Tables {
        store,
        _engine: engine,
        _directory: directory,
    }
}

fn now() -> Instant {
    Instant::from(SystemTime::now()).whole_seconds()
}

fn users() -> impl Iterator<Item = UserId> {
    (0..USERS).map(|number| UserId::new(format!("user-{number}")))
}

fn planned(user: &UserId, start_on: Instant) -> ScheduledStart {
    ScheduledStart {
        id: format!("plan-of-{user}"),
        user_id: user.clone(),
        start_on,
        expires_on: start_on.plus_days(14),
        reason: "Spring".to_owned(),
        settings: Settings::default().complete(),
        change: None,
        replaces: None,
        by: Staff::new(StaffId::new("dana"), Role::Support),
        scheduled_on: start_on.plus_days(-1),
        state: ScheduleState::Waiting,
        why: String::new(),
    }
}

async fn plan(store: &Store, plan: &ScheduledStart) {
    let attempt = Attempt {
        user: plan.user_id.clone(),
        version: 0,
        operation: OperationId::of(&plan.id, ""),
        at: plan.scheduled_on,
    };
    let event = AuditEvent {
        id: plan.id.clone(),
        at: plan.scheduled_on,
        who: plan.by.id.clone(),
        label: plan.by.own_label(),
        role: Some(plan.by.role),
        from: String::new(),
        action: Action::StartScheduled,
        user: Some(plan.user_id.clone()),
        subject: String::new(),
        reason: plan.reason.clone(),
        before: None,
        after: None,
    };
    let permit = plan.by.permit().unwrap();
    schedule::add(store, &permit, &attempt, plan, &event)
        .await
        .unwrap();
}

async fn stored(store: &Store, plan: &ScheduledStart) -> ScheduledStart {
    let found = schedule::get(store, &plan.key()).await.unwrap();
    found.unwrap().unwrap().value
}

async fn done(store: &Store, user: &UserId) -> Vec<Action> {
    let of = AuditList::OfUser(user.clone());
    let entries = audit::list(store, &of, 50, None).await.unwrap();
    entries
        .events
        .into_iter()
        .map(|event| event.unwrap().value.action)
        .collect()
}

async fn is_anything_waiting(store: &Store) -> bool {
    for user in users() {
        if !guard::of_user(store, &user)
            .await
            .unwrap()
            .waiting
            .is_empty()
        {
            return true;
        }
    }
    false
}

async fn each_started_once(store: &Store) {
    for user in users() {
        let overrides = temporary_profile::all(store, &user).await.unwrap();
        assert_eq!(overrides.len(), 1, "{user}");
        assert_eq!(
            done(store, &user).await,
            [Action::ScheduleStarted, Action::StartScheduled]
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_put_each_planned_start_into_force_once() {
    let tables = tables().await;
    for user in users() {
        plan(&tables.store, &planned(&user, now().plus_seconds(-5))).await;
    }
    let worker = || -> Vec<Arc<dyn Worker>> { vec![Arc::new(ScheduledStarts)] };
    let servers = [0, 1].map(|_| Workers::start(&tables.store, worker(), &WorkerBoard::default()));
    while is_anything_waiting(&tables.store).await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for server in servers {
        server.stop().await;
    }
    each_started_once(&tables.store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn even_two_that_both_believe_to_hold_the_lease_start_nothing_twice() {
    let tables = tables().await;
    for user in users() {
        plan(&tables.store, &planned(&user, now().plus_seconds(-5))).await;
    }
    let settle = || settle_due(&tables.store, None, now(), || false);
    while is_anything_waiting(&tables.store).await {
        let (one, other) = tokio::join!(settle(), settle());
        one.unwrap();
        other.unwrap();
    }
    each_started_once(&tables.store).await;
}

#[tokio::test]
async fn what_was_missed_comes_late_and_what_is_too_late_is_said_to_have_failed() {
    let tables = tables().await;
    let start = now();
    let [late, over, later] = [start, start.plus_days(-12), start.plus_days(9)];
    let plans = [("late", late), ("over", over), ("later", later)]
        .map(|(name, start)| planned(&UserId::new(name), start));
    for one in &plans {
        plan(&tables.store, one).await;
    }
    let [late, over, later] = &plans;
    let restart = start.plus_days(4);
    let settled = settle_due(&tables.store, None, restart, || false)
        .await
        .unwrap();
    assert_eq!(settled, Some(restart.day().plus_days(-1)));

    assert_eq!(
        stored(&tables.store, late).await.state,
        ScheduleState::Started
    );
    let found = temporary_profile::all(&tables.store, &late.user_id)
        .await
        .unwrap();
    let profile = &found[0].as_ref().unwrap().value;
    assert_eq!(
        (profile.created_on, profile.expires_on),
        (restart, late.expires_on)
    );
    assert_eq!(profile.ttl, Some(late.expires_on));

    let failed = stored(&tables.store, over).await;
    assert_eq!(failed.state, ScheduleState::Failed);
    assert!(failed.why.contains("had passed"), "{}", failed.why);
    assert_eq!(
        done(&tables.store, &over.user_id).await[0],
        Action::ScheduleFailed
    );
    assert_eq!(
        stored(&tables.store, later).await.state,
        ScheduleState::Waiting
    );
}

#[tokio::test]
async fn a_user_whose_guard_cannot_be_read_keeps_no_other_start_waiting() {
    let tables = tables().await;
    let start = now().plus_seconds(-5);
    let [broken, sound] = ["a-broken", "b-sound"].map(|id| planned(&UserId::new(id), start));
    for one in [&broken, &sound] {
        plan(&tables.store, one).await;
    }
    let guard = [
        ("PK", "GUARD#a-broken"),
        ("SK", "GUARD"),
        ("item_type", "guard"),
    ]
    .map(|(name, value)| (name.to_owned(), Value::text(value)));
    let table = tables.store.table(TableId::FloatDesk);
    table.put_all(vec![guard.into()], |_| {}).await.unwrap();
    let settled = settle_due(&tables.store, None, now(), || false).await;
    assert_eq!(settled.unwrap_err().kind, ErrorKind::Rejected);
    let states = [
        (&broken, ScheduleState::Waiting),
        (&sound, ScheduleState::Started),
    ];
    for (one, state) in states {
        assert_eq!(stored(&tables.store, one).await.state, state);
    }
}

#[tokio::test]
async fn updates_are_summed_up_also_on_a_day_on_which_all_were_gone_through() {
    let tables = tables().await;
    let update = |days| RulebookUpdate {
        update_user: StaffId::new("script"),
        update_time: now().plus_days(days),
        rulebooks: Vec::new(),
        unreadable: Vec::new(),
    };
    let write = async |update: &RulebookUpdate| {
        let table = tables.store.table(TableId::Underwriting);
        let item = rulebook_update::encode(update);
        table.put_all(vec![item], |_| {}).await.unwrap();
    };
    write(&update(-2)).await;
    update_summary::catch_up(&tables.store).await.unwrap();
    let (worker, past) = (SumUpUpdates.name(), now().plus_seconds(-1));
    let lease = lease::take(&tables.store, worker, "before", past, past).await;
    let over = Some(format!("over {}", now().day().stored()));
    lease::renew(&tables.store, &lease.unwrap().unwrap(), past, over)
        .await
        .unwrap();
    let late = update(-1);
    write(&late).await;
    let work: Vec<Arc<dyn Worker>> = vec![Arc::new(SumUpUpdates)];
    let server = Workers::start(&tables.store, work, &WorkerBoard::default());
    let is_summed_up = async || {
        let found = update_summary::get(&tables.store, &late.id()).await;
        found.unwrap().is_some()
    };
    for _ in 0..500 {
        if is_summed_up().await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
    assert!(is_summed_up().await);
}
