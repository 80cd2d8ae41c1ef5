//! A change of the rulebooks that waits for a second pair of eyes.

use crate::configuration::Configuration;
use crate::id::{ProposalId, RulebookId, StaffName, UpdateId};
use crate::instant::Instant;
use crate::role::{PublishRulebooks, Staff};
use crate::rulebook::Rulebook;
use crate::rulebook::leaves::Place;
use crate::rulebook::plain::SHARE;
use crate::rulebook_diff::{DiffKind, compare_rulebooks};
use crate::stored_enum::stored_enum;
use crate::value::Value;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    pub id: ProposalId,
    pub author: StaffName,
    pub created: Instant,
    pub reason: String,
    /// What it changes, in one line.
    pub line: String,
    pub state: ProposalState,
    /// Raised at each step, so that two people cannot take one at the same time.
    pub version: i64,
    /// The version at which the changes were last written.
    pub drafted: i64,
    /// The snapshot that it restores, if it restores one and changes nothing beside.
    pub restores: Option<UpdateId>,
    pub approval: Option<Approval>,
    pub closing: Option<Closing>,
    pub changes: Vec<ProposedChange>,
}

/// One rulebook as its author saw it, and as it shall be. Without `base` it is new, without `after`
/// it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedChange {
    pub id: RulebookId,
    pub base: Option<Rulebook>,
    pub after: Option<Rulebook>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    pub by: StaffName,
    pub at: Instant,
}

/// Whether an installation wants a second pair of eyes on each change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Review {
    On,
    Off,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    pub by: StaffName,
    pub at: Instant,
    pub why: String,
    /// Where it was published.
    pub update: Option<UpdateId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub by: StaffName,
    pub at: Instant,
    pub text: String,
}

stored_enum! {
    /// Where a proposal stands. A closed one stays readable.
    ProposalState {
        Draft = "draft", "draft";
        Open = "open", "open";
        Unreviewed = "unreviewed", "published, to be reviewed afterwards";
        Published = "published", "published";
        Rejected = "rejected", "rejected";
        Withdrawn = "withdrawn", "withdrawn";
    }
}

/// Why somebody cannot take a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum ReviewRule {
    #[error("This proposal is closed.")]
    Closed,
    #[error("Nobody approves or publishes their own proposal; ask another admin.")]
    NotOnesOwn,
    #[error("Only an admin approves and publishes.")]
    NotAnAdmin,
    #[error("It must be approved before it can be published.")]
    NotApproved,
    #[error("The rulebooks changed since it was drafted. Bring it up to date first.")]
    Stale,
    #[error("Only its author can withdraw or edit a proposal.")]
    NotTheAuthor,
    #[error("Only a share set to 0 or a restore can be published without review.")]
    DoesNotOnlyReduce,
}

impl Proposal {
    /// Whether what it changes is no longer as its author saw it.
    pub fn is_stale(&self, live: &Configuration) -> bool {
        self.changes.iter().any(|change| change.is_stale(live))
    }

    /// Whether somebody may approve or reject it.
    pub fn may_decide(&self, staff: &Staff) -> Result<(), ReviewRule> {
        if self.state != ProposalState::Open {
            Err(ReviewRule::Closed)
        } else if !staff.may::<PublishRulebooks>() {
            Err(ReviewRule::NotAnAdmin)
        } else if staff.name == self.author {
            Err(ReviewRule::NotOnesOwn)
        } else {
            Ok(())
        }
    }

    pub fn may_publish(
        &self,
        staff: &Staff,
        live: &Configuration,
        review: Review,
    ) -> Result<(), ReviewRule> {
        match review {
            Review::On => {
                self.may_decide(staff)?;
                if self.approval.is_none() {
                    return Err(ReviewRule::NotApproved);
                }
            }
            Review::Off if !self.is_under_way() => return Err(ReviewRule::Closed),
            Review::Off if !staff.may::<PublishRulebooks>() => return Err(ReviewRule::NotAnAdmin),
            Review::Off => {}
        }
        if self.is_stale(live) {
            Err(ReviewRule::Stale)
        } else {
            Ok(())
        }
    }

    /// Whether an admin may publish it at once, alone: only what reduces the risk.
    pub fn may_break_glass(&self, staff: &Staff, live: &Configuration) -> Result<(), ReviewRule> {
        self.may_publish(staff, live, Review::Off)?;
        let is_safe =
            self.restores.is_some() || self.changes.iter().all(ProposedChange::only_reduces);
        if is_safe {
            Ok(())
        } else {
            Err(ReviewRule::DoesNotOnlyReduce)
        }
    }

    fn is_under_way(&self) -> bool {
        matches!(self.state, ProposalState::Draft | ProposalState::Open)
    }

    /// Editing and withdrawing are the author's.
    pub fn may_edit(&self, staff: &Staff) -> Result<(), ReviewRule> {
        if !self.is_under_way() {
            Err(ReviewRule::Closed)
        } else if staff.name == self.author {
            Ok(())
        } else {
            Err(ReviewRule::NotTheAuthor)
        }
    }

    /// A review afterwards, by an admin who did not publish it.
    pub fn may_review(&self, staff: &Staff) -> Result<(), ReviewRule> {
        if self.state != ProposalState::Unreviewed {
            Err(ReviewRule::Closed)
        } else if !staff.may::<PublishRulebooks>() {
            Err(ReviewRule::NotAnAdmin)
        } else if staff.name == self.author {
            Err(ReviewRule::NotOnesOwn)
        } else {
            Ok(())
        }
    }
}

impl ProposedChange {
    pub fn is_stale(&self, live: &Configuration) -> bool {
        live.get(&self.id) != self.base.as_ref()
    }

    /// Whether it does nothing but take a rulebook out of use: its share becomes 0.
    pub fn only_reduces(&self) -> bool {
        let Some(diff) = compare_rulebooks(self.base.as_ref(), self.after.as_ref()) else {
            return true;
        };
        let zero = Value::number(0);
        diff.kind == DiffKind::Changed
            && diff.order.is_none()
            && diff.told().all(|change| {
                change.place == Place::Field(SHARE.to_owned())
                    && change.after.as_ref() == Some(&zero)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basis_points::BasisPoints;
    use crate::role::Role;
    use crate::rulebook::tests::rulebook;

    fn staff(name: &str, role: Role) -> Staff {
        Staff {
            name: StaffName::new(name),
            role,
        }
    }

    fn proposal() -> Proposal {
        Proposal {
            id: ProposalId::new("1"),
            author: StaffName::new("ada"),
            created: Instant::EPOCH,
            reason: "less risk".to_owned(),
            line: String::new(),
            state: ProposalState::Open,
            version: 1,
            drafted: 1,
            restores: None,
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
    fn nobody_approves_or_publishes_their_own() {
        let (ada, bob) = (staff("ada", Role::Admin), staff("bob", Role::Admin));
        let mut proposal = proposal();
        assert_eq!(proposal.may_decide(&ada), Err(ReviewRule::NotOnesOwn));
        assert_eq!(
            proposal.may_publish(&bob, &live(1), Review::On),
            Err(ReviewRule::NotApproved)
        );
        proposal.approval = Some(Approval {
            by: bob.name.clone(),
            at: Instant::EPOCH,
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
    fn a_proposal_whose_base_has_changed_is_stale() {
        let (mut proposal, bob) = (proposal(), staff("bob", Role::Admin));
        proposal.approval = Some(Approval {
            by: bob.name.clone(),
            at: Instant::EPOCH,
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
}
