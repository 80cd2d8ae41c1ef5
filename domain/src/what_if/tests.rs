//! What-if against the check: without changes nothing changes, and every change does what it says.

mod not_run;
mod unknown;

use super::WhatIf;
use super::change::{Change, Changes};
use super::findings::{Findings, Flip, Flips, Tally};
use super::unestimated::Unestimated;
use super::words::{always_unknown, sentence, stored};
use crate::basis_points::BasisPoints;
use crate::decision::NoResultsReading;
use crate::decision::check::{Check, check};
use crate::decision::samples::{book, decision, evaluation, result};
use crate::evaluation::{CalcStatus, EvaluationResult, EvaluationStatus, Product, RulebookResult};
use crate::id::{RulebookId, StaffId, UpdateId, UserId};
use crate::instant::Instant;
use crate::ledger::{LedgerEntry, Said};
use crate::money::Cents;
use crate::rulebook::{Rulebook, RulebookType};
use crate::rulebook_update::RulebookUpdate;
use proptest::prelude::*;

fn noon() -> Instant {
    Instant::parse("2024-02-10T12:00:00Z").unwrap()
}

fn update(id: &str, at: Instant, rulebooks: Vec<Rulebook>) -> (UpdateId, RulebookUpdate) {
    let update = RulebookUpdate {
        update_user: StaffId::new("ada"),
        update_time: at,
        rulebooks,
        unreadable: Vec::new(),
    };
    (UpdateId::new(id), update)
}

/// In force since the day before.
fn configured(rulebooks: Vec<Rulebook>) -> [(UpdateId, RulebookUpdate); 1] {
    [update("first", noon().plus_days(-1), rulebooks)]
}

fn entry(evaluation: &EvaluationResult) -> LedgerEntry {
    LedgerEntry {
        snapshot: Some(UpdateId::new("first")),
        ..LedgerEntry::of(evaluation)
    }
}

fn float(approved: bool, cents: i64, by: &str, results: Vec<RulebookResult>) -> LedgerEntry {
    let decided = decision(approved, cents, Some(by), results);
    entry(&evaluation(noon(), Some(decided)))
}

fn changes(of: &[(&str, Change)]) -> Changes {
    let owned = |(id, change): &(&str, Change)| (RulebookId::new(*id), change.clone());
    Changes(of.iter().map(owned).collect())
}

fn found(
    updates: &[(UpdateId, RulebookUpdate)],
    changes: &Changes,
    entries: &[LedgerEntry],
) -> Findings {
    read_as(NoResultsReading::default(), updates, changes, entries)
}

fn read_as(
    no_results: NoResultsReading,
    updates: &[(UpdateId, RulebookUpdate)],
    changes: &Changes,
    entries: &[LedgerEntry],
) -> Findings {
    let mut found = Findings::default();
    WhatIf::new(updates, changes, no_results).work(entries, &mut found);
    found
}

fn describe(tally: &Tally, changes: &Changes) -> String {
    sentence(Product::Float, tally, changes, &Unestimated::default())
}

/// What a change does to one decision on a float.
fn tried(books: Vec<Rulebook>, change: (&str, Change), entry: &LedgerEntry) -> Tally {
    let entries = std::slice::from_ref(entry);
    found(&configured(books), &changes(&[change]), entries).float
}

fn priority(priority: i64) -> Change {
    Change {
        priority: Some(priority),
        ..Change::default()
    }
}

fn dropped() -> Change {
    Change {
        is_dropped: true,
        ..Change::default()
    }
}

fn only(flip: Flip) -> Flips {
    let mut flips = Flips::default();
    flips.count(flip);
    flips
}

