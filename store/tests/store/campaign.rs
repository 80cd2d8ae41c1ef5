//! Campaigns: each user once or not at all, whoever else writes, and undone only where nobody did.

use crate::harness::{TestStore, intact, sound};
use crate::override_change::{event as some_event, permit};
use crate::sample::{noon, profile, temporary};
use domain::audit::{Action, AuditList};
use domain::campaign::{Campaign, CampaignState, CampaignUser, Choices, Finding, Tally, UserState};
use domain::id::{CampaignId, StaffId, UserId};
use domain::role::{Permit, Role, RunLargeCampaigns, Staff};
use domain::settings::Settings;
use domain::temporary_profile::Held;
use domain::user_list::NotTaken;
use store::campaign::run::{apply, check, end_of_check, undo};
use store::campaign::{Leave, active, change, create, get, list, listed, user};
use store::guard::{self, Attempt, OperationId};
use store::temporary_profile::change::move_end;
use store::temporary_profile::{encode, unexpired};
use store::{ErrorKind, TableId, audit, override_copy};

fn ada() -> Staff {
    Staff::new(StaffId::new("ada"), Role::Admin)
}

fn large() -> Permit<RunLargeCampaigns> {
    ada().permit().unwrap()
}

pub fn campaign(users: usize) -> Campaign {
    Campaign {
        id: CampaignId::new("c-1"),
        name: "Presidents' Day".to_owned(),
        state: CampaignState::Checking,
        created_on: noon(),
        created_by: ada(),
        run_by: ada(),
        from: String::new(),
        settings: Settings::default().complete(),
        starts_on: None,
        expires_on: noon().plus_days(14),
        reason: "promotion".to_owned(),
        users: users as u64,
        not_taken: NotTaken::default(),
        choices: Choices::default(),
        version: 1,
    }
}

fn ids(count: usize) -> Vec<UserId> {
    (0..count)
        .map(|n| UserId::new(format!("user-{n:03}")))
        .collect()
}

async fn tables() -> TestStore {
    TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await
}

/// As it is stored now.
async fn head(store: &TestStore) -> Campaign {
    let found = get(store, &CampaignId::new("c-1")).await.unwrap().unwrap();
    intact(found.campaign)
}

/// Puts a campaign into another state, as somebody with leave.
async fn put_into(store: &TestStore, state: CampaignState, choices: Choices) -> Campaign {
    let changed = Campaign {
        state,
        choices,
        ..head(store).await
    };
    let (small, large) = (permit("ada"), large());
    let leave = Leave {
        small: &small,
        large: Some(&large),
    };
    let event = changed.event(Action::CampaignStarted, &ada(), noon(), "x");
    change(store, leave, &changed, &event).await.unwrap();
    head(store).await
}

/// A campaign of these users, checked and running.
async fn running(store: &TestStore, users: &[UserId], choices: Choices) -> Campaign {
    let new = campaign(users.len());
    let (small, large) = (permit("ada"), large());
    let leave = Leave {
        small: &small,
        large: Some(&large),
    };
    let event = new.event(Action::CampaignCreated, &ada(), noon(), "x");
    create(store, leave, &new, users, &event).await.unwrap();
    for some in users.chunks(20) {
        check(store, &new, some, noon()).await.unwrap();
    }
    end_of_check(store, &new).await.unwrap();
    put_into(store, CampaignState::Running, choices).await
}

async fn run(store: &TestStore, campaign: &Campaign) -> Tally {
    for user in user::all(store, &campaign.id).await.unwrap() {
        if user.state == UserState::Waiting {
            apply(store, &permit("ada"), campaign, &user, noon())
                .await
                .unwrap();
        }
    }
    Tally::of(&user::all(store, &campaign.id).await.unwrap())
}

