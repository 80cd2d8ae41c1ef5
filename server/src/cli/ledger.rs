//! How the decision ledger is filled and kept.

use super::StoreKind;
use crate::workers::now;
use clap::{Args, value_parser};
use std::num::NonZeroU32;
use store::indexer::Settings;
use store::ledger::Retention;

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "The decision ledger")]
pub struct LedgerArgs {
    /// For how many days the ledger keeps each decision
    #[arg(
        long,
        env = "FLOAT_DESK_LEDGER_RETENTION_DAYS",
        value_name = "DAYS",
        default_value_t = Retention::DEFAULT_DAYS,
        value_parser = value_parser!(i64).range(Retention::SHORTEST_DAYS..)
    )]
    pub ledger_retention_days: i64,
    /// How many read units a second may be spent on reading the underwriting table for it
    #[arg(
        long,
        env = "FLOAT_DESK_INDEX_READ_UNITS",
        value_name = "NUMBER",
        default_value = "500"
    )]
    pub index_read_units: NonZeroU32,
    /// In how many parts that table is read at the same time; 4, but 1 with the embedded engine, which does
    /// one thing at a time and sorts the whole table to find a part of it
    #[arg(long, env = "FLOAT_DESK_INDEX_PARTS", value_name = "NUMBER")]
    pub index_parts: Option<NonZeroU32>,
}

impl LedgerArgs {
    pub fn settings(&self, store: StoreKind) -> Settings {
        let parts = match store {
            StoreKind::Aws => 4,
            StoreKind::Embedded => 1,
        };
        Settings {
            retention_days: self.ledger_retention_days,
            read_units_per_second: self.index_read_units.get(),
            parts: self.index_parts.map_or(parts, NonZeroU32::get),
            clock: now,
        }
    }
}
