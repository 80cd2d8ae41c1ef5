//! What the rulebook form sends: what cannot be kept is told in plain words, and comes back as it was typed.

use crate::drafting::{
    bring_up_to_date, demo, draft, live, proposal, recorded, renamed, reviewed, signed_in, step,
    text, to_nobody, with_priority,
};
use crate::visitor::{Answer, Visitor};
use app::error::AppError;
use app::paths;
use domain::id::{ProposalId, RulebookId, StaffId};
use domain::instant::Instant;
use domain::proposal::{Proposal, ProposalState, ProposedChange};
use domain::role::Role;
use domain::rulebook::{Rule, RuleType, Rulebook};
use domain::value::{Attributes, Value};
use store::proposal::encode;
use store::{TableId, rulebook};

/// As the form sends it.
async fn save(visitor: &Visitor, (base, draft): (&str, &str), edited: Option<&str>) -> Answer {
    let (id, version) = match edited {
        Some(address) => (address.rsplit('/').next().unwrap(), "1"),
        None => ("", "0"),
    };
    let form = [
        ("draft", draft),
        ("base", base),
        ("proposal", id),
        ("version", version),
        ("was", "stringent_v1"),
    ];
    visitor.post("/rpc/save_draft", &form).await
}

fn with_value(rulebook: &Rulebook, value: &str) -> String {
    let value = format!("{{\"extra\": {{{value}}},");
    text(rulebook).replacen('{', &value, 1)
}

