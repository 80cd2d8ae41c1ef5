//! All decisions: the list, its numbers and its file are what the evaluations give, and what has expired
//! is still there.

use crate::kept::kept;
use crate::visitor::Visitor;
use app::api::ledger::{Counts, LedgerPage, Reach};
use app::{ledger_list, paths};
use domain::decision::NoResultsReading;
use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, UserId};
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::ledger_list::{FilteredCount, LedgerView};
use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;
use store::ledger::{Chunk, Retention, record};

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

async fn read(visitor: &Visitor, query: &str) -> LedgerPage {
    let answer = visitor.post("/rpc/read_ledger", &[("query", query)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// Every line of a list, page after page, in its order.
async fn listed(visitor: &Visitor, query: &str) -> Vec<(UserId, ResultId)> {
    let (mut found, mut place) = (Vec::new(), String::new());
    loop {
        let page = read(visitor, &format!("{query}{place}")).await;
        assert!(page.lines.len() <= 50);
        let lines = page.lines.into_iter().map(|line| line.unwrap());
        found.extend(lines.map(|line| (line.user_id, line.result_id)));
        let Some(next) = page.next else { return found };
        place = format!("&after={}", paths::query_value(&next));
    }
}

/// The last days: what another test puts in is older, and each page counts every day of its range.
fn recent() -> String {
    format!("from={}", now().day().plus_days(-9).stored())
}

/// The evaluations that an address means, by the filter alone.
fn wanted(query: &str) -> BTreeSet<(UserId, ResultId)> {
    let view = LedgerView::parse(&paths::fields(query)).unwrap();
    let of = |it: &EvaluationResult| (it.user_id.clone(), it.result_id.clone());
    let all = kept().evaluations.iter();
    let fits = all.filter(|it| {
        view.filter
            .admits(&LedgerEntry::of(it), NoResultsReading::default())
    });
    fits.map(of).collect()
}

#[tokio::test]
async fn every_filter_lists_and_exports_what_a_recount_finds_newest_first() {
    let visitor = kept().analyst();
    for filter in [
        "",
        "&outcome=denied",
        "&product=loan&outcome=approved",
        "&product=loan&outcome=not-evaluated",
        "&outcome=no-results",
        "&outcome=error",
        "&status=CALCERR",
        "&rulebook=core_v2&outcome=denied",
        "&at-least=30&at-most=50",
        "&applies=no&applied=stringent_v1",
        "&user=user-kai",
    ] {
        let query = format!("{}{filter}", recent());
        let (lines, wanted) = (listed(&visitor, &query).await, wanted(&query));
        assert!(!wanted.is_empty(), "{filter} is tried with something");
        let found: BTreeSet<_> = lines.iter().cloned().collect();
        assert_eq!(found.len(), lines.len(), "{filter}: each once");
        assert_eq!(found, wanted, "{filter}");
        let file = visitor.get(&format!("/evaluations.csv?{query}")).await;
        assert_eq!(file.body.lines().count(), lines.len() + 1, "{filter}");
        let rows = visitor.get(&format!("/evaluations.jsonl?{query}")).await;
        let ids: Vec<_> = rows.body.lines().map(row).collect();
        assert_eq!(ids, lines, "{filter}: the same in the same order");
    }
}

fn row(line: &str) -> (UserId, ResultId) {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    let text = |name: &str| row[name].as_str().unwrap().to_owned();
    (
        UserId::new(text("user_id")),
        ResultId::new(text("result_id")),
    )
}

#[tokio::test]
async fn the_numbers_are_those_of_the_filtered_set_and_of_its_days() {
    let visitor = kept().analyst();
    let query = format!("{}&product=float&rulebook=core_v2", recent());
    let page = read(&visitor, &query).await;
    let Counts::Of(days, counts) = page.counts else {
        panic!("these can be counted");
    };
    assert_eq!(days.to, page.now.day());
    assert_eq!(counts.len(), 1);
    assert_eq!(counts[0].total(), wanted(&query).len() as u64);
    let html = visitor.get(&format!("/evaluations?{query}")).await;
    assert!(
        html.text().contains(&counts[0].describe()),
        "{}",
        html.text()
    );
    let mut by_users = BTreeMap::<&UserId, u64>::new();
    for one in &kept().evaluations {
        // A decision on each product, also where a part is missing.
        *by_users.entry(&one.user_id).or_default() += 2;
    }
    // All on one page.
    let (user, checks) = by_users
        .into_iter()
        .find(|(_, checks)| *checks <= 40)
        .unwrap();
    let by_user = read(&visitor, &format!("user={user}")).await;
    let Counts::Looked(counts, Reach::All) = by_user.counts else {
        panic!("all days are looked at: {:?}", by_user.counts);
    };
    assert_eq!(counts.iter().map(FilteredCount::total).sum::<u64>(), checks);
    let text = visitor
        .get(&format!("/evaluations?user={user}"))
        .await
        .text();
    assert!(text.contains("To the end of these days: "), "{text}");
    let text = visitor.get("/evaluations?at-least=1").await.text();
    assert!(text.contains("So far, back to "), "{text}");
    let years = read(&visitor, "from=2020-01-01").await;
    assert_eq!(years.counts, Counts::TooManyDays);
}

#[tokio::test]
async fn a_decision_whose_original_is_gone_opens_as_the_ledger_keeps_it() {
    let kept = kept();
    let is_float = |it: &&EvaluationResult| {
        let float = it.float_results.as_ref();
        float.is_some_and(|float| float.deciding_rulebook.is_some())
    };
    let original = kept.evaluations.iter().find(is_float).unwrap();
    let created = now().plus_days(-200).whole_seconds();
    let (user, result) = (UserId::new("long/gone"), ResultId::new("1600000000_gone"));
    let entry = LedgerEntry {
        user_id: user.clone(),
        result_id: result.clone(),
        created,
        expires: Some(created.plus_days(32)),
        ..LedgerEntry::of(original)
    };
    let keep = Retention {
        now: now(),
        days: Retention::DEFAULT_DAYS,
    };
    record(&kept.desk().store, &[entry], keep).await.unwrap();

    let analyst = kept.analyst();
    let day = created.day().stored();
    let list = analyst
        .get(&format!("/evaluations?from={day}&to={day}"))
        .await;
    let href = paths::evaluation(&user, &result);
    assert!(list.body.contains(&href), "{}", list.body);
    let page = analyst.get(&href).await;
    assert_eq!(page.status, 200);
    let text = page.text();
    assert!(text.contains("what the decision ledger keeps"), "{text}");
    let deciding = original
        .float_results
        .as_ref()
        .unwrap()
        .deciding_rulebook
        .as_ref();
    assert!(text.contains(deciding.unwrap().as_str()), "{text}");
    assert!(
        !page.body.contains("pin_evaluation"),
        "there is nothing to pin"
    );

    let mut support = Visitor::to(kept.desk());
    support.sign_in("support", "/").await;
    assert_eq!(
        support.get(&href).await.status,
        404,
        "the ledger is not theirs"
    );
}

#[tokio::test]
async fn a_view_is_saved_under_a_name_of_its_own_and_forgotten_again() {
    let mut visitor = Visitor::to(kept().desk());
    visitor.sign_in("admin", "/").await;
    let save = |name: &'static str, query: &'static str| {
        let visitor = &visitor;
        async move {
            let form = [("name", name), ("query", query)];
            visitor.post("/rpc/save_view", &form).await.status
        }
    };
    assert_eq!(save("Denials", "?outcome=denied&nonsense=1").await, 200);
    assert_eq!(
        save("Denials", "outcome=denied").await,
        200,
        "a double click"
    );
    assert_eq!(save("Denials", "outcome=approved").await, 400);
    assert_eq!(save("", "outcome=approved").await, 400);
    assert_eq!(save("Wrong", "outcome=perhaps").await, 400);
    let page = visitor.get("/evaluations").await;
    assert!(
        page.body.contains("href=\"/evaluations?outcome=denied\""),
        "{}",
        page.body
    );
    let others = read(&kept().analyst(), "").await;
    assert_eq!(others.views, [], "nobody else sees it");
    for _ in 0..2 {
        let gone = visitor
            .post("/rpc/forget_view", &[("name", "Denials")])
            .await;
        assert_eq!(gone.status, 200);
    }
    assert_eq!(read(&visitor, "").await.views, []);
}

#[tokio::test]
async fn an_address_that_means_nothing_is_told_and_days_without_decisions_are_empty() {
    let visitor = kept().analyst();
    for (wrong, said) in [
        ("?from=soon", "is no day"),
        ("?at-least=much", "is no amount"),
        ("?applies=perhaps", "choose yes, no or unrecorded"),
        ("?from=2024-02-02&to=2024-02-01", "comes after the last"),
        ("?after=nowhere", "no longer there"),
    ] {
        let page = visitor.get(&format!("/evaluations{wrong}")).await;
        assert_eq!(page.status, 400, "{wrong}");
        assert!(page.text().contains(said), "{wrong}: {}", page.text());
    }
    assert_eq!(visitor.get("/evaluations.csv?from=soon").await.status, 400);
    let old = visitor
        .get("/evaluations?from=2020-01-01&to=2020-01-01")
        .await;
    let text = old.text();
    assert!(text.contains("On 1 Jan 2020: none."), "{text}");
    assert!(text.contains("No decision in the ledger fits"), "{text}");
}

#[tokio::test]
async fn every_page_that_is_made_from_the_ledger_says_that_it_is_still_being_filled() {
    // Its ledger was filled by hand: no indexer has noted that everything is read.
    let analyst = kept().analyst();
    for address in ["/evaluations", "/rates", "/repayment", "/what-if"] {
        let text = analyst.get(address).await.text();
        let said = "The ledger is still being filled: nothing has been read into it yet.";
        assert!(text.contains(said), "{address}: {text}");
    }
}

#[tokio::test]
async fn reading_the_newest_days_ends_within_a_day_that_has_too_many() {
    let kept = kept();
    let days = now().day().plus_days(-20)..=now().day();
    let read = async |most_days, most| {
        let mut entries = 0;
        let count = |chunk: Chunk<LedgerEntry>| entries += chunk.items.len();
        let store = &kept.desk().store;
        let looked = ledger_list::newest(store, days.clone(), (most_days, most), count).await;
        (looked.unwrap(), entries)
    };
    let (looked, all) = read(usize::MAX, u64::MAX).await;
    assert!(!looked.goes_on && looked.part_of.is_none());
    let (looked, entries) = read(usize::MAX, 1).await;
    assert!(looked.goes_on && entries < all);
    assert!(
        looked.part_of.is_some() && looked.back_to.is_none(),
        "{looked:?}"
    );
    let (looked, _) = read(2, u64::MAX).await;
    assert!(looked.goes_on && looked.part_of.is_none(), "{looked:?}");
}
