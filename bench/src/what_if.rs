//! What-if: how fast decisions are worked out again. How fast the ledger is read is its own affair.

use crate::Failure;
use crate::made::MadeLedger;
use crate::report::Report;
use crate::sizes::{self, grouped};
use domain::basis_points::BasisPoints;
use domain::decision::NoResultsReading;
use domain::id::RulebookId;
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::what_if::WhatIf;
use domain::what_if::change::{Change, Changes};
use domain::what_if::findings::Findings;
use std::time::{Duration, SystemTime};

/// As the ledger gives them.
const CHUNK: usize = 1_000;
const ROUNDS: usize = 3;

pub(crate) fn measure(report: &mut Report) -> Result<(), Failure> {
    let (count, made) = (
        sizes::entries()?,
        MadeLedger::new(Instant::from(SystemTime::now())),
    );
    let what_if = WhatIf::new(&made.updates(), &changes(), NoResultsReading::default());
    let mut rounds: Vec<_> = (0..ROUNDS).map(|_| round(&what_if, &made, count)).collect();
    rounds.sort_by_key(|(time, _)| *time);
    let (time, found) = rounds.swap_remove(ROUNDS / 2);
    let flips = found.float.flips.total() + found.loan.flips.total();
    #[expect(clippy::cast_precision_loss, reason = "a few million")]
    let millions = count as f64 / 1_000_000.0;
    report.milliseconds(
        &format!("what-if: computing {} entries", grouped(count)),
        time,
        millions * 1_000.0,
        format!(
            "{:.2} million a second, one thread; {flips} decisions flip, {} unexplained",
            millions / time.as_secs_f64(),
            found.float.unexplained + found.loan.unexplained
        ),
    );
    Ok(())
}

/// Every entry is another one, and only the computing counts.
fn round(what_if: &WhatIf, made: &MadeLedger, count: usize) -> (Duration, Findings) {
    let (mut found, mut took) = (Findings::default(), Duration::ZERO);
    let mut entries = made.entries(count).peekable();
    while entries.peek().is_some() {
        let chunk: Vec<LedgerEntry> = entries.by_ref().take(CHUNK).collect();
        let started = std::time::Instant::now();
        what_if.work(&chunk, &mut found);
        took += started.elapsed();
    }
    (took, found)
}

/// Three changes at once, one of which assigns users anew.
fn changes() -> Changes {
    let priority = Change {
        priority: Some(55),
        ..Change::default()
    };
    let share = Change {
        share: Some(BasisPoints(5_000)),
        ..Change::default()
    };
    let dropped = Change {
        is_dropped: true,
        ..Change::default()
    };
    let of = |id: &str, change: Change| (RulebookId::new(id), change);
    Changes(
        [
            of("core_v2", priority),
            of("stringent_v1", share),
            of("winback_v1", dropped),
        ]
        .into(),
    )
}
