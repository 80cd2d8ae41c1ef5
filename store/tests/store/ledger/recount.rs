//! Days that an earlier version counted are counted again: by one definition, each entry once, whatever else
//! happens to the ledger meanwhile.

use super::many::{keep, plain_decision};
use crate::harness::TestStore;
use crate::sample::{NOON, at, day};
use domain::basis_points::BasisPoints;
use domain::day::Day;
use domain::decision::NoResultsReading;
use domain::id::{RulebookId, StaffId, UpdateId};
use domain::ledger::LedgerEntry;
use domain::rulebook::{Rulebook, RulebookType};
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use domain::what_if::WhatIf;
use domain::what_if::change::{Change, Changes};
use domain::what_if::findings::Findings;
use futures::{TryStreamExt, pin_mut};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;
use store::ledger::{
    Draft, counts, daily_counts, grown, record, recount, recount_progress, stream_days,
};
use store::{Store, TableId, evaluation, from_json};

const MANY: usize = 20_000;
const TRIAL: &str = "trial_v1";
const CORE: &str = "core_v2";
const LOANS: &str = "loans_v1";

/// Evaluations as services write them: two conventions of which rulebook a denial names, loans that nobody
/// evaluated, parts that are missing, statuses of every kind. Plain JSON, with nothing of the code under test.
fn raw_items(count: usize) -> Vec<Attributes> {
    (0..count).map(raw_item).collect()
}

fn raw_item(number: usize) -> Attributes {
    let user = format!("user-{}", number % 997);
    let created = at(NOON).plus_seconds(-i64::try_from(number * 7_919 % (5 * 86_400)).unwrap());
    let result = format!("{}_{number:05}", created.epoch_seconds());
    let mut item = json!({
        "PK": format!("USER#{user}"),
        "SK": format!("EVAL_RESULTS#{result}"),
        "user_id": user,
        "result_id": result,
        "item_id": "item",
        "account_id": format!("account-{number}"),
        "created_date": created.stored(),
    });
    if let Some(float) = float(number) {
        item["float_results"] = float;
    }
    if let Some(loan) = loan(number) {
        item["loan_results"] = loan;
    }
    match from_json(item) {
        Value::Map(item) => item,
        _ => unreachable!("an object is a map"),
    }
}

/// A trial at 20 percent before the core rulebook. Where it doesn't apply, most services don't run it.
fn float(number: usize) -> Option<Json> {
    if number % 50 == 7 {
        return None;
    }
    let names_denier = number.is_multiple_of(4);
    let applies = number.is_multiple_of(5);
    let is_shadow_run = !applies && number.is_multiple_of(9);
    let (trial_approves, core_approves) = (applies && number.is_multiple_of(3), number % 7 < 4);
    let fails = number % 31 == 3 && !core_approves && !trial_approves;
    let features = |is_run: bool| {
        if is_run {
            json!({ "RuleAgeOfAccount": { "account_age_days": 40 } })
        } else {
            json!({})
        }
    };
    let trial = json!({
        "rulebook_id": TRIAL,
        "result": if trial_approves { -1 } else { 0 },
        "calc_status": "OK",
        "apply_to": 2_000,
        "priority": 110,
        "is_applicable": applies,
        "features": features(applies || is_shadow_run),
    });
    let core = json!({
        "rulebook_id": CORE,
        "result": if core_approves { -1 } else { 0 },
        "calc_status": if fails { "CALCERR" } else { "OK" },
        "apply_to": 10_000,
        "priority": 100,
        "is_applicable": true,
        "features": features(true),
    });
    let approved = trial_approves || core_approves;
    let deciding = match (trial_approves, core_approves) {
        (true, _) => Some(TRIAL),
        (false, true) => Some(CORE),
        // The first that applies.
        (false, false) if names_denier => Some(if applies { TRIAL } else { CORE }),
        (false, false) => None,
    };
    let mut part = json!({
        "approved": approved,
        "amount": if approved { 3_000 } else { 0 },
        "status": if fails { "CALCERR" } else { "OK" },
        "errors": "",
        "results": [trial, core],
    });
    if let Some(deciding) = deciding {
        part["deciding_rulebook"] = deciding.into();
    }
    if number % 43 == 5 {
        part = json!({ "approved": false, "amount": 0, "status": "EVALERR", "errors": "timeout", "results": [] });
    }
    Some(part)
}

