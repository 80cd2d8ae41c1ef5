//! Publishing rulebooks: all or nothing, one after the other, nothing lost.

use crate::harness::{TestStore, item, sound};
use crate::sample::{noon, rulebook, update};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::basis_points::BasisPoints;
use domain::configuration::Configuration;
use domain::id::{RulebookId, StaffId, UpdateId};
use domain::role::{Permit, PublishRulebooks, Role, Staff};
use domain::rulebook::{Rulebook, RulebookType};
use domain::rulebook_diff::compare;
use domain::rulebook_update::{Recorded, RulebookUpdate};
use domain::value::{Attributes, Number, Value};
use serde_json::json;
use std::collections::HashMap;
use std::env;
use store::rulebook::{Edit, Live, NotPublished, Order, Published, encode, live, publish};
use store::{ErrorKind, PageRequest, TableId, audit, rulebook_update, update_summary};

const TABLES: [TableId; 2] = [TableId::Underwriting, TableId::FloatDesk];

/// Few by default; `FLOAT_DESK_TORTURE` runs them all.
fn races(few: u32, all: u32) -> u32 {
    match env::var("FLOAT_DESK_TORTURE") {
        Ok(_) => all,
        Err(_) => few,
    }
}

fn permit(name: &str) -> Permit<PublishRulebooks> {
    let staff = Staff::new(StaffId::new(name), Role::Admin);
    staff.permit().unwrap()
}

fn event(who: &str, id: &str) -> AuditEvent {
    AuditEvent {
        id: id.to_owned(),
        at: noon(),
        who: StaffId::new(who),
        label: None,
        role: Some(Role::Admin),
        from: String::new(),
        action: Action::RulebooksPublished,
        user: None,
        subject: String::new(),
        reason: "a test".to_owned(),
        before: None,
        after: None,
    }
}

fn share(id: &str, share: i64) -> Edit {
    Edit {
        id: RulebookId::new(id),
        after: Some(Rulebook {
            apply_to: Some(BasisPoints(share)),
            ..rulebook(id, RulebookType::Floats)
        }),
    }
}

async fn try_publish(
    store: &TestStore,
    live: &Live,
    who: &str,
    operation: &str,
    edits: &[Edit],
) -> Result<Published, NotPublished> {
    publish_after(store, None, (live, edits), (who, operation)).await
}

async fn publish_after(
    store: &TestStore,
    previous: Option<UpdateId>,
    (live, edits): (&Live, &[Edit]),
    (who, operation): (&str, &str),
) -> Result<Published, NotPublished> {
    let order = Order {
        live,
        edits,
        previous: previous.map(|id| (id, Recorded::default())),
        event: event(who, operation),
        proposal: None,
    };
    publish(store, &permit(who), order).await
}

fn is_conflict(result: &Result<Published, NotPublished>) -> bool {
    matches!(result, Err(NotPublished::Store(error)) if error.kind == ErrorKind::Conflict)
}

async fn with(rulebooks: impl IntoIterator<Item = Attributes>) -> TestStore {
    let store = TestStore::with(&TABLES).await;
    store.put(TableId::Underwriting, rulebooks).await;
    store
}

async fn snapshots(store: &TestStore) -> Vec<Configuration> {
    let page = rulebook_update::history(store, PageRequest::first(100_000));
    let mut updates = sound(page.await.unwrap().items);
    updates.reverse();
    updates.iter().map(RulebookUpdate::configuration).collect()
}

async fn events(store: &TestStore, who: &str) -> usize {
    let of = AuditList::OfPerson(StaffId::new(who));
    audit::list(store, &of, 10_000, None)
        .await
        .unwrap()
        .events
        .len()
}

/// Each snapshot differs from the one before it in exactly one rulebook, and the last is what is live.
async fn every_snapshot_existed(store: &TestStore, first: Configuration, expected: u32) {
    let snapshots = snapshots(store).await;
    assert_eq!(snapshots.len(), expected as usize);
    let mut before = first;
    for snapshot in snapshots {
        let diff = compare(&before, &snapshot).of_substance();
        assert_eq!(diff.rulebooks.len(), 1, "{diff:?}");
        before = snapshot;
    }
    assert_eq!(before, live(store).await.unwrap().configuration());
}

