//! Proposals from outside: what others changed meanwhile, who may do what, and that nothing is lost.

use crate::drafting::{
    bring_up_to_date, choose, demo, draft, live, new_one, proposal, record_drift, recorded,
    renamed, reviewed, script, signed_in, step, text, to_nobody, updates, with_priority,
};
use crate::visitor::Visitor;
use app::api::proposals::{ProposalsPage, Step};
use domain::id::{ProposalId, RulebookId, StaffId};
use domain::instant::Instant;
use domain::proposal::ProposalState;
use domain::role::Role;
use domain::rulebook::Rulebook;
use domain::rulebook_merge::MergeState;
use domain::rulebook_update::RulebookUpdate;
use domain::value::Value;
use std::time::SystemTime;
use store::rulebook::{self, encode};
use store::rulebook_update;

/// A draft of a proposal that is there already, kept as the form does.
async fn redraft(
    visitor: &Visitor,
    address: &str,
    (was, after): (&str, &Rulebook),
    version: &str,
) -> u16 {
    let (id, after) = (address.rsplit('/').next().unwrap(), text(after));
    let form = [
        ("draft", after.as_str()),
        ("base", ""),
        ("proposal", id),
        ("version", version),
        ("was", was),
    ];
    visitor.post("/rpc/save_draft", &form).await.status
}

#[tokio::test]
async fn a_rulebook_written_with_fractions_and_bare_rules_can_be_edited() {
    let (_engine, desk, admin) = demo().await;
    let mut item = encode(&live(&desk.store, "stringent_v1").await.unwrap());
    item.insert(
        "last_updated".to_owned(),
        Value::text("2026-01-15T11:00:00.123+01:00"),
    );
    if let Some(Value::List(rules)) = item.get_mut("rules") {
        let bare = [("rule", "RuleBare"), ("rule_type", "all")];
        let bare = bare.map(|(name, value)| (name.to_owned(), Value::text(value)));
        rules.push(Value::Map(bare.into()));
    }
    recorded(&desk.store, &admin, vec![item.clone()]).await;
    let before = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, Some(&before), &with_priority(&before, 7)).await;
    assert_eq!(proposal(&admin, &preview).await.stale, []);
    let published = step(&admin, &preview, "publish", "1").await;
    assert_eq!(published.status, 200, "{}", published.body);
    let after = encode(&live(&desk.store, "stringent_v1").await.unwrap());
    assert_eq!(after["rules"], item["rules"]);
    assert_eq!(after["priority"], Value::number(7));
}

#[tokio::test]
async fn a_new_rulebook_that_is_renamed_in_its_proposal_is_one_rulebook() {
    let (_engine, desk, admin) = demo().await;
    let like = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, None, &new_one(&like, "trial_a")).await;
    let renamed = new_one(&like, "trial_b");
    let status = redraft(&admin, &preview, ("trial_a", &renamed), "1").await;
    assert_eq!(status, 200);
    let ids = proposal(&admin, &preview).await.rulebooks;
    assert_eq!(ids, [RulebookId::new("trial_b")]);
    assert_eq!(step(&admin, &preview, "publish", "2").await.status, 200);
    assert!(live(&desk.store, "trial_a").await.is_none());
    assert!(live(&desk.store, "trial_b").await.is_some());
}

#[tokio::test]
async fn a_form_in_which_nothing_was_changed_becomes_no_proposal() {
    let (_engine, desk, admin) = demo().await;
    let book = text(&live(&desk.store, "stringent_v1").await.unwrap());
    let form = [
        ("draft", book.as_str()),
        ("base", &book),
        ("proposal", ""),
        ("version", "0"),
    ];
    let refused = admin.post("/rpc/save_draft", &form).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(
        refused.body.contains("Nothing is changed"),
        "{}",
        refused.body
    );
}

#[tokio::test]
async fn a_new_rulebook_whose_id_no_link_can_hold_is_not_kept() {
    let (_engine, desk, admin) = demo().await;
    let like = live(&desk.store, "stringent_v1").await.unwrap();
    let long = "x".repeat(1_001);
    for (id, why) in [
        ("", "Give the rulebook an id"),
        (long.as_str(), "An id has at most 1,000 bytes"),
    ] {
        let typed = text(&new_one(&like, id));
        let form = [
            ("draft", typed.as_str()),
            ("base", ""),
            ("proposal", ""),
            ("version", "0"),
        ];
        let refused = admin.post("/rpc/save_draft", &form).await;
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.body.contains(why), "{}", refused.body);
    }
    let longest = "x".repeat(1_000);
    let preview = draft(&admin, None, &new_one(&like, &longest)).await;
    let status = redraft(&admin, &preview, (&longest, &new_one(&like, "")), "1").await;
    assert_eq!(status, 400);
    let ids = proposal(&admin, &preview).await.rulebooks;
    assert_eq!(ids, [RulebookId::new(longest)]);
}

