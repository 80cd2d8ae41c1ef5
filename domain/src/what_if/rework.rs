//! One evaluation worked out twice: as it was, which must give what is stored, and with the changes.

use super::assign::{Applied, assigned};
use super::findings::{Findings, Tally};
use super::plan::{Book, Books, Plan, Plans};
use super::ruling::{Ruling, Stored, Would};
use super::unanswered::{Course, has_unanswered};
use crate::decision::check::Outcome;
use crate::decision::combination::{Amount, Answer, Combination, Step, Unrecorded, combine, sort};
use crate::decision::{Decision, NoResultsReading};
use crate::evaluation::{CalcStatus, Product, Run};
use crate::id::{RulebookId, UserId};
use crate::ledger::{Decided, LedgerEntry, Said};
use crate::money::Cents;
use crate::verdict::Verdict;

/// Room for the steps of one decision, used again for the next.
#[derive(Debug, Default)]
pub(super) struct Bench<'a, 'p> {
    no_results: NoResultsReading,
    /// The rulebook of each result, as the results are stored.
    books: Vec<Option<&'p Book>>,
    before: Vec<Step<&'a Said>>,
    after: Vec<Step<Recast<'a>>>,
}

/// What a rulebook said, and whether that counts with the changes.
#[derive(Debug, Clone, Copy)]
struct Recast<'a> {
    said: &'a Said,
    applies: Option<bool>,
    /// It would apply, and wasn't run.
    is_unknown: bool,
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

    /// What wasn't run can neither approve nor deny.
    fn is_applicable(&self) -> Option<bool> {
        if self.is_unknown {
            Some(false)
        } else {
            self.applies
        }
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
    not_run: bool,
}

impl<'a, 'p> Bench<'a, 'p> {
    pub(super) fn new(no_results: NoResultsReading) -> Self {
        Self {
            no_results,
            ..Self::default()
        }
    }

    pub(super) fn work(
        &mut self,
        plans: &'p Plans,
        plan: &'p Plan,
        entry: &'a LedgerEntry,
        found: &mut Findings,
    ) {
        found.entries += 1;
        for product in Product::ALL {
            let tally = found.tally_mut(product);
            let decision = entry.decision(product).read(self.no_results);
            tally.stored.count(decision, 1);
            match entry.decided(product) {
                Some(decided) => self.decision(plans, plan, entry, (product, decided), tally),
                None => tally.undecided += 1,
            }
        }
    }

