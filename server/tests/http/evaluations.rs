//! Why a decision came out so: the list, the drill-down, the comparison, pins and exports.

use crate::desk::{Desk, desk, engine};
use crate::visitor::{Answer, Visitor};
use app::api::evaluations::{EvaluationPage, EvaluationsPage};
use app::api::floats::FloatsPage;
use app::paths;
use domain::audit::{Action, AuditList};
use domain::basis_points::BasisPoints;
use domain::evaluation::{
    CalcStatus, CfiState, Evaluation, EvaluationResult, EvaluationStatus, RulebookResult, Run,
};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::{AccountId, BankItemId, FloatId, ResultId, RulebookId, UserId};
use domain::instant::Instant;
use domain::money::Cents;
use domain::value::{Attributes, Number, Value};
use domain::verdict::Verdict;
use std::collections::BTreeSet;
use std::time::SystemTime;
use store::{TableId, evaluation, historical_evaluation};

const DIGITS: &str = "12345678901234567890123456789012345678";

pub fn now() -> Instant {
    Instant::from(SystemTime::now()).whole_seconds()
}

fn result(id: &str, priority: i64, stored: i64) -> RulebookResult {
    let verdict = Verdict::from_stored(stored);
    RulebookResult {
        rulebook_id: RulebookId::new(id),
        result: verdict,
        calc_status: CalcStatus::Ok,
        apply_to: Some(BasisPoints::ALL),
        priority: Some(priority),
        features: Attributes::new(),
        approved: Some(verdict.approves()),
        is_applicable: Some(true),
        run: Run::Ran,
        unknown: Attributes::new(),
    }
}

/// An evaluation so many minutes ago.
pub fn sample(user: &str, minutes_ago: i64) -> EvaluationResult {
    let at = now().plus_seconds(-minutes_ago * 60);
    EvaluationResult {
        result_id: ResultId::new(format!("{}_{minutes_ago:05}", at.epoch_seconds())),
        user_id: UserId::new(user),
        item_id: BankItemId::new("item"),
        account_id: AccountId::new("account"),
        float_results: Some(Evaluation {
            approved: true,
            amount: Cents(2_000),
            deciding_rulebook: Some(RulebookId::new("core_v2")),
            status: EvaluationStatus::Ok,
            errors: String::new(),
            results: vec![result("core_v2", 100, -1)],
            result_id: None,
            unknown: Attributes::new(),
        }),
        loan_results: None,
        cfi_state: Some(CfiState {
            current_limit: Some(Cents(2_000)),
            ..CfiState::default()
        }),
        created_date: at,
        ttl: Some(at.plus_days(32)),
    }
}

pub fn taken(of: &EvaluationResult) -> HistoricalEvaluation {
    HistoricalEvaluation {
        result_id: of.result_id.clone(),
        user_id: of.user_id.clone(),
        item_id: of.item_id.clone(),
        account_id: of.account_id.clone(),
        amount: Cents(2_000),
        float_id: Some(FloatId::new(format!("float-{}", of.user_id))),
        loan_id: None,
        float_results: of.float_results.clone(),
        loan_results: of.loan_results.clone(),
        cfi_state: None,
        created_date: of.created_date,
    }
}

pub async fn put(desk: &Desk, items: Vec<Attributes>) {
    let table = desk.store.table(TableId::Underwriting);
    table.put_all(items, |_| {}).await.unwrap();
}

pub async fn signed_in(desk: &Desk, role: &str) -> Visitor {
    let mut visitor = Visitor::to(desk);
    let answer = visitor.sign_in(role, "/").await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    visitor
}

pub async fn drill_down(visitor: &Visitor, of: &EvaluationResult) -> Answer {
    let page = visitor
        .get(&paths::evaluation(&of.user_id, &of.result_id))
        .await;
    assert_eq!(page.status, 200, "{}: {}", of.user_id, page.body);
    page
}

pub async fn list(visitor: &Visitor, user: &str, query: &str) -> EvaluationsPage {
    let form = [("user_id", user), ("query", query)];
    let answer = visitor.post("/rpc/list_evaluations", &form).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.unpack()
}