#[test]
fn a_dropped_rulebook_s_approvals_go_unless_another_approves() {
    let books = || vec![book("core", 100, false), book("late", 50, false)];
    let alone = float(
        true,
        3_000,
        "core",
        vec![result("core", 100, -1), result("late", 50, 0)],
    );
    let tally = tried(books(), ("core", dropped()), &alone);
    assert_eq!(tally.flips, only(Flip::ToDenied));
    assert_eq!(
        (tally.lost.to_denied, tally.approved_after),
        (Cents(3_000), 0)
    );
    let example = tally.examples.of(Flip::ToDenied)[0];
    assert_eq!(example.after, Some(RulebookId::new("late")));

    let both = float(
        true,
        3_000,
        "core",
        vec![result("core", 100, -1), result("late", 50, 1_000)],
    );
    let tally = tried(books(), ("core", dropped()), &both);
    assert_eq!(tally.flips, only(Flip::ApprovedOtherwise));
    // The user's limit is known from the approval up to it.
    assert_eq!(tally.amount_after.known, Cents(1_000));
    let late = tally.by_rulebook[&RulebookId::new("late")];
    assert_eq!((late.approved_before, late.approved_after), (0, 1));
}

#[test]
fn a_priority_changes_who_decides() {
    let books = vec![book("core", 100, false), book("late", 50, false)];
    let results = vec![result("core", 100, 1_000), result("late", 50, -1)];
    let stored = float(true, 1_000, "core", results);
    let tally = tried(books, ("late", priority(200)), &stored);
    assert_eq!(tally.flips, only(Flip::ApprovedOtherwise));
    // Up to a limit that the stored $10 does not tell.
    assert_eq!(
        (tally.amount_after.known, tally.amount_after.unknown),
        (Cents::ZERO, 1)
    );
}

#[test]
fn a_superseding_rulebook_that_no_longer_ends_leaves_the_next_unanswered() {
    let books = vec![book("offer", 120, true), book("core", 100, false)];
    let stored = float(true, 4_000, "offer", vec![result("offer", 120, 4_000)]);
    let change = Change {
        superseding: Some(false),
        ..Change::default()
    };
    // The approval stands, whoever is asked after it.
    let tally = tried(books.clone(), ("offer", change), &stored);
    assert_eq!((tally.flips.total(), tally.limits.unanswered), (0, 0));
    let tally = tried(books, ("offer", dropped()), &stored);
    assert_eq!(tally.flips, only(Flip::NotKnown));
    assert_eq!(tally.limits.unanswered, 1, "core was not asked");
    assert_eq!(tally.lost.of(Flip::ToDenied), Some(Cents::ZERO));
    assert_eq!(tally.lost.of(Flip::NotKnown), Some(Cents(4_000)));
    assert_eq!(tally.rate_after().decided, 0);
    let said = describe(&tally, &changes(&[("offer", dropped())]));
    assert!(
        said.starts_with("None of 0 float") && said.contains("Of 1 decision it is not known"),
        "{said}"
    );
}

#[test]
fn superseding_alone_is_said_to_change_nothing_instead_of_measured() {
    let stored = float(true, 3_000, "core", vec![result("core", 100, -1)]);
    let ends = Change {
        superseding: Some(true),
        ..Change::default()
    };
    let tally = tried(
        vec![book("core", 100, false)],
        ("core", ends.clone()),
        &stored,
    );
    let alone = changes(&[("core", ends.clone())]);
    let said = describe(&tally, &alone);
    assert!(said.contains("was not measured"), "{said}");
    assert_eq!(always_unknown(&alone).len(), 3);
    let with_more = changes(&[("core", ends), ("late", priority(1))]);
    let said = describe(&tally, &with_more);
    assert!(said.starts_with("None of 1 float decision would"), "{said}");
    assert_eq!(always_unknown(&with_more).len(), 4);
}

#[test]
fn a_type_takes_a_result_to_the_other_product() {
    let loan = Rulebook {
        kind: RulebookType::Loan,
        ..book("loan", 100, false)
    };
    let books = vec![book("core", 100, false), book("second", 50, false), loan];
    let floats = decision(
        true,
        3_000,
        Some("second"),
        vec![result("core", 100, 0), result("second", 50, -1)],
    );
    let mut stored = evaluation(noon(), Some(floats));
    stored.loan_results = Some(decision(
        false,
        0,
        Some("loan"),
        vec![result("loan", 100, 0)],
    ));
    let change = Change {
        kind: Some(RulebookType::Loan),
        ..Change::default()
    };
    let found = found(
        &configured(books),
        &changes(&[("second", change)]),
        &[entry(&stored)],
    );
    assert_eq!(found.float.flips, only(Flip::ToDenied));
    assert_eq!(found.loan.flips, only(Flip::ToApproved));
    assert_eq!(found.loan.gained.unknown, 1);
}

