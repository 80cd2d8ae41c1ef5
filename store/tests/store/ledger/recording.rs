//! What is put into the ledger is there once, and counted once.

use super::many::{comparable, entries, keep, many, recounted};
use crate::harness::{TestStore, intact, sound};
use crate::sample::{self, NOON, at, day, evaluation, temporary, user};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::id::{FloatId, LoanId, ResultId, UpdateId, UserId};
use domain::ledger::{FinderKind, LedgerEntry, Taken};

use futures::TryStreamExt;
use futures::future::try_join_all;
use std::collections::HashMap;
use store::ledger::{
    Recorded, Retention, Seen, counts, daily_counts, find, get, keep_copies, record, record_taken,
    stream_days, taken,
};
use store::{Store, TableId};

async fn ledger() -> TestStore {
    TestStore::with(&[TableId::FloatDesk, TableId::Underwriting]).await
}

/// The counts of every hour, which the counts of the days agree with.
async fn counted(store: &Store) -> super::many::Comparable {
    let (from, to) = (day("2024-01-01"), day("2024-03-01"));
    let hourly = counts(store, from, to).await.unwrap();
    let daily = daily_counts(store, from, to).await.unwrap();
    assert!(hourly.being_recounted.is_empty() && daily.being_recounted.is_empty());
    let (hourly, daily) = (hourly.counts, daily.counts);
    let mut sums = HashMap::new();
    for one in &hourly {
        let of = (
            one.of.product,
            one.of.decision,
            &one.of.status,
            &one.of.deciding,
        );
        let (decisions, cents) = sums.entry(of).or_insert((0, 0));
        *decisions += one.decisions;
        *cents += one.amount.0;
    }
    for one in &daily {
        let of = (one.product, one.decision, &one.status, &one.deciding);
        let (decisions, cents) = sums.entry(of).or_insert((0, 0));
        *decisions -= one.decisions;
        *cents -= one.amount.0;
    }
    assert!(sums.values().all(|sum| *sum == (0, 0)), "{sums:?}");
    comparable(hourly)
}

/// The sort keys of a day's counts.
async fn count_items(store: &TestStore, day: &str) -> Vec<String> {
    let sdk = store.sdk(TableId::FloatDesk).await;
    let found = sdk
        .query()
        .table_name(&store.table(TableId::FloatDesk).name)
        .key_condition_expression("PK = :p")
        .expression_attribute_values(":p", AttributeValue::S(format!("COUNT#2#{day}")))
        .send()
        .await
        .unwrap();
    let keys = found.items().iter().map(|item| item["SK"].as_s().unwrap());
    keys.cloned().collect()
}

#[tokio::test]
async fn counts_are_what_counting_the_evaluations_gives() {
    let store = ledger().await;
    let entries = entries(&many(300));
    let recorded = record(&store, &entries, keep()).await.unwrap();
    assert_eq!(
        recorded,
        Recorded {
            new: 300,
            ..Recorded::default()
        }
    );
    assert_eq!(counted(&store).await, recounted(&entries));
}

#[tokio::test]
async fn the_counts_of_a_kind_and_day_are_two_items_however_many_hours_had_some() {
    let store = ledger().await;
    let made = (0..48).map(|number| {
        let created = at("2024-02-10T00:15:00Z").plus_seconds(number * 1_800);
        LedgerEntry::of(&evaluation(&user(), ("item", "account"), created))
    });
    let entries: Vec<_> = made.collect();
    record(&store, &entries, keep()).await.unwrap();
    assert_eq!(counted(&store).await, recounted(&entries));
    let items = count_items(&store, "2024-02-10").await;
    assert_eq!(
        items.len(),
        4,
        "floats, and loans that nobody evaluated: {items:?}"
    );
}

