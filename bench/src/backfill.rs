//! What `float-desk index` holds while it fills the ledger, beyond what it holds with nothing to do.

use crate::Failure;
use crate::desk::Desk;
use crate::memory::MOST;
use crate::process::{Ended, Process};
use crate::report::{Report, megabytes};
use crate::sizes::{self, grouped};
use domain::instant::Instant;
use fixtures::LargePlan;
use std::time::{Duration, Instant as Clock, SystemTime};
use store::TableId;

const EACH: u64 = 50;
/// As fast as it goes, in one part: the engine sorts the whole table for each call that asks for a part.
const SETTINGS: [&str; 4] = ["--index-read-units", "1000000000", "--index-parts", "1"];

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let count = sizes::backfill()?;
    let of = |users: u64| LargePlan {
        users,
        evaluations_per_user: EACH,
        history: 1,
    };
    let plan = of((count as u64).div_ceil(EACH));
    let now = Instant::from(SystemTime::now());
    let desk = Desk::start_at(now, of(0), Duration::ZERO).await?;
    desk.hurry(true)?;
    let idle = index(&desk).await?.peak;
    for (table, items) in plan.chunks(now) {
        if table == TableId::Underwriting {
            desk.import(table, items)?;
        }
    }
    let started = Clock::now();
    let Ended { said, peak } = index(&desk).await?;
    let took = started.elapsed().as_secs_f64();
    // Each user has one more, of what was taken.
    let new = said.split(", ").find_map(|part| {
        let new = part.strip_suffix(" evaluations new to the ledger")?;
        new.parse::<usize>().ok()
    });
    let new = new.filter(|new| *new >= count).ok_or(said)?;
    #[expect(clippy::cast_precision_loss, reason = "a few million")]
    let speed = new as f64 / took;
    report.megabytes(
        &format!("backfill of {} evaluations: memory over idle", grouped(new)),
        peak.saturating_sub(idle),
        MOST,
        format!(
            "{:.0} MB idle, {took:.0} s, {speed:.0} a second",
            megabytes(idle)
        ),
    );
    Ok(())
}

async fn index(desk: &Desk) -> Result<Ended, Failure> {
    let arguments = [&["index"], SETTINGS.as_slice()].concat();
    Process::start(desk, &arguments, "")?.ended().await
}