/// Mostly as in the documents' own example: OK, not approved, no results.
fn loan(number: usize) -> Option<Json> {
    let with = |status: &str, approved: bool, results: Json| json!({ "approved": approved, "amount": if approved { 20_000 } else { 0 }, "status": status, "results": results });
    let result = |returned: i64| {
        json!([{ "rulebook_id": LOANS, "result": returned, "calc_status": "OK", "apply_to": 10_000,
                 "priority": 100, "is_applicable": true, "features": { "RuleScore": { "score": 1 } } }])
    };
    match number % 12 {
        0 => None,
        1 => Some(with("NOEVAL", false, json!([]))),
        2 => Some(with("OK", false, result(0))),
        3 => {
            let mut part = with("OK", true, result(-1));
            part["deciding_rulebook"] = LOANS.into();
            Some(part)
        }
        4 => Some(with("WAITING", false, result(0))),
        5 => Some(json!({ "approved": false, "amount": 0, "status": "OK" })),
        _ => Some(with("OK", false, json!([]))),
    }
}

/// Day, product, decision: how many, and what they approved.
type Sums = BTreeMap<(String, String, String), (u64, i64)>;

/// Item by item, with nothing of the code under test.
fn recounted_by_hand(items: &[Attributes]) -> Sums {
    let mut sums = Sums::new();
    for item in items {
        let Some(Value::Text(created)) = item.get("created_date") else {
            panic!("{item:?}");
        };
        for product in ["float", "loan"] {
            let part = item.get(&format!("{product}_results"));
            let decision = plain_decision(part);
            let amount = match part {
                Some(Value::Map(part)) if decision == "approved" => match &part["amount"] {
                    Value::Number(cents) => cents.as_str().parse().unwrap(),
                    other => panic!("{other:?}"),
                },
                _ => 0,
            };
            let of = (
                created[..10].to_owned(),
                product.to_owned(),
                decision.to_owned(),
            );
            let sum = sums.entry(of).or_default();
            sum.0 += 1;
            sum.1 += amount;
        }
    }
    sums
}

fn range() -> (Day, Day) {
    (day("2024-01-01"), day("2024-03-01"))
}

/// What the hours and the days have been counted as, which agree.
async fn counted(store: &Store) -> Sums {
    let (from, to) = range();
    let (mut hourly, mut daily) = (Sums::new(), Sums::new());
    let found = counts(store, from, to).await.unwrap();
    assert_eq!(found.being_recounted, []);
    for one in found.counts {
        let of = (
            one.hour.day().stored(),
            one.of.product.as_str().to_owned(),
            one.of.decision.word().to_owned(),
        );
        let sum = hourly.entry(of).or_default();
        sum.0 += one.decisions;
        sum.1 += one.amount.0;
    }
    for one in daily_counts(store, from, to).await.unwrap().counts {
        let of = (one.product.as_str(), one.decision.word());
        let sum = daily
            .entry((String::new(), of.0.to_owned(), of.1.to_owned()))
            .or_default();
        sum.0 += one.decisions;
        sum.1 += one.amount.0;
    }
    let mut by_kind = Sums::new();
    for ((_, product, decision), (count, amount)) in &hourly {
        let sum = by_kind
            .entry((String::new(), product.clone(), decision.clone()))
            .or_default();
        sum.0 += count;
        sum.1 += amount;
    }
    assert_eq!(daily, by_kind);
    hourly
}

fn entries(items: &[Attributes]) -> Vec<LedgerEntry> {
    let updates = updates();
    items
        .iter()
        .map(|item| evaluation::decode(item.clone()).unwrap().value)
        .map(|one| LedgerEntry::under(&one, &updates))
        .collect()
}

fn updates() -> [(UpdateId, RulebookUpdate); 1] {
    let book = |id: &str, kind: RulebookType, share, priority| Rulebook {
        rulebook_id: RulebookId::new(id),
        rulebook_name: id.to_owned(),
        kind,
        rules: Vec::new(),
        apply_to: Some(BasisPoints(share)),
        priority,
        superseding: Some(false),
        last_updated: None,
        ab_group: None,
        unknown: Attributes::new(),
    };
    let update = RulebookUpdate {
        update_user: StaffId::new("ada"),
        update_time: at(NOON).plus_days(-90),
        rulebooks: vec![
            book(TRIAL, RulebookType::Floats, 2_000, 110),
            book(CORE, RulebookType::Floats, 10_000, 100),
            book(LOANS, RulebookType::Loan, 10_000, 100),
        ],
        unreadable: Vec::new(),
    };
    [(update.id(), update)]
}

