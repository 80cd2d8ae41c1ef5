//! How many users a support agent starts campaigns for in one day.

use crate::campaign::campaign;
use crate::harness::{TestStore, intact};
use crate::override_change::permit;
use crate::sample::noon;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::campaign::day_limit::OverDayLimit;
use domain::campaign::{Campaign, CampaignState};
use domain::id::{CampaignId, StaffId};
use domain::instant::Instant;
use domain::role::{Role, Staff};
use store::campaign::day_limit::{start, started_on};
use store::campaign::{Leave, change, create, get};
use store::{ErrorKind, Operation, TableId, audit};

/// A checked campaign of so many users.
async fn ready(store: &TestStore, id: &str, users: u64) -> Campaign {
    let new = Campaign {
        id: CampaignId::new(id),
        state: CampaignState::Ready,
        users,
        ..campaign(0)
    };
    let small = permit("dana");
    let leave = Leave {
        small: &small,
        large: None,
    };
    let event = event(&new, "dana", noon(), Action::CampaignCreated);
    create(store, leave, &new, &[], &event).await.unwrap();
    new
}

fn event(campaign: &Campaign, name: &str, at: Instant, action: Action) -> AuditEvent {
    let staff = Staff::new(StaffId::new(name), Role::Support);
    campaign.event(action, &staff, at, "promotion")
}

fn running(ready: &Campaign) -> Campaign {
    Campaign {
        state: CampaignState::Running,
        ..ready.clone()
    }
}

async fn start_by(
    store: &TestStore,
    name: &str,
    campaign: &Campaign,
    at: Instant,
) -> Result<(), OverDayLimit> {
    let event = event(campaign, name, at, Action::CampaignStarted);
    start(store, &permit(name), &running(campaign), &event)
        .await
        .unwrap()
}

async fn state(store: &TestStore, id: &str) -> CampaignState {
    let found = get(store, &CampaignId::new(id)).await.unwrap().unwrap();
    intact(found.campaign).state
}

#[tokio::test]
async fn a_day_has_room_for_one_small_campaign_in_all() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let (first, second, third) = (
        ready(&store, "first", 60).await,
        ready(&store, "second", 60).await,
        ready(&store, "third", 40).await,
    );
    assert_eq!(start_by(&store, "dana", &first, noon()).await, Ok(()));
    let over = OverDayLimit {
        users: 60,
        left: 40,
    };
    assert_eq!(start_by(&store, "dana", &second, noon()).await, Err(over));
    assert_eq!(state(&store, "second").await, CampaignState::Ready);
    assert_eq!(start_by(&store, "dana", &third, noon()).await, Ok(()));
    let today = started_on(&store, &StaffId::new("dana"), noon().day()).await;
    assert_eq!(today.unwrap().users, 100);
    // What was refused is in no log, and nobody else's day is touched.
    let of = AuditList::OfAction(Action::CampaignStarted);
    let entries = audit::list(&store, &of, 50, None).await.unwrap();
    assert_eq!(entries.events.len(), 2);
    assert_eq!(start_by(&store, "kim", &second, noon()).await, Ok(()));
}

#[tokio::test]
async fn the_next_day_begins_at_midnight_utc() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let (first, second) = (
        ready(&store, "first", 100).await,
        ready(&store, "second", 100).await,
    );
    let last = Instant::parse("2026-11-16T23:59:59Z").unwrap();
    assert_eq!(start_by(&store, "dana", &first, last).await, Ok(()));
    assert!(start_by(&store, "dana", &second, last).await.is_err());
    let midnight = last.plus_seconds(1);
    assert_eq!(start_by(&store, "dana", &second, midnight).await, Ok(()));
}

#[tokio::test]
async fn a_campaign_that_goes_on_after_a_stop_counts_once() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let campaign = ready(&store, "first", 100).await;
    assert_eq!(start_by(&store, "dana", &campaign, noon()).await, Ok(()));
    let started = intact(get(&store, &campaign.id).await.unwrap().unwrap().campaign);
    let stopped = Campaign {
        state: CampaignState::Stopped,
        ..started
    };
    let small = permit("dana");
    let leave = Leave {
        small: &small,
        large: None,
    };
    let stop = event(&stopped, "dana", noon(), Action::CampaignStopped);
    change(&store, leave, &stopped, &stop).await.unwrap();
    let again = intact(get(&store, &campaign.id).await.unwrap().unwrap().campaign);
    assert_eq!(start_by(&store, "dana", &again, noon()).await, Ok(()));
    assert_eq!(state(&store, "first").await, CampaignState::Running);
}

#[tokio::test]
async fn nobody_without_leave_for_large_ones_starts_past_the_day() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let campaign = ready(&store, "first", 3).await;
    let small = permit("dana");
    let leave = Leave {
        small: &small,
        large: None,
    };
    let event = event(&campaign, "dana", noon(), Action::CampaignStarted);
    let refused = change(&store, leave, &running(&campaign), &event).await;
    assert_eq!(refused.unwrap_err().operation, Operation::Transact);
    assert_eq!(state(&store, "first").await, CampaignState::Ready);
}

#[tokio::test]
async fn a_campaign_that_somebody_changed_meanwhile_is_a_conflict_and_takes_nothing_of_the_day() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    let campaign = ready(&store, "first", 30).await;
    let old = Campaign {
        version: campaign.version + 1,
        ..campaign
    };
    let event = event(&old, "dana", noon(), Action::CampaignStarted);
    let conflict = start(&store, &permit("dana"), &running(&old), &event).await;
    assert_eq!(conflict.unwrap_err().kind, ErrorKind::Conflict);
    let today = started_on(&store, &StaffId::new("dana"), noon().day()).await;
    assert_eq!(today.unwrap().users, 0);
}

/// Whatever two tabs start at the same time, the day never has more than a hundred.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn races_of_several_tabs_never_start_more_than_the_day_has_room_for() {
    let store = TestStore::with(&[TableId::FloatDesk]).await;
    for race in 0..8 {
        let name = format!("agent-{race}");
        let mut campaigns = Vec::new();
        for (tab, users) in [60, 50, 40, 30, 20].into_iter().enumerate() {
            campaigns.push(ready(&store, &format!("race-{race}-{tab}"), users).await);
        }
        let starts = campaigns
            .iter()
            .map(|campaign| start_by(&store, &name, campaign, noon()));
        let done = futures::future::join_all(starts).await;
        let mut started = 0;
        for (campaign, done) in campaigns.iter().zip(&done) {
            let is_running = state(&store, campaign.id.as_str()).await == CampaignState::Running;
            assert_eq!(is_running, done.is_ok(), "{race}: {done:?}");
            started += if is_running { campaign.users } else { 0 };
        }
        assert!(started <= 100, "{race}: {started} users");
        let today = started_on(&store, &StaffId::new(&name), noon().day()).await;
        assert_eq!(today.unwrap().users, started, "{race}");
        // Whatever was refused had too little room left.
        for over in done.into_iter().filter_map(Result::err) {
            assert!(over.users > over.left, "{race}: {over:?}");
        }
    }
}