/// How many rulebooks are live.
async fn count(store: &TestStore) -> usize {
    let live = live(store).await.unwrap();
    live.configuration().rulebooks().len()
}

#[tokio::test]
async fn of_two_admins_on_one_rulebook_one_wins_and_one_gets_the_conflict() {
    let store = with([encode(&rulebook("a", RulebookType::Floats))]).await;
    let rounds = races(60, 5_000);
    for round in 0..rounds {
        let seen = live(&store).await.unwrap();
        let (one, other) = (format!("one-{round}"), format!("other-{round}"));
        let shares = (i64::from(round) % 9_000, i64::from(round) % 9_000 + 500);
        let edits = ([share("a", shares.0)], [share("a", shares.1)]);
        let (one, other) = tokio::join!(
            try_publish(&store, &seen, "ann", &one, &edits.0),
            try_publish(&store, &seen, "zoe", &other, &edits.1),
        );
        let results = [one, other];
        assert_eq!(
            results.iter().filter(|it| it.is_ok()).count(),
            1,
            "{results:?}"
        );
        assert_eq!(
            results.iter().filter(|it| is_conflict(it)).count(),
            1,
            "{results:?}"
        );
    }
    let on_record = events(&store, "ann").await + events(&store, "zoe").await;
    assert_eq!(on_record, rounds.min(10_000) as usize);
    assert_eq!(snapshots(&store).await.len(), rounds as usize);
}

#[tokio::test]
async fn admins_on_two_rulebooks_leave_snapshots_of_states_that_existed() {
    let books = ["a", "b"].map(|id| rulebook(id, RulebookType::Floats));
    let store = with(books.iter().map(encode)).await;
    let rounds = races(30, 1_000);
    for round in 0..rounds {
        let share_of = |id: &str| share(id, 1 + i64::from(round) % 9_000);
        let both = async |who: &str, id: &str| {
            // Whoever is second looks again, and goes on: nobody touched their rulebook.
            for attempt in 0..20 {
                let seen = live(&store).await.unwrap();
                let operation = format!("{who}-{round}-{attempt}");
                let result = try_publish(&store, &seen, who, &operation, &[share_of(id)]).await;
                if !is_conflict(&result) {
                    return result.map(drop);
                }
            }
            panic!("twenty conflicts in a row")
        };
        let (one, other) = tokio::join!(both("ann", "a"), both("zoe", "b"));
        one.and(other).unwrap();
    }
    every_snapshot_existed(&store, books.to_vec().into(), 2 * rounds).await;
}

#[tokio::test]
async fn two_new_rulebooks_at_once_are_both_in_the_last_snapshot() {
    // A store holds so many rulebooks as one transaction does, so that many races need several.
    for _ in 0..races(1, 5) {
        two_new_rulebooks_at_once(races(10, 40)).await;
    }
}

async fn two_new_rulebooks_at_once(rounds: u32) {
    let store = with([]).await;
    for round in 0..rounds {
        let add = async |who: &str| loop {
            let seen = live(&store).await.unwrap();
            let edit = share(&format!("{who}-{round}"), 100);
            let operation = format!("{who}-{round}-{}", seen.configuration().rulebooks().len());
            let result = try_publish(&store, &seen, who, &operation, &[edit]).await;
            if !is_conflict(&result) {
                return result.map(drop);
            }
        };
        let (one, other) = tokio::join!(add("ann"), add("zoe"));
        one.and(other).unwrap();
    }
    every_snapshot_existed(&store, Configuration::default(), 2 * rounds).await;
}

#[tokio::test]
async fn whatever_a_script_changed_since_the_reading_is_a_conflict_without_a_trace() {
    for (name, value) in [
        ("priority", Value::number(7)),
        ("ab_group", Value::text("added meanwhile")),
    ] {
        let books = ["a", "b"].map(|id| rulebook(id, RulebookType::Floats));
        let store = with(books.iter().map(encode)).await;
        let seen = live(&store).await.unwrap();
        let mut changed = encode(&books[1]);
        changed.insert(name.to_owned(), value);
        store.put(TableId::Underwriting, [changed]).await;
        let late = try_publish(&store, &seen, "ann", "1", &[share("a", 5)]).await;
        assert!(is_conflict(&late), "{name}: {late:?}");
        assert_eq!(snapshots(&store).await.len(), 0);
        assert_eq!(events(&store, "ann").await, 0);
        let now = live(&store).await.unwrap();
        assert_eq!(now.get(&books[0].rulebook_id), Some(&books[0]));
    }
}

