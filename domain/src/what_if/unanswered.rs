//! Whether rulebooks would decide that left no result: nobody knows what they would have said.

use super::plan::{Book, Plan};
use crate::decision::combination::{Answer, Combination, Step};
use crate::evaluation::Product;
use crate::id::RulebookId;

/// Steps in evaluation order, and what they come to.
pub(super) struct Course<'s, A> {
    pub(super) steps: &'s [Step<A>],
    pub(super) combination: &'s Combination,
}

impl<'s, A: Answer> Course<'s, A> {
    /// The place of the rulebook that decides with an approval; without one everybody was asked.
    fn end(&self) -> Option<(Option<i64>, &'s RulebookId)> {
        let combination = self.combination;
        let deciding = combination.deciding.filter(|_| combination.approved)?;
        let step = self.steps.get(deciding)?;
        Some((step.priority, step.result.rulebook_id()))
    }

    fn is_silent(&self, book: &Book) -> bool {
        let mut steps = self.steps.iter();
        !steps.any(|step| step.result.rulebook_id() == book.id())
    }
}

/// Whether a rulebook that left no result would now be asked before the one that decides, and was not
/// before. Priorities are compared first: who answered is looked up only of those that this may concern.
pub(super) fn has_unanswered<B: Answer, A: Answer>(
    plan: &Plan,
    product: Product,
    before: &Course<'_, B>,
    after: &Course<'_, A>,
) -> bool {
    let books = plan.books(product);
    let (ended, ends) = (before.end(), after.end());
    let is_asked = |book: &Book| {
        let rank = book.after;
        rank.is_some_and(|rank| is_ahead(book, rank.priority, ends))
    };
    let newly_asked = |book: &Book| {
        book.is_configured
            && book.product == Some(product)
            && is_asked(book)
            && !is_ahead(book, book.before.priority, ended)
            && before.is_silent(book)
    };
    // Where nobody approved, everybody was asked who decided on it.
    ended.is_some() && books.all.iter().any(newly_asked)
        || books
            .arriving
            .iter()
            .any(|book| is_asked(book) && after.is_silent(book))
}

/// Whether a rulebook of that priority is asked before the evaluation ends.
fn is_ahead(book: &Book, priority: Option<i64>, end: Option<(Option<i64>, &RulebookId)>) -> bool {
    end.is_none_or(|(other, id)| priority > other || priority == other && book.id() < id)
}