/// What an earlier version left: entries and days that say nothing of their counts, and counts by what was
/// approved under keys that are no longer read.
fn as_earlier(entries: &[LedgerEntry]) -> Vec<Attributes> {
    let mut draft = Draft::new(keep());
    let mut items: Vec<_> = entries.iter().flat_map(|one| draft.add(one)).collect();
    items.extend(draft.finish());
    let is_count =
        |item: &Attributes| matches!(&item["PK"], Value::Text(key) if key.starts_with("COUNT#"));
    items.retain(|item| !is_count(item));
    for item in &mut items {
        item.remove("count_version");
    }
    let mut decisions = BTreeMap::<String, i64>::new();
    for entry in entries {
        let parts = [&entry.float, &entry.loan].into_iter().flatten().count();
        *decisions.entry(entry.created.day().stored()).or_default() +=
            i64::try_from(parts).unwrap();
    }
    items.extend(
        decisions
            .into_iter()
            .map(|(day, count)| earlier_count(&day, "x", count)),
    );
    items
}

fn earlier_count(day: &str, kind: &str, decisions: i64) -> Attributes {
    Attributes::from([
        ("PK".to_owned(), Value::text(format!("COUNT#{day}"))),
        ("SK".to_owned(), Value::text(format!("{day}#{kind}"))),
        ("decisions".to_owned(), Value::number(decisions)),
        ("amount".to_owned(), Value::number(0)),
    ])
}

async fn ledger() -> TestStore {
    TestStore::with(&[TableId::FloatDesk]).await
}

async fn recount_all(store: &Store) {
    for day in recount_progress(store, keep().now).await.unwrap().waiting {
        assert!(recount(store, day, keep()).await.unwrap().is_done);
    }
}

#[tokio::test]
async fn twenty_thousand_of_an_earlier_version_are_counted_by_one_definition() {
    let items = raw_items(MANY);
    let entries = entries(&items);
    let store = ledger().await;
    store.import(TableId::FloatDesk, as_earlier(&entries)).await;
    let (from, to) = range();
    let before = counts(&store, from, to).await.unwrap();
    assert_eq!((before.counts.len(), before.being_recounted.len()), (0, 6));
    let progress = recount_progress(&store, keep().now).await.unwrap();
    assert_eq!((progress.days, progress.waiting.len()), (6, 6));

    recount_all(&store).await;
    let expected = recounted_by_hand(&items);
    assert_eq!(counted(&store).await, expected);
    assert_eq!(
        recount_progress(&store, keep().now).await.unwrap().waiting,
        []
    );
    assert_eq!(grown(&store, keep().now).await.unwrap(), []);

    // The other reading needs no recount.
    let mut config = store.config().clone();
    config.assumptions.no_results = NoResultsReading::Denied;
    let read_as_denied = counted(&Store::connect(&config).await).await;
    let mut as_denied = Sums::new();
    for ((day, product, decision), (count, amount)) in expected {
        let decision = if decision == "no-results" {
            "denied".to_owned()
        } else {
            decision
        };
        let sum = as_denied.entry((day, product, decision)).or_default();
        sum.0 += count;
        sum.1 += amount;
    }
    assert_eq!(read_as_denied, as_denied);

    what_if_agrees(&store, &items).await;
}

/// Unchanged, and with the trial for all users.
async fn what_if_agrees(store: &Store, items: &[Attributes]) {
    let of = |item: &Attributes, product: &str| {
        let part = item.get(&format!("{product}_results")).cloned();
        (plain_decision(part.as_ref()), part)
    };
    let count = |product: &str, wanted: &str| {
        let fits = items.iter().filter(|item| of(item, product).0 == wanted);
        fits.count() as u64
    };
    let unchanged = what_if(store, &Changes::default()).await;
    for (product, tally) in [("float", &unchanged.float), ("loan", &unchanged.loan)] {
        assert_eq!(tally.stored.approved, count(product, "approved"));
        assert_eq!(tally.stored.denied, count(product, "denied"));
        assert_eq!(tally.stored.not_evaluated, count(product, "not-evaluated"));
        assert_eq!(tally.stored.no_results, count(product, "no-results"));
        assert_eq!(tally.stored.errors, count(product, "error"));
        // Whether or not a denial names a rulebook, it is replayed.
        assert_eq!(
            (tally.unexplained, tally.flips.total()),
            (0, 0),
            "{product}"
        );
        assert_eq!(tally.approved_before, count(product, "approved"));
        assert_eq!(tally.rate_before().decided, tally.stored.rate().decided);
    }

    // Of decisions with results on floats, those in which the trial wasn't run, and nobody else approves.
    let (mut not_run, mut unknown) = (0, 0);
    for item in items {
        let Some(Value::Map(part)) = item.get("float_results") else {
            continue;
        };
        let Value::List(results) = &part["results"] else {
            continue;
        };
        let Some(Value::Map(trial)) = results.first() else {
            continue;
        };
        if trial["is_applicable"] == Value::Bool(false)
            && trial["features"] == Value::Map(Attributes::new())
        {
            not_run += 1;
            unknown += u64::from(part["approved"] == Value::Bool(false));
        }
    }
    assert!(not_run > 10_000 && unknown > 1_000);
    let change = Change {
        share: Some(BasisPoints::ALL),
        ..Change::default()
    };
    let to_all = Changes([(RulebookId::new(TRIAL), change)].into());
    let found = what_if(store, &to_all).await.float;
    assert_eq!(
        (found.limits.not_run, found.flips.not_known),
        (not_run, unknown)
    );
    assert_eq!((found.flips.to_denied, found.flips.to_approved), (0, 0));
}