#[test]
fn a_share_that_is_as_it_was_leaves_the_stored_applicability() {
    let core = Rulebook {
        apply_to: Some(BasisPoints(2_000)),
        ..book("core", 100, false)
    };
    let said = RulebookResult {
        apply_to: Some(BasisPoints(2_000)),
        is_applicable: Some(false),
        ..result("core", 100, -1)
    };
    let stored = float(false, 0, "late", vec![said, result("late", 50, 0)]);
    let share = |share| Change {
        share: Some(BasisPoints(share)),
        ..Change::default()
    };
    let same = tried(vec![core.clone()], ("core", share(2_000)), &stored);
    assert_eq!((same.flips.total(), same.limits.simulated), (0, 0));
    let all = tried(vec![core.clone()], ("core", share(10_000)), &stored);
    assert_eq!(all.flips, only(Flip::ToApproved));
    assert_eq!((all.limits.simulated, all.limits.newly_applied), (1, 1));
    assert!(all.examples.of(Flip::ToApproved)[0].is_simulated);
    let none = tried(vec![core], ("core", share(0)), &stored);
    assert_eq!((none.flips.total(), none.limits.simulated), (0, 1));
}

#[test]
fn what_the_check_flags_is_left_out_whatever_is_changed() {
    let books = vec![book("core", 100, false)];
    let odd = float(true, 2_000, "core", vec![result("core", 100, 0)]);
    let tally = tried(books, ("core", dropped()), &odd);
    assert_eq!(
        (tally.unexplained, tally.worked_out, tally.flips.total()),
        (1, 0, 0)
    );
}

#[test]
fn what_came_to_no_decision_is_left_out() {
    let books = vec![book("core", 100, false)];
    let mut stored = float(false, 0, "core", vec![result("core", 100, -1)]);
    stored.float.as_mut().unwrap().status = EvaluationStatus::EvalErr;
    let tally = tried(books.clone(), ("core", priority(1)), &stored);
    assert_eq!((tally.undecided, tally.worked_out), (1, 0));
    let empty = float(false, 0, "core", Vec::new());
    let tally = tried(books.clone(), ("core", priority(1)), &empty);
    assert_eq!((tally.undecided, tally.worked_out), (1, 0));
    assert_eq!(tally.stored.no_results, 1);
    let tried = read_as(
        NoResultsReading::Denied,
        &configured(books),
        &Changes::default(),
        &[empty],
    );
    assert_eq!(
        (tried.float.without_results, tried.float.worked_out),
        (1, 0)
    );
    assert_eq!(
        (tried.float.stored.denied, tried.loan.stored.not_evaluated),
        (1, 1)
    );
}

#[test]
fn a_denial_without_a_deciding_rulebook_is_replayed() {
    let books = || vec![book("core", 100, false), book("late", 50, false)];
    let results = vec![result("core", 100, 0), result("late", 50, 0)];
    let bare = entry(&evaluation(noon(), Some(decision(false, 0, None, results))));
    let same = tried(books(), ("late", priority(200)), &bare);
    assert_eq!(
        (same.worked_out, same.unexplained, same.flips.total()),
        (1, 0, 0)
    );
    let waiting = vec![
        result("core", 100, 0),
        RulebookResult {
            is_applicable: Some(false),
            apply_to: Some(BasisPoints(2_000)),
            ..result("late", 50, -1)
        },
    ];
    let bare = entry(&evaluation(noon(), Some(decision(false, 0, None, waiting))));
    let all = Change {
        share: Some(BasisPoints::ALL),
        ..Change::default()
    };
    let approved = tried(books(), ("late", all), &bare);
    assert_eq!(approved.flips, only(Flip::ToApproved));
    let approved_by_nobody = decision(true, 3_000, None, vec![result("core", 100, -1)]);
    let approved_by_nobody = entry(&evaluation(noon(), Some(approved_by_nobody)));
    let tally = tried(books(), ("late", priority(7)), &approved_by_nobody);
    assert_eq!((tally.worked_out, tally.flips.total()), (1, 0));
    assert_eq!(
        tally.by_rulebook[&RulebookId::new("core")].approved_before,
        1
    );
}

