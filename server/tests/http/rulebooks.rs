//! Changing rulebooks from outside: drafted, previewed, reviewed, published, gone back to; and whole
//! or not at all when the server dies in the middle of it.

use crate::accounts::{PASSWORD, account, event, permit, sign_in};
use crate::desk::{Engine, built_site};
use crate::drafting::{
    bring_up_to_date, demo, draft, live, new_one, proposal, reviewed, script, signed_in, step,
    text, to_nobody, updates, with_priority,
};
use crate::process::{Running, float_desk_on};
use crate::visitor::Visitor;
use app::api::proposals::Step;
use app::api::rulebooks::RulebookPage;
use domain::audit::{Action, AuditEvent, AuditList};
use domain::id::StaffId;
use domain::instant::Instant;
use domain::role::Role;
use domain::rulebook::Rulebook;
use domain::rulebook::leaves::Place;
use domain::rulebook_blame::Origin;
use domain::rulebook_update::RulebookUpdate;
use std::env;
use std::process::Stdio;
use std::time::{Duration, SystemTime};
use store::rulebook::{self, encode};
use store::{Store, TableId, audit, rulebook_update, staff_account};
use tempfile::TempDir;

async fn published(store: &Store) -> Vec<AuditEvent> {
    let of = AuditList::OfAction(Action::RulebooksPublished);
    let list = audit::list(store, &of, 10_000, None).await.unwrap();
    let events = list.events.into_iter();
    events.map(|event| event.unwrap().value).collect()
}

#[tokio::test]
async fn an_admin_edits_previews_publishes_and_goes_back() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let count = updates(&desk.store).await;
    let preview = draft(&admin, Some(&before), &with_priority(&before, 7)).await;
    let page = admin.get(&preview).await;
    assert!(
        page.text().contains("stringent_v1: priority 90 → 7"),
        "{}",
        page.text()
    );
    assert_eq!(
        live(&desk.store, "stringent_v1").await.unwrap(),
        before,
        "nothing is published yet"
    );

    // A double click publishes once.
    let (one, other) = tokio::join!(
        step(&admin, &preview, "publish", "1"),
        step(&admin, &preview, "publish", "1"),
    );
    let statuses = [one.status, other.status];
    assert!(statuses.contains(&200), "{statuses:?}");
    assert_eq!(updates(&desk.store).await, count + 1);
    assert_eq!(published(&desk.store).await.len(), 1);
    assert_eq!(live(&desk.store, "stringent_v1").await.unwrap().priority, 7);
    let won = if one.location().is_empty() {
        other
    } else {
        one
    };
    let change = admin.get(won.location()).await;
    assert!(
        change.text().contains("In force everywhere by"),
        "{}",
        change.text()
    );
    assert!(change.text().contains("a good reason"));

    let history = admin.get("/history?rulebook=stringent_v1").await;
    assert!(history.text().contains("stringent_v1: priority 90 → 7"));
    let (id, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let (earlier, _) = rulebook_update::before(&desk.store, &id)
        .await
        .unwrap()
        .unwrap();
    let back = [("update", earlier.as_str()), ("rulebook", "")];
    let back = admin.post("/rpc/draft_restore", &back).await;
    assert_eq!(back.status, 200, "{}", back.body);
    assert_eq!(
        step(&admin, back.location(), "publish", "1").await.status,
        200
    );
    assert_eq!(
        live(&desk.store, "stringent_v1").await.unwrap().priority,
        90
    );
}