#[tokio::test]
async fn what_the_database_would_refuse_is_told_and_comes_back_as_it_was_typed() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    for (value, why) in [
        (r#""": 1"#, "A value inside it has no name."),
        (r#""inside": [{"": 1}]"#, "A value inside it has no name."),
        (
            r#""many": 123456789012345678901234567890123456789"#,
            "38 digits",
        ),
        (r#""large": 1E200"#, "too large"),
        (r#""set": {"$SS": []}"#, "A set holds at least one value"),
    ] {
        let (began, typed) = (text(&base), with_value(&base, value));
        let answer = save(&admin, (&began, &typed), None).await;
        assert_eq!(answer.status, 400, "{value}: {}", answer.body);
        let error: AppError = answer.unpack();
        assert!(error.to_string().contains(why), "{error}");
        assert!(
            error.to_string().starts_with("Nothing was saved."),
            "{error}"
        );
        assert_eq!(error.typed("draft"), Some(typed.as_str()));
        assert_eq!(error.typed("base"), Some(began.as_str()));
    }
}

#[tokio::test]
async fn without_javascript_json_with_a_mistake_comes_back_as_it_was_typed() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let typed = format!("{} and a slip of the hand", text(&base));
    let form = [
        ("draft", typed.as_str()),
        ("base", &text(&base)),
        ("proposal", ""),
        ("version", "0"),
    ];
    let page = paths::rulebook_form(&RulebookId::new("stringent_v1"), None);
    let answer = admin.submit(&page, "/rpc/save_draft", &form).await;
    assert_eq!(answer.status, 302);
    let text = admin.get(answer.location()).await.text();
    assert!(text.contains("The rulebook cannot be read."), "{text}");
    assert!(text.contains("and a slip of the hand"), "{text}");
    assert!(text.contains("Without JavaScript"), "{text}");
}

#[tokio::test]
async fn a_draft_that_is_edited_back_to_what_it_began_with_is_refused() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let (began, other) = (text(&base), text(&with_priority(&base, 7)));
    let drafted = save(&admin, (&began, &other), None).await;
    let address = drafted.location().to_owned();
    let back = save(&admin, (&began, &began), Some(&address)).await;
    assert_eq!(back.status, 400, "{}", back.body);
    let error: AppError = back.unpack();
    assert!(error.to_string().contains("Nothing is changed"), "{error}");
    assert_eq!(proposal(&admin, &address).await.proposal.version, 1);
}

/// Every way to a draft by its ID, as its page, its functions and a what-if take.
async fn ways(visitor: &Visitor, address: &str) -> Vec<(String, u16, String)> {
    let id = address.rsplit('/').next().unwrap();
    let mut found = Vec::new();
    for path in [
        address.to_owned(),
        paths::what_if_of(&ProposalId::new(id)),
        paths::what_if_run(&format!("days=2&proposal={id}")),
        paths::rulebook_form(&RulebookId::new("stringent_v1"), Some(&ProposalId::new(id))),
    ] {
        let answer = visitor.get(&path).await;
        found.push((path, answer.status, answer.text()));
    }
    let query = format!("proposal={id}");
    let step = |step| {
        [
            ("id", id),
            ("version", "1"),
            ("step", step),
            ("reason", "r"),
        ]
    };
    let (comment, withdraw) = (step("comment"), step("withdraw"));
    let forms: [(&str, &[(&str, &str)]); 6] = [
        ("/rpc/read_proposal", &[("id", id)]),
        ("/rpc/read_what_if", &[("query", &query)]),
        (
            "/rpc/read_draft_form",
            &[("id", "stringent_v1"), ("proposal", id)],
        ),
        (
            "/rpc/bring_up_to_date",
            &[("id", id), ("version", "1"), ("seen", "")],
        ),
        ("/rpc/discuss_proposal", &comment),
        ("/rpc/discuss_proposal", &withdraw),
    ];
    for (function, form) in forms {
        let answer = visitor.post(function, form).await;
        found.push((function.to_owned(), answer.status, answer.text()));
    }
    found
}

#[tokio::test]
async fn anothers_draft_is_read_commented_and_tried_by_nobody_before_it_is_submitted() {
    let (_engine, desk) = reviewed().await;
    let author = signed_in(&desk, "ann", Role::Analyst).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let mine = with_priority(&renamed(&book, "Nobody knows this name"), 7);
    let address = draft(&author, Some(&book), &mine).await;
    for role in [Role::Analyst, Role::Admin] {
        let other = signed_in(&desk, &format!("other-{role}"), role).await;
        for (way, status, text) in ways(&other, &address).await {
            assert_eq!(status, 400, "{way}: {text}");
            assert!(text.contains("that you can read"), "{way}: {text}");
            assert!(!text.contains("Nobody knows this name"), "{way}: {text}");
        }
        assert!(!other.get("/proposals").await.body.contains(&address));
        // The same as for one that was never there.
        let never = other.post("/rpc/read_proposal", &[("id", "never")]).await;
        assert_eq!(never.status, 400);
        assert!(never.body.contains("that you can read"), "{}", never.body);
    }
    let own = proposal(&author, &address).await;
    assert_eq!((own.proposal.version, own.comments.len()), (1, 0));
    let page = author.get(&address).await.text();
    assert!(page.contains("Nobody knows this name"), "{page}");

    // One that was withdrawn before it was submitted stays its author's.
    let withdrawn = draft(&author, Some(&book), &mine).await;
    assert_eq!(step(&author, &withdrawn, "withdraw", "1").await.status, 200);
    let admin = signed_in(&desk, "ada", Role::Admin).await;
    assert_eq!(admin.get(&withdrawn).await.status, 400);
    assert_eq!(author.get(&withdrawn).await.status, 200);

    // Submitted, it is everybody's; nothing of a draft is in the log before.
    let log = admin.get("/audit").await.text();
    assert!(log.contains("drafted the proposal"), "{log}");
    assert!(!log.contains("Nobody knows this name"), "{log}");
    assert_eq!(step(&author, &address, "submit", "1").await.status, 200);
    let page = admin.get(&address).await.text();
    assert!(page.contains("Nobody knows this name"), "{page}");
    let log = admin.get("/audit").await.text();
    assert!(log.contains("submitted for review the proposal"), "{log}");
}

#[tokio::test]
async fn attributes_of_the_item_are_refused_in_a_draft_in_a_merge_and_at_publish() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let began = text(&base);
    for name in ["ttl", "TTL", "PK", "GSI1SK", "gsi2pk", "item_type"] {
        let typed = began.replacen('{', &format!("{{\"{name}\": 1,"), 1);
        let answer = save(&admin, (&began, &typed), None).await;
        assert_eq!(answer.status, 400, "{name}: {}", answer.body);
        assert!(
            answer.body.contains("belongs to the stored item"),
            "{}",
            answer.body
        );
    }
    // As an earlier version of Float Desk may have kept it.
    let mut after = with_priority(&base, 7);
    after.unknown.insert("ttl".to_owned(), Value::number(1));
    let kept = Proposal {
        id: ProposalId::new("old"),
        author: StaffId::new("ada-admin"),
        created: Instant::EPOCH,
        reason: String::new(),
        line: String::new(),
        state: ProposalState::Draft,
        version: 1,
        drafted: 1,
        restores: None,
        is_whole: false,
        approval: None,
        closing: None,
        changes: vec![ProposedChange {
            id: base.rulebook_id.clone(),
            base: Some(base.clone()),
            after: Some(after),
        }],
    };
    let table = desk.store.table(TableId::FloatDesk);
    table.put_all(encode(&kept), |_| {}).await.unwrap();
    let page = proposal(&admin, "/proposals/old").await;
    assert!(
        page.problems[0]
            .to_string()
            .starts_with("stringent_v1 ttl:"),
        "{:?}",
        page.problems
    );
    let refused = step(&admin, "/proposals/old", "publish", "1").await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    recorded(
        &desk.store,
        &admin,
        vec![rulebook::encode(&with_priority(&base, 9))],
    )
    .await;
    let merged = bring_up_to_date(&admin, "/proposals/old", "mine").await;
    assert_eq!(merged.status, 400, "{}", merged.body);
    assert!(
        merged.body.contains("belongs to the stored item"),
        "{}",
        merged.body
    );
    let now = live(&desk.store, "stringent_v1").await.unwrap();
    assert!(now.unknown.is_empty(), "{now:?}");
}

