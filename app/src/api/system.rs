//! How everything that Float Desk works on and with stands at this moment.

#[cfg(feature = "ssr")]
mod work;

use crate::error::AppError;
use domain::feature_report::FeatureReport;
use domain::instant::Instant;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemPage {
    pub now: Instant,
    pub version: String,
    pub started: Option<Instant>,
    pub tables: Vec<TableState>,
    /// The engine inside this server, where it has one.
    pub engine: Option<EngineState>,
    pub workers: Vec<WorkerState>,
    pub features: Option<FeatureReport>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableState {
    pub role: String,
    pub name: String,
    pub region: String,
    pub is_unused: bool,
    pub condition: Condition,
    /// What differs from what is expected, or why it cannot be known.
    pub findings: Vec<String>,
    pub found: Option<Found>,
    pub last_minute: LastMinute,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    AsExpected,
    /// Something differs, and nothing depends on it.
    Usable,
    NotUsable,
    Unreachable,
}

/// The table as it describes itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub ttl: Option<String>,
    /// Each index, and whether it is active.
    pub indexes: Vec<(String, bool)>,
    /// As DynamoDB counts them about every six hours.
    pub items: i64,
    pub bytes: i64,
}

/// Of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastMinute {
    pub calls: u64,
    pub failed: u64,
    pub retries: u64,
    pub throttled: u64,
    pub median_micros: Option<u64>,
    pub slowest_micros: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineState {
    pub bytes: Option<u64>,
    pub last_sweep: Option<SweepState>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepState {
    pub at: Instant,
    pub took_millis: u64,
    pub removed: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerState {
    pub name: String,
    pub does: String,
    pub lease: Lease,
    /// On this server.
    pub last_turn: Option<TurnState>,
    pub queue: Queue,
}

/// What waits for a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Queue {
    /// It looks for work instead of being given some.
    None,
    NotKnown,
    /// So many, of what.
    Waiting(u64, String),
    /// It has no queue, and says how far it has come.
    At(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lease {
    Free,
    Held {
        holder: String,
        until: Instant,
    },
    /// Its table did not answer, or it cannot be read.
    NotKnown,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnState {
    pub at: Instant,
    pub took_millis: u64,
    pub outcome: TurnOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOutcome {
    Done,
    /// Another server does it.
    Elsewhere,
    Failed,
}

crate::effect::reads!(ReadSystem);
#[server(prefix = "/rpc", endpoint = "read_system", output = crate::wire::Answer)]
pub async fn read_system() -> Result<SystemPage, AppError> {
    let _permit = crate::request::permit::<domain::role::ReadSystem>().await?;
    work::read().await
}
