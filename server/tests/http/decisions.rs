//! What a decision is: pages, exports and a recount of the stored items say the same.

use crate::desk::Desk;
use crate::drafting::{demo, draft, live};
use crate::evaluations::sample;
use crate::kept::kept;
use crate::visitor::Visitor;
use app::api::ledger::{Counts, LedgerPage};
use app::api::rates::RatesPage;
use app::api::what_if::Progress;
use app::machinery::WorkerBoard;
use app::{paths, wire};
use domain::decision::{DecisionCounts, NoResultsReading};
use domain::evaluation::Product;
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::rulebook::Rulebook;
use domain::value::{Attributes, Value};
use server::workers::recount::Recount;
use server::workers::{Worker, Workers};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use store::indexer::Settings;
use store::ledger::{Retention, record};
use store::{TableId, ledger};

/// What another test puts into the ledger is older.
const DAYS: i64 = 10;

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

/// By decision, from the stored item alone.
fn by_hand(items: &[Attributes], product: Product) -> BTreeMap<&'static str, u64> {
    let since = now().day().plus_days(1 - DAYS).stored();
    let mut counts = BTreeMap::new();
    for item in items {
        let Some(Value::Text(created)) = item.get("created_date") else {
            panic!("{item:?}");
        };
        if created[..10] < since[..] {
            continue;
        }
        let part = item.get(&format!("{}_results", product.as_str()));
        *counts.entry(decision(part)).or_default() += 1;
    }
    counts
}

fn decision(part: Option<&Value>) -> &'static str {
    let Some(Value::Map(part)) = part else {
        return "not-evaluated";
    };
    let has_results = matches!(part.get("results"), Some(Value::List(it)) if !it.is_empty());
    let is_approved = part.get("approved") == Some(&Value::Bool(true));
    match part.get("status") {
        Some(Value::Text(status)) if status == "NOEVAL" => "not-evaluated",
        Some(Value::Text(status)) if status == "OK" => match (is_approved, has_results) {
            (true, _) => "approved",
            (false, true) => "denied",
            (false, false) => "no-results",
        },
        _ => "error",
    }
}

fn counted(counts: DecisionCounts) -> BTreeMap<&'static str, u64> {
    let all = [
        ("approved", counts.approved),
        ("denied", counts.denied),
        ("not-evaluated", counts.not_evaluated),
        ("no-results", counts.no_results),
        ("error", counts.errors),
    ];
    all.into_iter().filter(|(_, count)| *count > 0).collect()
}

