//! What cannot be known is said: configurations that are not recorded, and results that nobody left.

use super::super::words::unknowns;
use super::*;
use crate::rulebook_update::Unreadable;

/// Approved by a rulebook that may have ended the evaluation; made under nothing that is recorded.
fn unrecorded(snapshot: Option<&str>) -> LedgerEntry {
    LedgerEntry {
        snapshot: snapshot.map(UpdateId::new),
        ..float(true, 4_000, "offer", vec![result("offer", 120, 4_000)])
    }
}

#[test]
fn of_an_approval_without_a_known_configuration_it_is_not_known_what_would_come_instead() {
    let books = || vec![book("offer", 120, true), book("core", 100, false)];
    for snapshot in [None, Some("gone")] {
        let tally = tried(books(), ("offer", dropped()), &unrecorded(snapshot));
        assert_eq!(tally.flips, only(Flip::NotKnown), "{snapshot:?}");
        assert_eq!(tally.lost.of(Flip::ToDenied), Some(Cents::ZERO));
        assert_eq!(tally.limits.unknown_configuration, 1);
        assert_eq!(tally.limits.unanswered, 0, "nobody knows who there was");
        let said = unknowns(Product::Float, &tally).concat();
        assert!(
            said.starts_with("1 float decision whose configuration is not known"),
            "{said}"
        );
    }
    let known = tried(
        books(),
        ("offer", priority(110)),
        &unrecorded(Some("first")),
    );
    assert_eq!(known.limits.unknown_configuration, 0);
}

#[test]
fn without_a_known_configuration_what_others_approve_is_known_and_nothing_else_changes() {
    let both = LedgerEntry {
        snapshot: None,
        ..float(
            true,
            4_000,
            "offer",
            vec![result("offer", 120, 4_000), result("core", 100, 1_000)],
        )
    };
    let tally = tried(Vec::new(), ("offer", dropped()), &both);
    assert_eq!(tally.flips, only(Flip::ApprovedOtherwise));
    let denied = LedgerEntry {
        snapshot: None,
        ..float(false, 0, "offer", vec![result("offer", 120, 0)])
    };
    let tally = tried(Vec::new(), ("offer", priority(1)), &denied);
    assert_eq!(tally.flips.total(), 0);
    let same = found(&[], &Changes::default(), &[both, denied]).float;
    assert_eq!(same.flips.total(), 0);
    assert_eq!(same.limits.unknown_configuration, 2);
}

#[test]
fn a_snapshot_with_a_rulebook_that_cannot_be_read_does_not_tell_who_was_never_asked() {
    let mut updates = configured(vec![book("offer", 120, true)]);
    updates[0].1.unreadable.push(Unreadable {
        id: RulebookId::new("core"),
        why: "priority: is a text".to_owned(),
    });
    let drop = changes(&[("offer", dropped())]);
    let tally = found(&updates, &drop, &[unrecorded(Some("first"))]).float;
    assert_eq!(tally.flips, only(Flip::NotKnown));
    assert_eq!(tally.limits.unknown_configuration, 1);
}

#[test]
fn as_many_results_as_rulebooks_do_not_mean_that_everybody_answered() {
    let books = vec![book("offer", 120, true), book("core", 100, false)];
    let results = vec![result("offer", 120, 4_000), result("stray", 130, 0)];
    let stored = float(true, 4_000, "offer", results);
    let tally = tried(books, ("offer", dropped()), &stored);
    assert_eq!(tally.flips, only(Flip::NotKnown), "core left no result");
    assert_eq!(tally.limits.unanswered, 1);
}

fn to_floats() -> Change {
    Change {
        kind: Some(RulebookType::Floats),
        ..Change::default()
    }
}

#[test]
fn a_rulebook_that_arrives_by_its_type_and_left_no_result_leaves_a_denial_open() {
    let loan = || Rulebook {
        kind: RulebookType::Loan,
        ..book("loan", 50, false)
    };
    let books = || vec![book("core", 100, false), loan()];
    let denied = float(false, 0, "core", vec![result("core", 100, 0)]);
    let tally = tried(books(), ("loan", to_floats()), &denied);
    assert_eq!(tally.flips, only(Flip::NotKnown));
    assert_eq!(
        (tally.limits.unanswered, tally.rate_after().decided),
        (1, 0)
    );
    assert_eq!(tally.lost.of(Flip::NotKnown), Some(Cents::ZERO));

    let approved = float(true, 3_000, "core", vec![result("core", 100, -1)]);
    let tally = tried(books(), ("loan", to_floats()), &approved);
    assert_eq!((tally.flips.total(), tally.limits.unanswered), (0, 0));

    let mut asked = evaluation(
        noon(),
        Some(decision(
            false,
            0,
            Some("core"),
            vec![result("core", 100, 0)],
        )),
    );
    let said = vec![result("loan", 50, 0)];
    asked.loan_results = Some(decision(false, 0, Some("loan"), said));
    let tally = tried(books(), ("loan", to_floats()), &entry(&asked));
    assert_eq!(tally.flips.total(), 0, "its own denial is known");
}

#[test]
fn one_that_was_not_configured_at_the_time_does_not_arrive_by_its_type() {
    let denied = float(false, 0, "core", vec![result("core", 100, 0)]);
    let tally = tried(
        vec![book("core", 100, false)],
        ("later", to_floats()),
        &denied,
    );
    assert_eq!((tally.flips.total(), tally.limits.unanswered), (0, 0));
    let unrecorded = LedgerEntry {
        snapshot: None,
        ..denied
    };
    let tally = tried(Vec::new(), ("later", to_floats()), &unrecorded);
    assert_eq!(tally.flips, only(Flip::NotKnown), "it may have been there");
}
