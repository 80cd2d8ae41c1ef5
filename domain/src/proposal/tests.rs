use super::*;
use crate::basis_points::BasisPoints;
use crate::role::Role;
use crate::rulebook::tests::rulebook;
use crate::rulebook_draft::Catalogue;

fn staff(name: &str, role: Role) -> Staff {
    Staff::new(StaffId::new(name), role)
}

pub(crate) fn proposal() -> Proposal {
    Proposal {
        id: ProposalId::new("1"),
        author: StaffId::new("ada"),
        created: Instant::EPOCH,
        reason: "less risk".to_owned(),
        line: String::new(),
        state: ProposalState::Open,
        version: 1,
        drafted: 1,
        restores: None,
        is_whole: false,
        approval: None,
        closing: None,
        changes: vec![ProposedChange {
            id: RulebookId::new("a"),
            base: Some(rulebook("a", 1)),
            after: Some(rulebook("a", 2)),
        }],
    }
}

fn live(priority: i64) -> Configuration {
    vec![rulebook("a", priority)].into()
}

#[test]
fn a_new_name_is_no_second_pair_of_eyes() {
    let proposal = proposal();
    let renamed = staff("ada", Role::Admin).with_label("augusta");
    assert_eq!(proposal.may_decide(&renamed), Err(ReviewRule::NotOnesOwn));
    let namesake = staff("ada-2", Role::Admin).with_label("ada");
    assert_eq!(proposal.may_decide(&namesake), Ok(()));
    assert_eq!(proposal.may_edit(&namesake), Err(ReviewRule::NotTheAuthor));
    assert_eq!(proposal.may_edit(&renamed), Ok(()));
}

#[test]
fn nobody_approves_or_publishes_their_own() {
    let (ada, bob) = (staff("ada", Role::Admin), staff("bob", Role::Admin));
    let mut proposal = proposal();
    assert_eq!(proposal.may_decide(&ada), Err(ReviewRule::NotOnesOwn));
    assert_eq!(
        proposal.may_publish(&bob, &live(1), Review::On),
        Err(ReviewRule::NotApproved)
    );
    proposal.approval = Some(Approval {
        by: bob.id.clone(),
        at: Instant::EPOCH,
        why: String::new(),
    });
    assert_eq!(
        proposal.may_publish(&ada, &live(1), Review::On),
        Err(ReviewRule::NotOnesOwn)
    );
    assert_eq!(proposal.may_publish(&bob, &live(1), Review::On), Ok(()));
    assert_eq!(
        proposal.may_decide(&staff("carl", Role::Analyst)),
        Err(ReviewRule::NotAnAdmin)
    );
}

#[test]
fn whoever_broke_the_glass_does_not_review_it_and_of_two_admins_the_other_can() {
    let admin = |name| staff(name, Role::Admin);
    let published = Proposal {
        state: ProposalState::Unreviewed,
        closing: Some(Closing {
            by: StaffId::new("bob"),
            at: Instant::EPOCH,
            why: "money is going out".to_owned(),
            update: Some(UpdateId::new("1")),
        }),
        ..proposal()
    };
    let by = |name| published.may_review(&admin(name));
    assert_eq!(by("bob"), Err(ReviewRule::NotTheirOwnPublish));
    assert_eq!(by("ada"), Ok(()), "who wrote it and did not publish it");
    assert_eq!(by("eve"), Ok(()));
    assert_eq!(published.publisher(), Some(&StaffId::new("bob")));
}

#[test]
fn a_draft_is_published_by_nobody_but_its_author() {
    let (ada, bob) = (staff("ada", Role::Admin), staff("bob", Role::Admin));
    let draft = Proposal {
        state: ProposalState::Draft,
        ..proposal()
    };
    let published = |by, review| draft.may_publish(by, &live(1), review);
    assert_eq!(published(&ada, Review::Off), Ok(()));
    assert_eq!(published(&bob, Review::Off), Err(ReviewRule::NotUp));
    assert_eq!(published(&ada, Review::On), Err(ReviewRule::NotUp));
    assert_eq!(published(&bob, Review::On), Err(ReviewRule::NotUp));
    assert_eq!(draft.may_decide(&bob), Err(ReviewRule::NotUp));
    let open = proposal();
    assert_eq!(open.may_publish(&bob, &live(1), Review::Off), Ok(()));
    let withdrawn = Proposal {
        state: ProposalState::Withdrawn,
        ..open
    };
    assert_eq!(
        withdrawn.may_publish(&ada, &live(1), Review::Off),
        Err(ReviewRule::Closed)
    );
}

/// One that takes `a` out of use.
fn to_nobody() -> Proposal {
    let nobody = Rulebook {
        apply_to: Some(BasisPoints(0)),
        ..rulebook("a", 1)
    };
    let mut proposal = proposal();
    proposal.changes[0].after = Some(nobody);
    proposal
}

#[test]
fn the_glass_is_broken_for_a_share_of_zero_or_a_restore_and_for_nothing_else() {
    let ada = staff("ada", Role::Admin);
    let broken = |proposal: &Proposal| proposal.may_break_glass(&ada, &live(1));
    assert_eq!(broken(&proposal()), Err(ReviewRule::DoesNotOnlyReduce));
    assert_eq!(broken(&to_nobody()), Ok(()), "one's own, and open");
    let restore = Proposal {
        restores: Some(UpdateId::new("1")),
        ..proposal()
    };
    assert_eq!(broken(&restore), Ok(()));
    let mut more = to_nobody();
    more.changes.push(ProposedChange {
        id: RulebookId::new("new"),
        base: None,
        after: Some(rulebook("new", 1)),
    });
    assert_eq!(broken(&more), Err(ReviewRule::DoesNotOnlyReduce));
}