#[tokio::test]
async fn where_both_moved_rules_the_order_is_chosen_and_a_third_change_is_told_first() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    assert!(base.rules.len() > 2, "{base:?}");
    let moved = |from: usize, to: usize| {
        let mut rules = base.rules.clone();
        let rule = rules.remove(from);
        rules.insert(to, rule);
        Rulebook {
            rules,
            ..base.clone()
        }
    };
    let (mine, theirs) = (moved(0, 1), moved(2, 0));
    let preview = draft(&admin, Some(&base), &mine).await;
    script(&desk.store, vec![encode(&theirs)]).await;
    let page = proposal(&admin, &preview).await;
    let rows: Vec<_> = page.stale[0].rows.iter().collect();
    let [order] = rows[..] else {
        panic!("{rows:?}")
    };
    assert_eq!(
        (order.field.as_str(), order.state),
        ("order of the rules", MergeState::Conflict)
    );
    // What is live is on nobody's record, so nobody is named.
    assert_eq!(page.stale[0].by, None);
    let list = admin.get("/proposals").await.text();
    assert!(list.contains("to be brought up to date"), "{list}");

    // A third change since the page was read: told, and nothing of the draft is lost.
    script(&desk.store, vec![encode(&renamed(&theirs, "A third"))]).await;
    let late = choose(&admin, &page, "mine").await;
    assert_eq!(late.status, 409, "{}", late.body);
    let again = proposal(&admin, &preview).await;
    assert_eq!(again.proposal.version, 1);
    assert_eq!(again.stale[0].rows.len(), 2);
    let merged = bring_up_to_date(&admin, &preview, "mine").await;
    assert_eq!(merged.status, 200, "{}", merged.body);
    record_drift(&admin).await;
    assert_eq!(step(&admin, &preview, "publish", "2").await.status, 200);
    let now = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(now.rules, mine.rules);
    assert_eq!(now.rulebook_name, "A third");
}

#[tokio::test]
async fn whoever_changed_it_meanwhile_is_named_on_the_conflict() {
    let (_engine, desk) = reviewed().await;
    let mine = signed_in(&desk, "cleo", Role::Analyst).await;
    let author = signed_in(&desk, "bea", Role::Admin).await;
    let publisher = signed_in(&desk, "ann", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&mine, Some(&book), &with_priority(&book, 7)).await;
    let theirs = draft(&author, Some(&book), &with_priority(&book, 8)).await;
    assert_eq!(step(&author, &theirs, "submit", "1").await.status, 200);
    assert_eq!(step(&publisher, &theirs, "approve", "2").await.status, 200);
    let done = step(&publisher, &theirs, "publish", "3").await;
    assert_eq!(done.status, 200, "{}", done.body);
    let page = mine.get(&preview).await.text();
    assert!(
        page.contains("stringent_v1 was changed by bea, approved and published by ann, "),
        "{page}"
    );
    let rows = &proposal(&mine, &preview).await.stale[0].rows;
    let row = rows.iter().find(|row| row.field == "priority").unwrap();
    let sides = [&row.base, &row.theirs, &row.mine].map(Option::as_deref);
    assert_eq!(sides, [Some("90"), Some("8"), Some("7")]);
}

#[tokio::test]
async fn nobodys_value_is_taken_because_nobody_chose() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    let preview = draft(&admin, Some(&base), &with_priority(&base, 7)).await;
    script(&desk.store, vec![encode(&with_priority(&base, 8))]).await;
    let refused = bring_up_to_date(&admin, &preview, "").await;
    assert_eq!(refused.status, 400);
    assert!(
        refused.body.contains("Choose theirs or mine"),
        "{}",
        refused.body
    );
}