#[tokio::test]
async fn unknown_attributes_and_digits_survive_in_the_rulebook_and_in_the_snapshot() {
    let odd = item(json!({
        "PK": "RULEBOOK", "SK": "RULEBOOK#odd", "GSI1PK": "RULEBOOK_TYPE#floats",
        "GSI1SK": "RULEBOOK#odd", "item_type": "rulebook", "rulebook_id": "odd",
        "rulebook_name": "Odd", "type": "floats", "apply_to": 100, "priority": 5,
        "superseding": false, "ab_group": null, "owner": {"team": ["risk", null]},
        "rules": [{"rule": "R", "rule_type": "all", "rule_arn": null, "props": {
            "salt": serde_json::from_str::<serde_json::Value>("12345678901234567890123456789012345678").unwrap()
        }, "since": "2019"}],
    }));
    let store = with([odd.clone(), encode(&rulebook("a", RulebookType::Floats))]).await;
    let seen = live(&store).await.unwrap();
    let mut edited = seen.get(&RulebookId::new("odd")).unwrap().clone();
    edited.priority = 6;
    let edits = [Edit {
        id: RulebookId::new("odd"),
        after: Some(edited),
    }];
    try_publish(&store, &seen, "ann", "1", &edits)
        .await
        .unwrap();
    let seen = live(&store).await.unwrap();
    try_publish(&store, &seen, "ann", "2", &[share("a", 1)])
        .await
        .unwrap();

    let mut expected = odd;
    expected.insert("priority".to_owned(), Value::number(6));
    let now = live(&store).await.unwrap();
    let mut stored = encode(now.get(&RulebookId::new("odd")).unwrap());
    stored.remove("last_updated");
    assert_eq!(stored, expected);
    assert_eq!(snapshots(&store).await[1], now.configuration());
}

#[tokio::test]
async fn a_publish_deletes_adds_and_changes_in_one_go_and_says_so_in_the_log() {
    let books = ["a", "b"].map(|id| rulebook(id, RulebookType::Floats));
    let store = with(books.iter().map(encode)).await;
    let seen = live(&store).await.unwrap();
    let gone = Edit {
        id: RulebookId::new("b"),
        after: None,
    };
    let edits = [share("a", 5), gone, share("c", 10)];
    let published = try_publish(&store, &seen, "ann", "1", &edits)
        .await
        .unwrap();
    assert_eq!(published.update.as_str(), "2024-02-10T12:00:00Z#ann");
    let now = live(&store).await.unwrap();
    assert!(now.was_published_by("1"));
    let ids: Vec<_> = now
        .configuration()
        .rulebooks()
        .iter()
        .map(|it| it.rulebook_id.to_string())
        .collect();
    assert_eq!(ids, ["a", "c"]);
    let of = AuditList::OfPerson(StaffId::new("ann"));
    let log = audit::list(&store, &of, 5, None).await.unwrap();
    let event = sound(log.events).remove(0);
    assert_eq!(
        event.after.as_ref().unwrap()["update"],
        Value::text(published.update.as_str())
    );
    assert_eq!(event.after.unwrap()["a apply_to"], Value::number(5));
    assert_eq!(
        event.before.unwrap()["b rulebook_name"],
        Value::text("The rulebook b")
    );
}

#[tokio::test]
async fn what_is_too_large_is_refused_before_anything_is_written() {
    let wide = |id: &str, bytes: usize| Rulebook {
        rulebook_name: "x".repeat(bytes),
        ..rulebook(id, RulebookType::Floats)
    };
    let store = with([encode(&wide("a", 250_000))]).await;
    let seen = live(&store).await.unwrap();
    let edit = |rulebook: Rulebook| Edit {
        id: rulebook.rulebook_id.clone(),
        after: Some(rulebook),
    };
    let snapshot = try_publish(&store, &seen, "ann", "1", &[edit(wide("b", 200_000))]).await;
    assert!(matches!(snapshot, Err(NotPublished::SnapshotTooLarge { size }) if size > 450_000));
    let single = try_publish(&store, &seen, "ann", "2", &[edit(wide("b", 410_000))]).await;
    assert!(matches!(single, Err(NotPublished::RulebookTooLarge { .. })));
    let many: Vec<_> = (0..95)
        .map(|number| share(&format!("n{number}"), 1))
        .collect();
    let many = try_publish(&store, &seen, "ann", "3", &many).await;
    assert!(
        matches!(many, Err(NotPublished::TooMany { actions: 102 })),
        "{many:?}"
    );
    assert_eq!(count(&store).await, 1);
    assert_eq!(events(&store, "ann").await, 0);
}

