//! The history from outside: found by person, rulebook and day, and gone back to.

use crate::drafting::{demo, draft, live, new_one, renamed, script, step, with_priority};
use app::api::rulebooks::{RulebookPage, RulebooksPage};
use domain::id::{RulebookId, StaffId};
use domain::instant::Instant;
use domain::rulebook::Rulebook;
use domain::rulebook::leaves::Place;
use domain::rulebook_blame::Origin;
use domain::rulebook_diff::ConfigurationDiff;
use domain::rulebook_update::{RulebookUpdate, UpdateSummary};
use domain::value::Value;
use store::rulebook::encode;
use store::{Store, TableId, rulebook_update, update_summary};

#[tokio::test]
async fn a_restore_deletes_and_brings_back_also_what_was_odd() {
    let (_engine, desk, admin) = demo().await;
    let like = live(&desk.store, "stringent_v1").await.unwrap();
    let odd = Rulebook {
        priority: 5_000,
        ..new_one(&like, "odd one")
    };
    script(&desk.store, vec![encode(&odd)]).await;
    let form = [("reason", "the script ran")];
    assert_eq!(admin.post("/rpc/record_drift", &form).await.status, 200);
    let (then, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();

    let gone = admin
        .post("/rpc/draft_deletion", &[("id", "odd one")])
        .await;
    assert_eq!(
        step(&admin, gone.location(), "publish", "1").await.status,
        200
    );
    let added = draft(&admin, None, &new_one(&like, "trial_a")).await;
    assert_eq!(step(&admin, &added, "publish", "1").await.status, 200);

    let back = [("update", then.as_str()), ("rulebook", "")];
    let back = admin.post("/rpc/draft_restore", &back).await;
    assert_eq!(back.status, 200, "{}", back.body);
    let preview = admin.get(back.location()).await.text();
    assert!(preview.contains("odd one added"), "{preview}");
    assert!(preview.contains("trial_a removed"), "{preview}");
    let restored = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(restored.status, 200, "{}", restored.body);
    assert!(live(&desk.store, "trial_a").await.is_none());
    assert_eq!(live(&desk.store, "odd one").await.unwrap().priority, 5_000);
}

/// Summaries of updates that touched one rulebook, a second apart, behind the newest there is; of one of
/// them the snapshot too.
async fn many_updates_of(store: &Store, id: &str, count: i64, stored: i64) -> Instant {
    let (mut previous, newest) = rulebook_update::latest(store).await.unwrap().unwrap();
    let newest = newest.unwrap().value;
    let mut summaries = Vec::new();
    for number in 1..=count {
        let update = RulebookUpdate {
            update_time: newest.update_time.plus_seconds(number),
            update_user: StaffId::new("script"),
            ..newest.clone()
        };
        if number == stored {
            script(store, vec![rulebook_update::encode(&update)]).await;
        }
        let nothing = ConfigurationDiff::default();
        let author = (update.update_user.clone(), update.update_time);
        let summary = UpdateSummary {
            rulebooks: vec![RulebookId::new(id)],
            ..UpdateSummary::new(update.id(), author, &nothing, Some(previous))
        };
        previous = update.id();
        summaries.push(update_summary::encode(&summary));
    }
    let table = store.table(TableId::FloatDesk);
    table.put_all(summaries, |_| {}).await.unwrap();
    newest.update_time.plus_seconds(stored)
}

#[tokio::test]
async fn where_thousands_of_updates_touched_others_it_is_said_how_far_was_looked() {
    let (_engine, desk, admin) = demo().await;
    assert_eq!(admin.get("/history").await.status, 200);
    let limit = many_updates_of(&desk.store, "core_v2", 2_050, 51).await;
    let page: RulebooksPage = admin.post("/rpc/read_rulebooks", &[]).await.unpack();
    let row = |id: &str| {
        let mut rows = page.rows.iter();
        let row = rows.find(|row| row.rulebook.rulebook_id.as_str() == id);
        let row = row.unwrap();
        (row.changed.is_some(), row.unchanged_since)
    };
    assert_eq!(row("core_v2"), (true, None));
    assert_eq!(row("stringent_v1"), (false, Some(limit)));
    let form = [("id", "stringent_v1")];
    let page: RulebookPage = admin.post("/rpc/read_rulebook", &form).await.unpack();
    let name = Place::Field("rulebook_name".to_owned());
    let mut values = page.blame.values.into_iter();
    let (_, origin) = values.find(|(place, _)| *place == name).unwrap();
    assert_eq!(origin, Origin::NotAfter(limit));

    // A moment long ago is looked at from there, and not from now.
    let at = limit.plus_days(-1).stored();
    let form = [("at", at.as_str())];
    let page: RulebooksPage = admin.post("/rpc/read_rulebooks", &form).await.unpack();
    assert!(page.rows.iter().any(|row| row.changed.is_some()));
}

#[tokio::test]
async fn a_newest_update_that_cannot_be_read_is_told_and_recorded_over() {
    let (_engine, desk, admin) = demo().await;
    let found = rulebook_update::latest(&desk.store).await.unwrap();
    let before = found.unwrap().1.unwrap().value;
    let mut item = rulebook_update::encode(&RulebookUpdate {
        update_user: StaffId::new("script"),
        update_time: before.update_time.plus_seconds(60),
        ..before
    });
    item.remove("update_user");
    script(&desk.store, vec![item]).await;

    let page = admin.get("/rulebooks").await.text();
    assert!(page.contains("cannot be read"), "{page}");
    assert!(!page.contains("No update has been recorded yet"), "{page}");
    assert!(!page.contains("core_v2 added"), "{page}");
    let form = [("reason", "the newest update cannot be read")];
    assert_eq!(admin.post("/rpc/record_drift", &form).await.status, 200);
    let page = admin.get("/rulebooks").await.text();
    assert!(!page.contains("Changed outside Float Desk"), "{page}");
    // What was recorded is told against the last one that can be read.
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let update = admin.get(&app::paths::update(&newest)).await;
    assert_eq!(update.status, 200);
    assert!(!update.text().contains("core_v2 added"));
    let history = admin.get("/history").await.text();
    assert!(!history.contains("the first snapshot; "), "{history}");
}

#[tokio::test]
async fn a_rulebook_of_a_snapshot_that_cannot_be_read_is_listed_and_not_told_as_removed() {
    let (_engine, desk, admin) = demo().await;
    let found = rulebook_update::latest(&desk.store).await.unwrap();
    let newest = found.unwrap().1.unwrap().value;
    let at = newest.update_time.plus_seconds(60);
    let mut item = rulebook_update::encode(&RulebookUpdate {
        update_user: StaffId::new("script"),
        update_time: at,
        ..newest
    });
    if let Some(Value::List(rulebooks)) = item.get_mut("rulebooks") {
        for one in rulebooks {
            if let Value::Map(one) = one
                && one["rulebook_id"] == Value::text("stringent_v1")
            {
                one.insert("priority".to_owned(), Value::text("high"));
            }
        }
    }
    script(&desk.store, vec![item]).await;
    let past = admin.get(&format!("/rulebooks?at={}", at.stored())).await;
    assert!(
        past.text()
            .contains("stringent_v1 cannot be read: priority"),
        "{}",
        past.text()
    );
    let history = admin.get("/history?rulebook=stringent_v1").await.text();
    assert!(history.contains("stringent_v1 cannot be read"), "{history}");
    let page = format!("/history/{}~23script", at.stored().replace(':', "~3A"));
    let page = admin.get(&page).await.text();
    assert!(page.contains("stringent_v1 cannot be read"), "{page}");
    assert!(!page.contains("stringent_v1 removed"), "{page}");
}

#[tokio::test]
async fn the_history_is_filtered_by_person_rulebook_and_day() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, Some(&book), &with_priority(&book, 7)).await;
    assert_eq!(step(&admin, &preview, "publish", "1").await.status, 200);
    let (id, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let (day, line) = (id.at().unwrap().day(), "stringent_v1: priority 90 → 7");
    let person = id.as_str().split('#').nth(1).unwrap();
    for (query, is_there) in [
        (format!("person={person}"), true),
        ("person=nobody".to_owned(), false),
        ("rulebook=stringent_v1".to_owned(), true),
        ("rulebook=core_v2".to_owned(), false),
        (format!("from={}", day.stored()), true),
        (format!("to={}", day.plus_days(-1).stored()), false),
        (format!("from={0}&to={0}", day.stored()), true),
        (format!("from={}", day.plus_days(1).stored()), false),
        ("from=2024-02-01&to=2024-02-28".to_owned(), false),
    ] {
        let page = admin.get(&format!("/history?{query}")).await;
        assert_eq!(page.status, 200);
        assert_eq!(page.text().contains(line), is_there, "{query}");
    }
    let old = admin.get("/history?from=2024-02-01&to=2024-02-28").await;
    assert!(old.text().contains("admin-jane"), "{}", old.text());
}

