//! One evaluation worked out twice: as it was, which must give what is stored, and with the changes.

use super::assign::{Applied, assigned};
use super::findings::{Example, Findings, Flip, Tally, plus};
use super::plan::{Book, Books, Plan, Plans};
use crate::decision::check::Outcome;
use crate::decision::combination::{Amount, Answer, Combination, Step, Unrecorded, combine, sort};
use crate::evaluation::{CalcStatus, Product};
use crate::id::{RulebookId, UserId};
use crate::ledger::{Decided, LedgerEntry, Said};
use crate::money::Cents;
use crate::verdict::Verdict;

/// Room for the steps of one decision, used again for the next.
#[derive(Debug, Default)]
pub(super) struct Bench<'a> {
    before: Vec<Step<&'a Said>>,
    after: Vec<Step<Recast<'a>>>,
}

/// What a rulebook said, and whether that counts with the changes.
#[derive(Debug, Clone, Copy)]
struct Recast<'a> {
    said: &'a Said,
    applies: Option<bool>,
}

impl Answer for Recast<'_> {
    fn rulebook_id(&self) -> &RulebookId {
        &self.said.rulebook_id
    }

    fn verdict(&self) -> Verdict {
        self.said.result
    }

    fn calc_status(&self) -> &CalcStatus {
        &self.said.calc_status
    }

    fn priority(&self) -> Option<i64> {
        self.said.priority
    }

    fn is_applicable(&self) -> Option<bool> {
        self.applies
    }
}

/// A decision that its own results explain.
struct Explained<'p> {
    plan: &'p Plan,
    unrecorded: Unrecorded,
    combination: Combination,
}

/// What became of shares in one decision.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    is_simulated: bool,
    newly_applied: bool,
}

impl<'a> Bench<'a> {
    pub(super) fn work(
        &mut self,
        plans: &Plans,
        plan: &Plan,
        entry: &'a LedgerEntry,
        found: &mut Findings,
    ) {
        found.entries += 1;
        for product in Product::ALL {
            if let Some(decided) = entry.decided(product) {
                let tally = found.tally_mut(product);
                tally.decisions += 1;
                self.decision(plans, plan, entry, (product, decided), tally);
            }
        }
    }

