//! A rulebook that somebody stored so that it cannot be read: told everywhere, and never written over.

use crate::drafting::{
    demo, draft, live, new_one, proposal, record_drift, script, step, updates, with_priority,
};
use app::api::rulebooks::{RulebookPage, RulebooksPage};
use domain::id::{RulebookId, StaffId};
use domain::instant::Instant;
use domain::item::Stored;
use domain::rulebook::Rulebook;
use domain::rulebook_blame::Origin;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use store::rulebook::{self, encode};
use store::{Store, rulebook_update};

/// Stores it with a priority that is none.
async fn spoil(store: &Store, rulebook: &Rulebook) -> Attributes {
    let mut item = encode(rulebook);
    item.insert("priority".to_owned(), Value::text("high"));
    script(store, vec![item.clone()]).await;
    item
}

async fn stored(store: &Store, id: &str) -> Stored<Rulebook> {
    let found = rulebook::get(store, &RulebookId::new(id)).await;
    found.unwrap().unwrap()
}

#[tokio::test]
async fn a_new_rulebook_of_its_id_is_refused_and_only_a_restore_puts_it_right() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    spoil(&desk.store, &before).await;
    let count = updates(&desk.store).await;
    let preview = draft(&admin, None, &new_one(&before, "stringent_v1")).await;
    let page = admin.get(&preview).await.text();
    assert!(
        page.contains("stored under this id that cannot be read"),
        "{page}"
    );
    let refused = step(&admin, &preview, "publish", "1").await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(refused.body.contains("cannot be read"), "{}", refused.body);
    assert!(stored(&desk.store, "stringent_v1").await.is_err());
    assert_eq!(updates(&desk.store).await, count);

    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let back = [("update", newest.as_str()), ("rulebook", "stringent_v1")];
    let back = admin.post("/rpc/draft_restore", &back).await;
    let restored = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(restored.status, 200, "{}", restored.body);
    assert_eq!(
        live(&desk.store, "stringent_v1").await.unwrap().priority,
        before.priority
    );
}

#[tokio::test]
async fn what_was_on_record_and_cannot_be_read_now_is_told_on_every_page() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let mine = draft(&admin, Some(&before), &with_priority(&before, 7)).await;
    spoil(&desk.store, &before).await;
    for path in [
        "/rulebooks",
        "/rulebooks/core_v2",
        "/rulebooks/core_v2/edit",
        "/new-rulebook",
        &mine,
    ] {
        let page = admin.get(path).await.text();
        assert!(
            page.contains("is stored so that it cannot be read"),
            "{path}: {page}"
        );
    }
    let home = admin.get("/").await.text();
    assert!(home.contains("stringent_v1 cannot be read"), "{home}");
    let own = admin.get("/rulebooks/stringent_v1").await.text();
    assert!(
        own.contains("stringent_v1 is stored, but cannot be read: priority"),
        "{own}"
    );

    // A draft that began before: neither told as deleted, nor written over it.
    let page = proposal(&admin, &mine).await;
    assert_eq!(
        page.stale[0].rows[0].theirs.as_deref(),
        Some("is stored so that it cannot be read")
    );
    let refused = crate::drafting::choose(&admin, &page, "mine").await;
    assert_eq!(refused.status, 400);
    assert!(
        refused.body.contains("cannot be read as it is stored now"),
        "{}",
        refused.body
    );

    // Recorded as it is, it is a difference no more, and the history says what happened.
    let form = [("reason", "known")];
    assert_eq!(admin.post("/rpc/record_drift", &form).await.status, 200);
    let page = admin.get("/rulebooks").await.text();
    assert!(!page.contains("Changed outside Float Desk"), "{page}");
    let history = admin.get("/history?rulebook=stringent_v1").await.text();
    assert!(history.contains("stringent_v1 cannot be read"), "{history}");
}

const RECORD: [(&str, &str); 1] = [("reason", "known")];