async fn latest(visitor: &Visitor, user: &str) -> EvaluationPage {
    let first = list(visitor, user, "").await.lines.remove(0).unwrap();
    let form = [("user_id", user), ("result_id", first.result_id.as_str())];
    visitor.post("/rpc/read_evaluation", &form).await.unpack()
}

fn ids(page: &EvaluationsPage) -> Vec<String> {
    let id = |line: &domain::evaluation_list::Listed| line.as_ref().unwrap().result_id.to_string();
    page.lines.iter().map(id).collect()
}

#[tokio::test]
async fn an_evaluation_reads_right_however_odd_it_is() {
    let (desk, user) = (desk(), "evals-odd");
    let analyst = signed_in(desk, "analyst").await;
    let mut bare = sample(user, 1);
    bare.float_results = None;
    let mut empty = sample(user, 2);
    if let Some(floats) = &mut empty.float_results {
        floats.results.clear();
        floats.status = EvaluationStatus::Unknown("PARTIAL".to_owned());
    }
    let mut many = sample(user, 3);
    let deep = (1..=10).fold(
        Value::Number(Number::from_stored(DIGITS)),
        |inner, level| Value::Map(Attributes::from([(format!("level{level}"), inner)])),
    );
    if let Some(floats) = &mut many.float_results {
        floats
            .unknown
            .insert("engine".to_owned(), Value::text("v7-nested"));
        floats.results = (0..300)
            .map(|n| result(&format!("segment_{n:03}"), n, 0))
            .collect();
        floats.results[0].calc_status = CalcStatus::Unknown("STALE".to_owned());
        floats.results[0].is_applicable = None;
        floats.results[0]
            .features
            .insert("RuleDeep".to_owned(), deep);
        floats.results[1].result = Verdict::from_stored(-2);
    }
    put(desk, [&bare, &empty, &many].map(evaluation::encode).into()).await;

    let text = drill_down(&analyst, &bare).await.text();
    assert!(text.contains("holds no decision"), "{text}");
    assert!(text.contains("No float part is stored.") && text.contains("No loan part is stored."));

    let text = drill_down(&analyst, &empty).await.text();
    assert!(
        text.contains("Error, status PARTIAL, stored as approved for $20"),
        "{text}"
    );
    assert!(
        text.contains("PARTIAL (not documented)")
            && text.contains("No rulebook's result is stored.")
    );
    assert!(text.contains("Cannot be worked out"));

    let text = drill_down(&analyst, &many).await.text();
    assert_eq!(
        (0..300)
            .filter(|n| text.contains(&format!("segment_{n:03}")))
            .count(),
        300
    );
    for said in [
        DIGITS,
        "STALE (not documented)",
        "Undocumented result -2",
        "not recorded",
        "v7-nested",
    ] {
        assert!(text.contains(said), "{said}");
    }
    assert!(text.contains("level10 \u{203a} level9") && text.contains("Differs"));
}

#[tokio::test]
async fn an_id_in_both_tables_is_one_evaluation_and_an_expired_one_is_what_was_kept() {
    let (desk, user) = (desk(), "evals-kept");
    let visitor = Visitor::signed_in_to(desk).await;
    let both = sample(user, 5);
    let mut gone = sample(user, 40 * 24 * 60);
    gone.ttl = None;
    let mut passed = sample(user, 33 * 24 * 60);
    passed.ttl = Some(now().plus_seconds(-60));
    let items = vec![
        evaluation::encode(&both),
        evaluation::encode(&passed),
        historical_evaluation::encode(&taken(&both)),
        historical_evaluation::encode(&taken(&gone)),
    ];
    put(desk, items).await;

    let text = drill_down(&visitor, &both).await.text();
    assert!(
        text.contains("Stored until") && text.contains("Taken, kept for good"),
        "{text}"
    );
    let text = drill_down(&visitor, &gone).await.text();
    assert!(
        text.contains("The evaluation itself is gone; this is the copy that was kept."),
        "{text}"
    );
    let text = drill_down(&visitor, &passed).await.text();
    assert!(text.contains("it may be deleted any moment"), "{text}");

    let lines = list(&visitor, user, "").await;
    let wanted: Vec<_> = [&both, &passed, &gone]
        .map(|one| one.result_id.to_string())
        .into();
    assert_eq!(ids(&lines), wanted);
    let is_stored: Vec<_> = lines
        .lines
        .iter()
        .map(|line| line.as_ref().unwrap().is_stored)
        .collect();
    assert_eq!(is_stored, [true, true, false]);
    let page = visitor
        .get(&paths::all_evaluations(&UserId::new(user)))
        .await
        .text();
    assert!(
        page.contains("expired, may go any moment") && page.contains("31 days left"),
        "{page}"
    );
}

