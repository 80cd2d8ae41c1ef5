//! Rates: the sentence, the chart, the table and the file say the same.

use crate::desk::desk;
use crate::kept::{Kept, kept};
use crate::visitor::Visitor;
use app::api::rates::RatesPage;
use app::paths;
use domain::day::Day;
use domain::evaluation::{EvaluationStatus, Product};
use domain::instant::Instant;
use domain::rates::arms::Arm;
use domain::rates::view::RatesView;
use domain::rulebook::{Rulebook, RulebookType};
use std::collections::BTreeMap;
use std::time::SystemTime;

async fn read(visitor: &Visitor, query: &str) -> RatesPage {
    let answer = visitor.post("/rpc/read_rates", &[("query", query)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

#[tokio::test]
async fn page_table_and_file_equal_a_recount_of_the_evaluations() {
    let kept = kept();
    let visitor = &kept.analyst();
    let page = read(visitor, "").await;
    let (from, today) = (page.series.range.from, page.series.range.to);
    let recent = kept.evaluations.iter().filter(|it| {
        let day = it.created_date.day();
        from <= day && day <= today
    });
    let recent: Vec<_> = recent.collect();
    let floats = recent
        .iter()
        .filter_map(|evaluation| evaluation.decision(Product::Float));
    let ok = floats.filter(|it| it.status == EvaluationStatus::Ok);
    let decided = ok.filter(|it| it.approved || !it.results.is_empty());
    let approved = decided.clone().filter(|it| it.approved);
    let total = page.series.total;
    assert_eq!(total.total(), recent.len() as u64);
    assert_eq!(total.rate().decided, decided.count() as u64);
    assert_eq!(total.rate().approved, approved.clone().count() as u64);
    let amount: i64 = approved.map(|it| it.amount.0).sum();
    assert_eq!(total.amount.0, amount);
    assert!(total.decisions.undecided() > 0 && total.rate().approved > 100);

    let html = visitor.get("/rates").await;
    let text = html.text();
    assert!(text.contains(&page.series.sentence()), "{text}");
    assert!(!html.body.contains(" style="), "{}", html.body);
    assert!(html.body.contains("class=\"chart-line series-0 main\""));
    let file = visitor.get("/rates.csv").await;
    let sum = |column: usize| -> u64 {
        let rows = file.body.lines().skip(1);
        rows.map(|row| row.split(',').nth(column).unwrap().parse::<u64>().unwrap())
            .sum()
    };
    assert_eq!(file.body.lines().count(), page.series.points.len() + 1);
    assert_eq!(
        (sum(3), sum(4), sum(5)),
        (total.total(), total.rate().decided, total.rate().approved)
    );
    let split = visitor
        .get("/rates.jsonl?split=rulebook&product=loan")
        .await;
    assert!(
        split.body.contains("\"part\":\"loan_core_v1\""),
        "{}",
        split.body
    );
    let table = visitor.get("/rates?split=rulebook&product=loan").await;
    assert!(table.text().contains("loan_core_v1"));
}

#[tokio::test]
async fn a_change_is_a_link_on_the_axis_and_has_its_before_and_after() {
    let kept = kept();
    let update = &kept.updates[0];
    let id = store::rulebook_update::id(update.update_time, &update.update_user);
    let view = RatesView::default().with(|view| view.change = Some(id.clone()));
    let html = kept.analyst().get(&paths::rates(&view)).await;
    assert_eq!(html.status, 200, "{}", html.body);
    let text = html.text();
    let begins = format!("After the change of {}", update.update_time);
    assert!(text.contains(&begins), "{text}");
    assert!(
        text.contains("float decisions were approved, before"),
        "{text}"
    );
    assert!(text.contains("count on neither side"), "{text}");
    assert!(html.body.contains("chart-change chosen"));
    assert!(
        html.body
            .contains(&format!("href=\"{}\"", paths::update(&id)))
    );
    let page = read(&kept.analyst(), &paths::query(&view.address())).await;
    let around = page.around.unwrap().1.unwrap();
    assert!(around.before.count.rate().decided > 0 && around.after.count.rate().decided > 0);
    let all = around.before.count.total() + around.after.count.total() + around.neither;
    assert!(all <= page.series.total.total());
}

#[tokio::test]
async fn a_change_outside_the_chosen_days_is_not_compared_and_its_days_are_a_link_away() {
    let kept = kept();
    let update = &kept.updates[0];
    let id = store::rulebook_update::id(update.update_time, &update.update_user);
    let day = update.update_time.day();
    let chosen = RatesView::default().with(|view| view.change = Some(id));
    for (from, to, side) in [(-9, -2, "after"), (1, 3, "before")] {
        let view = chosen.with(|view| {
            (view.from, view.to) = (Some(day.plus_days(from)), Some(day.plus_days(to)));
        });
        let html = kept.analyst().get(&paths::rates(&view)).await;
        let text = html.text();
        let said = format!("The change of {} lies {side} the days", update.update_time);
        assert!(text.contains(&said), "{text}");
        assert!(!text.contains("After the change of"), "{text}");
        let there = paths::rates(&chosen).replace('&', "&amp;");
        assert!(html.body.contains(&format!("href=\"{there}\"")));
    }
}

/// By group, rulebook and share: decided, approved and undecided where it applied, the same where it did
/// not, and how many of which that is not recorded.
type Recount = BTreeMap<(String, String, Option<i64>), [u64; 7]>;

fn recount_of_arms(kept: &Kept, since: Day) -> Recount {
    let mut found = Recount::new();
    for evaluation in &kept.evaluations {
        let Some(decision) = evaluation.decision(Product::Float) else {
            continue;
        };
        if evaluation.created_date.day() < since {
            continue;
        }
        let books = kept.rulebooks(evaluation);
        for result in &decision.results {
            let is_it = |book: &&Rulebook| {
                book.rulebook_id == result.rulebook_id && book.kind == RulebookType::Floats
            };
            let book = books.iter().find(is_it);
            let Some(group) = book.and_then(|book| book.ab_group.clone()) else {
                continue;
            };
            let share = result.apply_to.map(|share| share.0);
            let counts = found
                .entry((group, result.rulebook_id.to_string(), share))
                .or_default();
            let Some(applies) = result.is_applicable else {
                counts[6] += 1;
                continue;
            };
            let side = if applies { 0 } else { 3 };
            if decision.status == EvaluationStatus::Ok {
                counts[side] += 1;
                counts[side + 1] += u64::from(decision.approved);
            } else {
                counts[side + 2] += 1;
            }
        }
    }
    found
}

fn counted(arm: &Arm) -> [u64; 7] {
    let (to, not_to) = (arm.applied, arm.others);
    [
        to.rate.decided,
        to.rate.approved,
        to.undecided,
        not_to.rate.decided,
        not_to.rate.approved,
        not_to.undecided,
        arm.unrecorded,
    ]
}

#[tokio::test]
async fn arms_equal_a_recount_of_the_evaluations_and_stand_side_by_side() {
    let kept = kept();
    let page = read(&kept.analyst(), "arms=yes").await;
    let arms = page.arms.unwrap();
    assert!(!arms.looked.goes_on);
    let listed: Recount = arms
        .arms
        .iter()
        .map(|arm| {
            let share = arm.share.map(|share| share.0);
            let key = (arm.group.clone(), arm.rulebook.to_string(), share);
            (key, counted(arm))
        })
        .collect();
    assert_eq!(listed, recount_of_arms(kept, page.series.range.from));
    let stringent = arms.arms.iter().find(|arm| arm.group == "stringent-a");
    let stringent = stringent.unwrap();
    assert!(stringent.applied.rate.decided > 0 && stringent.others.rate.decided > 0);
    let undecided = arms
        .arms
        .iter()
        .map(|arm| arm.others.undecided)
        .sum::<u64>();
    assert!(undecided > 0, "{listed:?}");
    let text = kept.analyst().get("/rates?arms=yes").await.text();
    for said in [
        "Not evaluated or error",
        "Not recorded",
        "stringent-a",
        "95 %",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[tokio::test]
async fn days_without_a_check_and_addresses_that_mean_nothing_are_told() {
    let mut visitor = Visitor::to(desk());
    visitor.sign_in("analyst", "/").await;
    let old = visitor.get("/rates?from=2020-01-01&to=2020-01-05").await;
    assert_eq!(old.status, 200);
    assert!(
        old.text()
            .contains("There are no evaluations from 1 Jan 2020 to 5 Jan 2020."),
        "{}",
        old.text()
    );
    let today = Instant::from(SystemTime::now()).day().stored();
    for (wrong, said) in [
        ("?by=week", "by=week\u{201d} cannot be chosen"),
        ("?from=soon", "is no day"),
        ("?change=none", "There is no change none."),
        ("?from=2020-01-01", "too many at once"),
    ] {
        let page = visitor.get(&format!("/rates{wrong}")).await;
        assert_eq!(page.status, 400, "{wrong} on {today}");
        assert!(page.text().contains(said), "{wrong}: {}", page.text());
        assert!(page.body.contains("Choose the days"), "{wrong}");
    }
    // Other days can be chosen where these are too many for hours.
    let hours = "/rates?by=hour&from=2020-01-01&to=2020-02-01";
    let page = visitor.get(hours).await;
    assert_eq!(page.status, 400);
    assert!(page.body.contains("value=\"2020-01-01\""), "{}", page.body);
    let file = visitor.get("/rates.csv?by=week").await;
    assert_eq!(file.status, 400);
}