#[tokio::test]
async fn nobody_is_blamed_for_what_happened_while_it_could_not_be_read() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    spoil(&desk.store, &before).await;
    assert_eq!(admin.post("/rpc/record_drift", &RECORD).await.status, 200);
    script(&desk.store, vec![encode(&before)]).await;
    assert_eq!(admin.post("/rpc/record_drift", &RECORD).await.status, 200);
    let again = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, Some(&again), &with_priority(&again, 7)).await;
    assert_eq!(step(&admin, &preview, "publish", "1").await.status, 200);
    let form = [("id", "stringent_v1")];
    let page: RulebookPage = admin.post("/rpc/read_rulebook", &form).await.unpack();
    for (place, origin) in page.blame.values {
        let expected = match place.name() {
            "priority" | "last_updated" => matches!(origin, Origin::Set { .. }),
            _ => matches!(origin, Origin::NotAfter(_)),
        };
        assert!(expected, "{place}: {origin:?}");
    }
    let page = admin.get("/rulebooks/stringent_v1").await.text();
    assert!(page.contains(" or before"), "{page}");
}

#[tokio::test]
async fn one_that_was_recorded_as_unreadable_and_is_gone_is_told_until_that_is_on_record() {
    let (_engine, desk, admin) = demo().await;
    let configuration = rulebook::live(&desk.store).await.unwrap().configuration();
    let now = Instant::from(std::time::SystemTime::now()).whole_seconds();
    let mut snapshot = rulebook_update::encode(&RulebookUpdate {
        update_user: StaffId::new("script"),
        update_time: now,
        rulebooks: configuration.rulebooks().to_vec(),
        unreadable: Vec::new(),
    });
    let Some(Value::List(rulebooks)) = snapshot.get_mut("rulebooks") else {
        panic!("{snapshot:?}")
    };
    let broken = [("rulebook_id", "ghost"), ("priority", "high")];
    let broken = broken.map(|(name, value)| (name.to_owned(), Value::text(value)));
    rulebooks.push(Value::Map(broken.into()));
    script(&desk.store, vec![snapshot]).await;
    for path in ["/rulebooks", "/rulebooks/core_v2", "/new-rulebook"] {
        let page = admin.get(path).await.text();
        assert!(
            page.contains("ghost, which could not be read, was removed"),
            "{path}: {page}"
        );
    }
    let home = admin.get("/").await.text();
    assert!(home.contains("ghost removed"), "{home}");
    assert_eq!(admin.post("/rpc/record_drift", &RECORD).await.status, 200);
    let page = admin.get("/rulebooks").await.text();
    assert!(!page.contains("Changed outside Float Desk"), "{page}");
    let history = admin.get("/history?rulebook=ghost").await.text();
    assert!(history.contains("ghost removed"), "{history}");
}

#[tokio::test]
async fn one_that_was_added_unreadable_is_told_and_a_restore_of_everything_says_that_it_stays() {
    let (_engine, desk, admin) = demo().await;
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let room = async || {
        let page: RulebooksPage = admin.post("/rpc/read_rulebooks", &[]).await.unpack();
        page.room
    };
    let first = room().await;
    let wide = crate::drafting::renamed(&before, &"x".repeat(50_000));
    spoil(&desk.store, &new_one(&wide, "odd")).await;
    let left = room().await;
    assert!(
        left + 50_000 < first,
        "it is part of the next snapshot: {left}"
    );
    let page = admin.get("/rulebooks").await.text();
    let said = "odd was added, and is stored so that it cannot be read";
    assert!(page.contains(said), "{page}");

    let everything = [("update", newest.as_str()), ("rulebook", "")];
    let nothing = admin.post("/rpc/draft_restore", &everything).await;
    assert_eq!(nothing.status, 400);
    let said = "odd was added since and cannot be read, so that it would stay.";
    assert!(nothing.body.contains(said), "{}", nothing.body);
    script(&desk.store, vec![encode(&with_priority(&before, 8))]).await;
    let back = admin.post("/rpc/draft_restore", &everything).await;
    assert_eq!(back.status, 200, "{}", back.body);
    let page = proposal(&admin, back.location()).await;
    assert_eq!(page.problems, []);
    let warnings: Vec<_> = page.cautions.iter().map(ToString::to_string).collect();
    assert!(
        warnings
            .iter()
            .any(|it| it.starts_with("odd: This was added since")),
        "{warnings:?}"
    );
    // A restore leaves `odd` as it is, so that it would be on the publisher's record.
    let early = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(early.status, 400, "{}", early.body);
    record_drift(&admin).await;
    let published = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(published.status, 200, "{}", published.body);
    assert!(stored(&desk.store, "odd").await.is_err());
}
