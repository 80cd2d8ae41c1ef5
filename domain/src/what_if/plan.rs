//! Each configuration with the changes on top, laid out so that a result finds its rulebook at once.

use super::change::{Change, Changes};
use crate::basis_points::BasisPoints;
use crate::evaluation::Product;
use crate::id::{RulebookId, UpdateId};
use crate::instant::Instant;
use crate::rulebook::{Rulebook, RulebookType};
use crate::rulebook_update::RulebookUpdate;

#[derive(Debug, Clone)]
pub(super) struct Plans {
    /// By id, so that they can be found.
    plans: Vec<Plan>,
    /// For decisions whose configuration is not recorded.
    unrecorded: Plan,
}

/// One configuration.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    id: Option<UpdateId>,
    /// When it came into force.
    at: Option<Instant>,
    /// The one before it.
    previous: Option<usize>,
    /// Whether all of its rulebooks are known.
    pub(super) is_whole: bool,
    floats: Books,
    loans: Books,
}

/// The rulebooks that decide on a product, by id.
#[derive(Debug, Clone, Default)]
pub(super) struct Books {
    pub(super) all: Vec<Book>,
    /// Whether any that is configured is changed.
    pub(super) is_touched: bool,
    /// Whether any goes over to another product.
    pub(super) moves: bool,
    /// Those of the other product that now decide on this one.
    pub(super) arriving: Vec<Book>,
}

/// A rulebook at the time, and with the changes.
#[derive(Debug, Clone)]
pub(super) struct Book {
    id: RulebookId,
    /// Whether it stands in the configuration; one that does not goes by what its results say.
    pub(super) is_configured: bool,
    pub(super) is_touched: bool,
    pub(super) before: Rank,
    /// Nothing where it is dropped.
    pub(super) after: Option<Rank>,
    /// What it decides on with the changes.
    pub(super) product: Option<Product>,
    /// Its share in the configuration.
    pub(super) share: Option<BasisPoints>,
    pub(super) new_share: Option<BasisPoints>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank {
    /// Nothing where the stored one counts.
    pub(super) priority: Option<i64>,
    pub(super) superseding: bool,
}

impl Plans {
    pub(super) fn new(updates: &[(UpdateId, RulebookUpdate)], changes: &Changes) -> Self {
        let mut ordered: Vec<_> = updates.iter().collect();
        ordered.sort_by(|a, b| a.0.cmp(&b.0));
        let mut by_time: Vec<_> = (0..ordered.len()).collect();
        by_time.sort_by_key(|index| ordered[*index].1.update_time);
        let mut plans: Vec<_> = ordered
            .iter()
            .map(|(id, update)| Plan {
                id: Some(id.clone()),
                at: Some(update.update_time),
                ..Plan::of(&update.rulebooks, update.unreadable.is_empty(), changes)
            })
            .collect();
        for pair in by_time.windows(2) {
            plans[pair[1]].previous = Some(pair[0]);
        }
        Self {
            plans,
            unrecorded: Plan::of(&[], false, changes),
        }
    }

    /// The plan for a snapshot. Entries come in the order of time, so that `last` is nearly always it.
    pub(super) fn of(&self, snapshot: Option<&UpdateId>, last: &mut Option<usize>) -> &Plan {
        let Some(snapshot) = snapshot else {
            return &self.unrecorded;
        };
        if let Some(plan) = last.and_then(|last| self.plans.get(last))
            && plan.id.as_ref() == Some(snapshot)
        {
            return plan;
        }
        let found = self
            .plans
            .binary_search_by(|plan| plan.id.as_ref().cmp(&Some(snapshot)));
        match found {
            Ok(index) => {
                *last = Some(index);
                &self.plans[index]
            }
            Err(_) => &self.unrecorded,
        }
    }