#[tokio::test]
async fn users_without_data_and_with_an_override_are_found_before_and_left_out() {
    let store = tables().await;
    let users = ids(3);
    let known = store::profile::encode(&profile(&users[0], noon().plus_days(-9)));
    let overridden = encode(&temporary(&users[1], noon().plus_days(3)));
    store.put(TableId::Underwriting, [known, overridden]).await;
    let campaign = running(&store, &users, Choices::default()).await;
    let all = user::all(&store, &campaign.id).await.unwrap();
    let found: Vec<_> = all.iter().map(|user| user.finding.clone()).collect();
    assert_eq!(found, [Finding::Fine, Finding::Overridden, Finding::NoData]);
    let tally = run(&store, &campaign).await;
    assert_eq!((tally.done, tally.skipped, tally.waiting), (1, 2, 0));
    let written = sound(unexpired(&store, &users[0], noon()).await.unwrap());
    assert_eq!(written, [campaign.profile_of(&users[0], noon())]);
    assert_eq!(unexpired(&store, &users[2], noon()).await.unwrap(), []);
}

#[tokio::test]
async fn with_leave_an_override_is_replaced_and_somebody_unknown_gets_one() {
    let store = tables().await;
    let users = ids(2);
    let overridden = encode(&temporary(&users[0], noon().plus_days(3)));
    store.put(TableId::Underwriting, [overridden]).await;
    let choices = Choices {
        with_unknown: true,
        replace: true,
    };
    let campaign = running(&store, &users, choices).await;
    assert_eq!(run(&store, &campaign).await.done, 2);
    for user in &users {
        let there = sound(unexpired(&store, user, noon()).await.unwrap());
        assert_eq!(there, [campaign.profile_of(user, noon())]);
    }
    let of = AuditList::OfAction(Action::OverrideReplaced);
    let entries = audit::list(&store, &of, 50, None).await.unwrap();
    let events: Vec<_> = entries.events.into_iter().map(intact).collect();
    let [replaced] = events.as_slice() else {
        panic!("{events:?}")
    };
    let before = temporary(&users[0], noon().plus_days(3));
    assert_eq!(replaced.before, Some(before.described()));
    let after = campaign.profile_of(&users[0], noon());
    assert_eq!(replaced.after, Some(after.described()));
}

#[tokio::test]
async fn a_user_taken_on_twice_is_done_once() {
    let store = tables().await;
    let users = ids(1);
    let choices = Choices {
        with_unknown: true,
        replace: true,
    };
    let campaign = running(&store, &users, choices).await;
    let waiting = user::all(&store, &campaign.id).await.unwrap().remove(0);
    for _ in 0..2 {
        // The second time it is still taken for one that waits, as by a server that fell asleep.
        let _ = apply(
            &store,
            &permit("ada"),
            &campaign,
            &waiting,
            noon().plus_seconds(5),
        )
        .await;
    }
    assert_eq!(unexpired(&store, &users[0], noon()).await.unwrap().len(), 1);
    let of = AuditList::OfUser(users[0].clone());
    let entries = audit::list(&store, &of, 50, None).await.unwrap();
    assert_eq!(entries.events.len(), 1);
    assert_eq!(guard::of_user(&store, &users[0]).await.unwrap().version, 1);
}

