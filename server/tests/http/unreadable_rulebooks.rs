//! A rulebook that somebody stored so that it cannot be read: told everywhere, and never written over.

use crate::drafting::{demo, draft, live, new_one, proposal, script, step, updates, with_priority};
use domain::id::RulebookId;
use domain::item::Stored;
use domain::rulebook::Rulebook;
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
    assert!(!page.contains("Changed without a record"), "{page}");
    let history = admin.get("/history?rulebook=stringent_v1").await.text();
    assert!(history.contains("stringent_v1 cannot be read"), "{history}");
}