#[tokio::test]
async fn an_unknown_result_id_says_so_and_offers_the_list() {
    let visitor = Visitor::signed_in_to(desk()).await;
    for address in [
        "/users/user-12345/evaluations/1700000000_nothing",
        "/users/user-12345/evaluations/1700000000_nothing?compare=1700000000_else",
        "/users/nobody-knows-me/evaluations/x",
    ] {
        let page = visitor.get(address).await;
        assert_eq!(page.status, 404, "{address}");
        assert!(page.has_frame());
        assert!(
            page.text().contains("There is no such evaluation"),
            "{address}"
        );
        assert!(
            page.body.contains("/evaluations\""),
            "{address} offers the list"
        );
    }
}

#[tokio::test]
async fn the_documents_evaluation_says_what_the_documents_say() {
    let analyst = signed_in(desk(), "analyst").await;
    let page = analyst
        .get("/users/user-12345/evaluations/1707574200_550e8400-e29b-41d4")
        .await;
    let text = page.text();
    assert_eq!(page.status, 200);
    for said in [
        "Approved for $30: core_v2 (priority 100) approved.",
        "Agrees",
        "$1,200.00",
        "account_age_days",
        // Made in the second of the first recorded change.
        "Not certain",
        "admin-jane",
        "A tier the user had",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[tokio::test]
async fn the_check_finds_what_does_not_fit_and_nothing_else() {
    let analyst = signed_in(desk(), "analyst").await;
    let quin = latest(&analyst, "user-quin").await.detail.unwrap();
    let found = format!("{:?}", quin.products[0].checks);
    assert!(
        found.contains("Differs") && found.contains("the outcome"),
        "{found}"
    );
    // Everybody else's last check is as the rulebooks of its time made it.
    for person in [
        "user-nora",
        "user-pia",
        "user-sam",
        "user-wes",
        "user-lily",
        "user-eve",
        "user-iris",
    ] {
        let detail = latest(&analyst, person).await.detail.unwrap();
        let found = format!("{:?}", detail.products[0].checks);
        assert!(found.contains("Agrees"), "{person}: {found}");
    }
}

#[tokio::test]
async fn an_approved_amount_that_the_profile_did_not_offer_is_marked() {
    let (desk, user) = (desk(), "evals-tier");
    let visitor = Visitor::signed_in_to(desk).await;
    let (offered, mut beyond) = (sample(user, 9), sample(user, 6));
    beyond.float_results.as_mut().unwrap().amount = Cents(5_000);
    put(desk, [&offered, &beyond].map(evaluation::encode).into()).await;
    let text = drill_down(&visitor, &offered).await.text();
    assert!(
        text.contains("A tier the user had $20: the profile then offered $10, $20."),
        "{text}"
    );
    let text = drill_down(&visitor, &beyond).await.text();
    assert!(text.contains("Not a tier the user had $50"), "{text}");
}

#[tokio::test]
async fn minutes_after_a_change_two_configurations_come_into_question() {
    let analyst = signed_in(desk(), "analyst").await;
    let lines = list(&analyst, "user-tess", "").await;
    let mut found = Vec::new();
    for line in lines.lines {
        let id = line.unwrap().result_id;
        let form = [("user_id", "user-tess"), ("result_id", id.as_str())];
        let page: EvaluationPage = analyst.post("/rpc/read_evaluation", &form).await.unpack();
        let configuration = page.detail.unwrap().configuration.unwrap();
        found.push(format!("{:?}", configuration.certainty));
    }
    // The stored share of winback_v1 tells that it was still the old one.
    assert!(found.contains(&"ToldApart".to_owned()), "{found:?}");
    assert!(found.contains(&"Certain".to_owned()), "{found:?}");
}

#[tokio::test]
async fn who_may_not_read_rulebooks_sees_the_decision_and_no_configuration() {
    let support = Visitor::signed_in_to(desk()).await;
    let detail = latest(&support, "user-nora").await.detail.unwrap();
    assert_eq!(detail.configuration, None);
    let steps = &detail.products[0].steps;
    assert!(steps.iter().all(|step| step.result.is_some()));
    assert!(
        steps
            .iter()
            .flat_map(|step| &step.rules)
            .all(|rule| rule.props.is_none())
    );
    let analyst = signed_in(desk(), "analyst").await;
    let detail = latest(&analyst, "user-nora").await.detail.unwrap();
    let rules = detail.products[0].steps.iter().flat_map(|step| &step.rules);
    assert!(
        rules
            .filter_map(|rule| rule.props.as_ref())
            .any(|props| !props.is_empty())
    );
}

#[tokio::test]
async fn a_long_list_is_read_page_by_page_and_filters_read_on() {
    let (desk, user) = (desk(), "evals-long");
    let visitor = Visitor::signed_in_to(desk).await;
    let mut all = Vec::new();
    for minutes in 1..=270 {
        let mut one = sample(user, minutes);
        if let (Some(floats), 0) = (&mut one.float_results, minutes % 135) {
            floats.approved = false;
        }
        all.push(one);
    }
    put(desk, all.iter().map(evaluation::encode).collect()).await;

    let mut seen = Vec::new();
    let mut query = String::new();
    loop {
        let page = list(&visitor, user, &query).await;
        assert!(page.lines.len() <= 50);
        seen.extend(ids(&page));
        match page.next {
            Some(next) => query = format!("start={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 270);
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 270);

    let denied = list(&visitor, user, "outcome=denied").await;
    assert_eq!(
        (denied.lines.len(), denied.looked_at, denied.next),
        (2, 270, None)
    );
    let first = visitor.get("/users/evals-long/evaluations").await.text();
    assert!(first.contains("50 shown; looked at 50, back to"), "{first}");
    let text = visitor
        .get("/users/evals-long/evaluations?outcome=denied")
        .await
        .text();
    assert!(
        text.contains("2 shown; looked at 270, to the end of what is stored."),
        "{text}"
    );
    let today = now().plus_days(1).day().stored();
    assert!(
        list(&visitor, user, &format!("from={today}"))
            .await
            .lines
            .is_empty()
    );
    let wrong = visitor.get("/users/evals-long/evaluations?from=soon").await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.text().contains("is no day"));
}

#[tokio::test]
async fn an_export_is_exactly_the_filtered_set_and_is_on_record() {
    let (desk, user) = (desk(), "evals-export");
    let visitor = Visitor::signed_in_to(desk).await;
    let mut all: Vec<_> = (1..=255).map(|minutes| sample(user, minutes)).collect();
    for one in all.iter_mut().step_by(3) {
        one.account_id = AccountId::new("=second");
    }
    put(desk, all.iter().map(evaluation::encode).collect()).await;
    let csv = visitor
        .get("/users/evals-export/evaluations.csv?account=%3Dsecond")
        .await;
    assert_eq!((csv.status, csv.body.lines().count()), (200, 86));
    assert!(
        csv.body
            .lines()
            .skip(1)
            .all(|line| line.contains("'=second")),
        "{}",
        csv.body
    );
    let lines = visitor.get("/users/evals-export/evaluations.jsonl").await;
    let found: BTreeSet<_> = lines
        .body
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|line| line["result_id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(found.len(), 255);
    let wrong = visitor
        .get("/users/evals-export/evaluations.csv?outcome=maybe")
        .await;
    assert_eq!(wrong.status, 400);

    let of = AuditList::OfUser(UserId::new(user));
    let events = store::audit::list(&desk.store, &of, 50, None)
        .await
        .unwrap()
        .events;
    let exported: Vec<_> = events
        .into_iter()
        .map(|event| event.unwrap().value)
        .filter(|event| event.action == Action::Exported)
        .map(|event| event.subject)
        .collect();
    assert_eq!(exported, ["evaluations", "evaluations account==second"]);
}

#[tokio::test]
async fn the_other_lists_export_with_every_digit() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let form = [("user_id", "user-hope")];
    let page: FloatsPage = visitor.post("/rpc/list_floats", &form).await.unpack();
    let attempts = page.taken[0].attempts.as_ref().unwrap();
    assert_eq!(attempts.len(), 4);
    let csv = visitor.get("/users/user-hope/floats.csv").await.body;
    let lines = visitor.get("/users/user-hope/floats.jsonl").await.body;
    let text = visitor.get("/users/user-hope/floats").await.text();
    for attempt in attempts {
        let digits = attempt.value.run_time.as_stored().to_string();
        assert_eq!(digits.len(), 19);
        for (what, body) in [("csv", &csv), ("jsonl", &lines), ("page", &text)] {
            assert!(body.contains(&digits), "{what} lacks {digits}");
        }
    }
    for said in [
        "RETURNED: returned by the bank",
        "RETRY: daily retry",
        "Collected",
        "probability 0.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let outcomes = visitor.get("/users/user-hope/rule-outcomes.csv").await.body;
    let text = visitor.get("/users/user-hope/rule-outcomes").await.text();
    assert!(outcomes.contains("RuleAgeOfAccount") && text.contains("RuleAgeOfAccount"));
    let lou = visitor.get("/users/user-lou/floats").await.text();
    assert!(
        lou.contains("May be locked") && lou.contains("collections-retry-"),
        "{lou}"
    );
}

#[tokio::test]
async fn a_pinned_evaluation_is_kept_with_its_reason_and_pinned_once() {
    let (desk, user) = (desk(), "evals-pin");
    let analyst = signed_in(desk, "analyst").await;
    let one = sample(user, 4);
    put(desk, vec![evaluation::encode(&one)]).await;
    let pin = async |reason: &str| {
        let form = [
            ("user_id", user),
            ("result_id", one.result_id.as_str()),
            ("reason", reason),
        ];
        analyst.post("/rpc/pin_evaluation", &form).await.status
    };
    assert_eq!(pin("  ").await, 400);
    assert_eq!(pin("disputed, ticket 12").await, 200);
    assert_eq!(pin("disputed, ticket 12").await, 200, "an answer was lost");
    assert_eq!(pin("again").await, 409);
    let text = drill_down(&analyst, &one).await.text();
    assert!(
        text.contains("Kept by ana-analyst") && text.contains("disputed, ticket 12"),
        "{text}"
    );
    let of = AuditList::OfUser(UserId::new(user));
    let events = store::audit::list(&desk.store, &of, 50, None)
        .await
        .unwrap()
        .events;
    let pinned = events
        .into_iter()
        .map(|event| event.unwrap().value)
        .filter(|event| event.action == Action::Pinned);
    assert_eq!(
        pinned.map(|event| event.reason).collect::<Vec<_>>(),
        ["disputed, ticket 12"]
    );
    let lines = list(&analyst, user, "").await;
    assert!(lines.lines[0].as_ref().unwrap().is_pinned);
}

#[tokio::test]
async fn without_javascript_a_refused_pin_comes_back_with_what_was_typed() {
    let (desk, user) = (desk(), "evals-pin-typed");
    let analyst = signed_in(desk, "analyst").await;
    let one = sample(user, 4);
    put(desk, vec![evaluation::encode(&one)]).await;
    let reason = "long ".repeat(201);
    let form = [
        ("user_id", user),
        ("result_id", one.result_id.as_str()),
        ("reason", reason.as_str()),
    ];
    let page = format!("/users/{user}/evaluations/{}", one.result_id);
    let answer = analyst.submit(&page, "/rpc/pin_evaluation", &form).await;
    assert_eq!(answer.status, 302);
    let page = analyst.get(answer.location()).await;
    let said = page.text_of("id=\"pin-problem\"", "</p>");
    assert_eq!(
        said,
        "This reason is 1,004 characters long. The limit is 1,000."
    );
    assert!(page.body.contains(&format!("value=\"{reason}\"")));
    assert!(!page.text().contains("Nothing was saved."));
}

#[tokio::test]
async fn two_ticked_evaluations_stand_side_by_side() {
    let (desk, user) = (desk(), "evals-compare");
    let visitor = Visitor::signed_in_to(desk).await;
    let (old, mut new) = (sample(user, 9), sample(user, 6));
    if let Some(floats) = &mut new.float_results {
        floats.approved = false;
        floats.results[0]
            .features
            .insert("deposits".to_owned(), Value::number(1));
    }
    put(desk, [&old, &new].map(evaluation::encode).into()).await;
    let ticked = |ids: &[&ResultId]| {
        let picks: Vec<_> = ids.iter().map(|id| format!("pick={id}")).collect();
        format!("/users/{user}/evaluations?{}", picks.join("&"))
    };
    let answer = visitor
        .get(&ticked(&[&new.result_id, &old.result_id]))
        .await;
    let wanted = paths::comparison(&new.user_id, &new.result_id, &old.result_id, false);
    assert_eq!((answer.status, answer.location()), (302, wanted.as_str()));
    let text = visitor.get(&wanted).await.text();
    assert!(
        text.contains("\u{2212} yes") && text.contains("+ no"),
        "{text}"
    );
    assert!(
        text.contains("saw deposits") && text.contains("not there"),
        "{text}"
    );
    assert!(!text.contains("calculation"), "only differences: {text}");
    let all = paths::comparison(&new.user_id, &new.result_id, &old.result_id, true);
    assert!(visitor.get(&all).await.text().contains("calculation"));
    let one = visitor.get(&ticked(&[&new.result_id])).await;
    assert_eq!(one.status, 200);
    assert!(one.text().contains("Tick two evaluations"));
}

#[tokio::test]
async fn a_broken_evaluation_has_its_line_and_its_page() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = visitor
        .get("/users/user-broken-types/evaluations")
        .await
        .text();
    assert!(text.contains("float_results should be a map"), "{text}");
    let floats = visitor.get("/users/user-broken-types/floats").await;
    assert_eq!(floats.status, 200);
    assert!(
        floats
            .text()
            .contains("amount should be an amount in cents")
    );
    // Kept apart from the shared server, whose calls other tests count.
    let own = Desk::open(&engine().config()).await;
    let outcomes = Visitor::signed_in_to(&own)
        .await
        .get("/users/user-broken-types/rule-outcomes")
        .await;
    assert!(outcomes.text().contains("loan should be a whole number"));
}

#[tokio::test]
async fn the_file_for_machines_says_what_the_one_for_people_says() {
    let (desk, user) = (desk(), "evals-forms");
    let visitor = Visitor::signed_in_to(desk).await;
    let mut odd = sample(user, 3);
    let mut decision = odd.float_results.clone().unwrap();
    decision.status = EvaluationStatus::Unknown("PARTIAL".to_owned());
    odd.loan_results = Some(decision);
    put(desk, vec![evaluation::encode(&odd)]).await;
    let csv = visitor.get(&format!("/users/{user}/evaluations.csv")).await;
    let mut rows = csv
        .body
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (rows.next().unwrap(), rows.next().unwrap());
    let cell = |name: &str| {
        let index = head.iter().position(|column| *column == name).unwrap();
        row[index].to_owned()
    };
    let line = visitor
        .get(&format!("/users/{user}/evaluations.jsonl"))
        .await;
    let line: serde_json::Value = serde_json::from_str(line.body.trim()).unwrap();
    for (column, path) in [
        ("result_id", "/result_id"),
        ("created_date", "/created_date"),
        ("account_id", "/account_id"),
        ("float_approved", "/float/approved"),
        ("float_amount_cents", "/float/amount"),
        ("float_deciding_rulebook", "/float/deciding_rulebook"),
        ("float_status", "/float/status"),
        ("loan_status", "/loan/status"),
        ("is_pinned", "/is_pinned"),
        ("expires", "/expires"),
    ] {
        let value = line.pointer(path).unwrap();
        let said = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        assert_eq!(said, cell(column), "{column}");
    }
    assert_eq!(cell("loan_status"), "PARTIAL");
}
