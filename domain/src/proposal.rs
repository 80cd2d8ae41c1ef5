//! A change of the rulebooks that waits for a second pair of eyes.

mod caution;
mod findings;

use crate::configuration::Configuration;
use crate::id::{ProposalId, RulebookId, StaffId, UpdateId};
use crate::instant::Instant;
use crate::role::{PublishRulebooks, Staff};
use crate::rulebook::Rulebook;
use crate::rulebook::leaves::Place;
use crate::rulebook::plain::SHARE;
use crate::rulebook_diff::{DiffKind, compare, compare_rulebooks};
use crate::stored_enum::stored_enum;
use crate::value::Value;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    pub id: ProposalId,
    pub author: StaffId,
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
    /// Whether it restores all of that snapshot, and not one rulebook of it.
    pub is_whole: bool,
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
    pub by: StaffId,
    pub at: Instant,
    /// Empty where an earlier version kept none.
    pub why: String,
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
    pub by: StaffId,
    pub at: Instant,
    pub why: String,
    /// Where it was published.
    pub update: Option<UpdateId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub by: StaffId,
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
    #[error("Whoever published it cannot review it; ask another admin.")]
    NotTheirOwnPublish,
    #[error("Only an admin approves and publishes.")]
    NotAnAdmin,
    #[error("It must be approved before it can be published.")]
    NotApproved,
    #[error("This is still a draft: its author must put it up for review first.")]
    NotUp,
    #[error("The rulebooks changed since it was drafted. Bring it up to date first.")]
    Stale,
    #[error("It is up for review already. Edit it to change what is proposed.")]
    AlreadyUp,
    #[error("Only its author can withdraw or edit a proposal.")]
    NotTheAuthor,
    #[error("Only a share set to 0 or a restore can be published without review.")]
    DoesNotOnlyReduce,
    #[error(
        "Rulebooks were changed outside Float Desk. An admin records that change or restores over it, then this can be published."
    )]
    ChangedOutside,
}

impl Proposal {
    /// Whether somebody may read it, comment on it or try it: before it is submitted, only its author. One that
    /// was withdrawn before stays theirs; a reason is given when it is submitted.
    pub fn may_read(&self, staff: &StaffId) -> bool {
        let is_private = match self.state {
            ProposalState::Draft => true,
            ProposalState::Withdrawn => self.reason.is_empty(),
            _ => false,
        };
        !is_private || self.author == *staff
    }

    /// Whether what it changes is no longer as its author saw it.
    pub fn is_stale(&self, live: &Configuration) -> bool {
        self.changes.iter().any(|change| change.is_stale(live))
    }

    /// Of a restore of everything: what it would leave otherwise than the snapshot has it, because somebody
    /// added or changed that since it was drafted.
    pub fn left_out(&self, live: &Configuration, snapshot: &Configuration) -> Vec<RulebookId> {
        let is_told = |id: &RulebookId| self.changes.iter().any(|change| change.id == *id);
        let diff = compare(live, snapshot).of_substance();
        let ids = diff.rulebooks.into_iter().map(|it| it.id);
        ids.filter(|id| self.is_whole && !is_told(id)).collect()
    }

    /// Whether somebody may approve or reject it.
    pub fn may_decide(&self, staff: &Staff) -> Result<(), ReviewRule> {
        if self.state == ProposalState::Draft {
            Err(ReviewRule::NotUp)
        } else if self.state != ProposalState::Open {
            Err(ReviewRule::Closed)
        } else if !staff.may::<PublishRulebooks>() {
            Err(ReviewRule::NotAnAdmin)
        } else if staff.id == self.author {
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
            Review::Off => self.may_publish_alone(staff)?,
        }
        if self.is_stale(live) {
            Err(ReviewRule::Stale)
        } else {
            Ok(())
        }
    }

    /// A draft is its author's: nobody else publishes what is not finished yet.
    fn may_publish_alone(&self, staff: &Staff) -> Result<(), ReviewRule> {
        if !self.is_under_way() {
            Err(ReviewRule::Closed)
        } else if !staff.may::<PublishRulebooks>() {
            Err(ReviewRule::NotAnAdmin)
        } else if self.state == ProposalState::Draft && staff.id != self.author {
            Err(ReviewRule::NotUp)
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
        } else if staff.id == self.author {
            Ok(())
        } else {
            Err(ReviewRule::NotTheAuthor)
        }
    }

    /// Who published it, where somebody did: not always its author.
    pub fn publisher(&self) -> Option<&StaffId> {
        let closing = self.closing.as_ref()?;
        closing.update.as_ref().map(|_| &closing.by)
    }

    /// What a change is measured by. What a restore brings back was stored like that before, so that
    /// it is at most unusual.
    pub fn measure<'a>(&self, change: &'a ProposedChange) -> Option<&'a Rulebook> {
        match &self.restores {
            Some(_) => change.after.as_ref(),
            None => change.base.as_ref(),
        }
    }

    /// Whether it can be put up for review: once it is, an approval is of what stands there.
    pub fn may_submit(&self, staff: &Staff) -> Result<(), ReviewRule> {
        self.may_edit(staff)?;
        match self.state {
            ProposalState::Draft => Ok(()),
            _ => Err(ReviewRule::AlreadyUp),
        }
    }

    /// A review afterwards, by any admin but the one who published it. What another than its author
    /// published has had two pairs of eyes, so that its author may close it: with two admins there is
    /// nobody else.
    pub fn may_review(&self, staff: &Staff) -> Result<(), ReviewRule> {
        if self.state != ProposalState::Unreviewed {
            Err(ReviewRule::Closed)
        } else if !staff.may::<PublishRulebooks>() {
            Err(ReviewRule::NotAnAdmin)
        } else if self.publisher() == Some(&staff.id) {
            Err(ReviewRule::NotTheirOwnPublish)
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
pub(crate) mod tests;