async fn rates(visitor: &Visitor, query: &str) -> RatesPage {
    let answer = visitor.post("/rpc/read_rates", &[("query", query)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

async fn evaluations(visitor: &Visitor, query: &str) -> LedgerPage {
    let answer = visitor.post("/rpc/read_ledger", &[("query", query)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// How often each value stands in a column of a CSV file.
fn column(csv: &str, name: &str) -> BTreeMap<String, u64> {
    let mut lines = csv.lines();
    let place = lines.next().unwrap().split(',').position(|it| it == name);
    let mut counts = BTreeMap::new();
    for line in lines {
        let cell = line.split(',').nth(place.unwrap()).unwrap();
        *counts.entry(cell.to_owned()).or_default() += 1;
    }
    counts
}

fn owned(counts: &BTreeMap<&'static str, u64>) -> BTreeMap<String, u64> {
    let counts = counts.iter();
    counts
        .map(|(it, count)| ((*it).to_owned(), *count))
        .collect()
}

#[tokio::test]
async fn pages_exports_and_a_recount_of_raw_items_give_the_same_decisions() {
    let kept = kept();
    let visitor = kept.analyst();
    let days = format!("from={}", now().day().plus_days(1 - DAYS).stored());
    let what_if = visitor
        .get(&paths::what_if_run(&format!("days={DAYS}")))
        .await;
    let reports = what_if.body.lines();
    let last = reports
        .filter_map(|line| line.strip_prefix("data: "))
        .next_back();
    let found = wire::from_text::<Progress>(last.unwrap()).unwrap().found;
    let csv = visitor.get(&format!("/evaluations.csv?{days}")).await.body;
    let json = visitor
        .get(&format!("/evaluations.jsonl?{days}"))
        .await
        .body;
    let ledger = evaluations(&visitor, &days).await;
    let Counts::Of(_, ledger) = ledger.counts else {
        panic!("these can be counted: {:?}", ledger.counts);
    };
    for product in Product::ALL {
        let word = product.as_str();
        let expected = by_hand(&kept.items, product);
        assert!(
            expected["approved"] > 30 && expected["denied"] > 0,
            "{expected:?}"
        );
        assert!(expected["error"] > 0, "{expected:?}");

        let query = format!("{days}&product={word}");
        let page = rates(&visitor, &query).await;
        let total = page.series.total;
        assert_eq!(counted(total.decisions), expected, "{word}: /rates");
        let (approved, denied) = (expected["approved"], expected["denied"]);
        assert_eq!(total.rate().approved, approved);
        assert_eq!(total.rate().decided, approved + denied);

        let file = visitor.get(&format!("/rates.jsonl?{query}")).await.body;
        let mut of_file = BTreeMap::<&str, u64>::new();
        for line in file.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            for (name, decision) in [
                ("approved", "approved"),
                ("denied", "denied"),
                ("not_evaluated", "not-evaluated"),
                ("no_results", "no-results"),
                ("errors", "error"),
            ] {
                *of_file.entry(decision).or_default() += line[name].as_u64().unwrap();
            }
        }
        of_file.retain(|_, count| *count > 0);
        assert_eq!(of_file, expected, "{word}: the file of /rates");

        let of_ledger = ledger.iter().find(|it| it.product == product).unwrap();
        assert_eq!(
            counted(of_ledger.decisions),
            expected,
            "{word}: /evaluations"
        );
        let name = format!("{word}_decision");
        assert_eq!(column(&csv, &name), owned(&expected), "{word}: CSV");
        let mut of_lines = BTreeMap::<String, u64>::new();
        for line in json.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let decision = line[&name].as_str().unwrap().to_owned();
            *of_lines.entry(decision).or_default() += 1;
        }
        assert_eq!(of_lines, owned(&expected), "{word}: JSON lines");

        let tally = found.tally(product);
        assert_eq!(counted(tally.stored), expected, "{word}: /what-if");
        assert_eq!(tally.flips.total(), 0);
        for (decision, count) in &expected {
            let query = format!("{query}&outcome={decision}");
            let file = visitor.get(&format!("/evaluations.csv?{query}")).await.body;
            let listed = file.lines().count() as u64 - 1;
            let none = expected.get("no-results").copied().unwrap_or_default();
            // Nobody evaluated what has no results either.
            let more = if *decision == "not-evaluated" {
                none
            } else {
                0
            };
            assert_eq!(listed, count + more, "{query}");
        }
    }
}

#[tokio::test]
async fn one_setting_reads_decisions_without_results_as_denied() {
    let kept = kept();
    let mut config = kept.engine.config();
    config.assumptions.no_results = NoResultsReading::Denied;
    let desk = Desk::open(&config).await;
    let mut visitor = Visitor::to(&desk);
    visitor.sign_in("analyst", "/").await;
    let days = format!("from={}", now().day().plus_days(1 - DAYS).stored());
    let mut expected = by_hand(&kept.items, Product::Loan);
    let without = expected.remove("no-results").unwrap();
    *expected.get_mut("denied").unwrap() += without;
    let query = format!("{days}&product=loan");
    let page = rates(&visitor, &query).await;
    assert_eq!(counted(page.series.total.decisions), expected);
    let csv = visitor.get(&format!("/evaluations.csv?{days}")).await.body;
    assert_eq!(column(&csv, "loan_decision"), owned(&expected));
    let denied = format!("/evaluations.csv?{query}&outcome=denied");
    let listed = visitor.get(&denied).await.body.lines().count() as u64 - 1;
    assert_eq!(listed, expected["denied"]);
}

#[tokio::test]
async fn an_approval_that_its_own_rulebook_denied_is_flagged_wherever_it_is_listed() {
    let kept = kept();
    let visitor = kept.analyst();
    let flag = "Approved $20, but rulebook denied";
    for address in [
        "/users/user-quin/evaluations",
        "/evaluations?user=user-quin",
    ] {
        let text = visitor.get(address).await.text();
        assert!(text.contains(flag), "{address}: {text}");
    }
    let overview = visitor.get("/users/user-quin").await.text();
    assert!(
        overview.contains("Approved for $20, although core_v2 returned 0"),
        "{overview}"
    );
    let other = visitor.get("/evaluations?user=user-kai").await.text();
    assert!(!other.contains("but rulebook denied"), "{other}");
}

#[tokio::test]
async fn a_rulebook_that_was_not_run_is_shown_as_that() {
    let kept = kept();
    let visitor = kept.analyst();
    let of_pia = |it: &&domain::evaluation::EvaluationResult| it.user_id.as_str() == "user-pia";
    let newest = kept
        .evaluations
        .iter()
        .filter(of_pia)
        .max_by_key(|it| it.created_date);
    let newest = newest.unwrap();
    let address = paths::evaluation(&newest.user_id, &newest.result_id);
    let text = visitor.get(&address).await.text();
    assert!(text.contains("stringent_v1 was not run"), "{text}");
    assert!(text.contains("Not run"), "{text}");
    // A denial names no rulebook, as the document has it, and still agrees with its results.
    assert_eq!(
        newest.float_results.as_ref().unwrap().deciding_rulebook,
        None
    );
    assert!(text.contains("Denied: core_v2"), "{text}");
    assert!(!text.contains("Differs"), "{text}");
}

#[tokio::test]
async fn a_draft_that_changes_rule_settings_is_said_not_to_be_estimated() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "core_v2").await.unwrap();
    let mut rules = base.rules.clone();
    let rule = rules
        .iter_mut()
        .find(|rule| rule.rule == "RuleAgeOfAccount")
        .unwrap();
    let props = rule.props.as_mut().unwrap();
    let before = props["min_days"].to_string();
    props.insert("min_days".to_owned(), Value::number(60));
    let after = Rulebook {
        rules,
        ..base.clone()
    };
    let preview = draft(&admin, Some(&base), &after).await;
    let line = format!(
        "Can\u{2019}t be estimated: this draft changes rule settings (RuleAgeOfAccount min_days {before} \u{2192} 60)"
    );
    let page = admin.get(&preview).await.text();
    assert!(page.contains(&line), "{page}");
    let id = domain::id::ProposalId::new(preview.rsplit('/').next().unwrap());
    let entry = LedgerEntry::of(&sample("user-1", 0));
    record(&desk.store, &[entry], keep()).await.unwrap();
    let tried = admin.get(&paths::what_if_of(&id)).await.text();
    assert!(tried.contains(&line), "{tried}");
    assert!(!tried.contains("None of"), "{tried}");
    assert!(tried.find(&line).unwrap() < tried.find("The proposal").unwrap());
}

fn keep() -> Retention {
    Retention {
        now: now(),
        days: Retention::DEFAULT_DAYS,
    }
}

#[tokio::test]
async fn while_a_day_is_recounted_pages_say_so_and_the_worker_ends_it() {
    let (_engine, desk, admin) = demo().await;
    let entry = LedgerEntry::of(&sample("user-1", 0));
    let day = entry.created.day();
    record(&desk.store, std::slice::from_ref(&entry), keep())
        .await
        .unwrap();
    // As an earlier version leaves a day.
    let earlier = Attributes::from([
        ("PK".to_owned(), Value::text("LEDGER_DAYS")),
        ("SK".to_owned(), Value::text(day.stored())),
        ("item_type".to_owned(), Value::text("ledger_day")),
    ]);
    let table = desk.store.table(TableId::FloatDesk);
    table.put_all(vec![earlier], |_| {}).await.unwrap();
    let said = format!("The counts of {day} are being rebuilt");
    for address in ["/rates", "/evaluations"] {
        let text = admin.get(address).await.text();
        assert!(text.contains(&said), "{address}: {text}");
    }
    let file = admin.get("/rates.csv").await;
    assert_eq!(file.status, 503, "{}", file.body);
    assert!(file.body.contains(&said), "{}", file.body);
    let system = admin.get("/system").await.text();
    assert!(system.contains("0 of 1 days counted"), "{system}");

    let settings = Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: 500,
        parts: 1,
        clock: now,
    };
    let worker: Arc<dyn Worker> = Arc::new(Recount::new(settings));
    let workers = Workers::start(&desk.store, vec![worker], &WorkerBoard::default());
    loop {
        let progress = ledger::recount_progress(&desk.store, now()).await.unwrap();
        if progress.waiting.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    workers.stop().await;
    let text = admin.get("/rates").await.text();
    assert!(!text.contains("being rebuilt"), "{text}");
    assert!(text.contains("100.0 % of 1 float decision"), "{text}");
    assert_eq!(admin.get("/rates.csv").await.status, 200);
    let system = admin.get("/system").await.text();
    assert!(system.contains("every day is counted"), "{system}");
}