    fn decision(
        &mut self,
        plans: &Plans,
        plan: &Plan,
        entry: &'a LedgerEntry,
        (product, decided): (Product, &'a Decided),
        tally: &mut Tally,
    ) {
        let stored = Outcome::from(decided);
        if !stored.is_decided() {
            tally.undecided += 1;
            return;
        }
        if decided.results.is_empty() {
            tally.without_results += 1;
            return;
        }
        let Some(explained) = self.explain(plans, plan, entry, product, decided) else {
            tally.unexplained += 1;
            return;
        };
        tally.worked_out += 1;
        if decided.results.iter().any(|it| it.is_applicable.is_none()) {
            tally.limits.unrecorded += 1;
        }
        if !explained.plan.is_touched() {
            tally.same(decided);
            return;
        }
        let shares = self.recast(explained.plan, entry, product);
        sort(&mut self.after);
        let limit = limit(decided, &explained.combination, &self.before);
        let again = combine(&self.after, limit, explained.unrecorded);
        let decider = again.decider(&self.after);
        tally.limits.simulated += u64::from(shares.is_simulated);
        tally.limits.newly_applied += u64::from(shares.newly_applied);
        let books = explained.plan.books(product);
        if self.has_unanswered(books, product, &explained.combination, &again) {
            tally.limits.unanswered += 1;
        }
        match flip(stored, &again, decider) {
            None => tally.same(decided),
            Some(flip) => {
                tally.flipped(flip, decided, again.amount, decider);
                tally.examples.keep(flip, entry.created, || Example {
                    user_id: entry.user_id.clone(),
                    result_id: entry.result_id.clone(),
                    created: entry.created,
                    flip,
                    before: decided.deciding.clone(),
                    after: decider.cloned(),
                    amount_before: decided.amount,
                    amount_after: again.amount,
                    is_simulated: shares.is_simulated,
                });
            }
        }
    }

    /// Under which configuration the stored results give what is stored: the recorded one or, for as
    /// long as services may have kept it, the one before. Leaves its steps on the bench.
    fn explain<'p>(
        &mut self,
        plans: &'p Plans,
        plan: &'p Plan,
        entry: &'a LedgerEntry,
        product: Product,
        decided: &'a Decided,
    ) -> Option<Explained<'p>> {
        let mut candidate = Some(plan);
        while let Some(plan) = candidate {
            self.lay_out(plan.books(product), decided);
            let stored = Outcome::from(decided);
            for unrecorded in [Unrecorded::Applies, Unrecorded::DoesNotApply] {
                let combination = combine(&self.before, None, unrecorded);
                let decider = combination.decider(&self.before);
                if !stored.differing(&combination, decider).is_any() {
                    return Some(Explained {
                        plan,
                        unrecorded,
                        combination,
                    });
                }
                if decided.results.iter().all(|it| it.is_applicable.is_some()) {
                    break;
                }
            }
            candidate = plans.before(plan, entry.created);
        }
        None
    }

    /// The results as they were asked.
    fn lay_out(&mut self, books: &Books, decided: &'a Decided) {
        self.before.clear();
        self.before.extend(decided.results.iter().map(|said| {
            let rank = books.find(&said.rulebook_id).map(|book| book.before);
            Step {
                result: said,
                priority: rank.and_then(|rank| rank.priority).or(said.priority),
                superseding: rank.is_some_and(|rank| rank.superseding),
            }
        }));
        sort(&mut self.before);
    }

    /// The results as they would be asked: those of this product that still decide on it, and those of
    /// the other that now do.
    fn recast(&mut self, plan: &Plan, entry: &'a LedgerEntry, product: Product) -> Shares {
        self.after.clear();
        let mut shares = Shares::default();
        for origin in Product::ALL {
            let books = plan.books(origin);
            if origin != product && !books.is_touched {
                continue;
            }
            let results = entry.decided(origin).map(|decided| &decided.results);
            for said in results.into_iter().flatten() {
                let book = books.find(&said.rulebook_id);
                if book.map_or(Some(origin), |book| book.product) != Some(product) {
                    continue;
                }
                let rank = match book {
                    None => None,
                    Some(book) => match book.after {
                        Some(rank) => Some(rank),
                        None => continue,
                    },
                };
                let applies = book.map_or(said.is_applicable, |book| {
                    applies(book, said, &entry.user_id, &mut shares)
                });
                self.after.push(Step {
                    result: Recast { said, applies },
                    priority: rank.and_then(|rank| rank.priority).or(said.priority),
                    superseding: rank.is_some_and(|rank| rank.superseding),
                });
            }
        }
        shares
    }

    /// Whether a rulebook that left no result would now be asked before the one that decides, and was
    /// not before.
    fn has_unanswered(
        &self,
        books: &Books,
        product: Product,
        before: &Combination,
        after: &Combination,
    ) -> bool {
        let asked_before = order(&self.before, before);
        let asked_after = order(&self.after, after);
        let is_silent = |book: &&Book| {
            let by = |step: &Step<&Said>| step.result.rulebook_id == *book.id();
            book.is_configured && book.product == Some(product) && !self.before.iter().any(by)
        };
        if books.books.len() == self.before.len() && books.books.iter().all(|it| it.is_configured) {
            // Everybody answered.
            return false;
        }
        books.books.iter().filter(is_silent).any(|book| {
            let is_ahead = |priority: Option<i64>, asked: Option<(Option<i64>, &RulebookId)>| {
                asked.is_none_or(|(other, id)| {
                    priority > other || priority == other && book.id() < id
                })
            };
            let now = book
                .after
                .is_some_and(|rank| is_ahead(rank.priority, asked_after));
            now && !is_ahead(book.before.priority, asked_before)
        })
    }
}

