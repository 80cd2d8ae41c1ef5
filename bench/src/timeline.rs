//! The timeline: a page costs the same however many profile versions there are.

use crate::Failure;
use crate::desk::Desk;
use crate::measure::{medians, ratio, said};
use crate::overview::{FEW, MANY, load};
use crate::report::Report;
use fixtures::LargePlan;
use std::time::Duration;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let page = format!("/users/{}/timeline", LargePlan::user_id(1));
    let few = Desk::start(FEW, Duration::ZERO).await?;
    let many = Desk::start(MANY, Duration::ZERO).await?;
    let (large, small) = medians(
        async || Box::pin(load(&many, &page)).await,
        async || Box::pin(load(&few, &page)).await,
    )
    .await?;
    report.ratio(
        "timeline with 10,000 profile versions / with 10",
        ratio(large, small),
        1.10,
        format!("{} / {}", said(large), said(small)),
    );
    let (large, small) = (calls(&many, &page).await?, calls(&few, &page).await?);
    #[expect(clippy::cast_precision_loss, reason = "a handful of calls")]
    let measured = large as f64 / small as f64;
    report.ratio(
        "timeline: DynamoDB calls with 10,000 versions / with 10",
        measured,
        1.0,
        format!("{large} / {small}"),
    );
    Ok(())
}

async fn calls(desk: &Desk, page: &str) -> Result<u64, Failure> {
    let before = desk.store.calls().total();
    load(desk, page).await?;
    Ok(desk.store.calls().total() - before)
}