#[tokio::test]
async fn what_is_seen_again_in_any_order_is_not_counted_again() {
    let store = ledger().await;
    let entries = entries(&many(200));
    let mut twice: Vec<LedgerEntry> = entries[..150].to_vec();
    twice.extend(entries[..80].iter().cloned().rev());
    let recorded = record(&store, &twice, keep()).await.unwrap();
    assert_eq!((recorded.new, recorded.known), (150, 80));
    let mut all = entries.clone();
    all.reverse();
    let recorded = record(&store, &all, keep()).await.unwrap();
    assert_eq!((recorded.new, recorded.known), (50, 150));
    assert_eq!(counted(&store).await, recounted(&entries));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_that_record_the_same_at_the_same_time_count_it_once() {
    let store = ledger().await;
    let entries = entries(&many(240));
    let parts = entries.chunks(60).map(<[_]>::to_vec);
    let twice = parts.clone().chain(parts).map(|part| {
        let store = &*store;
        async move { record(store, &part, keep()).await }
    });
    let recorded = try_join_all(twice).await.unwrap();
    let new: u64 = recorded.iter().map(|one| one.new).sum();
    assert_eq!(new, 240);
    assert_eq!(counted(&store).await, recounted(&entries));
}

#[tokio::test]
async fn what_is_older_than_the_ledger_keeps_is_not_put_in() {
    let store = ledger().await;
    let short = Retention {
        now: at(NOON).plus_days(60),
        days: 1,
    };
    let old = entries(&many(3));
    let recorded = record(&store, &old, short).await.unwrap();
    assert_eq!(recorded.too_old, 3, "at the least forty days");
    let taken = [Taken::under(
        &sample::taken(&user(), ("item", "account"), at(NOON)),
        &[],
    )];
    assert_eq!(record_taken(&store, &taken, short).await.unwrap(), 0);
    assert!(counted(&store).await.is_empty());
}

#[tokio::test]
async fn an_evaluation_is_found_by_its_id_with_the_longest_of_ids() {
    let store = ledger().await;
    let long = UserId::new("🐢#".repeat(200));
    let mut made = evaluation(&long, ("item", "account"), at(NOON));
    made.result_id = ResultId::new("r#%".repeat(333));
    let entry = LedgerEntry::of(&made);
    let recorded = record(&store, std::slice::from_ref(&entry), keep()).await;
    assert_eq!(recorded.unwrap().new, 1);
    let found = find(&store, made.result_id.as_str()).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0].kind, &found[0].user_id),
        (&FinderKind::Evaluation, &long)
    );
    let kept = get(&store, &found[0]).await.unwrap().unwrap();
    assert_eq!(intact(kept), entry);
    assert_eq!(find(&store, "nobody's").await.unwrap(), []);
    assert_eq!(find(&store, &"x".repeat(3_000)).await.unwrap(), []);
}

#[tokio::test]
async fn users_that_share_a_result_id_are_both_found() {
    let store = ledger().await;
    let of = |id: &str| {
        let user = UserId::new(id);
        LedgerEntry::of(&evaluation(&user, ("item", "account"), at(NOON)))
    };
    let both = [of("one"), of("two")];
    record(&store, &both, keep()).await.unwrap();
    let found = find(&store, both[0].result_id.as_str()).await.unwrap();
    let users: Vec<_> = found.iter().map(|one| one.user_id.as_str()).collect();
    assert_eq!(users, ["one", "two"]);
}

#[tokio::test]
async fn what_was_taken_is_found_by_each_of_its_ids_and_changes_with_its_original() {
    let store = ledger().await;
    let mut original = sample::taken(&user(), ("item", "account"), at(NOON));
    let first = Taken::under(&original, &super::many::named_updates());
    let recorded = record_taken(&store, &[first.clone(), first.clone()], keep()).await;
    assert_eq!(recorded.unwrap(), 1);
    assert_eq!(record_taken(&store, &[first], keep()).await.unwrap(), 0);
    original.loan_id = Some(LoanId::new("loan-1"));
    let changed = Taken::under(&original, &super::many::named_updates());
    let recorded = record_taken(&store, std::slice::from_ref(&changed), keep()).await;
    assert_eq!(recorded.unwrap(), 1);
    for (id, kind) in [
        ("float-789", FinderKind::Float),
        ("loan-1", FinderKind::Loan),
        (original.result_id.as_str(), FinderKind::Taken),
    ] {
        let found = find(&store, id).await.unwrap();
        assert_eq!(found.len(), 1, "{id}");
        assert_eq!((&found[0].kind, &found[0].user_id), (&kind, &user()));
    }
    let kept = all_taken(&store).await;
    assert_eq!(kept, [changed]);
    assert_eq!(kept[0].float_id, Some(FloatId::new("float-789")));
    assert!(counted(&store).await.is_empty(), "it is no decision");
}

