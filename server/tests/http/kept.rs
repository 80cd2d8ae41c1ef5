//! A desk whose ledger holds the demo's evaluations.

use crate::desk::{Desk, Engine};
use crate::visitor::Visitor;
use domain::collection_attempt::CollectionAttempt;
use domain::decision::attribution::{attribute, settled_by};
use domain::decision::check::{Check, check};
use domain::evaluation::{EvaluationResult, Product};
use domain::historical_evaluation::HistoricalEvaluation;
use domain::id::UpdateId;
use domain::instant::Instant;
use domain::item::Stored;
use domain::ledger::{LedgerEntry, Taken};
use domain::rulebook::Rulebook;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use fixtures::World;
use std::sync::OnceLock;
use std::thread;
use std::time::SystemTime;
use store::ledger::{Retention, record, record_taken};
use store::{
    PageRequest, Store, TableId, collection_attempt, evaluation, historical_evaluation,
    rulebook_update,
};
use tokio::runtime::Runtime;

pub struct Kept {
    session: String,
    pub evaluations: Vec<EvaluationResult>,
    /// The same as they are stored.
    pub items: Vec<Attributes>,
    /// Those on which something was taken.
    pub taken: Vec<HistoricalEvaluation>,
    /// Oldest first.
    pub attempts: Vec<CollectionAttempt>,
    /// Newest first.
    pub updates: Vec<RulebookUpdate>,
    pub desk: Desk,
    pub engine: Engine,
}

/// The one of all tests: filling a ledger takes a while.
pub fn kept() -> &'static Kept {
    static KEPT: OnceLock<(Kept, Runtime)> = OnceLock::new();
    let (kept, _) = KEPT.get_or_init(|| {
        let started = thread::spawn(|| {
            // A test's own runtime would take the server with it.
            let runtime = Runtime::new().unwrap();
            (runtime.block_on(Kept::open()), runtime)
        });
        started.join().unwrap()
    });
    kept
}

impl Kept {
    async fn open() -> Self {
        let engine = Engine::start_for_all().await;
        let desk = Desk::open(&engine.config()).await;
        let now = Instant::from(SystemTime::now());
        let world = World::demo(now);
        let evaluations = sound(&world, "EVAL_RESULTS#", evaluation::decode);
        let items = readable(&world, "EVAL_RESULTS#", evaluation::decode);
        let taken = sound(
            &world,
            "HISTORICAL_EVALUATION#",
            historical_evaluation::decode,
        );
        let attempts = attempts(&desk.store, &taken).await;
        // Those in the table, whose world is some seconds older.
        let history = rulebook_update::history(&desk.store, PageRequest::first(50));
        let updates: Vec<_> = history
            .await
            .unwrap()
            .items
            .into_iter()
            .filter_map(|stored| Some(stored.ok()?.value))
            .collect();
        let entries: Vec<_> = evaluations
            .iter()
            .map(|evaluation| LedgerEntry::under(evaluation, &named(&updates, evaluation)))
            .collect();
        let kept: Vec<_> = taken
            .iter()
            .map(|one| Taken::under(one, &named(&updates, &one.evaluation())))
            .collect();
        let keep = Retention {
            now,
            days: Retention::DEFAULT_DAYS,
        };
        record(&desk.store, &entries, keep).await.unwrap();
        record_taken(&desk.store, &kept, keep).await.unwrap();
        let mut analyst = Visitor::to(&desk);
        analyst.sign_in("analyst", "/").await;
        Self {
            session: analyst.session.unwrap(),
            evaluations,
            items,
            taken,
            attempts,
            updates,
            desk,
            engine,
        }
    }

    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    pub fn analyst(&self) -> Visitor {
        Visitor::to(&self.desk).with_session(self.session.clone())
    }

    /// The rulebooks that an evaluation was made by.
    pub fn rulebooks(&self, evaluation: &EvaluationResult) -> Vec<Rulebook> {
        let updates = in_use(&self.updates, evaluation);
        let attribution = attribute(evaluation, &updates);
        let update = attribution.candidates.first();
        update.map_or_else(Vec::new, |update| update.rulebooks.clone())
    }

    /// How many decisions the check of their own page flags.
    pub fn flagged(&self, product: Product, since: Instant) -> usize {
        let is_flagged = |evaluation: &&EvaluationResult| {
            let Some(decision) = evaluation.decision(product) else {
                return false;
            };
            let updates = in_use(&self.updates, evaluation);
            let attribution = attribute(evaluation, &updates);
            let kind = product.rulebook_type();
            attribution.candidates.iter().all(|update| {
                let books: Vec<Rulebook> = update
                    .rulebooks
                    .iter()
                    .filter(|book| book.kind == kind)
                    .cloned()
                    .collect();
                matches!(check(decision, &books, None), Check::Differs(_))
            })
        };
        let recent = self
            .evaluations
            .iter()
            .filter(|it| it.created_date >= since);
        recent.filter(is_flagged).count()
    }
}

/// The user's items of one kind that can be read.
fn sound<T>(world: &World, prefix: &str, decode: fn(Attributes) -> Stored<T>) -> Vec<T> {
    let items = readable(world, prefix, decode).into_iter();
    items
        .filter_map(|item| Some(decode(item).ok()?.value))
        .collect()
}

fn readable<T>(
    world: &World,
    prefix: &str,
    decode: fn(Attributes) -> Stored<T>,
) -> Vec<Attributes> {
    let is_one = |item: &&Attributes| matches!(item.get("SK"), Some(Value::Text(key)) if key.starts_with(prefix));
    let items = world.items[&TableId::Underwriting].iter().filter(is_one);
    let items = items.filter(|item| decode((*item).clone()).is_ok());
    items.cloned().collect()
}

/// As they are in the table, whose world is some seconds older.
async fn attempts(store: &Store, taken: &[HistoricalEvaluation]) -> Vec<CollectionAttempt> {
    let mut found = Vec::new();
    for float in taken.iter().filter_map(|one| one.float_id.as_ref()) {
        let stored = collection_attempt::of_float(store, float).await.unwrap();
        found.extend(stored.into_iter().filter_map(|it| Some(it.ok()?.value)));
    }
    found
}

/// Those that may have been in force, each with its id.
fn named(
    updates: &[RulebookUpdate],
    evaluation: &EvaluationResult,
) -> Vec<(UpdateId, RulebookUpdate)> {
    let found = in_use(updates, evaluation).into_iter();
    found.map(|update| (update.id(), update)).collect()
}

/// Those that may have been in force, newest first.
fn in_use(updates: &[RulebookUpdate], evaluation: &EvaluationResult) -> Vec<RulebookUpdate> {
    let at = evaluation.created_date;
    let made = updates.iter().filter(|update| update.update_time <= at);
    let mut found = Vec::new();
    for update in made {
        found.push(update.clone());
        if update.update_time <= settled_by(at) {
            break;
        }
    }
    found
}