#[tokio::test]
async fn what_is_up_for_review_keeps_its_reason_and_what_is_closed_stays_readable() {
    let (_engine, desk) = reviewed().await;
    let author = signed_in(&desk, "ann", Role::Analyst).await;
    let admin = signed_in(&desk, "bea", Role::Admin).await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let rejected = draft(&author, Some(&book), &with_priority(&book, 7)).await;
    assert_eq!(step(&author, &rejected, "submit", "1").await.status, 200);
    assert_eq!(step(&admin, &rejected, "approve", "2").await.status, 200);
    let again = step(&author, &rejected, "submit", "3").await;
    assert_eq!(again.status, 400);
    assert!(
        again.body.contains("up for review already"),
        "{}",
        again.body
    );
    assert_eq!(step(&author, &rejected, "comment", "3").await.status, 200);
    assert_eq!(step(&admin, &rejected, "reject", "3").await.status, 200);

    let withdrawn = draft(&author, Some(&book), &with_priority(&book, 8)).await;
    assert_eq!(step(&author, &withdrawn, "submit", "1").await.status, 200);
    assert_eq!(step(&author, &withdrawn, "withdraw", "2").await.status, 200);
    for (address, state, line) in [
        (&rejected, "Rejected by bea", "priority 90 → 7"),
        (&withdrawn, "Withdrawn by ann", "priority 90 → 8"),
    ] {
        let page = admin.get(address).await.text();
        for said in [state, line, "a good reason"] {
            assert!(page.contains(said), "{said}: {page}");
        }
    }
    assert!(admin.get(&rejected).await.text().contains("What was said"));
    let list: ProposalsPage = admin.post("/rpc/list_proposals", &[]).await.unpack();
    let by_ann = list.proposals.iter().flatten();
    let by_ann = by_ann.filter(|it| it.author.as_str() == "ann");
    assert_eq!(by_ann.count(), 2);
    // Closed ones are no longer compared with what is live.
    assert_eq!(list.stale, [ProposalId::new("demo-stale")]);
    assert_eq!(live(&desk.store, "stringent_v1").await, Some(book));
}

#[tokio::test]
async fn a_publish_that_is_too_large_says_how_large_and_keeps_the_draft() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let wide = new_one(&renamed(&book, &"x".repeat(205_000)), "wide");
    recorded(&desk.store, &admin, vec![encode(&wide)]).await;
    let preview = draft(&admin, Some(&book), &renamed(&book, &"y".repeat(205_000))).await;
    let count = updates(&desk.store).await;
    // Told before anybody reviews it, and not only to whoever publishes it.
    let page = proposal(&admin, &preview).await;
    let said = page.problems[0].to_string();
    assert!(
        said.starts_with("Publishing: The snapshot would have 4"),
        "{said}"
    );
    assert!(!page.steps.has(Step::Publish) && !page.steps.has(Step::Submit));
    let refused = step(&admin, &preview, "publish", "1").await;
    assert_eq!(refused.status, 400);
    assert!(
        refused.body.contains("The snapshot would have") && refused.body.contains("bytes"),
        "{}",
        refused.body
    );
    assert_eq!(updates(&desk.store).await, count);
    assert_eq!(live(&desk.store, "stringent_v1").await, Some(book));
    let page = proposal(&admin, &preview).await;
    assert_eq!(page.proposal.version, 1);
    assert_eq!(page.rulebooks, [RulebookId::new("stringent_v1")]);
}

#[tokio::test]
async fn a_publish_that_touches_too_many_says_so_in_the_preview() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let small = Rulebook {
        rules: Vec::new(),
        ..book.clone()
    };
    let many = (0..96).map(|number| encode(&new_one(&small, &format!("n{number}"))));
    // A script that records what it does: this many are too many for one record of ours, too.
    let mut items: Vec<_> = many.collect();
    let all = rulebook::live(&desk.store).await.unwrap().configuration();
    let all = all.rulebooks().iter().map(encode).chain(items.clone());
    let all = all.map(|item| rulebook::decode(item).unwrap().value);
    items.push(rulebook_update::encode(&RulebookUpdate {
        update_user: StaffId::new("script"),
        update_time: Instant::from(SystemTime::now()).whole_seconds(),
        rulebooks: all.collect(),
        unreadable: Vec::new(),
    }));
    script(&desk.store, items).await;
    let preview = draft(&admin, Some(&book), &with_priority(&book, 7)).await;
    let count = updates(&desk.store).await;
    let page = proposal(&admin, &preview).await;
    let [said] = &page.problems[..] else {
        panic!("{:?}", page.problems)
    };
    let (said, end) = (said.to_string(), "and a transaction ends at 100.");
    assert!(
        said.starts_with("Publishing: This would touch 1") && said.ends_with(end),
        "{said}"
    );
    assert!(!page.steps.has(Step::Publish) && !page.steps.has(Step::Submit));
    let refused = step(&admin, &preview, "publish", "1").await;
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains(end), "{}", refused.body);
    assert!(
        refused.body.contains("Nothing was written."),
        "{}",
        refused.body
    );
    assert_eq!(updates(&desk.store).await, count);
}

