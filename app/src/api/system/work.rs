//! Asks the tables, the leases and this server itself, all at the same time.

use super::{
    Condition, EngineState, Found, LastMinute, Lease, Queue, SweepState, SystemPage, TableState,
    TurnOutcome, TurnState, WorkerState,
};
use crate::error::AppError;
use crate::loan_terms::KnownLoanTerms;
use crate::machinery::{Came, Machinery};
use crate::request::{failure, now, store};
use domain::instant::Instant;
use domain::schedule::ScheduleState;
use domain::worker::{self, WorkerName};
use futures::future::{join, join_all};
use leptos::prelude::use_context;
use std::time::Duration;
use store::embedded::EngineWatch;
use store::indexer::position;
use store::schema::{self, Asking, TableReport, Ttl};
use store::{Store, StoreError, bypass_intent, campaign, lease, ledger, schedule};

pub(super) async fn read() -> Result<SystemPage, AppError> {
    let (store, now) = (store()?, now());
    let machinery = use_context::<Machinery>().unwrap_or_default();
    let features = use_context::<KnownLoanTerms>().map(|KnownLoanTerms(source)| source.report());
    let workers = join_all(
        worker::ALL
            .iter()
            .map(|worker| worker_state(&store, &machinery, worker, now)),
    );
    let (reports, workers) = join(schema::check(&store, Asking::ForAPage), workers).await;
    Ok(SystemPage {
        now,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started: machinery.started,
        tables: reports
            .into_iter()
            .map(|report| table_state(&store, report))
            .collect(),
        engine: machinery.engine.as_ref().map(engine_state),
        workers,
        features,
    })
}

fn table_state(store: &Store, report: TableReport) -> TableState {
    let is_fine = report.is_fine();
    let (condition, findings) = match &report.outcome {
        Err(error) => {
            tracing::warn!(table = %report.id, %error, "a table could not be checked");
            (Condition::Unreachable, vec![error.kind.to_string()])
        }
        Ok(findings) => {
            let condition = match (is_fine, findings.is_empty()) {
                (true, true) => Condition::AsExpected,
                (true, false) => Condition::Usable,
                (false, _) => Condition::NotUsable,
            };
            let findings = findings.iter().map(ToString::to_string).collect();
            (condition, findings)
        }
    };
    TableState {
        role: report.id.role().to_owned(),
        is_unused: report.id.is_unused(),
        condition,
        findings,
        found: report.shape.map(|shape| Found {
            ttl: (shape.ttl != Ttl::Off).then(|| shape.ttl.to_string()),
            indexes: shape
                .indexes
                .into_iter()
                .map(|index| (index.name, index.is_active))
                .collect(),
            items: shape.items,
            bytes: shape.bytes,
        }),
        last_minute: last_minute(store.calls().last_minute(report.id)),
        name: report.name,
        region: report.region,
    }
}

fn last_minute(figures: store::LastMinute) -> LastMinute {
    let micros = |took: Duration| u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    LastMinute {
        calls: figures.calls,
        failed: figures.failed,
        retries: figures.retries,
        throttled: figures.throttled,
        median_micros: figures.median.map(micros),
        slowest_micros: figures.slowest.map(micros),
    }
}

fn engine_state(engine: &EngineWatch) -> EngineState {
    EngineState {
        bytes: engine.bytes(),
        last_sweep: engine.last_sweep().map(|sweep| SweepState {
            at: sweep.started,
            took_millis: millis(sweep.took),
            removed: sweep.removed as u64,
        }),
    }
}

async fn worker_state(
    store: &Store,
    machinery: &Machinery,
    worker: &WorkerName,
    now: Instant,
) -> WorkerState {
    let (held, queue) = join(lease::get(store, worker.name), queue(store, worker, now)).await;
    let last_turn = machinery.workers.last_turn(worker.name);
    WorkerState {
        name: worker.name.to_owned(),
        does: worker.does.to_owned(),
        lease: match held {
            Ok(None) => Lease::Free,
            Ok(Some(Ok(record))) if record.value.until <= now => Lease::Free,
            Ok(Some(Ok(record))) => Lease::Held {
                holder: record.value.holder,
                until: record.value.until,
            },
            Ok(Some(Err(_))) => Lease::NotKnown,
            Err(error) => {
                failure(&error);
                Lease::NotKnown
            }
        },
        last_turn: last_turn.map(|turn| TurnState {
            at: turn.at,
            took_millis: millis(turn.took),
            outcome: match turn.came {
                Came::ToItsEnd => TurnOutcome::Done,
                Came::NotToBegin => TurnOutcome::Elsewhere,
                Came::ToNothing => TurnOutcome::Failed,
            },
        }),
        queue,
    }
}

async fn queue(store: &Store, worker: &WorkerName, now: Instant) -> Queue {
    if worker.name == worker::INDEXER.name {
        return place(store, now).await;
    }
    if worker.name == worker::RECOUNT.name {
        return recounted(store, now).await;
    }
    let Some(what) = worker.waits else {
        return Queue::None;
    };
    match waiting(store, worker, now).await {
        Ok(count) => Queue::Waiting(count as u64, what.to_owned()),
        Err(error) => {
            failure(&error);
            Queue::NotKnown
        }
    }
}

async fn place(store: &Store, now: Instant) -> Queue {
    match position::read(store).await {
        Ok(position) => Queue::At(position.in_words(now)),
        Err(error) => {
            failure(&error);
            Queue::NotKnown
        }
    }
}

async fn recounted(store: &Store, now: Instant) -> Queue {
    match ledger::recount_progress(store, now).await {
        Ok(recount) => Queue::At(recount.describe()),
        Err(error) => {
            failure(&error);
            Queue::NotKnown
        }
    }
}

async fn waiting(store: &Store, worker: &WorkerName, now: Instant) -> Result<usize, StoreError> {
    Ok(match worker.name {
        name if name == worker::BYPASS.name => bypass_intent::open(store).await?.len(),
        name if name == worker::CAMPAIGNS.name => campaign::active(store).await?.len(),
        _ => {
            let today = schedule::of_day(store, now.day()).await?;
            let sound = today.into_iter().flatten();
            sound
                .filter(|start| start.value.state == ScheduleState::Waiting)
                .count()
        }
    })
}

fn millis(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
