//! The decision ledger: reading all of a large one against the raw parallel query, and its first page
//! against that of a small one.

use crate::Failure;
use crate::desk::Desk;
use crate::made::{DAYS, MadeLedger};
use crate::measure::{medians, medians_of, ratio, said};
use crate::memory::Memory;
use crate::overview::load;
use crate::report::Report;
use crate::sizes::{self, grouped};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::day::Day;
use domain::instant::Instant;
use fixtures::LargePlan;
use futures::TryStreamExt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use store::TableId;
use store::ledger::{Draft, Retention, page, stream_days};
use tokio::task::JoinSet;

const FEW: usize = 10_000;
/// Beside a ledger only the rulebooks are needed.
const NOBODY: LargePlan = LargePlan {
    users: 0,
    evaluations_per_user: 0,
    history: 0,
};
/// As `store::ledger` reads.
const SHARDS: u8 = 4;
const READERS: usize = 8;
const AT_ONCE: i32 = 1_000;
/// Each reads everything.
const ROUNDS: usize = 3;
const A_PAGE: u32 = 50;
/// So many entries are handed to the engine at once.
const PART: usize = 5_000;

pub(crate) async fn measure(report: &mut Report) -> Result<(), Failure> {
    let now = Instant::from(SystemTime::now());
    let (made, count) = (MadeLedger::new(now), sizes::entries()?);
    let few = filled(&made, FEW, now).await?;
    let many = filled(&made, count, now).await?;
    let range = (now.day().plus_days(-DAYS), now.day());
    let sizes = format!("of {} / of {}", grouped(count), grouped(FEW));
    first_page(report, (&few, &many), range, &sizes).await?;
    reading(report, &many, range, count).await?;
    let memory = Memory::of(&many, range, count).await?;
    memory.of_what_if(report).await?;
    lists(report, (&few, &many), range, &sizes).await?;
    memory.of_export(report).await
}

/// A desk whose ledger has so many entries.
async fn filled(made: &MadeLedger, count: usize, now: Instant) -> Result<Desk, Failure> {
    let mut desk = Desk::start_at(now, NOBODY, Duration::ZERO).await?;
    desk.sign_in(app::paths::SIGN_IN_TO_DEMO, "role=analyst")
        .await?;
    let keep = Retention {
        now,
        days: Retention::DEFAULT_DAYS,
    };
    desk.hurry(true)?;
    let (mut draft, mut entries) = (Draft::new(keep), made.entries(count).peekable());
    while entries.peek().is_some() {
        let part = entries.by_ref().take(PART);
        let items = part.flat_map(|entry| draft.add(&entry)).collect();
        desk.import(TableId::FloatDesk, items)?;
    }
    desk.import(TableId::FloatDesk, draft.finish())?;
    desk.hurry(false)?;
    Ok(desk)
}

async fn first_page(
    report: &mut Report,
    (few, many): (&Desk, &Desk),
    (from, today): (Day, Day),
    sizes: &str,
) -> Result<(), Failure> {
    let read = async |desk: &Desk| {
        // Today may have hardly begun.
        let days = from..=today.plus_days(-1);
        let found = page(&desk.store, days, None, A_PAGE).await?;
        if found.entries.len() == A_PAGE as usize {
            Ok(())
        } else {
            Err(Failure::from("the first page is not full"))
        }
    };
    let (large, small) = medians(
        async || Box::pin(read(many)).await,
        async || Box::pin(read(few)).await,
    )
    .await?;
    report.ratio(
        &format!("first page of a ledger {sizes}"),
        ratio(large, small),
        1.10,
        format!("{} / {}", said(large), said(small)),
    );
    Ok(())
}

/// The same as a page for people, with its numbers: as it opens, and of a day.
async fn lists(
    report: &mut Report,
    (few, many): (&Desk, &Desk),
    (_, today): (Day, Day),
    sizes: &str,
) -> Result<(), Failure> {
    let day = today.plus_days(-1).stored();
    let of_a_day = format!("/evaluations?from={day}&to={day}");
    for (what, address) in [
        ("/evaluations", "/evaluations"),
        ("/evaluations of a day", &of_a_day),
    ] {
        let (large, small) = medians(
            async || Box::pin(load(many, address)).await,
            async || Box::pin(load(few, address)).await,
        )
        .await?;
        report.ratio(
            &format!("{what}, {sizes}"),
            ratio(large, small),
            1.10,
            format!("{} / {}", said(large), said(small)),
        );
    }
    Ok(())
}

async fn reading(
    report: &mut Report,
    desk: &Desk,
    range: (Day, Day),
    count: usize,
) -> Result<(), Failure> {
    let (whole, raw) = medians_of(
        ROUNDS,
        async || Box::pin(read_all(desk, range, count)).await,
        async || Box::pin(query_all(desk, range)).await,
    )
    .await?;
    report.ratio(
        &format!(
            "reading {} entries / the raw parallel query",
            grouped(count)
        ),
        ratio(whole, raw),
        1.0 / 0.85,
        format!("{} / {}", said(whole), said(raw)),
    );
    Ok(())
}

async fn read_all(desk: &Desk, (from, to): (Day, Day), count: usize) -> Result<(), Failure> {
    let chunks = stream_days(&desk.store, from, to).await?;
    let (mut chunks, mut read) = (Box::pin(chunks), 0);
    while let Some(chunk) = chunks.try_next().await? {
        read += chunk.items.len();
    }
    if read == count {
        Ok(())
    } else {
        Err(format!("{read} of {count} entries were read").into())
    }
}

/// The same partitions by as many readers, and nothing done with what comes.
async fn query_all(desk: &Desk, (from, to): (Day, Day)) -> Result<(), Failure> {
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
