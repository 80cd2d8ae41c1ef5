//! Repayment by decision: the sentence, the tables, the chart and the files say what the items say.

use crate::desk::{Desk, config_by, desk};
use crate::drafting::demo;
use crate::evaluations::{self, sample};
use crate::kept::{Kept, kept};
use crate::road::Road;
use crate::visitor::Visitor;
use app::api::repayment::RepaymentPage;
use app::paths;
use domain::collection_attempt::{CollectionAttempt, CollectionOutcome, CollectionProcess};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::RulebookId;
use domain::ledger::Taken;
use domain::repayment::report::{Group, Report};
use std::collections::{BTreeMap, BTreeSet};
use store::ledger::{Retention, record_taken};
use store::{Operation, TableId};

async fn read(visitor: &Visitor, query: &str) -> RepaymentPage {
    let answer = visitor
        .post("/rpc/read_repayment", &[("query", query)])
        .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

/// What was taken in the days of a report.
fn taken<'a>(kept: &'a Kept, report: &Report) -> Vec<&'a HistoricalEvaluation> {
    let range = report.range;
    kept.taken
        .iter()
        .filter(|one| range.contains(one.created_date.day()))
        .collect()
}

fn attempts<'a>(kept: &'a Kept, one: &HistoricalEvaluation) -> Vec<&'a CollectionAttempt> {
    let of_float = |it: &&CollectionAttempt| Some(&it.float_id) == one.float_id.as_ref();
    kept.attempts.iter().filter(of_float).collect()
}

/// By rulebook: taken, repaid, came back, defaulted, open, and the cents that were taken.
fn recount(kept: &Kept, report: &Report) -> BTreeMap<String, [i64; 6]> {
    let mut found: BTreeMap<String, [i64; 6]> = BTreeMap::new();
    let taken = taken(kept, report).into_iter();
    for one in taken.filter(|one| one.float_id.is_some()) {
        let deciding = one.float_results.as_ref();
        let deciding = deciding.and_then(|decided| decided.deciding_rulebook.as_ref());
        let name = deciding.map_or("not recorded".to_owned(), ToString::to_string);
        let place = match attempts(kept, one).last().map(|last| &last.outcome) {
            Some(CollectionOutcome::Completed) => 1,
            Some(CollectionOutcome::Returned) => 2,
            Some(CollectionOutcome::Defaulted) => 3,
            _ => 4,
        };
        let counts = found.entry(name).or_default();
        counts[0] += 1;
        counts[place] += 1;
        counts[5] += one.amount.0;
    }
    found
}

fn counted(group: &Group) -> [i64; 6] {
    let it = &group.outcomes;
    let count = |count: u64| i64::try_from(count).unwrap();
    [
        count(it.taken.count),
        count(it.repaid.count),
        count(it.returned.count),
        count(it.defaulted.count),
        count(it.open().count),
        it.taken.amount.0,
    ]
}

#[tokio::test]
async fn page_and_file_equal_a_recount_of_the_attempts() {
    let kept = kept();
    let visitor = &kept.analyst();
    let page = read(visitor, "").await;
    let report = &page.report;
    let listed: BTreeMap<_, _> = report
        .groups
        .iter()
        .map(|group| (group.part.name().to_owned(), counted(group)))
        .collect();
    assert_eq!(listed, recount(kept, report));
    let total = &report.total;
    assert!(total.repaid.count > 50 && total.defaulted.count > 1 && total.open().count > 5);
    assert!(listed.len() > 1, "{listed:?}");
    let loans = taken(kept, report)
        .iter()
        .filter(|it| it.float_id.is_none())
        .count();
    assert_eq!(report.beside.loans.count, loans as u64);
    assert_eq!((report.of, page.unread), (total.taken.count, None));
    assert_eq!(report.looked(), None);

    let html = visitor.get("/repayment").await;
    let text = html.text();
    assert!(text.contains(&report.sentence()), "{text}");
    for note in report.notes() {
        assert!(text.contains(&note), "{note}: {text}");
    }
    assert!(!html.body.contains(" style="), "{}", html.body);
    let file = visitor.get("/repayment.csv").await;
    let rows: Vec<Vec<&str>> = file
        .body
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect())
        .collect();
    assert_eq!(rows.len(), report.groups.len() + 1);
    assert_eq!(rows[0][1..3], ["all", &total.taken.count.to_string()]);
    let of = report.of.to_string();
    assert!(rows.iter().all(|row| row.last() == Some(&of.as_str())));
    for (row, group) in rows[1..].iter().zip(&report.groups) {
        let [taken, repaid, returned, defaulted, _, cents] =
            counted(group).map(|it| it.to_string());
        assert_eq!(row[1..5], [group.part.name(), &taken, &cents, &repaid]);
        assert_eq!((row[6], row[8]), (returned.as_str(), defaulted.as_str()));
    }
    let lines = visitor.get("/repayment.jsonl?split=snapshot").await;
    let snapshots = read(visitor, "split=snapshot").await.report.groups;
    assert_eq!(lines.body.lines().count(), snapshots.len() + 1);
}