async fn all_taken(store: &Store) -> Vec<Taken> {
    let chunks = taken(store, day("2024-02-10"), day("2024-02-10")).await;
    let chunks: Vec<_> = chunks.unwrap().try_collect().await.unwrap();
    chunks.into_iter().flat_map(|chunk| chunk.items).collect()
}

#[tokio::test]
async fn what_was_taken_stands_under_the_snapshot_that_its_evaluation_stands_under() {
    let store = ledger().await;
    let mut original = sample::taken(&user(), ("item", "account"), at(NOON));
    let made = LedgerEntry {
        snapshot: Some(UpdateId::new("told apart by the results")),
        ..LedgerEntry::of(&original.evaluation())
    };
    let decider = made.float.as_ref().unwrap().deciding.clone();
    assert!(decider.is_some());
    if let Some(float) = &mut original.float_results {
        float.results.clear();
        float.deciding_rulebook = None;
    }
    let kept = [Taken::under(&original, &super::many::named_updates())];
    assert_ne!(kept[0].on.snapshot, made.snapshot);
    // Seen before its evaluation, it stands under what its own time tells.
    assert_eq!(record_taken(&store, &kept, keep()).await.unwrap(), 1);
    assert_eq!(all_taken(&store).await, kept);
    record(&store, std::slice::from_ref(&made), keep())
        .await
        .unwrap();
    let twice = [kept[0].clone(), kept[0].clone()];
    assert_eq!(record_taken(&store, &twice, keep()).await.unwrap(), 1);
    assert_eq!(record_taken(&store, &kept, keep()).await.unwrap(), 0);
    let found = all_taken(&store).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].on.snapshot, made.snapshot);
    assert_eq!(found[0].on.float.as_ref().unwrap().deciding, decider);
    assert_eq!(counted(&store).await, recounted(&[made]));
}

#[tokio::test]
async fn an_override_that_others_wrote_is_copied_once_and_only_while_it_is_there() {
    let store = ledger().await;
    let (there, gone) = (
        temporary(&user(), at(NOON)),
        temporary(&user(), at(NOON).plus_days(1)),
    );
    let item = |one| store::temporary_profile::encode(one);
    store.put(TableId::Underwriting, [item(&there)]).await;
    let seen = [&there, &gone].map(|one| Seen::read(item(one)).unwrap());
    let seen = seen.to_vec();
    assert_eq!(keep_copies(&store, seen.clone()).await.unwrap(), 1);
    assert_eq!(keep_copies(&store, seen).await.unwrap(), 0);
    let copies = store::override_copy::of_user(&store, &user())
        .await
        .unwrap();
    let copies = sound(copies);
    assert_eq!(copies.len(), 1);
    assert_eq!(copies[0].profile, there);
    assert_eq!(copies[0].written_by, None);
}

#[tokio::test]
async fn every_entry_comes_back_as_it_was_put_in() {
    let store = ledger().await;
    let mut entries = entries(&many(120));
    record(&store, &entries, keep()).await.unwrap();
    let chunks = stream_days(&store, day("2024-01-01"), day("2024-03-01")).await;
    let chunks: Vec<_> = chunks.unwrap().try_collect().await.unwrap();
    assert!(chunks.iter().all(|chunk| chunk.broken == 0));
    let mut back: Vec<_> = chunks.into_iter().flat_map(|chunk| chunk.items).collect();
    let by = |entry: &LedgerEntry| entry.result_id.clone();
    entries.sort_by_key(by);
    back.sort_by_key(by);
    assert_eq!(back, entries);
}