#[test]
fn the_headline_names_the_money_that_changes_although_no_outcome_does() {
    let books = vec![book("core", 100, false), book("starter", 50, false)];
    let results = vec![result("core", 100, 3_000), result("starter", 50, 1_000)];
    let stored = float(true, 3_000, "core", results);
    let change = ("starter", priority(110));
    let tally = tried(books, change.clone(), &stored);
    // The user's limit isn't known, and the starter rulebook names $10 at the most.
    assert_eq!(
        describe(&tally, &changes(&[change])),
        "None of 1 float decision would be approved or denied otherwise. \
         The amount approved changes from $30 to $0 and up to $10 more. \
         1 would be decided by another rulebook, with the same outcome."
    );
    let amount = super::words::flip_amount(Flip::ApprovedOtherwise, &tally);
    assert_eq!(amount, "$30 \u{2192} $0 and up to $10 more");
}

#[test]
fn a_draft_that_changes_rule_settings_never_says_that_none_would_change() {
    let core = book("core", 100, false);
    let mut after = core.clone();
    after.rules[0].props = None;
    let proposed = [crate::proposal::ProposedChange {
        id: RulebookId::new("core"),
        base: Some(core.clone()),
        after: Some(after),
    }];
    let unestimated = Unestimated::of(&proposed);
    let stored = float(true, 3_000, "core", vec![result("core", 100, -1)]);
    let nothing = Changes::of_proposal(&proposed);
    assert!(nothing.is_empty());
    let stored_only = std::slice::from_ref(&stored);
    let tally = found(&configured(vec![core.clone()]), &nothing, stored_only).float;
    let alone = sentence(Product::Float, &tally, &nothing, &unestimated);
    assert_eq!(alone, "Nothing else is changed that could be estimated.");
    let tally = tried(vec![core], ("core", priority(7)), &stored);
    let others = changes(&[("core", priority(7))]);
    assert_eq!(
        sentence(Product::Float, &tally, &others, &unestimated),
        "With the other changes alone, 0 of 1 float decision would come out otherwise."
    );
    let loan = sentence(Product::Loan, &tally, &others, &unestimated);
    assert!(loan.starts_with("None of 1 loan decision"), "{loan}");
}

#[test]
fn everything_stored_is_counted_by_its_decision() {
    let books = vec![book("core", 100, false)];
    let decided = |approved, results| Some(decision(approved, 0, None, results));
    let mut failed = decision(false, 0, None, Vec::new());
    failed.status = EvaluationStatus::EvalErr;
    let entries = [
        decided(true, vec![result("core", 100, -1)]),
        decided(false, vec![result("core", 100, 0)]),
        decided(false, Vec::new()),
        Some(failed),
        None,
    ];
    let entries = entries.map(|float| entry(&evaluation(noon(), float)));
    let found = found(&configured(books), &Changes::default(), &entries);
    assert_eq!(
        stored(&found.float),
        "Stored in these days: 1 approved, 1 denied; \
         2 not evaluated (1 with no results stored) and 1 error."
    );
    assert_eq!(found.loan.stored.not_evaluated, 5);
}

