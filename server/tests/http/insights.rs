//! Insights: every kind has a panel, income stays masked until somebody asks, and that is on record.

use crate::desk::{Desk, config_by, desk, engine};
use crate::road::Road;
use crate::visitor::Visitor;
use domain::audit::{Action, AuditList};
use domain::id::UserId;
use domain::insight::income_verification::IncomeVerification;
use domain::item::Record;

const PAULA: &str = "/users/user-paula/insights";

#[tokio::test]
async fn every_kind_of_insight_has_its_panel() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let page = visitor.get(PAULA).await;
    assert_eq!(page.status, 200);
    assert!(!page.body.contains(" style="));
    let text = page.text();
    for said in [
        "Predicted payday",
        "Winner: pave",
        "Recurring income and expenses",
        "merchant Rent",
        "Ritual expenses",
        "Income sources",
        "Cash-advance score",
        "Monthly savings",
        "No further alert goes out until",
        "Configured threshold: 100, as stored; its unit is not set.",
        "holds back a second one",
        "Mining is scheduled",
        "Last page of pave-",
        "Income detection",
        "income_detected",
        "FM_PAYDAY_PREDICTED_PAYDAY",
        "cadence",
        "earlier runs, or expired",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert_eq!(
        page.body.matches("role=\"img\"").count(),
        2,
        "two small charts"
    );
}

#[tokio::test]
async fn what_is_empty_says_so_in_one_line_each() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = visitor.get("/users/nobody-mined/insights").await.text();
    for said in [
        "No payday is predicted for today or later.",
        "The mining runs found nothing that recurs.",
        "The mining runs found no ritual expense.",
        "No source of income is known.",
        "No score is stored.",
        "No month of savings is stored.",
        "No low-balance alert was ever recorded.",
        "No low-balance threshold is configured.",
        "No notification of funds on a card is stored.",
        "No mining is scheduled",
        "The transactions were never mined.",
        "No income was verified.",
        "No run of income detection is stored.",
        "Nothing captured.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[tokio::test]
async fn only_the_newest_run_and_paydays_ahead_are_current() {
    let visitor = Visitor::signed_in_to(desk()).await;
    let text = visitor.get("/users/user-petra/insights").await.text();
    assert!(text.contains("of earlier runs, or expired"), "{text}");
    assert!(text.contains("1 past, which count for nothing"), "{text}");
    // Of two that lie ahead, the one that was written last holds.
    let (first, _) = text.split_once(" holds").unwrap();
    let (_, rest) = text.split_once(" holds").unwrap();
    assert!(
        rest.trim_start().starts_with("Winner: fm_legacy"),
        "{first} | {rest}"
    );
}

#[tokio::test]
async fn income_is_masked_until_it_is_revealed_and_that_is_on_record() {
    let desk = desk();
    let visitor = Visitor::signed_in_to(desk).await;
    let page = visitor.get(PAULA).await;
    for secret in ["Northwind Logistics", "41600"] {
        assert!(!page.body.contains(secret), "{secret}");
    }
    assert!(page.text().contains("Employer") && page.text().contains("Reveal"));
    let form = [("user_id", "user-paula")];
    let read = visitor.post("/rpc/read_insights", &form).await;
    assert!(!read.body.contains("Northwind Logistics"));

    let of = AuditList::OfUser(UserId::new("user-paula"));
    let reveals = async || {
        let entries = store::audit::list(&desk.store, &of, 100, None)
            .await
            .unwrap();
        let events = entries
            .events
            .into_iter()
            .flatten()
            .map(|record| record.value);
        events
            .filter(|event| event.action == Action::IncomeRevealed)
            .collect::<Vec<_>>()
    };
    let before = reveals().await.len();
    let answer = visitor.post("/rpc/reveal_income", &form).await;
    let revealed: Option<Record<IncomeVerification>> = answer.unpack();
    let income = revealed.unwrap().value;
    assert_eq!(income.employer_name.as_deref(), Some("Northwind Logistics"));
    let after = reveals().await;
    assert_eq!(after.len(), before + 1);
    assert_eq!(after[0].who.as_str(), "sam-support");
    // What is not there is not looked at either.
    let nothing = visitor
        .post("/rpc/reveal_income", &[("user_id", "user-petra")])
        .await;
    assert_eq!(nothing.unpack::<Option<Record<IncomeVerification>>>(), None);
}

#[tokio::test]
async fn what_cannot_be_put_on_record_is_not_revealed() {
    let session = Visitor::signed_in_to(desk()).await.session.unwrap();
    let (url, _) = Road::Lossy("AUDIT_USER#").open(engine().url());
    let desk = Desk::open(&config_by(&url)).await;
    let visitor = Visitor::to(&desk).with_session(session);
    let answer = visitor
        .post("/rpc/reveal_income", &[("user_id", "user-paula")])
        .await;
    assert_eq!(answer.status, 503, "{}", answer.body);
    assert!(!answer.body.contains("Northwind"));
}

#[tokio::test]
async fn with_one_table_away_the_other_panels_are_shown() {
    for (table, missing, rest) in [
        ("prod-pave", "The insights", "FM_PAYDAY_PREDICTED_PAYDAY"),
        (
            "prod-incomedetection",
            "The income detection",
            "Predicted payday",
        ),
        (
            "prod-fmdatacapture",
            "The captured data",
            "Predicted payday",
        ),
        (
            "user-balance-settings",
            "The balance settings",
            "Predicted payday",
        ),
    ] {
        let (url, _) = Road::Lossy(table).open(engine().url());
        let desk = Desk::open(&config_by(&url)).await;
        let visitor = Visitor::signed_in_to(&desk).await;
        let page = visitor.get(PAULA).await;
        assert_eq!(page.status, 200, "{table}: {}", page.body);
        let text = page.text();
        let said =
            format!("{missing} cannot be read at the moment; the rest of this page is current.");
        assert!(
            text.contains(&said) && text.contains(rest),
            "{table}: {text}"
        );
    }
}
