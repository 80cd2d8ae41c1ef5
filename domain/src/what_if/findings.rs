//! What a what-if found: counts that can be added up over any parts of the ledger, and a few examples.

use crate::decision::DecisionCounts;
use crate::decision::combination::Amount;
use crate::evaluation::Product;
use crate::id::{ResultId, RulebookId, UserId};
use crate::instant::Instant;
use crate::money::Cents;
use crate::rates::interval::Rate;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// As many examples of each kind are kept, the newest.
pub const EXAMPLES: usize = 10;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// Evaluations that were looked at.
    pub entries: u64,
    pub float: Tally,
    pub loan: Tally,
}

/// The decisions on one product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// All of them as they are stored, before anything is replayed.
    pub stored: DecisionCounts,
    /// Not evaluated, or an error that no rulebook result explains.
    pub undecided: u64,
    /// Approved or denied without a stored rulebook result.
    pub without_results: u64,
    /// Whose stored results do not give the stored outcome, whatever is changed. They are left out, and
    /// the check on their own page says the same.
    pub unexplained: u64,
    pub worked_out: u64,
    /// Of these, those with a failed calculation, which is no decision and no denial.
    pub failed_before: u64,
    pub failed_after: u64,
    pub approved_before: u64,
    pub approved_after: u64,
    /// What was approved, together.
    pub amount_before: Cents,
    pub amount_after: Worth,
    pub flips: Flips,
    /// What the approvals that go were worth.
    pub lost: Lost,
    /// What the new ones are worth.
    pub gained: Worth,
    /// What the approvals by another rulebook were worth, and would be.
    pub otherwise_before: Cents,
    pub otherwise_after: Worth,
    pub limits: Limits,
    /// Approvals by the rulebook that decides.
    pub by_rulebook: BTreeMap<RulebookId, Decides>,
    pub examples: Examples,
}

/// How many decisions come out otherwise, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flips {
    pub to_approved: u64,
    pub to_denied: u64,
    /// Approved as before, by another rulebook.
    pub approved_otherwise: u64,
    /// Denied as before, by another rulebook.
    pub denied_otherwise: u64,
    /// Decided before, and a calculation error now.
    pub to_failed: u64,
    /// A calculation error before, and denied now.
    pub from_failed: u64,
    /// Now those would decide, or may, who never were asked: after an approval that ended it, or since they
    /// decided on the other product.
    pub not_known: u64,
}

/// What approvals were worth that would be none, by what they would be instead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    pub to_denied: Cents,
    pub to_failed: Cents,
    pub not_known: Cents,
}

/// Of how many decisions something is not known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// A rulebook that left no result would now be asked before the one that decides.
    pub unanswered: u64,
    /// Not all rulebooks are known that it was made by: no readable snapshot names them.
    pub unknown_configuration: u64,
    /// It was not recorded whether a rulebook applied.
    pub unrecorded: u64,
    /// A user was assigned to a share by the hash.
    pub simulated: u64,
    /// A rulebook would apply that did not: its result comes from a run that did not count.
    pub newly_applied: u64,
    /// A rulebook would apply that wasn't run: nobody knows what it would have returned.
    pub not_run: u64,
}

/// Approved amounts, as far as they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    pub known: Cents,
    /// Of the approvals for a named amount, where the user's limit may be lower.
    pub at_most: Cents,
    /// How many approvals are up to a limit that is not known.
    pub unknown: u64,
}

/// What one rulebook decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decides {
    pub approved_before: u64,
    pub approved_after: u64,
    pub denied_before: u64,
    pub denied_after: u64,
    pub amount_before: Cents,
    pub amount_after: Worth,
}

/// How one decision comes out otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Flip {
    ToApproved,
    ToDenied,
    ApprovedOtherwise,
    DeniedOtherwise,
    ToFailed,
    FromFailed,
    NotKnown,
}

/// A decision to open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    pub user_id: UserId,
    pub result_id: ResultId,
    pub created: Instant,
    pub flip: Flip,
    pub before: Option<RulebookId>,
    pub after: Option<RulebookId>,
    pub amount_before: Cents,
    pub amount_after: Amount,
    /// A share was assigned by the hash.
    pub is_simulated: bool,
}

