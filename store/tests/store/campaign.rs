//! Campaigns: each user once or not at all, whoever else writes, and undone only where nobody did.

use crate::harness::{TestStore, intact, sound};
use crate::override_change::{event as some_event, permit};
use crate::sample::{noon, profile, temporary};
use domain::audit::{Action, AuditList};
use domain::campaign::{
    Campaign, CampaignChange, CampaignState, CampaignUser, Choices, Finding, FloatsChange,
    LoansChange, Tally, UserState,
};
use domain::id::{CampaignId, StaffId, UserId};
use domain::money::Cents;
use domain::offer_change::Group;
use domain::role::{IncludeExcluded, Permit, Role, RunLargeCampaigns, Staff};
use domain::settings::Settings;
use domain::temporary_profile::{Held, TemporaryProfile};
use domain::tier::FLOAT_TIERS;
use domain::user_list::NotTaken;
use store::campaign::run::{apply, check, end_of_check};
use store::campaign::{Leave, active, change, create, get, list, listed, undo, user};
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

fn include() -> Permit<IncludeExcluded> {
    ada().permit().unwrap()
}

/// What a user who has `regular` gets by the campaign of these tests.
fn written(user: &UserId, regular: &Settings) -> TemporaryProfile {
    let campaign = campaign(1);
    let settings = campaign.settings_for(&regular.clone().complete());
    campaign.profile_of(user, settings, noon())
}

fn new_user() -> Settings {
    Settings::default()
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
        started_by: None,
        undo_reason: String::new(),
        change: CampaignChange {
            floats: FloatsChange::RaiseTo(Cents::from_dollars(30)),
            loans: LoansChange::Leave,
        },
        snapshot: None,
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
    let (small, large, include) = (permit("ada"), large(), include());
    let leave = Leave {
        small: &small,
        large: Some(&large),
        include: Some(&include),
    };
    let event = changed.event(Action::CampaignStarted, &ada(), noon(), "x");
    change(store, leave, &changed, &event).await.unwrap();
    head(store).await
}

/// A campaign of these users, checked and running.
async fn running(store: &TestStore, users: &[UserId], choices: Choices) -> Campaign {
    running_as(store, campaign(users.len()), users, choices).await
}

async fn running_as(
    store: &TestStore,
    new: Campaign,
    users: &[UserId],
    choices: Choices,
) -> Campaign {
    let (small, large) = (permit("ada"), large());
    let leave = Leave {
        small: &small,
        large: Some(&large),
        include: None,
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
    let there = sound(unexpired(&store, &users[0], noon()).await.unwrap());
    assert_eq!(there, [written(&users[0], &new_user())]);
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
        ..Choices::default()
    };
    let campaign = running(&store, &users, choices).await;
    assert_eq!(run(&store, &campaign).await.done, 2);
    for user in &users {
        let there = sound(unexpired(&store, user, noon()).await.unwrap());
        assert_eq!(there, [written(user, &new_user())]);
    }
    let of = AuditList::OfAction(Action::OverrideReplaced);
    let entries = audit::list(&store, &of, 50, None).await.unwrap();
    let events: Vec<_> = entries.events.into_iter().map(intact).collect();
    let [replaced] = events.as_slice() else {
        panic!("{events:?}")
    };
    let before = temporary(&users[0], noon().plus_days(3));
    assert_eq!(replaced.before, Some(before.described()));
    let after = written(&users[0], &new_user());
    assert_eq!(replaced.after, Some(after.described()));
}

