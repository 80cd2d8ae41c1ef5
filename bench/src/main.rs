//! `make bench`: ratios measured in one run, side by side, so that they mean the same on any machine.

mod balances;
mod delay;
mod desk;
mod evaluations;
mod ledger;
mod measure;
mod overview;
mod report;
mod rulebooks;
mod timeline;
mod weight;
mod what_if;

use delay::DelayingProxy;
use report::Report;
use std::error::Error;
use std::time::Duration;

/// What a call to Amazon's DynamoDB from the same region takes, roughly.
const NETWORK: Duration = Duration::from_millis(5);

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut report = Report::default();
    // Boxed: the SDK's futures are tens of kilobytes each.
    Box::pin(overview::measure(&mut report)).await?;
    Box::pin(evaluations::measure(&mut report)).await?;
    Box::pin(balances::measure(&mut report)).await?;
    Box::pin(timeline::measure(&mut report)).await?;
    Box::pin(rulebooks::measure(&mut report)).await?;
    Box::pin(ledger::measure(&mut report)).await?;
    what_if::measure(&mut report);
    Box::pin(weight::measure(&mut report)).await?;
    report.print();
    Ok(())
}