#[test]
fn a_failed_calculation_is_no_denial_and_in_no_rate() {
    let books = || vec![book("core", 100, false), book("late", 50, false)];
    let failing = RulebookResult {
        calc_status: CalcStatus::CalcErr,
        ..result("core", 100, 0)
    };
    let mut failed = float(false, 0, "core", vec![failing, result("late", 50, 0)]);
    failed.float.as_mut().unwrap().status = EvaluationStatus::CalcErr;
    let same = tried(books(), ("late", priority(40)), &failed);
    assert_eq!((same.failed_before, same.failed_after), (1, 1));
    assert_eq!(
        (same.rate_before().decided, same.rate_after().decided),
        (0, 0)
    );
    assert!(same.by_rulebook.is_empty() && !same.has_flips());
    let denied = tried(books(), ("core", dropped()), &failed);
    assert_eq!(denied.flips, only(Flip::FromFailed));
    assert_eq!(
        (denied.rate_before().decided, denied.rate_after().decided),
        (0, 1)
    );
    let said = describe(&denied, &changes(&[("core", dropped())]));
    assert!(
        said.ends_with("0 no longer approved, 1 denied where there was no decision."),
        "{said}"
    );

    let approving = vec![
        failed.float.as_ref().unwrap().results[0].clone(),
        said_by_late(),
    ];
    let mut stored = float(true, 3_000, "late", Vec::new());
    stored.float.as_mut().unwrap().results = approving;
    let fails = tried(books(), ("late", dropped()), &stored);
    assert_eq!(fails.flips, only(Flip::ToFailed));
    assert_eq!(
        (fails.lost.to_denied, fails.lost.to_failed),
        (Cents::ZERO, Cents(3_000))
    );
    assert_eq!(fails.rate_after().decided, 0);
}

/// An approval up to the limit by `late`.
fn said_by_late() -> Said {
    let stored = float(true, 3_000, "late", vec![result("late", 50, -1)]);
    stored.float.unwrap().results.remove(0)
}

#[test]
fn minutes_after_a_change_the_configuration_before_it_may_explain() {
    let updates = [
        update(
            "first",
            noon().plus_days(-1),
            vec![book("a", 10, false), book("b", 5, false)],
        ),
        update(
            "second",
            noon().plus_seconds(-60),
            vec![book("a", 10, false), book("b", 50, false)],
        ),
    ];
    let unranked = |id| RulebookResult {
        priority: None,
        ..result(id, 0, -1)
    };
    let mut stored = float(true, 1_000, "a", vec![unranked("a"), unranked("b")]);
    stored.snapshot = Some(UpdateId::new("second"));
    let at = |created| {
        let entry = LedgerEntry {
            created,
            ..stored.clone()
        };
        found(&updates, &Changes::default(), &[entry]).float
    };
    assert_eq!(at(noon()).worked_out, 1);
    assert_eq!(at(noon().plus_seconds(600)).unexplained, 1);
}

#[test]
fn parts_add_up_to_the_whole_in_any_order() {
    let books = vec![book("core", 100, false), book("late", 50, false)];
    let entries: Vec<_> = (0..40)
        .map(|number| {
            let results = vec![result("core", 100, -(number % 2)), result("late", 50, -1)];
            let by = if number % 2 == 0 { "late" } else { "core" };
            let mut entry = float(true, 1_000, by, results);
            entry.created = noon().plus_seconds(number * 7 % 40);
            entry.user_id = UserId::new(format!("user-{number}"));
            entry
        })
        .collect();
    let (updates, changes) = (configured(books), changes(&[("core", dropped())]));
    let whole = found(&updates, &changes, &entries);
    let mut parts = found(&updates, &changes, &entries[25..]);
    parts.add(found(&updates, &changes, &entries[..25]));
    assert_eq!(whole.float.flips, only_times(Flip::ApprovedOtherwise, 20));
    let examples = |found: &Findings| -> Vec<_> {
        let kept = found.float.examples.of(Flip::ApprovedOtherwise);
        kept.into_iter().cloned().collect()
    };
    assert_eq!(examples(&parts), examples(&whole));
    assert_eq!(
        (parts.entries, &parts.float.by_rulebook),
        (40, &whole.float.by_rulebook)
    );
    assert!(examples(&whole)[0].created >= examples(&whole)[1].created);
}

fn only_times(flip: Flip, times: u64) -> Flips {
    let mut flips = Flips::default();
    (0..times).for_each(|_| flips.count(flip));
    flips
}

