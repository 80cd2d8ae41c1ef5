//! The form of a rulebook in a real browser, where the configuration is as large as they get: for how long
//! the browser is busy with one step of a person.

use crate::Failure;
use crate::desk::Desk;
use crate::report::Report;
use crate::rulebooks::{configuration, update};
use app::paths;
use fixtures::LargePlan;
use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;
use store::{TableId, item_size, rulebook, rulebook_update};
use tokio::process::Command;

/// At sixty in a second.
const FRAME: f64 = 1_000.0 / 60.0;
const STEPS: [&str; 2] = ["one key", "a rule moved by keyboard"];

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let nobody = LargePlan {
        users: 0,
        evaluations_per_user: 0,
        history: 0,
    };
    let desk = Desk::start(nobody, Duration::ZERO).await?;
    let made = configuration(0);
    let items = made.rulebooks().iter().map(rulebook::encode);
    desk.import(TableId::Underwriting, items.collect())?;
    // On record, or each page would begin with what has changed.
    let live = rulebook::live(&desk.store).await?.configuration();
    let snapshot = rulebook_update::encode(&update(DAY, live.rulebooks().to_vec()));
    let size = item_size(&snapshot) / 1_000;
    desk.import(TableId::Underwriting, vec![snapshot])?;

    let first = made.rulebooks().first().ok_or("no rulebook was made")?;
    let address = paths::rulebook_form(&first.rulebook_id, None);
    let figures = driven(&desk, &address).await?;
    for (step, line) in STEPS.into_iter().zip(figures.lines()) {
        let mut times = milliseconds(line)?;
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        report.milliseconds(
            &format!("form, configuration of {size} KB: {step}"),
            Duration::from_secs_f64(median / 1_000.0),
            FRAME,
            format!("at most {worst:.2} ms, of {}", times.len()),
        );
    }
    Ok(())
}

/// Younger than what is made up beside it.
const DAY: i64 = 40_000;

/// Hands the form to Chromium, and gives what it wrote down: a line for each step.
async fn driven(desk: &Desk, address: &str) -> Result<String, Failure> {
    let folder = tempfile::tempdir()?;
    let figures = folder.path().join("figures");
    let root = env::var("FLOAT_DESK_ROOT").map_err(|_| "FLOAT_DESK_ROOT is not set")?;
    let driver = Path::new(&root).join("end2end");
    let ended = Command::new(driver.join("node_modules/.bin/playwright"))
        .args(["test", "--config", "form.config.ts"])
        .current_dir(&driver)
        .env("FLOAT_DESK_URL", desk.url())
        .env("FLOAT_DESK_FORM", address)
        .env("FLOAT_DESK_FIGURES", &figures)
        .output()
        .await?;
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        return Err(format!("the browser came to no end:\n{said}").into());
    }
    Ok(fs::read_to_string(figures)?)
}

fn milliseconds(line: &str) -> Result<Vec<f64>, Failure> {
    let times: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
    let times = times?;
    if times.is_empty() {
        return Err("nothing was measured".into());
    }
    Ok(times)
}