#[tokio::test]
async fn a_stopped_campaign_takes_nobody_on_and_goes_on_where_it_was() {
    let store = tables().await;
    let users = ids(3);
    let choices = Choices {
        with_unknown: true,
        replace: false,
    };
    let running = running(&store, &users, choices).await;
    let waiting = user::all(&store, &running.id).await.unwrap();
    apply(&store, &permit("ada"), &running, &waiting[0], noon())
        .await
        .unwrap();
    put_into(&store, CampaignState::Stopped, choices).await;
    assert_eq!(active(&store).await.unwrap(), []);
    let late = apply(&store, &permit("ada"), &running, &waiting[1], noon()).await;
    assert_eq!(late.unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(unexpired(&store, &users[1], noon()).await.unwrap(), []);
    let again = put_into(&store, CampaignState::Running, choices).await;
    let ids = active(&store).await.unwrap();
    assert_eq!(ids, std::slice::from_ref(&again.id));
    assert_eq!(run(&store, &again).await.done, 3);
}

#[tokio::test]
async fn undoing_takes_back_only_what_nobody_changed_since() {
    let store = tables().await;
    let users = ids(3);
    let choices = Choices {
        with_unknown: true,
        replace: false,
    };
    let campaign = running(&store, &users, choices).await;
    run(&store, &campaign).await;
    // Somebody lets the first one's run on, and another writer changes the second one's.
    let there = unexpired(&store, &users[0], noon()).await.unwrap();
    let attempt = Attempt {
        user: users[0].clone(),
        version: 1,
        operation: OperationId::of("form", "content"),
        at: noon(),
    };
    let held = Held::from(there[0].as_ref().unwrap());
    let longer = noon().plus_days(20);
    let moved = some_event("moved", Action::OverrideMoved);
    move_end(&store, &permit("dana"), &attempt, &held, longer, &moved)
        .await
        .unwrap();
    let mut other = campaign.profile_of(&users[1], noon());
    other.is_loan_enabled = Some(true);
    store.put(TableId::Underwriting, [encode(&other)]).await;

    let undoing = put_into(&store, CampaignState::Finished, choices).await;
    let undoing = put_into(&store, CampaignState::Undoing, undoing.choices).await;
    let mut states = Vec::new();
    for user in user::all(&store, &undoing.id).await.unwrap() {
        let after = undo(&store, &permit("ada"), &large(), &undoing, &user, noon()).await;
        states.push(after.unwrap().state);
    }
    assert_eq!(
        states,
        [UserState::Kept, UserState::Kept, UserState::Undone]
    );
    assert_eq!(unexpired(&store, &users[0], noon()).await.unwrap().len(), 1);
    assert_eq!(unexpired(&store, &users[1], noon()).await.unwrap().len(), 1);
    assert_eq!(unexpired(&store, &users[2], noon()).await.unwrap(), []);
    let copies = sound(override_copy::of_user(&store, &users[2]).await.unwrap());
    assert!(
        copies[0].ended.is_some(),
        "it stays known that there was one"
    );
}

#[tokio::test]
async fn more_than_a_hundred_users_need_the_second_permit_and_an_id_is_taken_once() {
    let store = tables().await;
    let (small, big) = (permit("dana"), large());
    let leave = |large| Leave {
        small: &small,
        large,
    };
    for (count, large, kind) in [
        (101, None, Some(ErrorKind::Rejected)),
        (101, Some(&big), None),
        (100, None, Some(ErrorKind::Conflict)),
    ] {
        let new = campaign(count);
        let event = new.event(Action::CampaignCreated, &ada(), noon(), "x");
        let made = create(&store, leave(large), &new, &ids(count), &event).await;
        assert_eq!(made.err().map(|error| error.kind), kind, "{count}");
    }
    assert_eq!(
        listed(&store, &CampaignId::new("c-1")).await.unwrap(),
        ids(101)
    );
    assert_eq!(list(&store, 10, None).await.unwrap().campaigns.len(), 1);
}

#[tokio::test]
async fn a_long_list_is_kept_whole_and_read_part_by_part() {
    let store = tables().await;
    let users: Vec<_> = (0..700)
        .map(|n| UserId::new(format!("{n:04}{}", "x".repeat(996))))
        .collect();
    let new = campaign(users.len());
    let (small, large) = (permit("ada"), large());
    let leave = Leave {
        small: &small,
        large: Some(&large),
    };
    let event = new.event(Action::CampaignCreated, &ada(), noon(), "x");
    create(&store, leave, &new, &users, &event).await.unwrap();
    assert_eq!(listed(&store, &new.id).await.unwrap(), users);
    for some in users[..60].chunks(20) {
        check(&store, &new, some, noon()).await.unwrap();
    }
    let mut read: Vec<CampaignUser> = Vec::new();
    let mut after = None;
    loop {
        let state = Some(&UserState::Waiting);
        let part = user::list(&store, &new.id, state, 25, after.as_deref())
            .await
            .unwrap();
        assert!(part.users.len() <= 25);
        read.extend(sound(part.users));
        after = part.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(read.len(), 60);
    let none = user::list(&store, &new.id, Some(&UserState::Done), 25, None)
        .await
        .unwrap();
    assert_eq!((none.users.len(), none.next), (0, None));
}