/// Decisions as services may have stored them: often what their results give, sometimes not.
fn any_decision() -> impl Strategy<Value = (EvaluationResult, Vec<Rulebook>)> {
    let said = (
        -2_i64..3,
        any::<Option<bool>>(),
        0..3_usize,
        proptest::option::of(0_i64..5),
        any::<(bool, bool)>(),
        0_i64..5,
    );
    let of = (
        proptest::collection::vec(said, 0..6),
        any::<bool>(),
        0_i64..3,
        proptest::option::of(0_usize..7),
        0..3_usize,
    );
    of.prop_map(|(made, approved, cents, by, status)| {
        let (mut results, mut books) = (Vec::new(), Vec::new());
        for (index, (verdict, applies, status, stored, flags, configured)) in
            made.into_iter().enumerate()
        {
            let id = format!("book-{index}");
            results.push(RulebookResult {
                is_applicable: applies,
                calc_status: CalcStatus::ALL[status].clone(),
                priority: stored,
                ..result(&id, 0, verdict)
            });
            if flags.0 {
                books.push(book(&id, configured, flags.1));
            }
        }
        let mut decided = decision(approved, cents, None, results);
        decided.deciding_rulebook = by.map(|by| RulebookId::new(format!("book-{by}")));
        decided.status = EvaluationStatus::ALL[status].clone();
        (evaluation(noon(), Some(decided)), books)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn the_unchanged_configuration_flips_nothing_and_leaves_out_only_what_the_check_flags(
        (stored, books) in any_decision(), limit in proptest::option::of(0_i64..3),
    ) {
        let decided = stored.float_results.as_ref().unwrap();
        let checked = check(decided, &books, limit.map(Cents));
        let found = found(&configured(books), &Changes::default(), &[entry(&stored)]);
        let tally = &found.float;
        prop_assert_eq!(tally.flips.total(), 0);
        prop_assert_eq!(tally.approved_before, tally.approved_after);
        if tally.unexplained > 0 {
            prop_assert!(matches!(checked, Check::Differs(_)), "{checked:?}");
        }
        prop_assert_eq!(tally.without_results == 1, checked == Check::NoResults && tally.undecided == 0);
    }

    #[test]
    fn changes_that_say_what_is_so_anyway_flip_nothing((stored, books) in any_decision()) {
        let same = books.iter().map(|book| {
            let change = Change {
                priority: Some(book.priority),
                share: book.apply_to,
                superseding: book.superseding,
                kind: Some(book.kind.clone()),
                is_dropped: false,
            };
            (book.rulebook_id.clone(), change)
        });
        let same = Changes(same.collect());
        let found = found(&configured(books), &same, &[entry(&stored)]);
        prop_assert_eq!(found.float.flips.total(), 0);
        prop_assert_eq!(found.tally(Product::Float).limits.unanswered, 0);
    }

    #[test]
    fn superseding_changes_no_outcome((stored, books) in any_decision()) {
        let other = books.iter().map(|book| {
            let change = Change {
                superseding: Some(book.superseding != Some(true)),
                ..Change::default()
            };
            (book.rulebook_id.clone(), change)
        });
        let other = Changes(other.collect());
        let found = found(&configured(books), &other, &[entry(&stored)]);
        prop_assert_eq!(found.float.flips.total(), 0);
    }

    #[test]
    fn every_decision_is_counted_once(
        (stored, books) in any_decision(), drop in 0_usize..6, to in -1_i64..7,
    ) {
        let changed = changes(&[
            (&format!("book-{drop}"), dropped()),
            (&format!("book-{}", (drop + 1) % 6), priority(to)),
        ]);
        let tally = found(&configured(books), &changed, &[entry(&stored)]).float;
        prop_assert_eq!(tally.stored.total(), 1);
        prop_assert_eq!(tally.undecided + tally.without_results + tally.unexplained + tally.worked_out, 1);
        let moved = i128::from(tally.approved_after) - i128::from(tally.approved_before);
        let approved_to_failed = i128::from(tally.approved_before * tally.flips.to_failed);
        prop_assert_eq!(moved, i128::from(tally.flips.to_approved) - i128::from(tally.flips.to_denied) - approved_to_failed - i128::from(tally.flips.not_known));
        let denied: u64 = tally.by_rulebook.values().map(|it| it.denied_before).sum();
        let status = &stored.float_results.as_ref().unwrap().status;
        prop_assert!(denied == 0 || *status == EvaluationStatus::Ok);
    }
}