#[tokio::test]
async fn a_rulebook_with_too_many_rules_is_refused_and_a_stored_one_is_shown_and_taken_out_of_use()
{
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let of = |count: usize| Rulebook {
        rules: (0..count)
            .map(|number| Rule {
                rule: format!("R{number}"),
                rule_arn: None,
                props: None,
                rule_type: RuleType::All,
                ab_group: None,
                unknown: Attributes::new(),
            })
            .collect(),
        ..base.clone()
    };
    let began = text(&base);
    let refused = save(&admin, (&began, &text(&of(1_001))), None).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(
        refused.body.contains("at most 1,000 rules"),
        "{}",
        refused.body
    );
    recorded(&desk.store, &admin, vec![rulebook::encode(&of(1_100))]).await;
    let large = live(&desk.store, "stringent_v1").await.unwrap();
    let page = admin.get("/rulebooks/stringent_v1").await;
    assert!(page.text().contains("1100 rules, in this order"));
    // Bringing two together may not make it larger either.
    let mine = draft(&admin, Some(&large), &to_nobody(&large)).await;
    let published = step(&admin, &mine, "publish", "1").await;
    assert_eq!(published.status, 200, "{}", published.body);
    let now = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(
        (now.rules.len(), now.apply_to),
        (1_100, to_nobody(&large).apply_to)
    );
}

#[tokio::test]
async fn what_may_be_a_slip_is_a_caution_above_the_diff() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let mut after = with_priority(&base, live(&desk.store, "core_v2").await.unwrap().priority);
    after.unknown.insert("comment".to_owned(), Value::text("x"));
    let props = after.rules[0].props.get_or_insert_default();
    props.insert("amount_cents".to_owned(), Value::number(50));
    let name = after.rules[0].rule.clone();
    let preview = draft(&admin, Some(&base), &after).await;
    let cautions: Vec<_> = proposal(&admin, &preview).await.cautions;
    let cautions: Vec<_> = cautions.iter().map(ToString::to_string).collect();
    for said in [
        "stringent_v1 priority: core_v2 has priority 100 too: the ID decides which comes first."
            .to_owned(),
        "stringent_v1 comment: The attribute \"comment\" is added. No document names it."
            .to_owned(),
        format!(
            "stringent_v1 {name} amount_cents: amount_cents is $0.50, less than $1. It is stored in cents."
        ),
    ] {
        assert!(cautions.contains(&said), "{said}: {cautions:?}");
    }
    let page = admin.get(&preview).await.body;
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    assert!(at("aria-label=\"Cautions\"") < at("What it changes"));
    assert!(page.contains("50 ($0.50)"), "{page}");
}
