use crate::harness::{TestStore, intact, notices, sound};
use crate::sample::{at, noon, profile, user};
use domain::id::UserId;
use domain::instant::Instant;
use domain::profile::FloatProfile;
use store::profile::{after, decode, encode, history, history_at, in_force_at, latest, place};
use store::{PageRequest, Store, TableId};

/// A version a day, the last one at noon.
async fn with_versions(count: i64) -> TestStore {
    let store = TestStore::underwriting().await;
    let versions = (0..count).map(|age| encode(&profile(&user(), noon().plus_days(-age))));
    store.put(TableId::Underwriting, versions).await;
    store
}

async fn pages(store: &Store, user: &UserId, size: u32) -> Vec<Vec<FloatProfile>> {
    let mut pages = Vec::new();
    let mut request = PageRequest::first(size);
    loop {
        let page = history(store, user, request).await.unwrap();
        pages.push(sound(page.items));
        match page.next {
            Some(next) => request = PageRequest::after(size, next),
            None => return pages,
        }
    }
}

fn dates(versions: &[FloatProfile]) -> Vec<Instant> {
    versions.iter().map(|version| version.created_on).collect()
}

#[tokio::test]
async fn the_versions_on_either_side_of_an_instant_meet_without_a_gap() {
    let store = with_versions(5).await;
    let at = noon().plus_days(-2);
    let page = || PageRequest::first(2);
    let older = history_at(&store, &user(), at, page()).await.unwrap();
    let newer = after(&store, &user(), at, page()).await.unwrap();
    let days = |ages: [i64; 2]| ages.map(|age| noon().plus_days(-age));
    assert_eq!(dates(&sound(older.items)), days([2, 3]));
    assert_eq!(dates(&sound(newer.items)), days([1, 0]));
    let nobody = UserId::new("user-1234");
    assert!(!store::user::is_known(&store, &nobody).await.unwrap());
}

#[tokio::test]
async fn a_version_stands_where_its_key_says() {
    let store = with_versions(1).await;
    let found = latest(&store, &user()).await.unwrap().unwrap();
    assert_eq!(place(&found.unwrap().key), Some(noon()));
}

#[tokio::test]
async fn a_profile_comes_back_as_it_was_written() {
    let store = with_versions(1).await;
    let found = latest(&store, &user()).await.unwrap().unwrap();
    assert_eq!(intact(found), profile(&user(), noon()));
}