    /// The configuration before this one, if it may still have been used at `at`.
    pub(super) fn before(&self, plan: &Plan, at: Instant) -> Option<&Plan> {
        let cached_until = plan
            .at?
            .plus_seconds(crate::decision::attribution::CACHED_SECONDS);
        (at < cached_until).then(|| self.plans.get(plan.previous?))?
    }
}

impl Plan {
    fn of(rulebooks: &[Rulebook], is_whole: bool, changes: &Changes) -> Self {
        let mut floats = Books::of(Product::Float, rulebooks, changes);
        let mut loans = Books::of(Product::Loan, rulebooks, changes);
        floats.arriving = loans.bound_for(Product::Float, &floats, is_whole);
        loans.arriving = floats.bound_for(Product::Loan, &loans, is_whole);
        Self {
            is_whole,
            floats,
            loans,
            ..Self::default()
        }
    }

    pub(super) fn books(&self, product: Product) -> &Books {
        match product {
            Product::Float => &self.floats,
            Product::Loan => &self.loans,
        }
    }

    /// Whether rulebooks of the other product may now decide on this one.
    pub(super) fn others_move_to(&self, product: Product) -> bool {
        match product {
            Product::Float => self.loans.moves,
            Product::Loan => self.floats.moves,
        }
    }
}

impl Books {
    fn of(product: Product, rulebooks: &[Rulebook], changes: &Changes) -> Self {
        let kind = product.rulebook_type();
        let configured = rulebooks.iter().filter(|book| book.kind == kind);
        let mut books: Vec<_> = configured
            .map(|book| Book::configured(book, product, changes.get(&book.rulebook_id)))
            .collect();
        // What the configuration does not hold may have left a result all the same.
        for (id, change) in &changes.0 {
            if !books.iter().any(|book| book.id == *id) {
                books.push(Book::unconfigured(id, product, change));
            }
        }
        books.sort_by(|a, b| a.id.cmp(&b.id));
        Self {
            is_touched: books.iter().any(|it| it.is_touched && it.is_configured),
            moves: books.iter().any(|it| it.product != Some(product)),
            all: books,
            arriving: Vec::new(),
        }
    }

    /// Those that the changes take to the other product. Where not all rulebooks are known, any that the
    /// other product is not known to have had may come from here.
    fn bound_for(&self, product: Product, theirs: &Self, is_whole: bool) -> Vec<Book> {
        let is_theirs = |book: &Book| theirs.find(&book.id).is_some_and(|it| it.is_configured);
        let is_bound = |book: &&Book| {
            book.product == Some(product)
                && book.after.is_some()
                && (book.is_configured || !is_whole && !is_theirs(book))
        };
        self.all.iter().filter(is_bound).cloned().collect()
    }

    pub(super) fn find(&self, id: &RulebookId) -> Option<&Book> {
        let found = self.all.binary_search_by(|book| book.id.cmp(id));
        found.ok().map(|index| &self.all[index])
    }
}

impl Book {
    fn configured(book: &Rulebook, product: Product, change: Option<&Change>) -> Self {
        let before = Rank {
            priority: Some(book.priority),
            superseding: book.superseding == Some(true),
        };
        Self {
            is_configured: true,
            share: book.apply_to,
            ..Self::with(&book.rulebook_id, before, product, change)
        }
    }

    fn unconfigured(id: &RulebookId, product: Product, change: &Change) -> Self {
        let before = Rank {
            priority: None,
            superseding: false,
        };
        Self::with(id, before, product, Some(change))
    }

    fn with(id: &RulebookId, before: Rank, product: Product, change: Option<&Change>) -> Self {
        let is_dropped = change.is_some_and(|change| change.is_dropped);
        let after = Rank {
            priority: change.and_then(|it| it.priority).or(before.priority),
            superseding: change
                .and_then(|it| it.superseding)
                .unwrap_or(before.superseding),
        };
        let product = match change.and_then(|change| change.kind.as_ref()) {
            None => Some(product),
            Some(RulebookType::Floats) => Some(Product::Float),
            Some(RulebookType::Loan) => Some(Product::Loan),
            Some(RulebookType::Unknown(_)) => None,
        };
        Self {
            id: id.clone(),
            is_configured: false,
            is_touched: change.is_some(),
            before,
            after: (!is_dropped).then_some(after),
            product,
            share: None,
            new_share: change.and_then(|change| change.share),
        }
    }

    pub(super) fn id(&self) -> &RulebookId {
        &self.id
    }
}
