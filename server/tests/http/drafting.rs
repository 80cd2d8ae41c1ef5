//! What the pages of rulebooks do, done by hand: drafting, taking steps, choosing between two sides.

use crate::accounts::{PASSWORD, account, event, permit, sign_in};
use crate::desk::{Desk, Engine};
use crate::visitor::{Answer, Visitor};
use app::api::proposals::ProposalPage;
use domain::basis_points::BasisPoints;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::role::Role;
use domain::rulebook::Rulebook;
use domain::rulebook_merge::MergeState;
use domain::value::{Attributes, Value, json};
use store::rulebook;
use store::{Store, TableId, rulebook_update, staff_account, update_summary};

pub async fn live(store: &Store, id: &str) -> Option<Rulebook> {
    let live = rulebook::live(store).await.unwrap();
    live.get(&RulebookId::new(id)).cloned()
}

pub fn text(rulebook: &Rulebook) -> String {
    json::print(&Value::Map(rulebook.to_plain()))
}

/// Drafts a change as the form does, and gives the address of its preview.
pub async fn draft(visitor: &Visitor, base: Option<&Rulebook>, after: &Rulebook) -> String {
    let (base, after) = (base.map(text).unwrap_or_default(), text(after));
    let form = [
        ("draft", after.as_str()),
        ("base", &base),
        ("proposal", ""),
        ("version", "0"),
    ];
    let answer = visitor.post("/rpc/save_draft", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.location().to_owned()
}

/// Takes a step with the proposal at an address, as its page offers it.
pub async fn step(visitor: &Visitor, address: &str, step: &str, version: &str) -> Answer {
    let id = address.rsplit('/').next().unwrap();
    let form = [
        ("id", id),
        ("version", version),
        ("step", step),
        ("reason", "a good reason"),
    ];
    let function = match step {
        "submit" | "withdraw" | "comment" => "/rpc/discuss_proposal",
        _ => "/rpc/decide_proposal",
    };
    visitor.post(function, &form).await
}

/// What the page of a proposal is made of.
pub async fn proposal(visitor: &Visitor, address: &str) -> ProposalPage {
    let id = address.rsplit('/').next().unwrap();
    let answer = visitor.post("/rpc/read_proposal", &[("id", id)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// Chooses one side for every conflict that a page shows.
pub async fn choose(visitor: &Visitor, page: &ProposalPage, side: &str) -> Answer {
    let version = page.proposal.version.to_string();
    let mut form = vec![
        ("id".to_owned(), page.proposal.id.to_string()),
        ("version".to_owned(), version),
        ("seen".to_owned(), page.seen.clone()),
    ];
    let rows = page.stale.iter().flat_map(|three| &three.rows);
    let conflicts = rows.filter(|row| row.state == MergeState::Conflict);
    for (number, row) in conflicts.enumerate() {
        form.push((format!("choices[{number}][row]"), row.key.clone()));
        form.push((format!("choices[{number}][side]"), side.to_owned()));
    }
    let form: Vec<_> = form.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    visitor.post("/rpc/bring_up_to_date", &form).await
}

pub async fn bring_up_to_date(visitor: &Visitor, address: &str, side: &str) -> Answer {
    let page = proposal(visitor, address).await;
    choose(visitor, &page, side).await
}

pub async fn updates(store: &Store) -> usize {
    let ids = rulebook_update::ids_since(store, Instant::EPOCH).await;
    ids.unwrap().len()
}

pub async fn demo() -> (Engine, Desk, Visitor) {
    let engine = Engine::start().await;
    let desk = Desk::open(&engine.config()).await;
    let mut visitor = Visitor::to(&desk);
    visitor.sign_in("admin", "/").await;
    (engine, desk, visitor)
}

/// A desk where changes are reviewed.
pub async fn reviewed() -> (Engine, Desk) {
    let engine = Engine::start().await;
    let desk = Desk::open_without_demo(&engine.config()).await;
    (engine, desk)
}

/// Somebody with an account of their own.
pub async fn signed_in(desk: &Desk, name: &str, role: Role) -> Visitor {
    let new = account(name, role).await;
    staff_account::add(&desk.store, &permit(), &new, &event(name))
        .await
        .unwrap();
    let mut visitor = Visitor::to(desk);
    sign_in(&mut visitor, name, PASSWORD).await;
    visitor
}

pub fn with_priority(rulebook: &Rulebook, priority: i64) -> Rulebook {
    Rulebook {
        priority,
        ..rulebook.clone()
    }
}

/// Writes past Float Desk, as a script does; the worker then summarizes what it finds.
pub async fn script(store: &Store, items: Vec<Attributes>) {
    let table = store.table(TableId::Underwriting);
    table.put_all(items, |_| {}).await.unwrap();
    update_summary::catch_up(store).await.unwrap();
}

/// The same, put on record by an admin: nothing else is published before.
pub async fn recorded(store: &Store, admin: &Visitor, items: Vec<Attributes>) {
    script(store, items).await;
    record_drift(admin).await;
}

pub async fn record_drift(admin: &Visitor) {
    let form = [("reason", "the release script ran")];
    let answer = admin.post("/rpc/record_drift", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

pub fn renamed(rulebook: &Rulebook, name: &str) -> Rulebook {
    Rulebook {
        rulebook_name: name.to_owned(),
        ..rulebook.clone()
    }
}

/// Decides on nobody any more.
pub fn to_nobody(rulebook: &Rulebook) -> Rulebook {
    Rulebook {
        apply_to: Some(BasisPoints(0)),
        ..rulebook.clone()
    }
}

pub fn new_one(like: &Rulebook, id: &str) -> Rulebook {
    Rulebook {
        rulebook_id: RulebookId::new(id),
        last_updated: None,
        ..like.clone()
    }
}