#[test]
fn the_glass_is_not_broken_by_others_over_a_draft_nor_without_the_right_nor_over_what_is_stale() {
    let (bob, carl) = (staff("bob", Role::Admin), staff("carl", Role::Analyst));
    let open = to_nobody();
    assert_eq!(open.may_break_glass(&bob, &live(1)), Ok(()));
    assert_eq!(
        open.may_break_glass(&carl, &live(1)),
        Err(ReviewRule::NotAnAdmin)
    );
    assert_eq!(open.may_break_glass(&bob, &live(7)), Err(ReviewRule::Stale));
    let draft = Proposal {
        state: ProposalState::Draft,
        ..open.clone()
    };
    assert_eq!(
        draft.may_break_glass(&bob, &live(1)),
        Err(ReviewRule::NotUp)
    );
    let closed = Proposal {
        state: ProposalState::Published,
        ..open
    };
    assert_eq!(
        closed.may_break_glass(&bob, &live(1)),
        Err(ReviewRule::Closed)
    );
}

#[test]
fn only_a_draft_is_put_up_for_review() {
    let ada = staff("ada", Role::Analyst);
    let open = proposal();
    assert_eq!(open.may_submit(&ada), Err(ReviewRule::AlreadyUp));
    let draft = Proposal {
        state: ProposalState::Draft,
        ..open
    };
    assert_eq!(draft.may_submit(&ada), Ok(()));
}

#[test]
fn a_proposal_whose_base_has_changed_is_stale() {
    let (mut proposal, bob) = (proposal(), staff("bob", Role::Admin));
    proposal.approval = Some(Approval {
        by: bob.id.clone(),
        at: Instant::EPOCH,
        why: String::new(),
    });
    assert_eq!(
        proposal.may_publish(&bob, &live(7), Review::On),
        Err(ReviewRule::Stale)
    );
    assert!(proposal.is_stale(&Configuration::default()));
}

#[test]
fn only_a_share_that_becomes_zero_reduces_the_risk() {
    let share = |share, priority| Rulebook {
        apply_to: Some(BasisPoints(share)),
        ..rulebook("a", priority)
    };
    let change = |after| ProposedChange {
        id: RulebookId::new("a"),
        base: Some(share(5_000, 1)),
        after,
    };
    assert!(change(Some(share(0, 1))).only_reduces());
    assert!(!change(Some(share(10, 1))).only_reduces());
    assert!(!change(Some(share(0, 2))).only_reduces());
    assert!(!change(None).only_reduces());
}

#[test]
fn what_a_change_without_review_may_let_through_is_named() {
    let share = |share| {
        Some(Rulebook {
            apply_to: Some(BasisPoints(share)),
            ..rulebook("a", 1)
        })
    };
    let said = |base, after| {
        let id = RulebookId::new("a");
        let changes = vec![ProposedChange { id, base, after }];
        let proposal = Proposal {
            changes,
            ..proposal()
        };
        proposal.cautions().join(" ")
    };
    assert!(said(share(5_000), share(0)).contains("the next rulebook decides"));
    assert!(said(share(5_000), None).contains("the next rulebook decides"));
    assert_eq!(
        said(share(0), share(10_000)),
        "a: its share rises from 0 % to 100 %."
    );
    assert_eq!(
        said(None, share(2_500)),
        "a comes back, for 25 % of the users."
    );
    assert!(said(share(10), share(10)).contains("the diff above tells"));
}

#[test]
fn a_restore_of_everything_says_what_came_after_it_was_drafted() {
    let whole = Proposal {
        is_whole: true,
        ..proposal()
    };
    let snapshot = live(2);
    assert_eq!(whole.left_out(&live(1), &snapshot), []);
    let later = Configuration::from(vec![rulebook("a", 1), rulebook("new", 1)]);
    assert_eq!(whole.left_out(&later, &snapshot), [RulebookId::new("new")]);
    assert_eq!(proposal().left_out(&later, &snapshot), []);
}

#[test]
fn before_it_is_submitted_only_its_author_reads_it() {
    let (ada, bob) = (StaffId::new("ada"), StaffId::new("bob"));
    let of = |state, reason: &str| Proposal {
        state,
        reason: reason.to_owned(),
        ..proposal()
    };
    for (state, reason, may_bob) in [
        (ProposalState::Draft, "", false),
        (ProposalState::Withdrawn, "", false),
        (ProposalState::Withdrawn, "less risk", true),
        (ProposalState::Open, "less risk", true),
        (ProposalState::Published, "", true),
        (ProposalState::Rejected, "less risk", true),
    ] {
        let proposal = of(state, reason);
        assert_eq!(proposal.may_read(&bob), may_bob, "{proposal:?}");
        assert!(proposal.may_read(&ada));
    }
}

#[test]
fn a_restore_doesnt_bring_back_an_attribute_of_the_item() {
    let mut with_ttl = rulebook("a", 1);
    with_ttl.unknown.insert("ttl".to_owned(), Value::number(1));
    let change = |base: Rulebook| ProposedChange {
        id: RulebookId::new("a"),
        base: Some(base),
        after: Some(with_ttl.clone()),
    };
    let restore = Proposal {
        restores: Some(UpdateId::new("1")),
        ..proposal()
    };
    let places = |base| -> Vec<String> {
        let found = restore.findings(&change(base), &Catalogue::default());
        found.problems.into_iter().map(|it| it.at).collect()
    };
    assert_eq!(places(rulebook("a", 1)), ["ttl"]);
    assert_eq!(places(with_ttl.clone()), [""; 0]);
}