#[tokio::test]
async fn one_rulebook_goes_back_and_the_others_stay_as_they_are() {
    let (_engine, desk, admin) = demo().await;
    let (then, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    for (id, priority) in [("stringent_v1", 7), ("core_v2", 9)] {
        let book = live(&desk.store, id).await.unwrap();
        let preview = draft(&admin, Some(&book), &with_priority(&book, priority)).await;
        assert_eq!(step(&admin, &preview, "publish", "1").await.status, 200);
    }
    let form = [("update", then.as_str()), ("rulebook", "stringent_v1")];
    let back = admin.post("/rpc/draft_restore", &form).await;
    let page = admin.get(back.location()).await.text();
    assert!(page.contains("stringent_v1: priority 7 → 90"), "{page}");
    let published = step(&admin, back.location(), "publish", "1").await;
    assert_eq!(published.status, 200, "{}", published.body);
    let restored = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(
        restored,
        Rulebook {
            last_updated: restored.last_updated.clone(),
            ..before
        }
    );
    assert_eq!(live(&desk.store, "core_v2").await.unwrap().priority, 9);
}

#[tokio::test]
async fn rulebooks_of_one_priority_are_pointed_out() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let alone = admin.get("/rulebooks").await;
    assert!(!alone.body.contains("The same priority as stringent_v1"));
    let core = live(&desk.store, "core_v2").await.unwrap();
    script(
        &desk.store,
        vec![encode(&with_priority(&core, book.priority))],
    )
    .await;
    let page = admin.get("/rulebooks").await;
    for said in [
        "The same priority as core_v2",
        "The same priority as stringent_v1",
        "Where two have the same, the id decides",
    ] {
        assert!(page.body.contains(said), "{said}: {}", page.body);
    }
    let own = admin.get("/rulebooks/core_v2").await.text();
    assert!(own.contains("Same priority as stringent_v1"), "{own}");
}

#[tokio::test]
async fn a_snapshot_that_is_not_complete_can_be_compared_and_not_restored() {
    let (_engine, _desk, admin) = demo().await;
    let form = [
        ("update", "2024-02-10T14:30:00Z#admin-jane"),
        ("rulebook", ""),
    ];
    let refused = admin.post("/rpc/draft_restore", &form).await;
    assert_eq!(refused.status, 400);
    assert!(
        refused
            .body
            .contains("core_v2 lacks apply_to and superseding"),
        "{}",
        refused.body
    );
    let page = admin
        .get("/history/2024-02-10T14~3A30~3A00Z~23admin-jane")
        .await;
    assert!(
        page.text()
            .contains("core_v2 lacks apply_to and superseding")
    );
}

#[tokio::test]
async fn the_page_of_a_rulebook_that_a_script_removed_says_so() {
    let (_engine, desk, admin) = demo().await;
    // On record and not stored, which is what a script leaves behind that removes one.
    let like = live(&desk.store, "stringent_v1").await.unwrap();
    let update = RulebookUpdate {
        update_user: StaffId::new("somebody"),
        update_time: Instant::from(SystemTime::now()),
        rulebooks: vec![new_one(&like, "removed_v1")],
        unreadable: Vec::new(),
    };
    script(&desk.store, vec![rulebook_update::encode(&update)]).await;
    for path in ["/rulebooks/removed_v1", "/rulebooks/removed_v1/edit"] {
        let page = admin.get(path).await.text();
        assert!(page.contains("removed it without recording that"), "{page}");
    }
    let never = admin.get("/rulebooks/never_was").await.text();
    assert!(never.contains("the history knows"), "{never}");
}

