use crate::harness::{TestStore, counted};
use crate::sample::{noon, update};
use domain::basis_points::BasisPoints;
use domain::rulebook_update::RulebookUpdate;
use store::update_summary::{catch_up, get_all, list, look_through};
use store::{TableId, rulebook_update};

fn changed(minutes: i64, who: &str) -> RulebookUpdate {
    let mut changed = update(noon().plus_seconds(minutes * 60), who);
    changed.rulebooks[0].apply_to = Some(BasisPoints(minutes));
    changed
}

async fn with(updates: impl Iterator<Item = RulebookUpdate>) -> TestStore {
    let store = TestStore::with(&[TableId::Underwriting, TableId::FloatDesk]).await;
    let items: Vec<_> = updates.map(|it| rulebook_update::encode(&it)).collect();
    store.put(TableId::Underwriting, items).await;
    store
}

#[tokio::test]
async fn updates_that_scripts_wrote_are_summed_up_once_also_such_as_came_late() {
    let store = with((0..3).map(|minute| changed(minute, "script"))).await;
    catch_up(&store).await.unwrap();
    // One after the newest, and one whose clock was behind.
    let late = [changed(4, "ann"), changed(1, "zoe")];
    store
        .put(
            TableId::Underwriting,
            late.iter().map(rulebook_update::encode),
        )
        .await;
    catch_up(&store).await.unwrap();
    let lines: Vec<_> = list(&store, 50, None)
        .await
        .unwrap()
        .summaries
        .into_iter()
        .map(|it| format!("{}: {}", it.by, it.line))
        .collect();
    assert_eq!(
        lines,
        [
            "ann: core_v2: share 0.02 % → 0.04 %",
            "script: core_v2: share 0.01 % → 0.02 %",
            "zoe: no change",
            "script: core_v2: share 0 % → 0.01 %",
            "script: the first snapshot",
        ]
    );
}

#[tokio::test]
async fn an_update_dated_long_ago_is_found_and_the_one_after_it_told_anew() {
    let day = 1_440;
    let store = with(
        [0, 1, 2, 3]
            .into_iter()
            .map(|days| changed(days * day, "script")),
    )
    .await;
    catch_up(&store).await.unwrap();
    let late = changed(day + 7, "ann");
    store
        .put(TableId::Underwriting, [rulebook_update::encode(&late)])
        .await;
    catch_up(&store).await.unwrap();
    let summaries = async || list(&store, 50, None).await.unwrap().summaries;
    assert_eq!(summaries().await.len(), 4);
    let mut place = None;
    loop {
        place = look_through(&store, place.as_ref()).await.unwrap();
        if place.is_none() {
            break;
        }
    }
    let lines: Vec<_> = summaries()
        .await
        .into_iter()
        .map(|it| format!("{}: {}", it.by, it.line))
        .collect();
    assert_eq!(
        lines,
        [
            "script: core_v2: share 28.8 % → 43.2 %",
            "script: core_v2: share 14.47 % → 28.8 %",
            "ann: core_v2: share 14.4 % → 14.47 %",
            "script: core_v2: share 0 % → 14.4 %",
            "script: the first snapshot",
        ]
    );
}

#[tokio::test]
async fn the_list_costs_the_same_with_few_and_with_many_updates() {
    let mut costs = Vec::new();
    for count in [10, 120] {
        // A day apart, so that no catching up meets many of them at once.
        let store = with((0..count).map(|day| changed(day * 1_440, "script"))).await;
        for _ in 0..5 {
            catch_up(&store).await.unwrap();
        }
        let (summaries, calls) = counted(&store, async {
            catch_up(&store).await.unwrap();
            list(&store, 10, None).await.unwrap()
        })
        .await;
        assert_eq!(summaries.summaries.len(), 10);
        costs.push(calls);
    }
    assert_eq!(costs[0], costs[1]);
}

#[tokio::test]
async fn summaries_are_found_by_their_ids_and_what_is_not_summed_up_is_left_out() {
    let updates: Vec<_> = (0..3).map(|minute| changed(minute, "script")).collect();
    let store = with(updates.clone().into_iter()).await;
    catch_up(&store).await.unwrap();
    let mut ids: Vec<_> = updates[1..].iter().map(RulebookUpdate::id).collect();
    ids.push(changed(9, "nobody").id());
    let found = get_all(&store, &ids).await.unwrap();
    let mut found: Vec<_> = found.into_iter().map(|summary| summary.id).collect();
    found.sort();
    assert_eq!(found, ids[..2]);
    assert_eq!(get_all(&store, &[]).await.unwrap(), []);
}
