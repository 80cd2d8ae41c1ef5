//! The decision ledger: reading all of it against the raw parallel query, its first page however much
//! there is, and filling it.

use crate::Failure;
use crate::desk::Desk;
use crate::measure::{medians, medians_of, ratio, said};
use crate::report::Report;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::day::Day;
use domain::instant::Instant;
use fixtures::LargePlan;
use futures::TryStreamExt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use store::TableId;
use store::indexer::{Indexer, Settings};
use store::ledger::{Retention, page, stream_days};
use tokio::task::JoinSet;

const FEW: LargePlan = LargePlan {
    users: 20,
    evaluations_per_user: 50,
    history: 1,
};
const MANY: LargePlan = LargePlan {
    users: 400,
    evaluations_per_user: 50,
    history: 1,
};
/// As far back as those evaluations go.
const DAYS: i64 = 31;
/// As `store::ledger` reads.
const SHARDS: u8 = 4;
const READERS: usize = 8;
const AT_ONCE: i32 = 1_000;
/// Each reads everything.
const ROUNDS: usize = 15;
const A_PAGE: u32 = 50;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let few = filled(FEW).await?;
    let many = filled(MANY).await?;
    let (whole, raw) = medians_of(
        ROUNDS,
        async || Box::pin(read_all(&many)).await,
        async || Box::pin(query_all(&many)).await,
    )
    .await?;
    report.ratio(
        "reading 20,000 ledger entries / the raw parallel query",
        ratio(whole, raw),
        1.0 / 0.85,
        format!("{} / {}", said(whole), said(raw)),
    );
    let (large, small) = medians(
        async || Box::pin(first_page(&many)).await,
        async || Box::pin(first_page(&few)).await,
    )
    .await?;
    report.ratio(
        "first page of a ledger of 20,000 / of 1,000",
        ratio(large, small),
        1.10,
        format!("{} / {}", said(large), said(small)),
    );
    Ok(())
}

fn now() -> Instant {
    Instant::from(SystemTime::now())
}

fn days() -> (Day, Day) {
    let today = now().day();
    (today.plus_days(-DAYS), today)
}

async fn filled(plan: LargePlan) -> Result<Desk, Failure> {
    let desk = Desk::start(plan, Duration::ZERO).await?;
    let settings = Settings {
        retention_days: Retention::DEFAULT_DAYS,
        read_units_per_second: u32::MAX,
        clock: now,
    };
    let indexer = Indexer::new(desk.store.clone(), settings);
    while !indexer.turn(&|| false, &|_| {}).await? {}
    Ok(desk)
}

async fn first_page(desk: &Desk) -> Result<(), Failure> {
    let (from, to) = days();
    page(&desk.store, from..=to, None, A_PAGE).await?;
    Ok(())
}

async fn read_all(desk: &Desk) -> Result<(), Failure> {
    let (from, to) = days();
    let chunks = stream_days(&desk.store, from, to).await?;
    let mut chunks = Box::pin(chunks);
    while chunks.try_next().await?.is_some() {}
    Ok(())
}

/// The same partitions by as many readers, and nothing done with what comes.
async fn query_all(desk: &Desk) -> Result<(), Failure> {
    let (from, to) = days();
    let days = (0..).map(|number| from.plus_days(number));
    let partitions: Vec<String> = days
        .take_while(|day| *day <= to)
        .flat_map(|day| (0..SHARDS).map(move |shard| format!("LEDGER#{}#{shard}", day.stored())))
        .collect();
    let queue = Arc::new(Mutex::new(partitions));
    let mut readers = JoinSet::new();
    for _ in 0..READERS {
        let (queue, raw) = (Arc::clone(&queue), desk.raw.clone());
        let table = desk.store.table(TableId::FloatDesk).name.clone();
        readers.spawn(async move {
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
            while let Some(partition) = next() {
                let mut pages = raw
                    .query()
                    .table_name(&table)
                    .key_condition_expression("PK = :p")
                    .expression_attribute_values(":p", AttributeValue::S(partition))
                    .consistent_read(true)
                    .limit(AT_ONCE)
                    .into_paginator()
                    .send();
                while let Some(page) = pages.next().await {
                    page?;
                }
            }
            Ok::<(), Failure>(())
        });
    }
    while let Some(reader) = readers.join_next().await {
        reader??;
    }
    Ok(())
}