/// The place of the rulebook that decides with an approval; without one everybody was asked.
fn order<'s, A: Answer>(
    steps: &'s [Step<A>],
    combination: &Combination,
) -> Option<(Option<i64>, &'s RulebookId)> {
    let step = steps.get(combination.deciding.filter(|_| combination.approved)?)?;
    Some((step.priority, step.result.rulebook_id()))
}

/// Whether a rulebook applies with the changes.
fn applies(book: &Book, said: &Said, user: &UserId, shares: &mut Shares) -> Option<bool> {
    let then = Applied {
        share: said.apply_to.or(book.share),
        applied: said.is_applicable,
    };
    let share = book.new_share.filter(|new| Some(*new) != then.share);
    let Some(share) = share else {
        return said.is_applicable;
    };
    let applies = assigned(user, &said.rulebook_id, then, share);
    shares.is_simulated = true;
    shares.newly_applied |= applies && said.is_applicable == Some(false);
    Some(applies)
}

/// The user's limit, where the stored amount tells it.
fn limit(decided: &Decided, before: &Combination, steps: &[Step<&Said>]) -> Option<Cents> {
    let by = steps.get(before.deciding.filter(|_| before.approved)?)?;
    match by.result.result {
        Verdict::ApprovedFor(named) if decided.amount >= named => None,
        _ => Some(decided.amount),
    }
}

fn flip(stored: Outcome<'_>, again: &Combination, decider: Option<&RulebookId>) -> Option<Flip> {
    let is_same = stored.deciding == decider && *stored.status == again.status;
    match (stored.approved, again.approved) {
        (false, true) => Some(Flip::ToApproved),
        (true, false) => Some(Flip::ToDenied),
        (true, true) if stored.deciding != decider => Some(Flip::ApprovedOtherwise),
        (false, false) if !is_same => Some(Flip::DeniedOtherwise),
        _ => None,
    }
}

impl Tally {
    fn same(&mut self, decided: &Decided) {
        let amount = Amount::Exactly(decided.amount);
        self.count(decided, decided.approved, amount, decided.deciding.as_ref());
    }

    fn flipped(
        &mut self,
        flip: Flip,
        decided: &Decided,
        amount: Amount,
        decider: Option<&RulebookId>,
    ) {
        self.flips.count(flip);
        match flip {
            Flip::ToApproved => self.gained.count(amount),
            Flip::ToDenied => self.lost = plus(self.lost, decided.amount),
            Flip::ApprovedOtherwise | Flip::DeniedOtherwise => {}
        }
        let approves = matches!(flip, Flip::ToApproved | Flip::ApprovedOtherwise);
        self.count(decided, approves, amount, decider);
    }

    fn count(
        &mut self,
        decided: &Decided,
        approves: bool,
        amount: Amount,
        decider: Option<&RulebookId>,
    ) {
        if decided.approved {
            self.approved_before += 1;
            self.amount_before = plus(self.amount_before, decided.amount);
        }
        if approves {
            self.approved_after += 1;
            self.amount_after.count(amount);
        }
        self.count_for(decided.deciding.as_ref(), |decides| {
            if decided.approved {
                decides.approved_before += 1;
                decides.amount_before = plus(decides.amount_before, decided.amount);
            } else {
                decides.denied_before += 1;
            }
        });
        self.count_for(decider, |decides| {
            if approves {
                decides.approved_after += 1;
                decides.amount_after.count(amount);
            } else {
                decides.denied_after += 1;
            }
        });
    }
}

impl<'a> From<&'a Decided> for Outcome<'a> {
    fn from(decided: &'a Decided) -> Self {
        Self {
            approved: decided.approved,
            amount: decided.amount,
            deciding: decided.deciding.as_ref(),
            status: &decided.status,
        }
    }
}