#[tokio::test]
async fn a_user_taken_on_twice_is_done_once() {
    let store = tables().await;
    let users = ids(1);
    let choices = Choices {
        with_unknown: true,
        replace: true,
        ..Choices::default()
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
        ..Choices::default()
    };
    let running = running(&store, &users, choices.clone()).await;
    let waiting = user::all(&store, &running.id).await.unwrap();
    apply(&store, &permit("ada"), &running, &waiting[0], noon())
        .await
        .unwrap();
    put_into(&store, CampaignState::Stopped, choices.clone()).await;
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
        ..Choices::default()
    };
    let campaign = running(&store, &users, choices.clone()).await;
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
    let mut other = written(&users[1], &new_user());
    other.is_loan_enabled = Some(true);
    store.put(TableId::Underwriting, [encode(&other)]).await;

    let undoing = put_into(&store, CampaignState::Finished, choices).await;
    let undoing = put_into(&store, CampaignState::Undoing, undoing.choices).await;
    let mut states = Vec::new();
    for user in user::all(&store, &undoing.id).await.unwrap() {
        let after = undo(&store, &permit("ada"), &undoing, &user, noon()).await;
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
        include: None,
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
        include: None,
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

/// A stored version with every tier up to a limit, as an item with an attribute that no document names.
async fn put_version(store: &TestStore, user: &UserId, dollars: i64, days_ago: i64, is_on: bool) {
    let mut version = profile(user, noon().plus_days(-days_ago));
    version.is_float_enabled = is_on;
    for float in &mut version.floats {
        float.is_enabled = float.amount <= Cents::from_dollars(dollars);
    }
    let item = store::profile::encode(&version);
    store.put(TableId::Underwriting, [item]).await;
}

/// A hold of $10 until then.
fn hold(user: &UserId, days: i64) -> TemporaryProfile {
    let mut hold = temporary(user, noon().plus_days(days));
    hold.created_on = noon().plus_days(-1);
    "Compliance hold".clone_into(&mut hold.reason);
    for float in hold.floats.iter_mut().flatten() {
        float.is_enabled = float.amount == FLOAT_TIERS[0].amount;
    }
    hold
}

#[tokio::test]
async fn thirty_dollars_leave_a_hundred_alone_and_reopen_and_lift_nothing() {
    let store = tables().await;
    let users = ids(4);
    put_version(&store, &users[0], 100, 9, true).await;
    put_version(&store, &users[1], 40, 90, true).await;
    put_version(&store, &users[1], 40, 5, false).await;
    put_version(&store, &users[2], 80, 9, true).await;
    let held = encode(&hold(&users[2], 3));
    store.put(TableId::Underwriting, [held.clone()]).await;
    put_version(&store, &users[3], 20, 9, true).await;
    // Everything that can be agreed to is.
    let reason = || Some("agreed".to_owned());
    let choices = Choices {
        with_unknown: true,
        replace: true,
        lowered: reason(),
        reopened: reason(),
        hold_replaced: reason(),
    };
    let campaign = running(&store, &users, choices).await;
    let checked = user::all(&store, &campaign.id).await.unwrap();
    let groups: Vec<_> = checked
        .iter()
        .map(|user| user.change.as_ref().unwrap().group())
        .collect();
    assert_eq!(
        groups,
        [
            Group::Unchanged,
            Group::Reopened,
            Group::HoldReplaced,
            Group::Raised
        ]
    );
    let tally = run(&store, &campaign).await;
    assert_eq!((tally.done, tally.skipped), (1, 3));
    assert_eq!(unexpired(&store, &users[0], noon()).await.unwrap(), []);
    assert_eq!(unexpired(&store, &users[1], noon()).await.unwrap(), []);
    let still = sound(unexpired(&store, &users[2], noon()).await.unwrap());
    assert_eq!(still, [hold(&users[2], 3)]);
}

#[tokio::test]
async fn what_is_written_is_computed_from_the_profile_of_that_moment() {
    let store = tables().await;
    let users = ids(1);
    put_version(&store, &users[0], 10, 9, true).await;
    let campaign = running(&store, &users, Choices::default()).await;
    // Between the check and the start, the limit is raised and loans are switched on.
    let mut version = profile(&users[0], noon());
    version.is_loan_enabled = true;
    let item = store::profile::encode(&version);
    store.put(TableId::Underwriting, [item]).await;
    assert_eq!(run(&store, &campaign).await.done, 1);
    let there = sound(unexpired(&store, &users[0], noon()).await.unwrap());
    assert_eq!(there[0].is_loan_enabled, Some(true));
    let on = there[0].floats.iter().flatten().filter(|it| it.is_enabled);
    let on: Vec<_> = on.map(|it| it.amount.0).collect();
    assert_eq!(on, [1_000, 2_000, 3_000]);
}

#[tokio::test]
async fn undoing_gives_back_what_was_replaced_to_the_letter() {
    let store = tables().await;
    let users = ids(2);
    let mut items = Vec::new();
    // One with another end than the campaign's, and one with the same, which share a key.
    for (user, days) in users.iter().zip([20, 14]) {
        put_version(&store, user, 80, 9, true).await;
        let mut item = encode(&hold(user, days));
        item.insert("ticket".to_owned(), domain::value::Value::text("C-12"));
        store.put(TableId::Underwriting, [item.clone()]).await;
        items.push(item);
    }
    let choices = Choices {
        lowered: Some("fraud wave".to_owned()),
        hold_replaced: Some("stricter than the hold".to_owned()),
        ..Choices::default()
    };
    let mut new = campaign(2);
    new.change.floats = FloatsChange::Off;
    new.expires_on = noon().plus_days(20);
    let campaign = running_as(&store, new, &users, choices.clone()).await;
    assert_eq!(run(&store, &campaign).await.done, 2);
    for user in &users {
        let there = sound(unexpired(&store, user, noon()).await.unwrap());
        assert_eq!(there[0].is_float_enabled, Some(false));
    }
    put_into(&store, CampaignState::Finished, choices.clone()).await;
    let undoing = put_into(&store, CampaignState::Undoing, choices).await;
    let later = noon().plus_seconds(3_600);
    for user in user::all(&store, &undoing.id).await.unwrap() {
        // Tried twice, as by a server that fell asleep: it is done once.
        let done = undo(&store, &permit("ada"), &undoing, &user, later).await;
        assert_eq!(done.unwrap().state, UserState::Undone);
        let again = undo(&store, &permit("ada"), &undoing, &user, later).await;
        assert!(again.is_err() || again.unwrap().state == UserState::Undone);
    }
    for (user, item) in users.iter().zip(items) {
        let there = unexpired(&store, user, later).await.unwrap();
        assert_eq!(there.len(), 1);
        let record = there[0].as_ref().unwrap();
        let mut stored = encode(&record.value);
        stored.extend(record.unknown.clone());
        assert_eq!(stored, item, "to the letter");
        let copies = sound(override_copy::of_user(&store, user).await.unwrap());
        let given_back = copies.iter().find(|copy| copy.ended.is_none()).unwrap();
        let [out] = given_back.interruptions.as_slice() else {
            panic!("{given_back:?}")
        };
        assert_eq!((out.from, out.until), (noon(), later));
    }
}

#[tokio::test]
async fn a_campaign_of_an_earlier_version_is_read_and_run_and_takes_nothing_away() {
    let store = tables().await;
    let users = ids(2);
    put_version(&store, &users[0], 100, 9, true).await;
    put_version(&store, &users[1], 10, 9, true).await;
    let mut old = campaign(2);
    old.snapshot = Some(Settings::default().complete());
    let item = store::campaign::encode(&old);
    let is_as_before = item.contains_key("floats") && !item.contains_key("change");
    assert!(is_as_before, "as earlier versions stored it");
    let campaign = running_as(&store, old, &users, Choices::default()).await;
    // Without what this version adds.
    let mut item = store::campaign::encode(&campaign);
    for name in ["started_by", "undo_reason", "other_cells"] {
        item.remove(name);
    }
    let read = intact(store::campaign::decode(item));
    assert_eq!(read.snapshot, campaign.snapshot);
    assert_eq!(read.started_by, Some(ada()), "who let it run");
    let tally = run(&store, &campaign).await;
    assert_eq!((tally.done, tally.skipped), (1, 1));
    assert_eq!(unexpired(&store, &users[0], noon()).await.unwrap(), []);
}