#[tokio::test]
async fn a_rulebook_that_cannot_be_read_is_in_nobodys_way_and_in_the_snapshot_as_it_is() {
    let mut broken = encode(&rulebook("broken", RulebookType::Floats));
    broken.insert("priority".to_owned(), Value::text("high"));
    let store = with([broken.clone(), encode(&rulebook("a", RulebookType::Floats))]).await;
    let seen = live(&store).await.unwrap();
    try_publish(&store, &seen, "ann", "1", &[share("a", 5)])
        .await
        .unwrap();
    let (_, newest) = rulebook_update::latest(&store).await.unwrap().unwrap();
    let newest = newest.unwrap().value;
    assert_eq!(newest.rulebooks.len(), 1);
    let gaps: Vec<_> = newest.gaps().into_iter().map(|(id, _)| id).collect();
    assert_eq!(gaps, [RulebookId::new("broken")]);
    assert_eq!(live(&store).await.unwrap().broken().count(), 1);

    // Whoever changed it meanwhile is told; whoever puts it right from a snapshot may.
    broken.insert("priority".to_owned(), Value::text("higher"));
    let seen = live(&store).await.unwrap();
    store.put(TableId::Underwriting, [broken]).await;
    let late = try_publish(&store, &seen, "ann", "2", &[share("a", 6)]).await;
    assert!(matches!(late, Err(NotPublished::Store(_))), "{late:?}");
    let seen = live(&store).await.unwrap();
    try_publish(&store, &seen, "ann", "3", &[share("broken", 7)])
        .await
        .unwrap();
    assert_eq!(live(&store).await.unwrap().broken().count(), 0);
}

#[tokio::test]
async fn two_publishes_in_one_second_keep_their_order() {
    let store = with([encode(&rulebook("a", RulebookType::Floats))]).await;
    for (who, number) in [("zoe", 1), ("ann", 2)] {
        let seen = live(&store).await.unwrap();
        try_publish(&store, &seen, who, who, &[share("a", number)])
            .await
            .unwrap();
    }
    let shares: Vec<_> = snapshots(&store)
        .await
        .iter()
        .map(|it| it.rulebooks()[0].apply_to.unwrap().0)
        .collect();
    assert_eq!(shares, [1, 2]);
}

#[tokio::test]
async fn a_publish_comes_after_a_script_whose_clock_is_ahead() {
    let store = with([encode(&rulebook("a", RulebookType::Floats))]).await;
    for (minutes, follows) in [(5, true), (60 * 24 * 365, false)] {
        let ahead = noon().plus_seconds(minutes * 60);
        let script = UpdateId::of(ahead, &StaffId::new("script"));
        let (seen, edits) = (live(&store).await.unwrap(), [share("a", minutes)]);
        let who = ("ann", if follows { "1" } else { "2" });
        let published = publish_after(&store, Some(script), (&seen, &edits), who).await;
        let at = published.unwrap().at;
        assert_eq!(at > ahead, follows, "{at}");
        assert!(at < noon().plus_seconds(3_600), "{at}");
    }
}

#[tokio::test]
async fn a_moment_finds_the_snapshot_that_was_in_force() {
    let store = with([]).await;
    let updates = [-2, -1, 0].map(|days| update(noon().plus_days(days), "ann"));
    store
        .put(
            TableId::Underwriting,
            updates.iter().map(rulebook_update::encode),
        )
        .await;
    let at = async |at| {
        let found = rulebook_update::in_force_at(&store, at).await.unwrap();
        found.map(|(id, _)| id.to_string())
    };
    assert_eq!(at(noon()).await.unwrap(), "2024-02-10T12:00:00Z#ann");
    assert_eq!(
        at(noon().plus_seconds(-1)).await.unwrap(),
        "2024-02-09T12:00:00Z#ann"
    );
    assert_eq!(at(noon().plus_days(-3)).await, None);
    let last = rulebook_update::latest(&store).await.unwrap().unwrap().0;
    let before = rulebook_update::before(&store, &last)
        .await
        .unwrap()
        .unwrap()
        .0;
    assert_eq!(before.as_str(), "2024-02-09T12:00:00Z#ann");
}