async fn what_if(store: &Store, changes: &Changes) -> Findings {
    let (from, to) = range();
    let what_if = WhatIf::new(&updates(), changes, NoResultsReading::default());
    let mut found = Findings::default();
    let chunks = stream_days(store, from, to).await.unwrap();
    pin_mut!(chunks);
    while let Some(chunk) = chunks.try_next().await.unwrap() {
        assert_eq!(chunk.broken, 0);
        what_if.work(&chunk.items, &mut found);
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_that_recount_while_others_record_and_one_is_killed_count_each_entry_once() {
    let items = raw_items(900);
    let entries = entries(&items);
    let store = ledger().await;
    store
        .import(TableId::FloatDesk, as_earlier(&entries[..600]))
        .await;
    let days = recount_progress(&store, keep().now).await.unwrap().waiting;
    for millis in [1, 5, 20, 60] {
        // Cut off wherever it is by then.
        for day in &days {
            let cut_off = recount(&store, *day, keep());
            let _ = tokio::time::timeout(Duration::from_millis(millis), cut_off).await;
        }
    }
    let recording = async {
        // Some of these are there already.
        for part in entries[500..].chunks(40) {
            record(&store, part, keep()).await.unwrap();
        }
    };
    let one = async {
        for day in &days {
            recount(&store, *day, keep()).await.unwrap();
        }
    };
    let other = async {
        for day in days.iter().rev() {
            recount(&store, *day, keep()).await.unwrap();
        }
    };
    tokio::join!(recording, one, other);
    recount_all(&store).await;
    assert_eq!(counted(&store).await, recounted_by_hand(&items));
}

#[tokio::test]
async fn what_an_earlier_version_records_after_the_recount_is_counted_by_the_next() {
    let items = raw_items(300);
    let entries = entries(&items);
    let store = ledger().await;
    store
        .import(TableId::FloatDesk, as_earlier(&entries[..299]))
        .await;
    recount_all(&store).await;
    assert_eq!(counted(&store).await, recounted_by_hand(&items[..299]));
    let late = &entries[299];
    let late_day = late.created.day();
    let mut written = as_earlier(std::slice::from_ref(late));
    // It leaves the day as it is, and adds to its own counts.
    let kept = |item: &Attributes| item["PK"] != Value::text("LEDGER_DAYS");
    written.retain(|item| {
        kept(item) && !matches!(&item["PK"], Value::Text(key) if key.starts_with("COUNT#"))
    });
    written.push(earlier_count(&late_day.stored(), "y", 2));
    store.import(TableId::FloatDesk, written).await;
    assert_eq!(grown(&store, keep().now).await.unwrap(), [late_day]);
    assert!(recount(&store, late_day, keep()).await.unwrap().is_done);
    assert_eq!(counted(&store).await, recounted_by_hand(&items));
    assert_eq!(grown(&store, keep().now).await.unwrap(), []);
}

#[tokio::test]
async fn a_day_that_begins_with_this_version_needs_no_recount() {
    let items = raw_items(100);
    let store = ledger().await;
    record(&store, &entries(&items), keep()).await.unwrap();
    assert_eq!(
        recount_progress(&store, keep().now).await.unwrap().waiting,
        []
    );
    assert_eq!(counted(&store).await, recounted_by_hand(&items));
}

#[tokio::test]
async fn the_documents_own_loan_part_is_not_evaluated() {
    let item = fixtures::documents::evaluation_result();
    let read = evaluation::decode(item).unwrap().value;
    let entry = LedgerEntry::of(&read);
    let store = ledger().await;
    record(&store, std::slice::from_ref(&entry), keep())
        .await
        .unwrap();
    let found: Vec<_> = counted(&store).await.into_keys().collect();
    let of = |product: &str, decision: &str| {
        (
            entry.created.day().stored(),
            product.to_owned(),
            decision.to_owned(),
        )
    };
    assert_eq!(found, [of("float", "approved"), of("loan", "no-results")]);
}
