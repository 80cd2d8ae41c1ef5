//! Every stored item of a user can be opened as it is, by those who may, and each opening is on record.

use crate::desk::{Desk, config_by, desk, engine};
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::raw_items::RawItemsPage;
use domain::audit::{Action, AuditList};
use domain::id::{StaffId, UserId};
use domain::instant::Instant;
use domain::raw_item::RawItem;
use domain::value::{Attributes, Value};
use fixtures::World;
use std::collections::BTreeSet;
use std::time::SystemTime;
use store::{TableId, raw_item::RawList};

async fn analyst(desk: &Desk) -> Visitor {
    let mut visitor = Visitor::to(desk);
    assert_eq!(visitor.sign_in("analyst", "/").await.status, 303);
    visitor
}

async fn read(visitor: &Visitor, form: &[(&str, &str)]) -> RawItemsPage {
    let answer = visitor.post("/rpc/read_raw_items", form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// Every item of every list, read to its end.
async fn everything(visitor: &Visitor, user: &str) -> Vec<RawItem> {
    let mut found = Vec::new();
    for list in RawList::ALL {
        let mut after = None;
        loop {
            let mut form = vec![("user_id", user), ("list", list.name)];
            form.extend(after.as_deref().map(|after| ("after", after)));
            let mut page = read(visitor, &form).await;
            let list = page.tables.remove(0).lists.remove(0);
            found.extend(list.items.unwrap());
            match list.next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
    }
    found
}

fn names(item: &Attributes, user: &str) -> bool {
    let is_campaign =
        matches!(&item.get("PK"), Some(Value::Text(key)) if key.starts_with("CAMPAIGN"));
    let text = serde_json::to_string(item).unwrap();
    let (quoted, in_key) = (format!("\"{user}\""), format!("#{user}\""));
    !is_campaign && (text.contains(&quoted) || text.contains(&in_key))
}

#[tokio::test]
async fn nothing_that_the_demo_world_has_of_a_user_is_missing() {
    let visitor = analyst(desk()).await;
    let world = World::demo(Instant::from(SystemTime::now()));
    for user in ["user-hugo", "user-bea", "user-lou"] {
        let expected: Vec<_> = world
            .items
            .iter()
            .flat_map(|(table, items)| items.iter().map(move |item| (*table, item)))
            .filter(|(_, item)| names(item, user))
            .collect();
        let tables: BTreeSet<_> = expected.iter().map(|(table, _)| *table).collect();
        assert!(tables.len() > 1, "{user}: {tables:?}");
        let found = everything(&visitor, user).await;
        for (table, item) in expected {
            // Times of the demo world are those of its start.
            let key = |name: &str| item.get(name).map(ToString::to_string);
            let partition = key(table.partition_key().name).unwrap();
            let kinds: BTreeSet<_> = item.keys().collect();
            let is_there = found.iter().any(|raw| {
                raw.partition == partition
                    && raw.attributes.keys().collect::<BTreeSet<_>>() == kinds
            });
            assert!(is_there, "{user}: {table}: {partition}: {kinds:?}");
        }
    }
}

#[tokio::test]
async fn each_opening_is_on_record_and_a_refusal_too() {
    let visitor = analyst(desk()).await;
    let user = "user-raw-record";
    assert_eq!(visitor.get(&format!("/users/{user}/raw")).await.status, 200);
    read(&visitor, &[("user_id", user), ("list", "locks")]).await;
    let of = AuditList::OfUser(UserId::new(user));
    let entries = store::audit::list(&desk().store, &of, 10, None)
        .await
        .unwrap();
    let opened: Vec<_> = entries
        .events
        .into_iter()
        .map(|event| event.unwrap().value)
        .filter(|event| event.action == Action::RawItemsOpened)
        .map(|event| (event.who, event.subject))
        .collect();
    let who = StaffId::new("ana-analyst");
    assert_eq!(
        opened,
        [
            (who.clone(), "locks".to_owned()),
            (who, "every table".to_owned())
        ]
    );

    let support = Visitor::signed_in_to(desk()).await;
    let refused = support.get(&format!("/users/{user}/raw")).await;
    assert_eq!(refused.status, 403);
    assert!(
        refused.text().contains("an analyst or an admin can"),
        "{}",
        refused.text()
    );
    let overview = support.get("/users/user-12345").await;
    assert!(
        !overview.body.contains("/users/user-12345/raw"),
        "no tab for support"
    );
    let overview = visitor.get("/users/user-12345").await;
    assert!(overview.body.contains("/users/user-12345/raw"));
}

#[tokio::test]
async fn the_page_shows_keys_types_sizes_and_what_is_used_for_nothing() {
    let visitor = analyst(desk()).await;
    let page = visitor.get("/users/user-12345/raw").await;
    let text = page.text();
    for words in [
        "underwriting",
        "PROFILE#2024-02-10T14:30:00Z",
        "USER#user-12345",
        "is_float_enabled",
        "BOOL",
        "TTL ",
        "This table is used for nothing, and is not read.",
        "Nothing stored: ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(
        page.body
            .contains("Copy PROFILE#2024-02-10T14:30:00Z as JSON")
    );
    assert_eq!(
        visitor
            .get("/users/user-12345/raw?list=nothing")
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn a_table_that_is_away_leaves_the_rest_readable() {
    let (url, _) = Road::Lossy("prod-pave").open(engine().url());
    let own = Desk::open(&config_by(&url)).await;
    let visitor = analyst(&own).await;
    let page = visitor.get("/users/user-12345/raw").await;
    let text = page.text();
    assert_eq!(page.status, 200);
    assert!(
        text.contains("Could not be read at the moment: insights."),
        "{text}"
    );
    assert!(text.contains("PROFILE#2024-02-10T14:30:00Z"), "{text}");
}

#[tokio::test]
async fn what_cannot_be_put_on_record_is_not_shown() {
    let visitor = analyst(desk()).await;
    let without = crate::desk::named(engine().config(), TableId::FloatDesk, "locks");
    let own = Desk::open(&without).await;
    let visitor = Visitor::to(&own).with_session(visitor.session.unwrap());
    let answer = visitor
        .post("/rpc/read_raw_items", &[("user_id", "user-12345")])
        .await;
    assert_eq!(answer.status, 503);
    assert!(!answer.body.contains("PROFILE#"), "{}", answer.body);
}
