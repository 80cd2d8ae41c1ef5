//! What-if: how fast decisions are worked out again. How fast the ledger is read is its own affair.

use crate::report::Report;
use domain::evaluation::EvaluationResult;
use domain::id::{RulebookId, UpdateId};
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::rulebook_update::RulebookUpdate;
use domain::value::{Attributes, Value};
use domain::what_if::WhatIf;
use domain::what_if::change::{Change, Changes};
use domain::what_if::findings::Findings;
use fixtures::LargePlan;
use std::time::SystemTime;
use store::{TableId, evaluation, rulebook_update};

/// So many evaluations are worked out, again and again.
const PLAN: LargePlan = LargePlan {
    users: 400,
    evaluations_per_user: 50,
    history: 1,
};
/// The computing is measured on so many entries.
const ENTRIES: u64 = 1_000_000;

pub(crate) fn measure(report: &mut Report) {
    let now = Instant::from(SystemTime::now());
    let (entries, updates) = made(now);
    compute(report, &entries, &updates);
}

/// The evaluations of a large data set as the ledger keeps them.
fn made(now: Instant) -> (Vec<LedgerEntry>, Vec<(UpdateId, RulebookUpdate)>) {
    let items = PLAN
        .chunks(now)
        .filter(|(table, _)| *table == TableId::Underwriting);
    let items: Vec<_> = items.flat_map(|(_, items)| items).collect();
    let mut updates: Vec<_> = beginning(&items, "PK", "RULEBOOKCONFIGUPDATE")
        .filter_map(|item| Some(rulebook_update::decode(item).ok()?.value))
        .collect();
    updates.sort_by_key(|update| std::cmp::Reverse(update.update_time));
    let evaluations = beginning(&items, "SK", "EVAL_RESULTS#");
    let evaluations = evaluations.filter_map(|item| Some(evaluation::decode(item).ok()?.value));
    let entries = evaluations
        .map(|evaluation| LedgerEntry::under(&evaluation, &in_force(&updates, &evaluation)));
    let entries = entries.collect();
    let named = |update: RulebookUpdate| {
        let id = rulebook_update::id(update.update_time, &update.update_user);
        (id, update)
    };
    (entries, updates.into_iter().map(named).collect())
}

fn beginning<'a>(
    items: &'a [Attributes],
    name: &'a str,
    prefix: &'a str,
) -> impl Iterator<Item = Attributes> + 'a {
    let is = move |item: &&Attributes| matches!(item.get(name), Some(Value::Text(key)) if key.starts_with(prefix));
    items.iter().filter(is).cloned()
}

/// The newest that was there, and the one before it, which services may still have had.
fn in_force(updates: &[RulebookUpdate], evaluation: &EvaluationResult) -> Vec<RulebookUpdate> {
    let made = updates
        .iter()
        .filter(|update| update.update_time <= evaluation.created_date);
    made.take(2).cloned().collect()
}

/// Three changes at once, one of which assigns users anew.
fn changes() -> Changes {
    let of = |id: &str, change: Change| (RulebookId::new(id), change);
    Changes(
        [
            of(
                "core_v2",
                Change {
                    priority: Some(55),
                    ..Change::default()
                },
            ),
            of(
                "stringent_v1",
                Change {
                    share: Some(domain::basis_points::BasisPoints(5_000)),
                    ..Change::default()
                },
            ),
            of(
                "winback_v1",
                Change {
                    is_dropped: true,
                    ..Change::default()
                },
            ),
        ]
        .into(),
    )
}

fn compute(report: &mut Report, entries: &[LedgerEntry], updates: &[(UpdateId, RulebookUpdate)]) {
    let what_if = WhatIf::new(updates, &changes());
    let round = || {
        let mut found = Findings::default();
        let started = std::time::Instant::now();
        while found.entries < ENTRIES {
            what_if.work(entries, &mut found);
        }
        #[expect(clippy::cast_precision_loss, reason = "a few million")]
        let share = ENTRIES as f64 / found.entries as f64;
        (started.elapsed().mul_f64(share), found)
    };
    let mut times: Vec<_> = (0..5).map(|_| round()).collect();
    times.sort_by_key(|(time, _)| *time);
    let (time, found) = times.swap_remove(2);
    let flips = found.float.flips.total() + found.loan.flips.total();
    report.milliseconds(
        "what-if: computing 1,000,000 entries",
        time,
        1_000.0,
        format!(
            "{:.2} million a second, one thread; {flips} of {} flip",
            1.0 / time.as_secs_f64(),
            found.entries
        ),
    );
}
