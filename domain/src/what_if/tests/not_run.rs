//! Rulebooks that weren't run, in a what-if that makes them apply.

use super::*;
use crate::evaluation::Run;
use crate::what_if::words::unknowns;

/// Not applicable to this user, at 20 percent.
fn waiting(id: &str, priority: i64, run: Run) -> RulebookResult {
    RulebookResult {
        apply_to: Some(BasisPoints(2_000)),
        is_applicable: Some(false),
        run,
        ..result(id, priority, 0)
    }
}

fn to_all() -> Change {
    Change {
        share: Some(BasisPoints::ALL),
        ..Change::default()
    }
}

fn books() -> Vec<Rulebook> {
    let trial = Rulebook {
        apply_to: Some(BasisPoints(2_000)),
        ..book("trial", 110, false)
    };
    vec![trial, book("core", 100, false)]
}

#[test]
fn what_was_not_run_and_would_apply_is_unknown_and_never_a_denial() {
    for run in [Run::NotRun, Run::NotRecorded] {
        let results = vec![waiting("trial", 110, run), result("core", 100, 0)];
        let denied = float(false, 0, "core", results);
        let tally = tried(books(), ("trial", to_all()), &denied);
        assert_eq!(tally.flips, only(Flip::NotKnown), "{run:?}");
        assert_eq!((tally.limits.not_run, tally.limits.newly_applied), (1, 0));
        let lines = unknowns(Product::Float, &tally);
        assert!(
            lines.iter().any(|line| line.starts_with(
                "1 float decision to which a rulebook would newly apply that wasn\u{2019}t run"
            )),
            "{lines:?}"
        );
    }
}

#[test]
fn where_another_rulebook_approves_only_the_amount_is_unknown() {
    let results = vec![waiting("trial", 110, Run::NotRun), result("core", 100, -1)];
    let approved = float(true, 3_000, "core", results);
    let tally = tried(books(), ("trial", to_all()), &approved);
    assert_eq!((tally.flips.total(), tally.approved_after), (0, 1));
    assert_eq!(
        (tally.amount_after.known, tally.amount_after.unknown),
        (Cents::ZERO, 1)
    );
}

#[test]
fn behind_the_rulebook_that_approves_it_changes_nothing() {
    let late = Rulebook {
        priority: 50,
        ..books().remove(0)
    };
    let results = vec![waiting("trial", 50, Run::NotRun), result("core", 100, -1)];
    let approved = float(true, 3_000, "core", results);
    let books = vec![book("core", 100, false), late];
    let tally = tried(books, ("trial", to_all()), &approved);
    assert_eq!(tally.flips.total(), 0);
    assert_eq!(tally.amount_after.known, Cents(3_000));
}

#[test]
fn what_was_run_without_applying_is_taken_as_it_stands() {
    let results = vec![waiting("trial", 110, Run::Ran), result("core", 100, 0)];
    let denied = float(false, 0, "core", results);
    let tally = tried(books(), ("trial", to_all()), &denied);
    assert_eq!((tally.flips.to_approved, tally.flips.not_known), (0, 0));
    assert_eq!((tally.limits.not_run, tally.limits.newly_applied), (0, 1));
}
