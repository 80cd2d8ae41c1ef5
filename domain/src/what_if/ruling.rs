//! What a decision comes to, before the changes and with them, and how the two are counted.

use super::findings::{Example, Flip, Tally, plus};
use crate::decision::combination::Amount;
use crate::evaluation::EvaluationStatus;
use crate::id::RulebookId;
use crate::ledger::{Decided, LedgerEntry};

/// What a decision comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ruling {
    Approved,
    Denied,
    /// A calculation failed and nobody approves. That is no decision, and so no denial.
    Failed,
    /// Rulebooks would decide, or may, whose results are not stored.
    NotKnown,
}

impl Ruling {
    pub(super) fn of(approved: bool, status: &EvaluationStatus) -> Self {
        match (approved, status) {
            (true, _) => Self::Approved,
            (false, EvaluationStatus::CalcErr) => Self::Failed,
            (false, _) => Self::Denied,
        }
    }
}

/// What it would come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Would<'s> {
    pub(super) ruling: Ruling,
    pub(super) amount: Amount,
    /// The rulebook that decides, where that is known.
    pub(super) named: Option<&'s RulebookId>,
}

/// How a decision comes out otherwise. Two failed calculations are the same: nobody decided either time.
fn flip(
    (before, by): (Ruling, Option<&RulebookId>),
    (after, named): (Ruling, Option<&RulebookId>),
) -> Option<Flip> {
    match (before, after) {
        (Ruling::Denied | Ruling::Failed, Ruling::Approved) => Some(Flip::ToApproved),
        (Ruling::Approved, Ruling::Denied) => Some(Flip::ToDenied),
        (Ruling::Approved | Ruling::Denied, Ruling::Failed) => Some(Flip::ToFailed),
        (Ruling::Failed, Ruling::Denied) => Some(Flip::FromFailed),
        (_, Ruling::NotKnown) => Some(Flip::NotKnown),
        (Ruling::Approved, Ruling::Approved) if by != named => Some(Flip::ApprovedOtherwise),
        (Ruling::Denied, Ruling::Denied) if by != named => Some(Flip::DeniedOtherwise),
        _ => None,
    }
}

impl Tally {
    pub(super) fn same(&mut self, decided: &Decided) {
        let ruling = Ruling::of(decided.approved, &decided.status);
        let amount = Amount::Exactly(decided.amount);
        self.count_before(decided);
        self.count_after(ruling, amount, decided.deciding.as_ref());
    }

    /// Counts a decision that may come out otherwise.
    pub(super) fn compare(
        &mut self,
        entry: &LedgerEntry,
        decided: &Decided,
        would: &Would<'_>,
        is_simulated: bool,
    ) {
        let before = Ruling::of(decided.approved, &decided.status);
        let by = decided.deciding.as_ref();
        let Some(flip) = flip((before, by), (would.ruling, would.named)) else {
            self.same(decided);
            return;
        };
        self.flips.count(flip);
        if before == Ruling::Approved {
            self.lost.count(flip, decided.amount);
        }
        if flip == Flip::ToApproved {
            self.gained.count(would.amount);
        }
        self.count_before(decided);
        self.count_after(would.ruling, would.amount, would.named);
        self.examples.keep(flip, entry.created, || Example {
            user_id: entry.user_id.clone(),
            result_id: entry.result_id.clone(),
            created: entry.created,
            flip,
            before: decided.deciding.clone(),
            after: would.named.cloned(),
            amount_before: decided.amount,
            amount_after: would.amount,
            is_simulated,
        });
    }

    fn count_before(&mut self, decided: &Decided) {
        let (by, amount) = (decided.deciding.as_ref(), decided.amount);
        match Ruling::of(decided.approved, &decided.status) {
            Ruling::Approved => {
                self.approved_before += 1;
                self.amount_before = plus(self.amount_before, amount);
                self.count_for(by, |decides| {
                    decides.approved_before += 1;
                    decides.amount_before = plus(decides.amount_before, amount);
                });
            }
            Ruling::Denied => self.count_for(by, |decides| decides.denied_before += 1),
            Ruling::Failed => self.failed_before += 1,
            // What is stored is known.
            Ruling::NotKnown => {}
        }
    }

    fn count_after(&mut self, ruling: Ruling, amount: Amount, named: Option<&RulebookId>) {
        match ruling {
            Ruling::Approved => {
                self.approved_after += 1;
                self.amount_after.count(amount);
                self.count_for(named, |decides| {
                    decides.approved_after += 1;
                    decides.amount_after.count(amount);
                });
            }
            Ruling::Denied => self.count_for(named, |decides| decides.denied_after += 1),
            Ruling::Failed => self.failed_after += 1,
            // Its flip counts it.
            Ruling::NotKnown => {}
        }
    }
}