    fn decision(
        &mut self,
        plans: &'p Plans,
        plan: &'p Plan,
        entry: &'a LedgerEntry,
        (product, decided): (Product, &'a Decided),
        tally: &mut Tally,
    ) {
        let decision = decided.decision().read(self.no_results);
        let is_replayed = match decision {
            Decision::Approved | Decision::Denied => true,
            Decision::NotEvaluated | Decision::NoResults => false,
            Decision::Error => Outcome::from(decided).is_decided(),
        };
        if !is_replayed {
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
        tally.limits.unknown_configuration += u64::from(!explained.plan.is_whole);
        if !self.is_touched(explained.plan, product) {
            tally.same(self.stored(&explained, decided));
            return;
        }
        self.try_changes(&explained, entry, (product, decided), tally);
    }

    /// The decision with the rulebook that decided it.
    fn stored(&self, explained: &Explained<'p>, decided: &'a Decided) -> Stored<'a> {
        let approving = || {
            let combination = &explained.combination;
            let step = self.before.get(combination.deciding?)?;
            combination.approved.then_some(&step.result.rulebook_id)
        };
        Stored {
            decided,
            by: decided.deciding.as_ref().or_else(approving),
        }
    }

    fn try_changes(
        &mut self,
        explained: &Explained<'p>,
        entry: &'a LedgerEntry,
        (product, decided): (Product, &'a Decided),
        tally: &mut Tally,
    ) {
        let shares = self.recast(explained.plan, entry, product);
        sort(&mut self.after);
        let limit = limit(decided, &explained.combination, &self.before);
        let again = combine(&self.after, limit, explained.unrecorded);
        let before = Course {
            steps: &self.before,
            combination: &explained.combination,
        };
        let after = Course {
            steps: &self.after,
            combination: &again,
        };
        let is_unanswered = has_unanswered(explained.plan, product, &before, &after);
        tally.limits.simulated += u64::from(shares.is_simulated);
        tally.limits.newly_applied += u64::from(shares.newly_applied);
        tally.limits.not_run += u64::from(shares.not_run);
        tally.limits.unanswered += u64::from(is_unanswered);
        // Where not all rulebooks are known, an approval may have ended the evaluation before others.
        let may_be_unanswered = is_unanswered
            || shares.not_run
            || explained.combination.approved && !explained.plan.is_whole;
        let is_amount_unknown = self.is_unknown_ahead(&again);
        let would = match Ruling::of(again.approved, &again.status) {
            // Whoever approves stays approved, whatever those would say who were not asked.
            Ruling::Denied | Ruling::Failed if may_be_unanswered => Would {
                ruling: Ruling::NotKnown,
                amount: Amount::NotKnown,
                named: None,
                is_amount_unknown: true,
            },
            ruling => Would {
                ruling,
                amount: if is_amount_unknown {
                    Amount::NotKnown
                } else {
                    again.amount
                },
                named: again.decider(&self.after),
                is_amount_unknown,
            },
        };
        let stored = self.stored(explained, decided);
        tally.compare(entry, stored, &would, shares.is_simulated);
    }

    /// Whether a rulebook that wasn't run would be asked before the one that approves.
    fn is_unknown_ahead(&self, again: &Combination) -> bool {
        let end = again.deciding.filter(|_| again.approved);
        let ahead = &self.after[..end.unwrap_or(self.after.len())];
        ahead.iter().any(|step| step.result.is_unknown)
    }

    /// Under which configuration the stored results give what is stored: the recorded one or, for as
    /// long as services may have kept it, the one before. Leaves its steps on the bench.
    fn explain(
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
                let named = combination.decider(&self.before);
                if !stored.differing(&combination, named).is_any() {
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
    fn lay_out(&mut self, books: &'p Books, decided: &'a Decided) {
        self.books.clear();
        self.before.clear();
        for said in &decided.results {
            let book = books.find(&said.rulebook_id);
            let rank = book.map(|book| book.before);
            self.books.push(book);
            self.before.push(Step {
                result: said,
                priority: rank.and_then(|rank| rank.priority).or(said.priority),
                superseding: rank.is_some_and(|rank| rank.superseding),
            });
        }
        sort(&mut self.before);
    }

    /// Whether the changes concern a decision at all.
    fn is_touched(&self, plan: &Plan, product: Product) -> bool {
        plan.books(product).is_touched
            || plan.others_move_to(product)
            || self.books.iter().flatten().any(|book| book.is_touched)
    }

    /// The results as they would be asked: those of this product that still decide on it, and those of
    /// the other that now do.
    fn recast(&mut self, plan: &Plan, entry: &'a LedgerEntry, product: Product) -> Shares {
        self.after.clear();
        let mut shares = Shares::default();
        let results = |of: Product| entry.decided(of).map_or(&[][..], |it| &it.results);
        for (said, book) in results(product).iter().zip(&self.books) {
            let stays = book.is_none_or(|book| book.product == Some(product));
            if stays && let Some(step) = step(said, *book, &entry.user_id, &mut shares) {
                self.after.push(step);
            }
        }
        if plan.others_move_to(product) {
            let others = match product {
                Product::Float => Product::Loan,
                Product::Loan => Product::Float,
            };
            for said in results(others) {
                let book = plan.books(others).find(&said.rulebook_id);
                let comes = book.is_some_and(|book| book.product == Some(product));
                if comes && let Some(step) = step(said, book, &entry.user_id, &mut shares) {
                    self.after.push(step);
                }
            }
        }
        shares
    }
}

/// A result on its way into the decision with the changes; none of a rulebook that is dropped.
fn step<'a>(
    said: &'a Said,
    book: Option<&Book>,
    user: &UserId,
    shares: &mut Shares,
) -> Option<Step<Recast<'a>>> {
    let Some(book) = book else {
        return Some(Step {
            result: Recast {
                said,
                applies: said.is_applicable,
                is_unknown: false,
            },
            priority: said.priority,
            superseding: false,
        });
    };
    let rank = book.after?;
    let applies = applies(book, said, user, shares);
    let is_unknown = said.run != Run::Ran && applies == Some(true);
    shares.not_run |= is_unknown;
    Some(Step {
        result: Recast {
            said,
            applies,
            is_unknown,
        },
        priority: rank.priority.or(said.priority),
        superseding: rank.superseding,
    })
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
    shares.newly_applied |= applies && said.is_applicable == Some(false) && said.run == Run::Ran;
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