/// So many floats, one an hour back from now; the oldest hundred by a rulebook of their own.
fn one_an_hour(count: i64) -> Vec<Taken> {
    (0..count)
        .map(|number| {
            let mut made = sample(&format!("sampled-{number}"), 60 * number);
            let by = if number < count - 100 {
                "newer"
            } else {
                "oldest"
            };
            if let Some(float) = &mut made.float_results {
                float.deciding_rulebook = Some(RulebookId::new(by));
            }
            Taken::under(&evaluations::taken(&made), &[])
        })
        .collect()
}

#[tokio::test]
async fn of_more_floats_than_are_looked_at_the_oldest_days_have_their_part_and_page_and_file_say_so()
 {
    let (_engine, desk, admin) = demo().await;
    let keep = Retention {
        now: evaluations::now(),
        days: Retention::DEFAULT_DAYS,
    };
    let all = one_an_hour(2_100);
    record_taken(&desk.store, &all, keep).await.unwrap();
    let text = admin.get("/repayment").await.text();
    let said = "2,000 of 2,100 floats, chosen evenly over these days";
    assert!(text.contains(said), "{text}");
    let file = admin.get("/repayment.csv").await.body;
    let taken = |part: &str| -> u64 {
        let mut rows = file.lines().map(|row| row.split(',').collect::<Vec<_>>());
        let row = rows.find(|row| row[1] == part).unwrap();
        assert_eq!(row.last(), Some(&"2100"));
        row[2].parse().unwrap()
    };
    assert_eq!(taken("all"), 2_000);
    assert!((80..=100).contains(&taken("oldest")), "{file}");
}

#[tokio::test]
async fn predictions_equal_a_recount_of_the_debits() {
    let kept = kept();
    let visitor = &kept.analyst();
    let page = read(visitor, "").await;
    let calibration = page.report.calibration.clone().unwrap();
    let (mut bins, mut pending) = ([(0, 0); 10], 0);
    for one in taken(kept, &page.report) {
        let all = attempts(kept, one);
        let debits = all
            .iter()
            .filter(|it| it.process != CollectionProcess::Support);
        for debit in debits.filter(|it| it.outcome != CollectionOutcome::Defaulted) {
            let Some(probability) = &debit.ach_model.probability else {
                continue;
            };
            let is_same = |other: &&&CollectionAttempt| {
                other.confirmation_id == debit.confirmation_id
                    && other.outcome != CollectionOutcome::AchSent
            };
            let Some(answer) = all.iter().find(is_same) else {
                pending += 1;
                continue;
            };
            // The demo's predictions have four digits.
            let digits = probability.as_str().trim_start_matches("0.");
            let tenth = format!("{digits:0<4}").parse::<usize>().unwrap() / 1_000;
            bins[tenth].0 += 1;
            bins[tenth].1 += u64::from(answer.outcome == CollectionOutcome::Completed);
        }
    }
    let listed: Vec<_> = calibration.bins.iter().map(|bin| bin.rate).collect();
    let listed: Vec<_> = listed.iter().map(|it| (it.decided, it.approved)).collect();
    assert_eq!(
        (listed.as_slice(), calibration.pending),
        (&bins[..], pending)
    );
    assert!(calibration.missing > 0, "collected when income came in");

    let html = visitor.get("/repayment").await;
    let text = html.text();
    assert!(text.contains(&calibration.sentence()), "{text}");
    assert!(html.body.contains("class=\"chart calibration\""));
    assert!(
        html.body
            .contains("Chart of what the model predicted against what happened.")
    );
    let points = calibration.bins.iter().filter(|bin| bin.rate.decided > 0);
    assert_eq!(
        html.body.matches("class=\"chart-bin").count(),
        points.count()
    );
    let file = visitor.get("/repayment.csv?list=calibration").await;
    let debits: u64 = file
        .body
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(2).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(file.body.lines().count(), 11);
    assert_eq!(debits, calibration.total().rate.decided);
}

#[tokio::test]
async fn one_version_of_the_model_can_be_looked_at() {
    let kept = kept();
    let all = read(&kept.analyst(), "").await.report.calibration.unwrap();
    assert!(all.versions.len() > 1, "{:?}", all.versions);
    let html = kept.analyst().get("/repayment").await;
    for (version, count) in &all.versions {
        let version = version.clone().unwrap();
        let query = paths::query(&[("version", version.clone())]);
        let one = read(&kept.analyst(), &query).await.report;
        assert_eq!(one.calibration.unwrap().total().rate.decided, *count);
        assert!(html.text().contains(&version));
    }
}