#[tokio::test]
async fn what_a_script_changed_is_said_on_every_page_and_can_be_put_on_record() {
    let (_engine, desk, admin) = demo().await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, Some(&before), &with_priority(&before, 7)).await;
    let script = Rulebook {
        rulebook_name: "By a script".to_owned(),
        priority: 8,
        ..before
    };
    let table = desk.store.table(TableId::Underwriting);
    table.put_all(vec![encode(&script)], |_| {}).await.unwrap();

    let late = step(&admin, &preview, "publish", "1").await;
    assert_eq!(late.status, 409, "{}", late.body);
    let page = admin.get(&preview).await.text();
    assert!(page.contains("Somebody changed this meanwhile"), "{page}");
    let merged = bring_up_to_date(&admin, &preview, "mine").await;
    assert_eq!(merged.status, 200, "{}", merged.body);

    // Nobody publishes anything else over it.
    let core = live(&desk.store, "core_v2").await.unwrap();
    let other = draft(&admin, Some(&core), &with_priority(&core, 9)).await;
    let count = updates(&desk.store).await;
    for (address, version) in [(&other, "1"), (&preview, "2")] {
        let refused = step(&admin, address, "publish", version).await;
        assert_eq!(refused.status, 400, "{}", refused.body);
        let why = "were changed outside Float Desk";
        assert!(refused.body.contains(why), "{}", refused.body);
        let page = proposal(&admin, address).await;
        assert!(!page.steps.has(Step::Publish));
        assert!(page.steps.why_not.unwrap().contains(why));
    }
    assert_eq!(updates(&desk.store).await, count);
    assert_eq!(live(&desk.store, "core_v2").await, Some(core));
    for path in [
        other.as_str(),
        "/rulebooks",
        "/rulebooks/core_v2",
        "/rulebooks/core_v2/edit",
        "/new-rulebook",
        "/",
    ] {
        let page = admin.get(path).await.text();
        assert!(page.contains("priority 90 → 8"), "{path}: {page}");
    }
    let count = updates(&desk.store).await;
    let form = [("reason", "the release script ran")];
    // Two clicks, or two admins: it is on record once.
    let record = || admin.post("/rpc/record_drift", &form);
    let (first, second) = tokio::join!(record(), record());
    assert!(
        [&first, &second].iter().any(|it| it.status == 200),
        "{} {}",
        first.body,
        second.body
    );
    assert_eq!(updates(&desk.store).await, count + 1);
    assert!(
        !admin
            .get("/rulebooks")
            .await
            .text()
            .contains("Changed outside Float Desk")
    );

    let history = admin.get("/history?rulebook=stringent_v1").await.text();
    assert!(
        history.contains("outside Float Desk, recorded by ada-admin"),
        "{history}"
    );
    let (newest, _) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let change = admin.get(&app::paths::update(&newest)).await.text();
    let said = "Changed outside Float Desk, recorded by ada-admin: the release script ran";
    assert!(change.contains(said), "{change}");

    // Mine where both changed, theirs where only they did.
    assert_eq!(step(&admin, &preview, "publish", "2").await.status, 200);
    let after = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(
        (after.priority, after.rulebook_name.as_str()),
        (7, "By a script")
    );
    // The name is nobody's in Float Desk; whoever published after it isn't blamed for it.
    let form = [("id", "stringent_v1")];
    let page: RulebookPage = admin.post("/rpc/read_rulebook", &form).await.unpack();
    let label = |name: &str| {
        let place = Place::Field(name.to_owned());
        let values = &page.blame.values;
        let (_, origin) = values.iter().find(|(found, _)| *found == place).unwrap();
        let Origin::Set(update) = origin else {
            panic!("{origin:?}")
        };
        let mut credits = page.blame.credits.iter();
        credits
            .find(|credit| credit.update == *update)
            .unwrap()
            .label()
    };
    assert_eq!(
        label("rulebook_name"),
        "outside Float Desk, recorded by ada-admin"
    );
    assert_eq!(label("priority"), "ada-admin");
}

#[tokio::test]
async fn where_review_is_on_nobody_publishes_their_own_and_an_edit_resets_the_approval() {
    let (_engine, desk) = reviewed().await;
    let author = signed_in(&desk, "ann", Role::Admin).await;
    let other = signed_in(&desk, "bea", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&author, Some(&book), &with_priority(&book, 7)).await;
    assert_eq!(step(&author, &preview, "publish", "1").await.status, 400);
    assert_eq!(step(&author, &preview, "submit", "1").await.status, 200);
    assert_eq!(step(&author, &preview, "approve", "2").await.status, 400);
    assert_eq!(
        step(&other, &preview, "publish", "2").await.status,
        400,
        "not approved yet"
    );
    assert_eq!(step(&other, &preview, "approve", "2").await.status, 200);

    let (base, again) = (text(&book), text(&with_priority(&book, 6)));
    let id = preview.rsplit('/').next().unwrap();
    let form = [
        ("draft", again.as_str()),
        ("base", &base),
        ("proposal", id),
        ("version", "3"),
    ];
    assert_eq!(author.post("/rpc/save_draft", &form).await.status, 200);
    assert_eq!(
        step(&other, &preview, "publish", "4").await.status,
        400,
        "approved something else"
    );
    assert_eq!(step(&other, &preview, "approve", "4").await.status, 200);
    assert_eq!(step(&other, &preview, "publish", "5").await.status, 200);
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(book.priority, 6);

    // Alone, an admin may only take something out of use; everybody is told.
    let glass = draft(&author, Some(&book), &to_nobody(&book)).await;
    let id = glass.rsplit('/').next().unwrap();
    let form = [
        ("id", id),
        ("version", "1"),
        ("step", "break_glass"),
        ("reason", "It approves everybody."),
        ("urgency", "Money is going out."),
    ];
    assert_eq!(author.post("/rpc/decide_proposal", &form).await.status, 200);
    let support = signed_in(&desk, "sue", Role::Support).await;
    let home = support.get("/").await.text();
    assert!(home.contains("Published without review by ann"), "{home}");
    assert_eq!(step(&author, &glass, "reviewed", "2").await.status, 400);
    assert_eq!(step(&other, &glass, "reviewed", "2").await.status, 200);
    assert!(
        !support
            .get("/")
            .await
            .text()
            .contains("Published without review")
    );
}