/// The newest decisions of each kind of flip.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples(BTreeMap<Flip, Vec<Example>>);

impl Flip {
    pub const ALL: [Self; 7] = [
        Self::ToApproved,
        Self::ToDenied,
        Self::ApprovedOtherwise,
        Self::DeniedOtherwise,
        Self::ToFailed,
        Self::FromFailed,
        Self::NotKnown,
    ];

    pub fn in_words(self) -> &'static str {
        match self {
            Self::ToApproved => "newly approved",
            Self::ToDenied => "no longer approved",
            Self::ApprovedOtherwise => "approved by another rulebook",
            Self::DeniedOtherwise => "denied by another rulebook",
            Self::ToFailed => "no decision any more, since a calculation failed",
            Self::FromFailed => "denied, where a calculation had failed",
            Self::NotKnown => {
                "not known, since rulebooks may decide that were never asked or never run"
            }
        }
    }
}

impl Findings {
    pub fn tally(&self, product: Product) -> &Tally {
        match product {
            Product::Float => &self.float,
            Product::Loan => &self.loan,
        }
    }

    pub(super) fn tally_mut(&mut self, product: Product) -> &mut Tally {
        match product {
            Product::Float => &mut self.float,
            Product::Loan => &mut self.loan,
        }
    }

    /// Adds what was found in another part.
    pub fn add(&mut self, other: Self) {
        self.entries += other.entries;
        self.float.add(other.float);
        self.loan.add(other.loan);
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.stored.add(other.stored);
        self.undecided += other.undecided;
        self.without_results += other.without_results;
        self.unexplained += other.unexplained;
        self.worked_out += other.worked_out;
        self.failed_before += other.failed_before;
        self.failed_after += other.failed_after;
        self.approved_before += other.approved_before;
        self.approved_after += other.approved_after;
        self.amount_before = plus(self.amount_before, other.amount_before);
        self.amount_after.add(other.amount_after);
        for flip in Flip::ALL {
            *self.flips.of_mut(flip) += other.flips.of(flip);
        }
        self.lost.add(other.lost);
        self.gained.add(other.gained);
        self.otherwise_before = plus(self.otherwise_before, other.otherwise_before);
        self.otherwise_after.add(other.otherwise_after);
        self.limits.unanswered += other.limits.unanswered;
        self.limits.unknown_configuration += other.limits.unknown_configuration;
        self.limits.unrecorded += other.limits.unrecorded;
        self.limits.simulated += other.limits.simulated;
        self.limits.newly_applied += other.limits.newly_applied;
        self.limits.not_run += other.limits.not_run;
        for (id, decides) in other.by_rulebook {
            self.by_rulebook.entry(id).or_default().add(decides);
        }
        for example in other.examples.0.into_values().flatten() {
            self.examples
                .keep(example.flip, example.created, || example);
        }
    }

    /// Counts for one rulebook; its id is copied the first time only.
    pub(super) fn count_for(&mut self, id: Option<&RulebookId>, count: impl FnOnce(&mut Decides)) {
        let Some(id) = id else {
            return;
        };
        if let Some(decides) = self.by_rulebook.get_mut(id) {
            count(decides);
        } else {
            let mut decides = Decides::default();
            count(&mut decides);
            self.by_rulebook.insert(id.clone(), decides);
        }
    }

    pub fn has_flips(&self) -> bool {
        self.flips != Flips::default()
    }

    /// Approved of those decided, before the changes.
    pub fn rate_before(&self) -> Rate {
        Rate {
            approved: self.approved_before,
            decided: self.worked_out - self.failed_before,
        }
    }

    /// The same with the changes, of those that are known.
    pub fn rate_after(&self) -> Rate {
        Rate {
            approved: self.approved_after,
            decided: self.worked_out - self.failed_after - self.flips.not_known,
        }
    }
}

