//! What-if: without changes nothing changes, and the page says what it tried, found and cannot know.

use crate::drafting::{demo, script};
use crate::evaluations::sample;
use crate::kept::kept;
use crate::visitor::Visitor;
use app::api::what_if::{Progress, WhatIfPage};
use app::{paths, wire};
use domain::evaluation::Product;
use domain::id::{ProposalId, RulebookId};
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::value::Value;
use domain::what_if::findings::Flip;
use std::time::SystemTime;
use store::ledger::{Retention, record};
use store::rulebook_update;

/// Every report of a run, in order.
async fn run(visitor: &Visitor, query: &str) -> Vec<Progress> {
    let answer = visitor.get(&paths::what_if_run(query)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(!answer.body.contains("event: failed"), "{}", answer.body);
    let lines = answer.body.lines();
    lines
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|text| wire::from_text(text).unwrap())
        .collect()
}

async fn read(visitor: &Visitor, query: &str) -> WhatIfPage {
    let answer = visitor.post("/rpc/read_what_if", &[("query", query)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

#[tokio::test]
async fn without_changes_nothing_comes_out_otherwise_but_what_the_check_flags() {
    let kept = kept();
    let reports = run(&kept.analyst(), "days=20").await;
    let last = reports.last().unwrap();
    assert!(last.is_done);
    assert!(reports.iter().rev().skip(1).all(|report| !report.is_done));
    let today = Instant::from(SystemTime::now()).day();
    let since = Instant::EPOCH.plus_days(today.number() - 19);
    let recent = kept
        .evaluations
        .iter()
        .filter(|it| it.created_date >= since);
    assert_eq!(last.found.entries, recent.count() as u64);
    assert!(last.found.entries > 400);
    for product in Product::ALL {
        let tally = last.found.tally(product);
        assert_eq!(tally.flips.total(), 0, "{product:?}");
        let flagged = kept.flagged(product, since) as u64;
        // The check also sees what the ledger does not keep, such as a result that contradicts itself.
        assert!(tally.unexplained <= flagged, "{product:?}");
    }
    assert!(last.found.float.unexplained > 0, "the demo has some");
    assert!(last.found.float.undecided > 0);
}

#[tokio::test]
async fn a_dropped_rulebook_flips_what_it_decided_alone() {
    let kept = kept();
    let reports = run(&kept.analyst(), "days=14&drop.core_v2=yes").await;
    let tally = &reports.last().unwrap().found.float;
    assert!(tally.flips.to_denied > 0, "{tally:?}");
    assert_eq!(tally.flips.to_approved, 0);
    let core = tally.by_rulebook[&RulebookId::new("core_v2")];
    assert!(core.approved_before > 0);
    assert_eq!((core.approved_after, core.denied_after), (0, 0));
    assert!(!tally.examples.of(Flip::ToDenied).is_empty());
}

#[tokio::test]
async fn without_javascript_the_newest_days_are_worked_out_and_the_page_says_so() {
    let kept = kept();
    let query = "days=14&share.stringent_v1=50&run=1";
    let page = read(&kept.analyst(), query).await;
    let newest = page.newest.unwrap();
    assert!(!newest.is_done && newest.found.entries < newest.expected);
    let text = kept
        .analyst()
        .get(&format!("/what-if?{query}"))
        .await
        .text();
    for said in [
        "Worked out the newest days only",
        "Simulated:",
        "Tried: stringent_v1: share 50 %.",
        "What this cannot know",
        "Rules are not run again",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let nothing = kept.analyst().get("/what-if").await;
    assert_eq!(nothing.status, 200);
    assert!(!nothing.text().contains("What this cannot know"));
    // Every field as it is now is no change.
    let book = &page.rulebooks[0];
    let same = format!("priority.{}={}&run=1", book.id, book.priority);
    assert!(read(&kept.analyst(), &same).await.changes.is_empty());
}

#[tokio::test]
async fn superseding_alone_is_said_to_change_no_outcome() {
    let kept = kept();
    let page = read(&kept.analyst(), "").await;
    let book = &page.rulebooks[0];
    let other = if book.superseding { "no" } else { "yes" };
    let address = format!("/what-if?superseding.{}={other}&run=1", book.id);
    let text = kept.analyst().get(&address).await.text();
    assert!(text.contains("Superseding changes no outcome"), "{text}");
    assert!(!text.contains("None of"), "{text}");
}

#[tokio::test]
async fn what_cannot_be_tried_is_told() {
    let kept = kept();
    let wrong = kept
        .analyst()
        .get("/what-if?priority.core_v2=high&run=1")
        .await;
    assert!(
        wrong.text().contains("Nothing was worked out."),
        "{}",
        wrong.text()
    );
    assert!(wrong.body.contains("aria-invalid=\"true\""));
    let proposal = paths::what_if_of(&ProposalId::new("none"));
    for (address, said) in [(
        proposal.as_str(),
        "There is no proposal none that you can read.",
    )] {
        let page = kept.analyst().get(address).await;
        assert_eq!(page.status, 400, "{address}");
        assert!(page.text().contains(said), "{}", page.text());
    }
    // The form stays, with everything that was typed.
    let address = "/what-if?days=400&priority.core_v2=777&run=1";
    let page = kept.analyst().get(address).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Enter a number from 1 to 365."));
    assert!(page.body.contains("value=\"400\"") && page.body.contains("value=\"777\""));
    assert!(!page.text().contains("What this cannot know"));
    let run = kept.analyst().get("/what-if/run?days=0").await;
    assert_eq!(run.status, 400);
}

#[tokio::test]
async fn where_the_update_in_force_cannot_be_read_the_one_before_it_is_used_and_what_is_missing_is_said()
 {
    let (_engine, desk, admin) = demo().await;
    let now = Instant::from(SystemTime::now());
    let (id, newest) = rulebook_update::latest(&desk.store).await.unwrap().unwrap();
    let mut item = rulebook_update::encode(&newest.unwrap().value);
    item.insert("rulebooks".to_owned(), Value::text("lost"));
    script(&desk.store, vec![item]).await;
    let before = rulebook_update::before(&desk.store, &id).await;
    let before = before.unwrap().unwrap().0;
    let keep = Retention {
        now,
        days: Retention::DEFAULT_DAYS,
    };
    // As the indexer leaves them: it knows the readable one, and of the other no snapshot at all.
    let entries = [("known", Some(before)), ("unknown", None)].map(|(user, snapshot)| {
        let made = sample(user, 0);
        LedgerEntry {
            snapshot,
            ..LedgerEntry::of(&made)
        }
    });
    record(&desk.store, &entries, keep).await.unwrap();
    let query = "days=2&drop.core_v2=yes";
    let reports = run(&admin, query).await;
    let tally = &reports.last().unwrap().found.float;
    assert_eq!(tally.worked_out, 2);
    assert_eq!(tally.limits.unknown_configuration, 1);
    let page = admin.get(&format!("/what-if?{query}&run=1")).await.text();
    let said = "1 float decision whose configuration is not known";
    assert!(page.contains(said), "{page}");
}