#[tokio::test]
async fn a_publish_says_what_it_takes_in_that_others_changed_without_a_record() {
    let recorded = [("a", 1), ("b", 1)].map(|(id, number)| share(id, number).after.unwrap());
    let by_a_script = share("b", 2).after.unwrap();
    let store = with([encode(&recorded[0]), encode(&by_a_script)]).await;
    let seen = live(&store).await.unwrap();
    let previous = UpdateId::of(noon().plus_days(-1), &StaffId::new("zoe"));
    let order = Order {
        live: &seen,
        edits: &[share("a", 5)],
        previous: Some((
            previous,
            Recorded {
                configuration: recorded.to_vec().into(),
                unreadable: Vec::new(),
            },
        )),
        event: event("ann", "1"),
        proposal: None,
    };
    publish(&store, &permit("ann"), order).await.unwrap();
    let line = newest_line(&store).await;
    assert!(
        line.ends_with("; takes in what others changed in b"),
        "{line}"
    );
}

async fn newest_line(store: &TestStore) -> String {
    let list = update_summary::list(store, 1, None).await.unwrap();
    list.summaries[0].line.clone()
}

#[tokio::test]
async fn what_came_or_went_without_being_readable_is_told_once() {
    let mut broken = encode(&rulebook("came", RulebookType::Floats));
    broken.insert("priority".to_owned(), Value::text("high"));
    let store = with([broken, encode(&rulebook("a", RulebookType::Floats))]).await;
    let seen = live(&store).await.unwrap();
    let previous = UpdateId::of(noon().plus_days(-1), &StaffId::new("zoe"));
    let recorded = Recorded {
        configuration: vec![rulebook("a", RulebookType::Floats)].into(),
        unreadable: vec![RulebookId::new("went")],
    };
    let order = |recorded, operation| Order {
        live: &seen,
        edits: &[],
        previous: Some((previous.clone(), recorded)),
        event: event("ann", operation),
        proposal: None,
    };
    let first = order(recorded, "1");
    publish(&store, &permit("ann"), first).await.unwrap();
    assert_eq!(
        newest_line(&store).await,
        "came cannot be read; went removed"
    );
    let (id, newest) = rulebook_update::latest(&store).await.unwrap().unwrap();
    let seen = live(&store).await.unwrap();
    let again = Order {
        live: &seen,
        previous: Some((id, Recorded::from(&newest.unwrap().value))),
        ..order(Recorded::default(), "2")
    };
    publish(&store, &permit("ann"), again).await.unwrap();
    assert_eq!(newest_line(&store).await, "no change");
}

#[tokio::test]
async fn a_rule_s_group_and_its_property_of_that_name_are_both_in_the_log() {
    let grouped = |group: &str, prop: i64| {
        let mut book = rulebook("a", RulebookType::Floats);
        let rule = &mut book.rules[0];
        rule.ab_group = Some(group.to_owned());
        let props = rule.props.get_or_insert_default();
        props.insert("ab_group".to_owned(), Value::number(prop));
        book
    };
    let store = with([encode(&grouped("g", 1))]).await;
    let seen = live(&store).await.unwrap();
    let edit = Edit {
        id: RulebookId::new("a"),
        after: Some(grouped("h", 2)),
    };
    try_publish(&store, &seen, "ann", "1", &[edit])
        .await
        .unwrap();
    let of = AuditList::OfPerson(StaffId::new("ann"));
    let log = audit::list(&store, &of, 5, None).await.unwrap();
    let event = sound(log.events).remove(0);
    let (before, after) = (event.before.unwrap(), event.after.unwrap());
    for (name, was, is) in [
        ("ab_group", Value::text("g"), Value::text("h")),
        ("props.ab_group", Value::number(1), Value::number(2)),
    ] {
        let name = format!("a RuleAgeOfAccount {name}");
        assert_eq!((&before[&name], &after[&name]), (&was, &is), "{name}");
    }
}