#[tokio::test]
async fn by_snapshot_each_leads_to_its_change() {
    let kept = kept();
    let page = read(&kept.analyst(), "split=snapshot").await;
    let known: BTreeSet<_> = page
        .updates
        .iter()
        .map(|update| update.id.as_str())
        .collect();
    let named: BTreeSet<_> = page
        .report
        .groups
        .iter()
        .filter_map(|it| it.part.id())
        .collect();
    assert_eq!(known, named);
    assert!(named.len() > 3, "{named:?}");
    let html = kept.analyst().get("/repayment?split=snapshot").await;
    let text = html.text();
    for update in &page.updates {
        let href = format!("href=\"{}\"", paths::update(&update.id));
        assert!(html.body.contains(&href), "{href}");
        assert!(text.contains(&format!("by {}", update.by)), "{text}");
    }
}

#[tokio::test]
async fn each_float_is_asked_for_once_and_versions_of_rulebooks_only_by_snapshot() {
    let kept = kept();
    let desk = Desk::open(&kept.engine.config()).await;
    let visitor = Visitor::to(&desk).with_session(kept.analyst().session.unwrap());
    let floats = read(&visitor, "").await.report.total.taken.count;
    let calls = desk.store.calls().by_table_and_operation();
    let made = |call| calls.get(&call).copied().unwrap_or_default();
    let attempts = (TableId::CollectionHistory, Operation::Query);
    assert_eq!(made(attempts), floats);
    // Which of the rulebooks that decided still exist, and none of their versions.
    let others = calls
        .iter()
        .filter(|((table, _), _)| *table == TableId::Underwriting);
    let others: Vec<_> = others.map(|((_, call), count)| (*call, *count)).collect();
    assert_eq!(others, [(Operation::Query, 1)], "{calls:?}");
    assert_eq!(made((TableId::FloatDesk, Operation::BatchGet)), 0);
}

#[tokio::test]
async fn without_the_collection_history_what_was_taken_is_told_and_no_file_is_made() {
    let kept = kept();
    let (url, _) = Road::Lossy("collection-history").open(kept.engine.url());
    let away = Desk::open(&config_by(&url)).await;
    let session = kept.analyst().session.unwrap();
    let visitor = Visitor::to(&away).with_session(session);
    let page = visitor.get("/repayment").await;
    assert_eq!(page.status, 200, "{}", page.body);
    let text = page.text();
    assert!(
        text.contains("The collection history cannot be read at the moment."),
        "{text}"
    );
    assert!(text.contains("How repayment went is not known."), "{text}");
    assert!(
        text.contains("core_v2") && text.contains(page.request_id()),
        "{text}"
    );
    assert!(!page.body.contains("chart calibration"));
    let file = visitor.get("/repayment.csv").await;
    assert_eq!(file.status, 503, "{}", file.body);
    assert!(
        file.body
            .starts_with("The collection history cannot be read")
    );
}

#[tokio::test]
async fn days_without_a_float_and_addresses_that_mean_nothing_are_told() {
    let mut visitor = Visitor::to(desk());
    visitor.sign_in("analyst", "/").await;
    let old = visitor
        .get("/repayment?from=2020-01-01&to=2020-01-05")
        .await;
    assert_eq!(old.status, 200);
    assert!(
        old.text()
            .contains("The ledger has no float that was taken from 1 Jan 2020 to 5 Jan 2020."),
        "{}",
        old.text()
    );
    for (wrong, said) in [
        ("?split=user", "split=user\u{201d} cannot be chosen"),
        ("?from=soon", "is no day"),
        ("?from=2024-02-02&to=2024-02-01", "comes after the last"),
        ("?from=2020-01-01", "too many at once"),
    ] {
        for page in ["/repayment", "/repayment.csv"] {
            let answer = visitor.get(&format!("{page}{wrong}")).await;
            assert_eq!(answer.status, 400, "{page}{wrong}");
            assert!(answer.body.contains(said), "{page}{wrong}: {}", answer.body);
        }
    }
}

#[tokio::test]
async fn every_rulebook_that_the_page_names_leads_somewhere() {
    let (_engine, desk, admin) = demo().await;
    // Decided by one that is gone since.
    let mut one = sample("user-1", 60);
    let floats = one.float_results.as_mut().unwrap();
    floats.deciding_rulebook = Some(RulebookId::new("gone_v1"));
    let live = sample("user-2", 90);
    let taken = [&one, &live].map(|one| Taken::under(&evaluations::taken(one), &[]));
    let keep = Retention {
        now: evaluations::now(),
        days: Retention::DEFAULT_DAYS,
    };
    record_taken(&desk.store, &taken, keep).await.unwrap();
    let page = admin.get("/repayment").await;
    let text = page.text();
    assert!(text.contains("gone_v1 (deleted)"), "{text}");
    let links = page.body.split("href=\"").skip(1);
    let links = links.map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"));
    let links: BTreeSet<_> = links
        .filter(|href| href.starts_with("/rulebooks/") || href.contains("gone_v1"))
        .collect();
    assert_eq!(links.len(), 2, "{links:?}");
    for link in links {
        assert_eq!(admin.get(&link).await.status, 200, "{link}");
    }
}
