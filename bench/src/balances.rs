//! A month of balances on twenty accounts: the page against the one query that it is about.

use crate::Failure;
use crate::desk::Desk;
use crate::measure::{medians, said};
use crate::overview::{FEW, load};
use crate::report::Report;
use app::paths;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::balance::{BalanceSnapshot, KEPT_DAYS};
use domain::id::{AccountId, UserId};
use domain::instant::Instant;
use domain::money::Cents;
use fixtures::LargePlan;
use std::time::{Duration, SystemTime};
use store::{TableId, balance};

const ACCOUNTS: i64 = 20;
/// The session; balances, what was taken, checks, paydays, what recurs, the threshold; then the
/// attempts on each of four floats.
const LEAST_CALLS: u64 = 11;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let desk = Desk::start(FEW, Duration::ZERO).await?;
    let user = UserId::new(LargePlan::user_id(1));
    let now = Instant::from(SystemTime::now());
    let items = (0..KEPT_DAYS)
        .flat_map(|day| (0..ACCOUNTS).map(move |account| (day, account)))
        .map(|(day, account)| balance::encode(&snapshot(&user, now.plus_days(-day), account)));
    desk.import(TableId::Transactions, items.collect())?;

    let page = paths::all_balances(&user);
    let (whole, query) = medians(
        async || Box::pin(load(&desk, &page)).await,
        async || Box::pin(raw(&desk, &user)).await,
    )
    .await?;
    let target = query.as_secs_f64() * 1_000.0 * 1.5 + 20.0;
    report.milliseconds(
        "balances of 32 days x 20 accounts / 1.5 x the query + 20 ms",
        whole,
        target,
        format!("the query {}", said(query)),
    );
    let before = desk.store.calls().total();
    load(&desk, &page).await?;
    let calls = desk.store.calls().total() - before;
    #[expect(clippy::cast_precision_loss, reason = "a handful of calls")]
    let measured = calls as f64 / LEAST_CALLS as f64;
    report.ratio(
        "balances: DynamoDB calls / least possible",
        measured,
        1.0,
        format!("{calls} / {LEAST_CALLS}"),
    );
    Ok(())
}

/// On accounts of their own, beside the one that everybody has.
fn snapshot(user: &UserId, at: Instant, account: i64) -> BalanceSnapshot {
    let cents = 10_000 * account - at.epoch_seconds() / 86_400 % 30 * 700;
    BalanceSnapshot {
        user_id: user.clone(),
        account_id: AccountId::new(format!("account-{account:02}")),
        taken: at.day().stored(),
        available: Some(Cents(cents)),
        current: Some(Cents(cents + 2_500)),
        limit: None,
        currency: Some("USD".to_owned()),
        updated_date: at.day(),
        ttl: Some(at.plus_days(KEPT_DAYS)),
    }
}

/// The balances as anybody would ask for them.
async fn raw(desk: &Desk, user: &UserId) -> Result<(), Failure> {
    let mut query = desk
        .raw
        .query()
        .table_name(&desk.store.table(TableId::Transactions).name)
        .key_condition_expression("PK = :p AND begins_with(SK, :s)")
        .expression_attribute_values(":p", AttributeValue::S(format!("BALANCE#{user}")))
        .expression_attribute_values(":s", AttributeValue::S("ACCOUNT#".to_owned()))
        .consistent_read(true)
        .into_paginator()
        .send();
    while let Some(page) = query.next().await {
        page?;
    }
    Ok(())
}