#[tokio::test]
async fn a_rulebook_under_the_key_of_another_is_neither_deleted_nor_doubled() {
    let mut misplaced = encode(&rulebook("a", RulebookType::Floats));
    misplaced.insert("SK".to_owned(), Value::text("RULEBOOK#z"));
    let store = with([misplaced, encode(&rulebook("b", RulebookType::Floats))]).await;
    let seen = live(&store).await.unwrap();
    let delete = |id: &str| Edit {
        id: RulebookId::new(id),
        after: None,
    };
    for edit in [delete("a"), share("a", 5), share("z", 5)] {
        let refused = try_publish(&store, &seen, "ann", "1", &[edit]).await;
        assert!(
            matches!(refused, Err(NotPublished::Misplaced { .. })),
            "{refused:?}"
        );
    }
    let refused = try_publish(&store, &seen, "ann", "2", &[delete("c")]).await;
    assert!(
        matches!(refused, Err(NotPublished::Gone { .. })),
        "{refused:?}"
    );
    assert_eq!(events(&store, "ann").await, 0);
    // It is in nobody else's way.
    try_publish(&store, &seen, "ann", "3", &[share("b", 5)])
        .await
        .unwrap();
    assert_eq!(count(&store).await, 2);
}

#[tokio::test]
async fn an_edit_leaves_what_it_does_not_touch_as_it_was_spelled() {
    let odd = |id: &str, rules: serde_json::Value| {
        json!({
            "PK": "RULEBOOK",
            "SK": format!("RULEBOOK#{id}"),
            "GSI1PK": "RULEBOOK_TYPE#floats",
            "GSI1SK": format!("RULEBOOK#{id}"),
            "item_type": "rulebook",
            "rulebook_id": id,
            "rulebook_name": 7,
            "type": "floats",
            "apply_to": "2500",
            "priority": "90",
            "superseding": false,
            "last_updated": "",
            "rules": rules,
        })
    };
    let rule = json!({ "rule": 12, "props": { "min": "14" }, "rule_type": "all" });
    let stored = [odd("full", json!([rule])), odd("null", json!(null)), {
        let mut without = odd("none", json!([]));
        without.as_object_mut().unwrap().remove("rules");
        without
    }];
    let store = with(stored.iter().cloned().map(item)).await;
    let live = live(&store).await.unwrap();
    let edits = ["full", "null", "none"].map(|id| Edit {
        id: RulebookId::new(id),
        after: Some(Rulebook {
            apply_to: Some(BasisPoints(3_000)),
            ..live.get(&RulebookId::new(id)).unwrap().clone()
        }),
    });
    let published = try_publish(&store, &live, "jane", "odd", &edits).await;
    let at = published.unwrap().at.stored();
    for expected in stored {
        let id = RulebookId::new(expected["rulebook_id"].as_str().unwrap());
        let mut expected = item(expected);
        expected.insert("apply_to".to_owned(), Value::number(3_000));
        expected.insert("last_updated".to_owned(), Value::text(&at));
        assert_eq!(stored_rulebook(&store, &id).await, expected);
    }
}

/// A rulebook as the engine holds it.
async fn stored_rulebook(store: &TestStore, id: &RulebookId) -> Attributes {
    let name = store.table(TableId::Underwriting).name.clone();
    let text = |text: String| AttributeValue::S(text);
    let sdk = store.sdk(TableId::Underwriting).await;
    let found = sdk
        .get_item()
        .table_name(name)
        .key("PK", text("RULEBOOK".to_owned()))
        .key("SK", text(format!("RULEBOOK#{id}")))
        .send()
        .await;
    attributes(found.unwrap().item.unwrap())
}

fn attributes(map: HashMap<String, AttributeValue>) -> Attributes {
    let plain = |(name, value)| (name, plain(value));
    map.into_iter().map(plain).collect()
}

fn plain(value: AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => Value::Text(text),
        AttributeValue::N(digits) => Value::Number(Number::from_stored(digits)),
        AttributeValue::Bool(yes) => Value::Bool(yes),
        AttributeValue::Null(_) => Value::Null,
        AttributeValue::L(list) => Value::List(list.into_iter().map(plain).collect()),
        AttributeValue::M(map) => Value::Map(attributes(map)),
        other => panic!("no rulebook holds {other:?}"),
    }
}
