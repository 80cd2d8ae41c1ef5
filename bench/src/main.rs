//! `make bench`: ratios measured in one run, side by side, so that they mean the same on any machine.
//! `make bench ARGS="ledger backfill"` measures these sections only.

mod backfill;
mod balances;
mod delay;
mod desk;
mod evaluations;
mod form;
mod ledger;
mod made;
mod measure;
mod memory;
mod overview;
mod process;
mod report;
mod rulebooks;
mod sizes;
mod timeline;
mod weight;
mod what_if;

use delay::DelayingProxy;
use report::Report;
use std::env;
use std::error::Error;
use std::time::Duration;

/// What a call to Amazon's DynamoDB from the same region takes, roughly.
const NETWORK: Duration = Duration::from_millis(5);

const SECTIONS: [&str; 10] = [
    "overview",
    "evaluations",
    "balances",
    "timeline",
    "rulebooks",
    "form",
    "weight",
    "what-if",
    "ledger",
    "backfill",
];

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let named: Vec<String> = env::args().skip(1).collect();
    if let Some(unknown) = named.iter().find(|name| !SECTIONS.contains(&name.as_str())) {
        let sections = SECTIONS.join(", ");
        return Err(format!("there is no section {unknown:?}, but {sections}").into());
    }
    let mut report = Report::default();
    let mut outcome = Ok(());
    for section in SECTIONS {
        let is_wanted = named.is_empty() || named.iter().any(|name| name == section);
        if is_wanted && outcome.is_ok() {
            outcome = Box::pin(measure(section, &mut report)).await;
        }
    }
    // What was measured before something failed took its time too.
    report.print();
    outcome
}

async fn measure(section: &str, report: &mut Report) -> Result<(), Failure> {
    // Boxed: the SDK's futures are tens of kilobytes each.
    match section {
        "overview" => Box::pin(overview::measure(report)).await,
        "evaluations" => Box::pin(evaluations::measure(report)).await,
        "balances" => Box::pin(balances::measure(report)).await,
        "timeline" => Box::pin(timeline::measure(report)).await,
        "rulebooks" => Box::pin(rulebooks::measure(report)).await,
        "form" => Box::pin(form::measure(report)).await,
        "weight" => Box::pin(weight::measure(report)).await,
        "what-if" => what_if::measure(report),
        "ledger" => Box::pin(ledger::measure(report)).await,
        _ => Box::pin(backfill::measure(report)).await,
    }
}
