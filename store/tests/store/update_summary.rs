use crate::harness::{TestStore, counted, item};
use crate::sample::{noon, update};
use domain::basis_points::BasisPoints;
use domain::rulebook_update::{Provenance, RulebookUpdate, UpdateSummary};
use serde_json::json;
use store::update_summary::{catch_up, get_all, list, list_within, look_through, pending};
use store::{Operation, TableId, rulebook_update};

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
async fn a_summary_that_knows_the_wrong_one_before_it_is_put_right() {
    let store = with((0..3).map(|minute| changed(minute, "script"))).await;
    catch_up(&store).await.unwrap();
    let lines = async || {
        let summaries = list(&store, 50, None).await.unwrap().summaries.into_iter();
        let line = |it: UpdateSummary| (it.line, it.previous);
        summaries.map(line).collect::<Vec<_>>()
    };
    let right = lines().await;
    // As two that publish at the same moment leave it: the newest takes the first for the one before it.
    let [first, newest] = [changed(0, "script"), changed(2, "script")];
    let wrong = UpdateSummary::between(Some((first.id(), Some(&first))), (newest.id(), &newest));
    store
        .put(TableId::FloatDesk, [store::update_summary::encode(&wrong)])
        .await;
    assert_ne!(lines().await, right);
    catch_up(&store).await.unwrap();
    assert_eq!(lines().await, right);
}

#[tokio::test]
async fn behind_an_update_that_cannot_be_read_the_change_since_the_last_that_can_is_told() {
    let mut broken = rulebook_update::encode(&changed(1, "script"));
    broken.remove("update_user");
    let store = with([0, 2].into_iter().map(|minute| changed(minute, "script"))).await;
    store.put(TableId::Underwriting, [broken]).await;
    catch_up(&store).await.unwrap();
    let summaries = list(&store, 50, None).await.unwrap().summaries;
    assert_eq!(summaries[0].line, "core_v2: share 0 % → 0.02 %");
    assert_eq!(summaries[0].previous, Some(summaries[1].id.clone()));
    assert!(summaries[1].line.starts_with("cannot be read"));
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

fn is_whole(summaries: &[UpdateSummary]) -> bool {
    summaries
        .windows(2)
        .all(|pair| pair[0].previous.as_ref() == Some(&pair[1].id))
}

#[tokio::test]
async fn a_long_history_is_summed_up_a_batch_at_a_time_from_either_end() {
    let reads = |calls: &std::collections::BTreeMap<_, u64>| calls.values().sum::<u64>();
    for oldest_first in [false, true] {
        let store = with((0..180).map(|day| changed(day * 1_440, "script"))).await;
        if oldest_first {
            look_through(&store, None).await.unwrap();
        }
        let mut rounds = 0;
        loop {
            let (reach, calls) = counted(&store, catch_up(&store)).await;
            assert!(reads(&calls) < 220, "{calls:?}");
            let listed = list(&store, 500, None).await.unwrap().summaries;
            let (pending, calls) = counted(&store, pending(&store)).await;
            let is_current = pending.unwrap().is_empty();
            assert!(
                calls
                    .keys()
                    .all(|(_, operation)| *operation == Operation::Query)
            );
            assert_eq!(
                is_current && reach.unwrap().to_first && is_whole(&listed),
                listed.len() == 180,
                "what is missing is known to be missing"
            );
            rounds += 1;
            if listed.len() == 180 {
                break;
            }
            assert!(rounds < 8, "{}", listed.len());
        }
    }
}

#[tokio::test]
async fn what_is_missing_among_the_newest_is_found() {
    let day = 1_440;
    let store = with((0..5).map(|days| changed(days * day, "script"))).await;
    catch_up(&store).await.unwrap();
    // Scripts write for days; then Float Desk publishes, with a summary of its own.
    let late: Vec<_> = (5..9).map(|days| changed(days * day, "script")).collect();
    let late = late.iter().map(rulebook_update::encode);
    store.put(TableId::Underwriting, late).await;
    let ours = changed(9 * day, "ann");
    store
        .put(TableId::Underwriting, [rulebook_update::encode(&ours)])
        .await;
    let summary = item(json!({
        "PK": "UPDATE_SUMMARY", "SK": ours.id().as_str(), "item_type": "update_summary",
        "by": "ann", "at": ours.update_time.stored(), "line": "", "rulebooks": [],
        "previous": changed(8 * day, "script").id().as_str(),
    }));
    store.put(TableId::FloatDesk, [summary]).await;
    assert!(!is_whole(&list(&store, 50, None).await.unwrap().summaries));
    catch_up(&store).await.unwrap();
    let listed = list(&store, 50, None).await.unwrap().summaries;
    assert_eq!(listed.len(), 10);
    assert!(is_whole(&listed));
}

#[tokio::test]
async fn more_than_a_batch_missing_among_the_newest_is_found_batch_by_batch() {
    let day = 1_440;
    let store = with((0..5).map(|days| changed(days * day, "script"))).await;
    catch_up(&store).await.unwrap();
    let late: Vec<_> = (5..125).map(|days| changed(days * day, "script")).collect();
    let before = late.last().unwrap().clone();
    let ours = changed(125 * day, "ann");
    let written = late.iter().chain([&ours]).map(rulebook_update::encode);
    store.put(TableId::Underwriting, written).await;
    let summary = UpdateSummary {
        reason: Some("mine".to_owned()),
        provenance: Some(Provenance::Outside),
        ..UpdateSummary::between(Some((before.id(), Some(&before))), (ours.id(), &ours))
    };
    store
        .put(
            TableId::FloatDesk,
            [store::update_summary::encode(&summary)],
        )
        .await;
    for _ in 0..3 {
        let listed = list(&store, 500, None).await.unwrap().summaries;
        assert!(!is_whole(&listed), "what is missing is known to be");
        catch_up(&store).await.unwrap();
    }
    let listed = list(&store, 500, None).await.unwrap().summaries;
    assert_eq!(listed.len(), 126);
    assert!(is_whole(&listed));
    assert_eq!(listed[0], summary, "as it was published");
}

#[tokio::test]
async fn a_range_of_days_is_read_and_nothing_beside_it() {
    let store = with((0..40).map(|day| changed(day * 1_440, "script"))).await;
    catch_up(&store).await.unwrap();
    let day = |days| Some(noon().plus_days(days).day());
    let (found, _) = counted(&store, list_within(&store, 50, None, (day(10), day(12)))).await;
    let days: Vec<_> = found.unwrap().summaries.iter().map(|it| it.at).collect();
    // A day's room on either side.
    let expected: Vec<_> = (9..=13).rev().map(|days| noon().plus_days(days)).collect();
    assert_eq!(days, expected);
    let open = list_within(&store, 50, None, (None, day(1))).await.unwrap();
    assert_eq!(open.summaries.len(), 3);
    let place = changed(20 * 1_440, "script").id();
    for (range, count) in [((day(30), None), 0), ((None, day(3)), 5)] {
        let found = list_within(&store, 50, Some(&place), range).await.unwrap();
        assert_eq!(found.summaries.len(), count, "{range:?}");
    }
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
            assert_eq!(pending(&store).await.unwrap(), []);
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