impl Lost {
    /// Of a flip that takes no approval away there is nothing to say.
    pub fn of(&self, flip: Flip) -> Option<Cents> {
        match flip {
            Flip::ToDenied => Some(self.to_denied),
            Flip::ToFailed => Some(self.to_failed),
            Flip::NotKnown => Some(self.not_known),
            _ => None,
        }
    }

    pub(super) fn count(&mut self, flip: Flip, amount: Cents) {
        match flip {
            Flip::ToDenied => self.to_denied = plus(self.to_denied, amount),
            Flip::ToFailed => self.to_failed = plus(self.to_failed, amount),
            Flip::NotKnown => self.not_known = plus(self.not_known, amount),
            _ => {}
        }
    }

    fn add(&mut self, other: Self) {
        self.to_denied = plus(self.to_denied, other.to_denied);
        self.to_failed = plus(self.to_failed, other.to_failed);
        self.not_known = plus(self.not_known, other.not_known);
    }
}

impl Flips {
    pub fn of(&self, flip: Flip) -> u64 {
        match flip {
            Flip::ToApproved => self.to_approved,
            Flip::ToDenied => self.to_denied,
            Flip::ApprovedOtherwise => self.approved_otherwise,
            Flip::DeniedOtherwise => self.denied_otherwise,
            Flip::ToFailed => self.to_failed,
            Flip::FromFailed => self.from_failed,
            Flip::NotKnown => self.not_known,
        }
    }

    pub(super) fn of_mut(&mut self, flip: Flip) -> &mut u64 {
        match flip {
            Flip::ToApproved => &mut self.to_approved,
            Flip::ToDenied => &mut self.to_denied,
            Flip::ApprovedOtherwise => &mut self.approved_otherwise,
            Flip::DeniedOtherwise => &mut self.denied_otherwise,
            Flip::ToFailed => &mut self.to_failed,
            Flip::FromFailed => &mut self.from_failed,
            Flip::NotKnown => &mut self.not_known,
        }
    }

    pub(super) fn count(&mut self, flip: Flip) {
        *self.of_mut(flip) += 1;
    }

    pub fn total(&self) -> u64 {
        Flip::ALL.into_iter().map(|flip| self.of(flip)).sum()
    }
}

impl Worth {
    pub(super) fn count(&mut self, amount: Amount) {
        match amount {
            Amount::Exactly(cents) => self.known = plus(self.known, cents),
            Amount::AtMost(cents) => self.at_most = plus(self.at_most, cents),
            Amount::NotKnown => self.unknown += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.known = plus(self.known, other.known);
        self.at_most = plus(self.at_most, other.at_most);
        self.unknown += other.unknown;
    }
}

impl Decides {
    fn add(&mut self, other: Self) {
        self.approved_before += other.approved_before;
        self.approved_after += other.approved_after;
        self.denied_before += other.denied_before;
        self.denied_after += other.denied_after;
        self.amount_before = plus(self.amount_before, other.amount_before);
        self.amount_after.add(other.amount_after);
    }
}

impl Examples {
    /// Newest first.
    pub fn of(&self, flip: Flip) -> Vec<&Example> {
        let mut examples: Vec<_> = self.0.get(&flip).into_iter().flatten().collect();
        examples.sort_by_key(|example| example.key());
        examples.truncate(EXAMPLES);
        examples
    }

    /// Keeps an example if it is among the newest; only then is it made.
    pub(super) fn keep(&mut self, flip: Flip, created: Instant, make: impl FnOnce() -> Example) {
        let kept = self.0.entry(flip).or_default();
        // Whatever is older than enough others never comes back, in whatever order parts are added.
        if kept.len() >= EXAMPLES && kept.iter().all(|one| one.created > created) {
            return;
        }
        kept.push(make());
        if kept.len() > EXAMPLES {
            kept.sort_by_key(Example::key);
            kept.truncate(EXAMPLES);
        }
    }
}

impl Example {
    fn key(&self) -> (Reverse<Instant>, ResultId) {
        (Reverse(self.created), self.result_id.clone())
    }
}

/// Stored amounts may be anything: a sum that does not fit stays at the end of the range.
pub(super) fn plus(a: Cents, b: Cents) -> Cents {
    Cents(a.0.saturating_add(b.0))
}
