//! A ledger of any size: the evaluations of some users, again and again for others at other times.

use domain::evaluation::EvaluationResult;
use domain::id::{ResultId, UpdateId, UserId};
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use fixtures::LargePlan;
use store::{TableId, evaluation, rulebook_update};

/// What is made in full; the rest are copies, since working a million out takes its time.
const PLAN: LargePlan = LargePlan {
    users: 200,
    evaluations_per_user: 50,
    history: 1,
};
/// As far back as entries go.
pub(crate) const DAYS: i64 = 32;
/// Copies are moved back by up to so many seconds, about as far as a user's evaluations are apart: else
/// they would all lie on fifty moments of the month.
const APART: usize = 50_000;

pub(crate) struct MadeLedger {
    /// Oldest first.
    originals: Vec<LedgerEntry>,
    /// Newest first.
    updates: Vec<(UpdateId, RulebookUpdate)>,
}

impl MadeLedger {
    /// The same for the same moment, with the rulebooks of a desk that was started for it.
    pub(crate) fn new(now: Instant) -> Self {
        let items = PLAN.chunks(now);
        let items = items.filter(|(table, _)| *table == TableId::Underwriting);
        let items: Vec<_> = items.flat_map(|(_, items)| items).collect();
        let mut updates: Vec<_> = beginning(&items, "PK", "RULEBOOKCONFIGUPDATE")
            .filter_map(|item| Some(rulebook_update::decode(item).ok()?.value))
            .map(|update| (update.id(), update))
            .collect();
        updates.sort_by_key(|(_, update)| std::cmp::Reverse(update.update_time));
        let evaluations = beginning(&items, "SK", "EVAL_RESULTS#");
        let evaluations = evaluations.filter_map(|item| Some(evaluation::decode(item).ok()?.value));
        let under = |made: EvaluationResult| LedgerEntry::under(&made, &updates);
        let mut originals: Vec<_> = evaluations.map(under).collect();
        originals.sort_by_key(|entry| entry.created);
        Self { originals, updates }
    }

    pub(crate) fn updates(&self) -> Vec<(UpdateId, RulebookUpdate)> {
        self.updates.clone()
    }

    /// So many entries, evenly spread and about in the order of time: an engine that gets them so need
    /// not jump about.
    pub(crate) fn entries(&self, count: usize) -> impl Iterator<Item = LedgerEntry> {
        let originals = self.originals.len().max(1);
        let before = move |number: usize| number * count / originals;
        let numbered = self.originals.iter().enumerate();
        numbered.flat_map(move |(number, original)| {
            let copies = before(number + 1) - before(number);
            (0..copies).map(move |copy| self.copy(number, copy, original))
        })
    }

    fn copy(&self, number: usize, copy: usize, original: &LedgerEntry) -> LedgerEntry {
        let seconds = (number * 7_919 + copy * 104_729) % APART;
        let seconds = i64::try_from(seconds).unwrap_or_default();
        let moved = original.created.plus_seconds(-seconds);
        // Before a change of the rulebooks it would have been decided otherwise.
        let is_same = self.in_force(moved) == self.in_force(original.created);
        LedgerEntry {
            user_id: UserId::new(format!("{}-{copy:03}", original.user_id)),
            result_id: ResultId::new(format!("{}-{copy:03}", original.result_id)),
            created: if is_same { moved } else { original.created },
            ..original.clone()
        }
    }

    /// Which change of the rulebooks was the last, by its place in the list.
    fn in_force(&self, at: Instant) -> usize {
        self.updates
            .partition_point(|(_, update)| at < update.update_time)
    }
}

fn beginning<'a>(
    items: &'a [Attributes],
    name: &'a str,
    prefix: &'a str,
) -> impl Iterator<Item = Attributes> + 'a {
    let is = move |item: &&Attributes| matches!(item.get(name), Some(Value::Text(key)) if key.starts_with(prefix));
    items.iter().filter(is).cloned()
}
