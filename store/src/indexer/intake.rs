//! Takes in items of the underwriting table as they are stored: what concerns the ledger goes there.

use super::updates::Updates;
use crate::ledger::{Recorded, Retention, Seen, keep_accounts, keep_copies, record, record_taken};
use crate::{Store, StoreError, evaluation, historical_evaluation, temporary_profile};
use domain::evaluation::EvaluationResult;
use domain::historical_evaluation::HistoricalEvaluation;
use domain::instant::Instant;
use domain::item::BrokenItem;
use domain::ledger::{LedgerEntry, Taken};
use domain::value::{Attributes, Value};
use tokio::sync::Mutex;

/// What the sort keys begin with of what concerns the ledger.
pub(super) const PREFIXES: [&str; 3] = [
    evaluation::PREFIX,
    historical_evaluation::PREFIX,
    temporary_profile::PREFIX,
];

/// Takes in one page after the other.
pub struct Intake {
    store: Store,
    retention_days: i64,
    clock: fn() -> Instant,
    /// Held while something is taken in. One after the other, they do not get in each other's way at
    /// the same counts, and leave room for those who wait for a page.
    updates: Mutex<Updates>,
}

/// What became of items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TakenIn {
    pub evaluations: Recorded,
    /// New or changed ones.
    pub taken: u64,
    /// New copies of overrides.
    pub copies: u64,
    /// Items that do not fit their type.
    pub broken: u64,
}

impl TakenIn {
    /// What belongs into the ledger and is not there, for no fault of its age.
    pub fn left_out(&self) -> u64 {
        self.broken + self.evaluations.refused
    }
}

impl Intake {
    pub fn new(store: Store, retention_days: i64, clock: fn() -> Instant) -> Self {
        Self {
            store,
            retention_days,
            clock,
            updates: Mutex::default(),
        }
    }

    /// Takes in items of any kind; those that do not concern the ledger are passed over.
    pub async fn take(&self, items: Vec<Attributes>) -> Result<TakenIn, StoreError> {
        let mut sorted = Sorted::default();
        for item in items {
            sorted.add(item);
        }
        let mut updates = self.updates.lock().await;
        let (entries, taken) = self.attributed(&mut updates, &sorted).await?;
        let keep = Retention {
            now: (self.clock)(),
            days: self.retention_days,
        };
        let evaluated = entries.iter().chain(taken.iter().map(|one| &one.on));
        keep_accounts(&self.store, evaluated.collect(), keep).await?;
        Ok(TakenIn {
            evaluations: record(&self.store, &entries, keep).await?,
            taken: record_taken(&self.store, &taken, keep).await?,
            copies: keep_copies(&self.store, sorted.overrides).await?,
            broken: sorted.broken,
        })
    }

    async fn attributed(
        &self,
        updates: &mut Updates,
        sorted: &Sorted,
    ) -> Result<(Vec<LedgerEntry>, Vec<Taken>), StoreError> {
        if let Some(span) = sorted.span() {
            updates.reach(&self.store, span, (self.clock)()).await?;
        }
        let entries = sorted.evaluations.iter();
        let entries = entries.map(|one| LedgerEntry::under(one, updates.at(one.created_date)));
        let taken = sorted.taken.iter();
        let taken = taken.map(|one| Taken::under(one, updates.at(one.created_date)));
        Ok((entries.collect(), taken.collect()))
    }

    pub(super) async fn forget_updates(&self) {
        *self.updates.lock().await = Updates::default();
    }
}

#[derive(Default)]
struct Sorted {
    evaluations: Vec<EvaluationResult>,
    taken: Vec<HistoricalEvaluation>,
    overrides: Vec<Seen>,
    broken: u64,
}

impl Sorted {
    fn add(&mut self, item: Attributes) {
        let Some(Value::Text(sort)) = item.get("SK") else {
            return;
        };
        let begins = |prefix| sort.starts_with(prefix);
        if begins(evaluation::PREFIX) {
            match evaluation::decode(item) {
                Ok(record) => self.evaluations.push(record.value),
                Err(broken) => self.leave_out(&broken),
            }
        } else if begins(historical_evaluation::PREFIX) {
            match historical_evaluation::decode(item) {
                Ok(record) => self.taken.push(record.value),
                Err(broken) => self.leave_out(&broken),
            }
        } else if begins(temporary_profile::PREFIX) {
            match Seen::read(item) {
                Ok(seen) => self.overrides.push(seen),
                Err(broken) => self.leave_out(&broken),
            }
        }
    }

    /// The log gets the key, by which the item can be opened; what is in it is nobody's there.
    fn leave_out(&mut self, broken: &BrokenItem) {
        tracing::warn!(key = %broken.key, "an item cannot be read, and is not in the ledger");
        self.broken += 1;
    }

    /// From the oldest to the newest.
    fn span(&self) -> Option<(Instant, Instant)> {
        let evaluations = self.evaluations.iter().map(|one| one.created_date);
        let taken = self.taken.iter().map(|one| one.created_date);
        let times = evaluations.chain(taken);
        times.fold(None, |span: Option<(Instant, Instant)>, at| {
            let (oldest, newest) = span.unwrap_or((at, at));
            Some((at.min(oldest), at.max(newest)))
        })
    }
}

impl std::ops::AddAssign for TakenIn {
    fn add_assign(&mut self, other: Self) {
        let (sum, more) = (&mut self.evaluations, other.evaluations);
        sum.new += more.new;
        sum.known += more.known;
        sum.too_old += more.too_old;
        sum.refused += more.refused;
        self.taken += other.taken;
        self.copies += other.copies;
        self.broken += other.broken;
    }
}
