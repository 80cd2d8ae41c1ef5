//! A desk whose ledger holds the demo's evaluations.

use crate::desk::{Desk, Engine};
use crate::visitor::Visitor;
use domain::decision::attribution::{attribute, settled_by};
use domain::decision::check::{Check, check};
use domain::evaluation::{EvaluationResult, Product};
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::rulebook::Rulebook;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use fixtures::World;
use std::sync::OnceLock;
use std::thread;
use std::time::SystemTime;
use store::ledger::{Retention, record};
use store::{PageRequest, TableId, evaluation, rulebook_update};
use tokio::runtime::Runtime;

pub struct Kept {
    session: String,
    pub evaluations: Vec<EvaluationResult>,
    /// Newest first.
    pub updates: Vec<RulebookUpdate>,
    desk: Desk,
    _engine: Engine,
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
        let items = &world.items[&TableId::Underwriting];
        let is_evaluation = |item: &&Attributes| matches!(item.get("SK"), Some(Value::Text(key)) if key.starts_with("EVAL_RESULTS#"));
        let evaluations: Vec<_> = items
            .iter()
            .filter(is_evaluation)
            .filter_map(|item| Some(evaluation::decode(item.clone()).ok()?.value))
            .collect();
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
            .map(|evaluation| LedgerEntry::under(evaluation, &in_use(&updates, evaluation)))
            .collect();
        let keep = Retention {
            now,
            days: Retention::DEFAULT_DAYS,
        };
        record(&desk.store, &entries, keep).await.unwrap();
        let mut analyst = Visitor::to(&desk);
        analyst.sign_in("analyst", "/").await;
        Self {
            session: analyst.session.unwrap(),
            evaluations,
            updates,
            desk,
            _engine: engine,
        }
    }

    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    pub fn analyst(&self) -> Visitor {
        Visitor::to(&self.desk).with_session(self.session.clone())
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