/// One update, one audit event and one rulebook's value each, or none of the three.
#[tokio::test]
async fn a_server_killed_while_publishing_leaves_all_or_nothing() {
    let kills = if env::var("FLOAT_DESK_TORTURE").is_ok() {
        300
    } else {
        3
    };
    let engine = Engine::start().await;
    let store = Store::connect(&engine.config()).await;
    let admin = account("ann", Role::Admin).await;
    staff_account::add(&store, &permit(), &admin, &event("ann"))
        .await
        .unwrap();
    let (here, site) = (TempDir::new().unwrap(), built_site());
    let before = updates(&store).await;
    let mut all_or_nothing = [0, 0];
    for kill in 0..kills {
        let arguments = [
            "serve",
            "--addr",
            "127.0.0.1:0",
            "--review",
            "off",
            "--site-root",
            site.path().to_str().unwrap(),
        ];
        let mut command = float_desk_on(engine.url(), here.path(), &arguments);
        let spawned = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut running = Running(spawned.unwrap());
        let line = running.first_line();
        let url = line.strip_prefix("Float Desk is running at ").unwrap();
        let mut visitor = Visitor::at(url);
        sign_in(&mut visitor, "ann", PASSWORD).await;
        let (book, count) = (
            live(&store, "stringent_v1").await.unwrap(),
            updates(&store).await,
        );
        let preview = draft(&visitor, Some(&book), &with_priority(&book, 1 + kill % 200)).await;
        let id = preview.rsplit('/').next().unwrap().to_owned();
        let publishing = tokio::spawn(async move {
            let form = [
                ("id", id.as_str()),
                ("version", "1"),
                ("step", "publish"),
                ("reason", "in the middle of it"),
            ];
            // The answer, if there is one, does not matter.
            let _ = visitor
                .request(reqwest::Method::POST, "/rpc/decide_proposal")
                .form(&form)
                .send()
                .await;
        });
        // Anywhere from before the first read to after the answer; the last one waits for that.
        if kill + 1 == kills {
            while !publishing.is_finished() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        } else {
            tokio::time::sleep(Duration::from_millis(u64::try_from(kill * 7 % 60).unwrap())).await;
        }
        running.0.kill().unwrap();
        running.0.wait().unwrap();
        publishing.await.unwrap();

        let (_, newest) = rulebook_update::latest(&store).await.unwrap().unwrap();
        let newest = newest.unwrap().value.configuration();
        let now = rulebook::live(&store).await.unwrap().configuration();
        assert_eq!(newest, now, "the newest snapshot is what is live");
        let recorded = published(&store).await;
        let of_ann = recorded.iter().filter(|it| it.who == StaffId::new("ann"));
        assert_eq!(updates(&store).await - before, of_ann.count());
        all_or_nothing[updates(&store).await - count] += 1;
    }
    assert!(
        all_or_nothing.iter().all(|times| *times > 0),
        "nothing and all, so often: {all_or_nothing:?}"
    );
}