#[tokio::test]
async fn a_rulebook_that_fills_a_snapshot_can_be_taken_out_of_use() {
    let (_engine, desk, admin) = demo().await;
    let book = live(&desk.store, "stringent_v1").await.unwrap();
    let wide = renamed(&book, &"x".repeat(300_000));
    recorded(&desk.store, &admin, vec![encode(&wide)]).await;
    let preview = draft(&admin, Some(&wide), &to_nobody(&wide)).await;
    assert_eq!(proposal(&admin, &preview).await.stale, []);
    let published = step(&admin, &preview, "publish", "1").await;
    assert_eq!(published.status, 200, "{}", published.body);
    let now = live(&desk.store, "stringent_v1").await.unwrap();
    assert_eq!(now.apply_to, to_nobody(&wide).apply_to);
    assert_eq!(now.rulebook_name, wide.rulebook_name);
}

#[tokio::test]
async fn of_two_who_publish_the_same_values_at_once_one_is_told_to_look_again() {
    let (_engine, desk, admin) = demo().await;
    for round in 0..5 {
        let book = live(&desk.store, "stringent_v1").await.unwrap();
        let after = with_priority(&book, 30 + round);
        let first = draft(&admin, Some(&book), &after).await;
        let second = draft(&admin, Some(&book), &after).await;
        let answers = tokio::join!(
            step(&admin, &first, "publish", "1"),
            step(&admin, &second, "publish", "1"),
        );
        let mut statuses = [answers.0.status, answers.1.status];
        for (address, status) in [&first, &second].into_iter().zip(statuses) {
            let state = proposal(&admin, address).await.proposal.state;
            let expected = match status {
                200 => ProposalState::Published,
                _ => ProposalState::Draft,
            };
            assert_eq!(state, expected, "{status}");
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
}

#[tokio::test]
async fn two_admins_who_publish_two_rulebooks_at_once_both_do() {
    let (_engine, desk, admin) = demo().await;
    let count = updates(&desk.store).await;
    for round in 0..5 {
        let one = live(&desk.store, "stringent_v1").await.unwrap();
        let other = live(&desk.store, "core_v2").await.unwrap();
        let drafts = [&one, &other].map(|it| (it, with_priority(it, 30 + round)));
        let first = draft(&admin, Some(drafts[0].0), &drafts[0].1).await;
        let second = draft(&admin, Some(drafts[1].0), &drafts[1].1).await;
        let (first, second) = tokio::join!(
            step(&admin, &first, "publish", "1"),
            step(&admin, &second, "publish", "1"),
        );
        assert_eq!((first.status, second.status), (200, 200));
    }
    assert_eq!(updates(&desk.store).await, count + 10);
    let found = rulebook_update::latest(&desk.store).await.unwrap();
    let newest = found.unwrap().1.unwrap().value;
    let live = rulebook::live(&desk.store).await.unwrap();
    assert_eq!(newest.configuration(), live.configuration());
}

#[tokio::test]
async fn a_choice_about_a_whole_rulebook_shows_what_both_sides_are() {
    let (_engine, desk, admin) = demo().await;
    let base = live(&desk.store, "stringent_v1").await.unwrap();
    // My deletion, and a change of theirs.
    let gone = [("id", "stringent_v1")];
    let gone = admin.post("/rpc/draft_deletion", &gone).await;
    script(&desk.store, vec![encode(&with_priority(&base, 8))]).await;
    let page = proposal(&admin, gone.location()).await;
    let beside = page.stale[0].beside.as_ref().unwrap();
    assert_eq!(beside.diff.line, "stringent_v1: priority 90 → 8");
    let shown = admin.get(gone.location()).await.text();
    assert!(shown.contains("What they changed"), "{shown}");

    // Two who made one id.
    let mine = draft(&admin, None, &new_one(&base, "trial_a")).await;
    let theirs = with_priority(&new_one(&base, "trial_a"), 8);
    script(&desk.store, vec![encode(&theirs)]).await;
    let page = proposal(&admin, &mine).await;
    let beside = page.stale[0].beside.as_ref().unwrap();
    assert_eq!(beside.diff.line, "trial_a: priority 8 → 90");
}
