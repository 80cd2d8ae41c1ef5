//! The evaluation list and one evaluation taken apart: as fast with 50,000 evaluations as with 50.

use crate::Failure;
use crate::desk::Desk;
use crate::measure::{medians, ratio, said};
use crate::report::Report;
use app::paths;
use domain::id::UserId;
use fixtures::LargePlan;
use std::time::Duration;
use store::evaluation::list::between;

const FEW: LargePlan = LargePlan {
    users: 1,
    evaluations_per_user: 50,
    history: 10,
};
const MANY: LargePlan = LargePlan {
    users: 1,
    evaluations_per_user: 50_000,
    history: 10,
};

/// The session; evaluations, what was taken, pins.
const LIST_CALLS: u64 = 4;
/// The session; the evaluation, what was taken, the pin; then rulebooks, profile, overrides, their copies.
const DRILL_DOWN_CALLS: u64 = 8;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let few = Desk::start(FEW, Duration::ZERO).await?;
    let many = Desk::start(MANY, Duration::ZERO).await?;
    let user = UserId::new(LargePlan::user_id(1));
    let list = paths::all_evaluations(&user);
    let lists = (list.clone(), list);
    let newest = (newest(&few, &user).await?, newest(&many, &user).await?);
    compare(
        report,
        "evaluation list",
        LIST_CALLS,
        (&few, &lists.0),
        (&many, &lists.1),
    )
    .await?;
    let pages = ((&few, newest.0.as_str()), (&many, newest.1.as_str()));
    compare(report, "one evaluation", DRILL_DOWN_CALLS, pages.0, pages.1).await
}

/// The page of the newest evaluation.
async fn newest(desk: &Desk, user: &UserId) -> Result<String, Failure> {
    let part = between(&desk.store, user, None, None, 1).await?;
    let (id, _) = part.items.into_iter().next().ok_or("no evaluation")?;
    Ok(paths::evaluation(user, &id))
}

async fn compare(
    report: &mut Report,
    what: &str,
    least: u64,
    (few, few_page): (&Desk, &str),
    (many, many_page): (&Desk, &str),
) -> Result<(), Failure> {
    let (large, small) = medians(
        async || Box::pin(load(many, many_page)).await,
        async || Box::pin(load(few, few_page)).await,
    )
    .await?;
    report.ratio(
        &format!("{what} of 50,000 / of 50"),
        ratio(large, small),
        1.10,
        format!("{} / {}", said(large), said(small)),
    );
    let before = many.store.calls().total();
    load(many, many_page).await?;
    let calls = many.store.calls().total() - before;
    #[expect(clippy::cast_precision_loss, reason = "a handful of calls")]
    let measured = calls as f64 / least as f64;
    report.ratio(
        &format!("{what} of 50,000: DynamoDB calls / least possible"),
        measured,
        1.0,
        format!("{calls} / {least}"),
    );
    Ok(())
}

async fn load(desk: &Desk, page: &str) -> Result<(), Failure> {
    desk.get(page).await?.bytes().await?;
    Ok(())
}
