//! What a decision comes to, before the changes and with them, and how the two are counted.

use super::findings::{Example, Flip, Tally, plus};
use crate::decision::Decision;
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
    /// Of a decision that is replayed: not one that nobody evaluated.
    pub(super) fn stored(decided: &Decided) -> Self {
        match decided.decision() {
            Decision::Approved => Self::Approved,
            Decision::Error => Self::Failed,
            Decision::Denied | Decision::NotEvaluated | Decision::NoResults => Self::Denied,
        }
    }

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
    /// A rulebook that wasn't run would be asked before the one that approves.
    pub(super) is_amount_unknown: bool,
}

/// A decision as it is stored, and the rulebook that decided it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored<'a> {
    pub(super) decided: &'a Decided,
    /// The stored one. Where none is stored, the one that approved; a denial has none then.
    pub(super) by: Option<&'a RulebookId>,
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
    pub(super) fn same(&mut self, stored: Stored<'_>) {
        let amount = Amount::Exactly(stored.decided.amount);
        self.count_before(stored);
        self.count_after(Ruling::stored(stored.decided), amount, stored.by);
    }

    /// Counts a decision that may come out otherwise.
    pub(super) fn compare(
        &mut self,
        entry: &LedgerEntry,
        stored: Stored<'_>,
        would: &Would<'_>,
        is_simulated: bool,
    ) {
        let Stored { decided, by } = stored;
        let before = Ruling::stored(decided);
        let named = match (before, would.ruling) {
            // A service that names no rulebook on a denial names none on another.
            (Ruling::Denied, Ruling::Denied) if by.is_none() => None,
            _ => would.named,
        };
        let Some(flip) = flip((before, by), (would.ruling, named)) else {
            if would.is_amount_unknown {
                self.count_before(stored);
                self.count_after(would.ruling, Amount::NotKnown, named);
            } else {
                self.same(stored);
            }
            return;
        };
        self.flips.count(flip);
        if flip == Flip::ApprovedOtherwise {
            self.otherwise_before = plus(self.otherwise_before, decided.amount);
            self.otherwise_after.count(would.amount);
        }
        if before == Ruling::Approved {
            self.lost.count(flip, decided.amount);
        }
        if flip == Flip::ToApproved {
            self.gained.count(would.amount);
        }
        self.count_before(stored);
        self.count_after(would.ruling, would.amount, named);
        self.examples.keep(flip, entry.created, || Example {
            user_id: entry.user_id.clone(),
            result_id: entry.result_id.clone(),
            created: entry.created,
            flip,
            before: by.cloned(),
            after: named.cloned(),
            amount_before: decided.amount,
            amount_after: would.amount,
            is_simulated,
        });
    }

    fn count_before(&mut self, Stored { decided, by }: Stored<'_>) {
        let amount = decided.amount;
        match Ruling::stored(decided) {
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