#[tokio::test]
async fn what_a_script_changed_is_undone_by_going_back_to_the_newest_update() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    script(&desk.store, vec![encode(&with_priority(&before, 8))]).await;
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let path = app::paths::update(&newest);
    let page = admin.get("/rulebooks").await;
    assert!(
        page.text().contains("Open the newest change to restore it"),
        "{}",
        page.text()
    );
    assert!(page.body.contains(&path), "{path}");
    let page = admin.get(&path).await.text();
    assert!(page.contains("Go back to this"), "{page}");
    let back = [("update", newest.as_str()), ("rulebook", "")];
    let back = admin.post("/rpc/draft_restore", &back).await;
    let restored = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(restored.status, 200, "{}", restored.body);
    let after = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(after.priority, before.priority);
}

#[tokio::test]
async fn one_rulebook_is_shown_as_it_was_at_a_moment() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let then = newest.at().unwrap();
    let other = renamed(&before, "Under another name");
    let preview = draft(&admin, Some(&before), &other).await;
    assert_eq!(step(&admin, &preview, "publish", "1").await.status, 200);
    let gone = admin
        .post("/rpc/draft_deletion", &[("id", "stringent_v1")])
        .await;
    let gone = step(&admin, gone.location(), "publish", "1").await;
    assert_eq!(gone.status, 200, "{}", gone.body);

    let path = app::paths::rulebook_at(&before.rulebook_id, then);
    let list = admin.get(&app::paths::rulebooks_at(then)).await;
    assert!(list.body.contains(&path), "{path}: {}", list.body);
    let page = admin.get(&path).await.text();
    assert!(page.contains("As it was at"), "{page}");
    assert!(page.contains(&before.rulebook_name), "{page}");
    let mut props = before.rules.iter().flat_map(|rule| rule.props().keys());
    let prop = props.next().unwrap();
    assert!(page.contains(prop.as_str()), "{prop}: {page}");
    assert!(!page.contains("Under another name"), "{page}");
    assert!(!page.contains("Delete…"), "{page}");
    assert!(!page.contains("outside Float Desk"), "{page}");
    assert!(!page.contains("did not record everything"), "{page}");
    for address in [
        "/rulebooks?at=2024-03-01",
        "/rulebooks/core_v2?at=2024-03-01",
    ] {
        let old = admin.get(address).await.text();
        assert!(old.contains("did not record everything"), "{old}");
    }
    let never = admin.get("/rulebooks/nothing?at=2026-01-01").await.text();
    assert!(
        never.contains("There was no rulebook nothing at"),
        "{never}"
    );
}

#[tokio::test]
async fn a_restore_of_everything_is_drafted_again_when_somebody_adds_a_rulebook_meanwhile() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let (then, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let changed = draft(&admin, Some(&book), &with_priority(&book, 7)).await;
    assert_eq!(step(&admin, &changed, "publish", "1").await.status, 200);
    let form = [("update", then.as_str()), ("rulebook", "")];
    let back = admin.post("/rpc/draft_restore", &form).await;
    let added = draft(&admin, None, &new_one(&book, "trial_a")).await;
    assert_eq!(step(&admin, &added, "publish", "1").await.status, 200);

    let page = admin.get(back.location()).await.text();
    assert!(
        page.contains("trial_a: This was added or changed"),
        "{page}"
    );
    let refused = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(
        refused.body.contains("Nothing was published"),
        "{}",
        refused.body
    );
    let again = admin.post("/rpc/draft_restore", &form).await;
    let restored = step(&admin, again.location(), "publish", "1").await;
    assert_eq!(restored.status, 200, "{}", restored.body);
    assert!(live(&desk.store, "trial_a").await.is_none());
}