#[tokio::test]
async fn a_user_without_stored_data_has_no_profile() {
    let store = with_versions(1).await;
    let nobody = UserId::new("nobody");
    assert!(latest(&store, &nobody).await.unwrap().is_none());
    assert!(
        in_force_at(&store, &nobody, noon())
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(pages(&store, &nobody, 7).await, [[]]);
}

#[tokio::test]
async fn thirty_versions_in_pages_of_seven_give_each_once_newest_first() {
    let store = with_versions(30).await;
    let pages = pages(&store, &user(), 7).await;
    let sizes: Vec<_> = pages.iter().map(Vec::len).collect();
    assert_eq!(sizes, [7, 7, 7, 7, 2]);
    let expected: Vec<_> = (0..30).map(|age| noon().plus_days(-age)).collect();
    assert_eq!(dates(&pages.concat()), expected);
}

#[tokio::test]
async fn a_list_that_ends_with_a_page_gives_each_once_too() {
    let store = with_versions(14).await;
    let pages = pages(&store, &user(), 7).await;
    assert_eq!(pages.concat().len(), 14);
}

#[tokio::test]
async fn a_version_dated_in_the_future_is_the_latest_and_not_in_force() {
    let store = with_versions(3).await;
    let future = profile(&user(), noon().plus_days(5));
    store.put(TableId::Underwriting, [encode(&future)]).await;
    let newest = latest(&store, &user()).await.unwrap().unwrap();
    assert_eq!(intact(newest), future);
    let now = noon().plus_seconds(3_600);
    let in_force = in_force_at(&store, &user(), now).await.unwrap().unwrap();
    assert_eq!(intact(in_force).created_on, noon());
}

#[tokio::test]
async fn a_version_is_in_force_from_the_very_second_of_its_creation() {
    let store = with_versions(2).await;
    let created_on = |at: Instant| {
        let store = &store;
        async move {
            let found = in_force_at(store, &user(), at).await.unwrap();
            found.map(|version| intact(version).created_on)
        }
    };
    let yesterday = noon().plus_days(-1);
    assert_eq!(created_on(noon()).await, Some(noon()));
    assert_eq!(created_on(noon().plus_seconds(-1)).await, Some(yesterday));
    assert_eq!(created_on(yesterday.plus_seconds(-1)).await, None);
}

#[tokio::test]
async fn the_history_of_a_past_instant_ends_there() {
    let store = with_versions(10).await;
    let past = noon().plus_days(-4);
    let request = PageRequest::first(4);
    let page = history_at(&store, &user(), past, request).await.unwrap();
    assert_eq!(
        dates(&sound(page.items)),
        [4, 5, 6, 7].map(|age| noon().plus_days(-age))
    );
    let request = PageRequest::after(4, page.next.unwrap());
    let page = history_at(&store, &user(), past, request).await.unwrap();
    assert_eq!(
        dates(&sound(page.items)),
        [8, 9].map(|age| noon().plus_days(-age))
    );
    assert!(page.next.is_none());
}

#[tokio::test]
async fn a_version_whose_key_holds_another_moment_is_flagged_and_keeps_its_place() {
    let store = with_versions(1).await;
    let mut odd = encode(&profile(&user(), at("2020-01-01T00:00:00Z")));
    let place = domain::value::Value::text("PROFILE#2024-03-01T00:00:00Z");
    odd.insert("SK".to_owned(), place);
    store.put(TableId::Underwriting, [odd]).await;
    let found = latest(&store, &user()).await.unwrap().unwrap().unwrap();
    assert_eq!(
        notices(&found),
        ["the sort key should be “PROFILE#2020-01-01T00:00:00Z”, \
          but is “PROFILE#2024-03-01T00:00:00Z”"]
    );
}

#[test]
fn an_offset_and_a_fraction_are_read_as_the_moment_they_are() {
    let mut item = encode(&profile(&user(), noon()));
    let spelled = domain::value::Value::text("2024-02-10T07:00:00.250-05:00");
    item.insert("created_on".to_owned(), spelled);
    let found = decode(item).unwrap().value;
    assert_eq!(found.created_on.whole_seconds(), noon());
}

mod change {
    use crate::harness::TestStore;
    use crate::override_change::{attempt, event};
    use crate::sample::{noon, profile, temporary, user};
    use crate::schedule::planned;
    use domain::audit::Action;
    use domain::id::StaffId;
    use domain::override_copy::HowEnded;
    use domain::override_draft::Standing;
    use domain::overruled::overruled;
    use domain::role::{Permit, Role, Staff, WriteProfiles};
    use domain::schedule::ScheduleState;
    use domain::settings::Settings;
    use domain::temporary_profile::Held;
    use domain::value::Value;
    use store::guard::Outcome;
    use store::profile::change::add;
    use store::profile::{encode, latest};
    use store::{ErrorKind, TableId, override_copy, schedule, temporary_profile};

    fn permit() -> Permit<WriteProfiles> {
        let staff = Staff::new(StaffId::new("ada"), Role::Admin);
        staff.permit().unwrap()
    }

    #[tokio::test]
    async fn a_new_version_keeps_what_no_document_names_but_not_what_would_delete_it() {
        let store = TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await;
        let mut stored = encode(&profile(&user(), noon().plus_days(-9)));
        stored.insert("segment".to_owned(), Value::text("vip"));
        stored.insert("ttl".to_owned(), Value::number(1_710_288_000));
        store.put(TableId::Underwriting, [stored]).await;
        let base = latest(&store, &user()).await.unwrap().unwrap().unwrap();
        let new = profile(&user(), noon());
        let written = event("w", Action::ProfileWritten);
        let done = add(
            &store,
            &permit(),
            &attempt(0, "w"),
            Some(&base),
            &new,
            &[],
            &written,
        )
        .await;
        assert_eq!(done.unwrap(), Outcome::Now);
        let found = latest(&store, &user()).await.unwrap().unwrap().unwrap();
        assert_eq!(found.value, new);
        assert_eq!(found.unknown.get("segment"), Some(&Value::text("vip")));
        assert_eq!(found.unknown.get("ttl"), None);
    }

    #[tokio::test]
    async fn a_version_of_the_same_second_is_a_conflict_and_never_overwritten() {
        let store = TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await;
        let old = profile(&user(), noon());
        store.put(TableId::Underwriting, [encode(&old)]).await;
        let mut new = old.clone();
        new.is_float_enabled = false;
        let written = event("w", Action::ProfileWritten);
        let done = add(
            &store,
            &permit(),
            &attempt(0, "w"),
            None,
            &new,
            &[],
            &written,
        )
        .await;
        assert_eq!(done.unwrap_err().kind, ErrorKind::Conflict);
        let found = latest(&store, &user()).await.unwrap().unwrap().unwrap();
        assert_eq!(found.value, old);
    }

    #[tokio::test]
    async fn a_version_that_closes_a_user_ends_what_would_override_it_in_the_same_transaction() {
        let store = TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await;
        let promotion = temporary(&user(), noon().plus_days(3));
        let base = profile(&user(), noon().plus_days(-9));
        let items = [encode(&base), temporary_profile::encode(&promotion)];
        store.put(TableId::Underwriting, items).await;
        let stored = temporary_profile::all(&store, &user()).await.unwrap();
        let standing = Standing {
            held: Held::from(stored[0].as_ref().unwrap()),
            profile: promotion.clone(),
        };
        let planned = planned(noon().plus_days(5));
        let scheduled = event("s", Action::StartScheduled);
        let (dana, first) = (crate::override_change::permit("dana"), attempt(0, "s"));
        schedule::add(&store, &dana, &first, &planned, &scheduled)
            .await
            .unwrap();

        let mut new = profile(&user(), noon());
        new.is_float_enabled = false;
        let (old, closed) = (Settings::from(&base), Settings::from(&new));
        let all = overruled(&old, &closed, &[standing], std::slice::from_ref(&planned));
        assert_eq!(all.len(), 2);
        let base = latest(&store, &user()).await.unwrap().unwrap().unwrap();
        let written = event("w", Action::ProfileWritten);
        for expected in [Outcome::Now, Outcome::Before] {
            let attempt = attempt(1, "w");
            let done = add(
                &store,
                &permit(),
                &attempt,
                Some(&base),
                &new,
                &all,
                &written,
            )
            .await;
            assert_eq!(done.unwrap(), expected);
        }
        let left = temporary_profile::all(&store, &user()).await.unwrap();
        assert_eq!(left, []);
        let guard = store::guard::of_user(&store, &user()).await.unwrap();
        assert!(schedule::waiting(&guard).is_empty());
        let plan = schedule::get(&store, &planned.key()).await.unwrap();
        let plan = plan.unwrap().unwrap().value;
        assert_eq!(plan.state, ScheduleState::Cancelled);
        let copies = override_copy::of_user(&store, &user()).await.unwrap();
        let copy = copies[0].as_ref().unwrap();
        assert_eq!(copy.value.ended.as_ref().unwrap().how, HowEnded::Overruled);
    }
}
